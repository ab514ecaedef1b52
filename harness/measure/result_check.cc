#include "harness/measure/result_check.h"

#include <fmt/format.h>

namespace warpmark {

namespace {

using Sums = std::vector<std::uint64_t>;

/// Which of them, counted from 0; their number where they are equal.
std::size_t first_difference(const Sums& before, const Sums& after) {
  std::size_t at = 0;
  while (at < after.size() && before.at(at) == after[at]) ++at;
  return at;
}

void require_same_inputs(const Sums& before, const Sums& after) {
  const std::size_t at = first_difference(before, after);
  if (at == after.size()) return;
  throw WrongResult(fmt::format("wrong result: input {}, in order of declaration, was changed by the calls", at));
}

void require_same_outputs(const Sums& before, const Sums& after) {
  const std::size_t at = first_difference(before, after);
  if (at == after.size()) return;
  throw WrongResult(fmt::format(
      "wrong result: output {}, in order of declaration, is another after the first call than after the last: a call "
      "must not add to it; where the bits may differ, declare nondeterministic()",
      at));
}

}  // namespace

FirstResult first_result(const Workload& workload, OutputHasher& hasher, cudaStream_t stream) {
  FirstResult first{hasher.sums(workload.inputs(), stream), {}};
  if (workload.is_deterministic()) first.outputs = hasher.sums(workload.outputs(), stream);
  return first;
}

std::optional<std::uint64_t> checked_hash(const std::vector<Workload>& placed, const FirstResult& first,
                                          OutputHasher& hasher, cudaStream_t stream) {
  for (const Workload& workload : placed) require_same_inputs(first.inputs, hasher.sums(workload.inputs(), stream));
  const Workload& workload = placed.front();
  if (!workload.is_deterministic() || workload.outputs().empty()) return std::nullopt;
  const Sums sums = hasher.sums(workload.outputs(), stream);
  require_same_outputs(first.outputs, sums);
  for (std::size_t place = 1; place < placed.size(); ++place) {
    if (hasher.sums(placed[place].outputs(), stream) != sums) {
      throw WrongResult(fmt::format("place {} in memory: the outputs differ from those of place 0", place));
    }
  }
  return hash_of(workload.outputs(), sums);
}

}  // namespace warpmark
