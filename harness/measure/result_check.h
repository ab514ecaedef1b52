// Whether a row's result and inputs stay as they are, however often it runs.
#pragma once

#include <warpmark/workload.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/measure/output_hash.h"

namespace warpmark {

/// What the buffers held after a workload's first call.
struct FirstResult {
  std::vector<std::uint64_t> inputs;   // a sum for each, as output_hash.h defines it
  std::vector<std::uint64_t> outputs;  // the same; empty where they may differ
};

/// Reads every buffer once: a millisecond for 4 GiB. Outside the measured time. Throws CudaError.
FirstResult first_result(const Workload& workload, OutputHasher& hasher, cudaStream_t stream);

/// What a row's baseline knows of its outputs; nothing where there are none, or they may differ.
///
/// The workload at each place in memory is compared with its result at the first place, and that with what `first`
/// says; their inputs with what they were filled with. Throws WrongResult, which names the buffer, and CudaError.
std::optional<std::uint64_t> checked_hash(const std::vector<Workload>& placed, const FirstResult& first,
                                          OutputHasher& hasher, cudaStream_t stream);

}  // namespace warpmark
