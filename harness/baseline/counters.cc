#include "harness/baseline/counters.h"

#include <algorithm>

namespace warpmark {

bool is_hardware_counter(std::string_view counter) {
  constexpr std::string_view families[] = {"gpu_inst_", "gpu_sectors_", "gpu_l2_bytes_", "gpu_dram_bytes_"};
  return std::any_of(std::begin(families), std::end(families),
                     [&](std::string_view family) { return counter.starts_with(family); });
}

bool has_hardware_counters(const CounterValues& counters) {
  return std::any_of(counters.begin(), counters.end(), [](const auto& c) { return is_hardware_counter(c.first); });
}

bool explains_time(std::string_view counter) {
  constexpr std::string_view launch[] = {"gpu_grid_blocks", "gpu_block_threads", "gpu_registers", "gpu_shared_bytes"};
  return is_hardware_counter(counter) || std::find(std::begin(launch), std::end(launch), counter) != std::end(launch);
}

}  // namespace warpmark
