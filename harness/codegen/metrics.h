// What is counted of a kernel's machine code, each count under a name.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark::codegen {

/// A count by its name; what is 0 may be left out. A count is of instructions in the code, not of executions.
using Metrics = std::map<std::string, std::uint64_t>;

/// Every name there is, in the order people read them:
/// - `instructions` without the padding at the code's end, `registers`, `stack_bytes`, `shared_bytes` (static
///   only; on sm_90 and later the 1 KiB that the system reserves is among them);
/// - `<space>_load_<bits>` and `<space>_store_<bits>` of global, shared, local and generic memory, 8 to 256 bits wide;
///   generic is an address whose space the compiler did not know;
/// - `spill_load`, `spill_store`: those local accesses that address the stack by a constant offset from its pointer.
///   That is what a spilled register looks like; an element of a local array at a constant index looks the same;
/// - `async_copy_<bits>` (global to shared past the registers, one element a thread), `bulk_copy`, `bulk_reduce` and
///   `bulk_prefetch` (a whole block or tensor tile), `global_atomic`, `shared_atomic`, `generic_atomic` (reductions
///   included), `constant_load`, `matrix_load`, `matrix_store` (tiles in shared or tensor memory), `matrix` (multiply
///   and accumulate), `mbarrier`, `texture`, `surface`;
/// - `other_memory`: loads, stores and atomics of a kind that is not known here, so that none is ever left out.
const std::vector<std::string>& metric_names();

/// The sum of those whose names match `glob`.
std::uint64_t sum_of(const Metrics& metrics, std::string_view glob);

}  // namespace warpmark::codegen
