#include "harness/measure/workload.h"

#include <algorithm>
#include <nvtx3/nvtx3.hpp>

#include "harness/measure/cuda_error.h"

namespace warpmark {

namespace {

constexpr std::size_t places = 16;  // both ends, where tails and offsets go wrong, and an even spread between

constexpr int poison = 0xa5;  // as a float -2.9e-16: a plausible value in no test data

}  // namespace

/// (first, count) of each run of elements.
std::vector<std::pair<std::size_t, std::size_t>> Workload::places_to_check(std::size_t count, std::size_t run) {
  if (count <= places * run) return {{0, count}};
  std::vector<std::pair<std::size_t, std::size_t>> runs;
  for (std::size_t k = 0; k < places; ++k) runs.emplace_back((count - run) / (places - 1) * k, run);
  runs.back().first = count - run;
  return runs;
}

void Workload::fetch(void* to, const void* from, std::size_t bytes) {
  check_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "fetching a result");
}

WrongResult Workload::wrong(std::size_t index, double expected, double actual) {
  return WrongResult(fmt::format("wrong result: element {} is {:.9g}, expected {:.9g}", index, actual, expected));
}

void Workload::fill_inputs(cudaStream_t stream) const {
  for (const auto& fill : fills_) fill(stream);
}

void Workload::poison_outputs(cudaStream_t stream) const {
  for (const OutputSpan& output : outputs_) {
    check_cuda(cudaMemsetAsync(const_cast<void*>(output.data), poison, output.bytes, stream), "poisoning an output");
  }
}

void Workload::check_outputs() const {
  for (const auto& check : checks_) check();
}

void Workload::run(cudaStream_t stream) const {
  const nvtx3::scoped_range range(row_);
  launch_(stream);
  check_cuda(cudaGetLastError(), "launching the workload");
}

}  // namespace warpmark
