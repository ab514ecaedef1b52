#include "harness/measure/row_stage.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/measure/cuda_error.h"
#include "harness/measure/placement.h"

namespace warpmark {

namespace {

// Left to the driver, to kernels' local memory and to whatever a workload allocates for itself.
constexpr std::size_t reserve_bytes = std::size_t{512} << 20;

std::size_t free_bytes() {
  std::size_t free = 0;
  std::size_t total = 0;
  check_cuda(cudaMemGetInfo(&free, &total), "asking for free GPU memory");
  return free > reserve_bytes ? free - reserve_bytes : 0;
}

std::size_t arena_bytes_for(const Suite& suite, std::size_t least_bytes) {
  const std::size_t free = free_bytes();
  return std::max(suite.arena_bytes(free), std::min(least_bytes, free));
}

}  // namespace

RowStage::RowStage(const Device& device, const Suite& suite, std::size_t arena_bytes)
    : device_(device), l2_flush_(device.l2_bytes()), arena_(arena_bytes_for(suite, arena_bytes)) {}

std::optional<std::string> RowStage::obstacle(const SuiteRow& row) const {
  const int sm = 10 * device_.properties().major + device_.properties().minor;
  if (sm < row.least_sm)
    return fmt::format("needs sm_{} or newer, this {} is sm_{}", row.least_sm, device_.facts().name, sm);
  if (row.bytes_needed <= arena_.bytes()) return std::nullopt;
  constexpr double gib = 1 << 30;
  return fmt::format("needs {:.2f} GiB of GPU memory, {:.2f} GiB are to be had on this {}",
                     static_cast<double>(row.bytes_needed) / gib, static_cast<double>(arena_.bytes()) / gib,
                     device_.facts().name);
}

std::vector<Workload> RowStage::place(const SuiteRow& row) const {
  std::vector<Workload> placed;
  for (const std::size_t offset : placements(row.bytes_needed, arena_.bytes())) {
    placed.push_back(place_at(offset, row));
  }
  return placed;
}

Workload RowStage::place_at(std::size_t offset, const SuiteRow& row) const {
  Workload workload(arena_.data() + offset, row.key);
  row.declare(workload);
  return workload;
}

void RowStage::prepare(const Workload& workload) const {
  workload.fill_inputs(device_.stream());
  launch_anew(workload);
}

void RowStage::launch_anew(const Workload& workload) const {
  workload.prepare(device_.stream());
  workload.poison_outputs(device_.stream());
  workload.run(device_.stream());
  check_cuda(cudaStreamSynchronize(device_.stream()), "running the workload on poisoned outputs");
}

}  // namespace warpmark
