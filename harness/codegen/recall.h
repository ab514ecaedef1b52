// Kernels whose code was counted before: known again by their hash, from the record.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/codegen/census.h"
#include "harness/codegen/cubin_code.h"
#include "harness/codegen/recorded.h"
#include "harness/codegen/resource_usage.h"

namespace warpmark::codegen {

/// The kernels of a cubin for `target`, if `known` has all of them with the same code, counted by the same compiler's
/// record. `usage` is the cubin's own: registers, stack and shared memory do not follow from the code.
std::optional<std::vector<Kernel>> recall(const CubinCode& code, const std::string& target,
                                          const std::map<std::string, Resources>& usage, const RecordedCensus& known);

}  // namespace warpmark::codegen
