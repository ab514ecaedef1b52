// Where rows are set up: the memory that they share, their data in it, and the L2.
#pragma once

#include <warpmark/suite.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/arena.h"
#include "harness/measure/device.h"
#include "harness/measure/l2_flush.h"
#include "harness/measure/placement.h"

namespace warpmark {

class RowStage {
 public:
  /// Allocates what every row of the suite needs, and this much at least where the GPU has it.
  RowStage(const Device& device, const Suite& suite, std::size_t arena_bytes = usual_arena_bytes);

  /// Why the row cannot be set up on this card; nothing where it can.
  std::optional<std::string> obstacle(const SuiteRow& row) const;

  /// The row's workload at each place in memory where it is measured.
  std::vector<Workload> place(const SuiteRow& row) const;

  /// The row's workload at this byte of the arena.
  Workload place_at(std::size_t offset, const SuiteRow& row) const;

  std::size_t arena_bytes() const { return arena_.bytes(); }

  /// Fills and poisons its buffers, prepares its launch and launches it once, which loads its kernels; a fault shows
  /// here. Synchronises.
  void prepare(const Workload& workload) const;

  /// The same without the filling: of a workload on inputs that are there. Its outputs are then of this launch alone.
  void launch_anew(const Workload& workload) const;

  const Device& device() const { return device_; }
  L2Flush& l2_flush() { return l2_flush_; }

 private:
  const Device& device_;
  L2Flush l2_flush_;
  Arena arena_;
};

}  // namespace warpmark
