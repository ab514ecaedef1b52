#include "harness/measure/console.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace warpmark {

namespace {

constexpr std::string_view our_prefix = "gpu_";

std::string counter_text(const Row& row, const char* name, const char* format, double scale = 1) {
  const auto value = row.counter(name);
  return value ? fmt::format(fmt::runtime(format), *value * scale) : "-";
}

}  // namespace

std::string time_text(double time_us) {
  if (time_us > 0 && time_us < 0.1) return fmt::format("{:.4g} ns", time_us * 1e3);  // no kernel is so short
  const bool long_time = time_us >= 1e5;
  const double value = long_time ? time_us * 1e-3 : time_us;
  const int digits_before = value >= 1 ? static_cast<int>(std::floor(std::log10(value))) + 1 : 1;
  return fmt::format("{:.{}f} {}", value, std::clamp(5 - digits_before, 0, 4), long_time ? "ms" : "us");
}

void Console::heading(const RunFacts& facts, const std::string& timer_reason) {
  if (facts.gpu.name.empty()) {
    fmt::print(out_, "no GPU is used; time: of the host's clock\n\n");
    columns();
    return;
  }
  const GpuFacts& gpu = facts.gpu;
  fmt::print(out_, "{}, {} SMs, {} GiB, {} MiB L2, {}\n", gpu.name, gpu.sm_count, gpu.memory_gib, gpu.l2_mib, gpu.uuid);
  fmt::print(out_, "driver {}, CUDA {}, {}\n", facts.driver, facts.cuda, facts.compiler);
  fmt::print(out_, "time: interquartile mean of {}{}\n",
             facts.timer == "event" ? "CUDA event times, launch latency included" : "kernel durations (CUPTI)",
             timer_reason.empty() ? "" : " (no CUPTI: " + timer_reason + ")");
  fmt::print(out_, "% peak: of {:.0f} GB/s = {} MHz x {} bit x 2\n\n", gpu.peak_gbps_driver, gpu.memory_mhz,
             gpu.bus_bits);
  columns();
}

void Console::columns() {
  fmt::print(out_, "{:<{}} {:>12} {:>8} {:>7} {:>8} {:>7}\n", "benchmark", width_, "time", "GB/s", "% peak", "samples",
             "spread");
  fmt::print(out_, "{}\n", std::string(width_ + 48, '-'));
  out_.flush();
}

void Console::row(const Row& row) {
  if (row.error) {
    fmt::print(out_, "{:<{}} ERROR {}\n", row.key, width_, *row.error);
  } else if (row.skipped) {
    fmt::print(out_, "{:<{}} skipped: {}\n", row.key, width_, *row.skipped);
  } else {
    fmt::print(out_, "{:<{}} {:>12} {:>8} {:>7} {:>8} {:>7}", row.key, width_, time_text(row.time_us),
               counter_text(row, "gpu_gbps", "{:.0f}"), counter_text(row, "gpu_peak_percent", "{:.1f}"),
               counter_text(row, "gpu_samples", "{:.0f}"), counter_text(row, "gpu_spread", "{:.2f}%", 100));
    if (row.counter("gpu_budget_ended")) {
      fmt::print(out_, "  known to {} only", counter_text(row, "gpu_precision", "{:.2f}%", 100));
    }
    if (row.counter("gpu_throttle").value_or(0) != 0) {
      fmt::print(out_, "  THROTTLED");
    }
    if (!row.timer.empty()) fmt::print(out_, "  {} timer", row.timer);
    fmt::print(out_, "{}{}\n", row.label.empty() ? "" : "  ", row.label);
    hardware(row);
  }
  out_.flush();
}

/// In lines of a readable width; what is 0 is left out.
void Console::hardware(const Row& row) {
  constexpr std::size_t widest = 110;
  constexpr double notable = 1.1;  // DRAM bytes for each declared one
  std::string line;
  const auto flush = [&] {
    if (!line.empty()) fmt::print(out_, "   {}\n", line);
    line.clear();
  };
  const auto show = [&](const std::string& name, double value) {
    const std::string text = fmt::format(
        " {} {}", name, value == std::floor(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value));
    if (line.size() + text.size() > widest) flush();
    line += (line.empty() ? "" : ",") + text;
  };
  const auto show_if_any = [&](const std::string& counter) {
    const double value = row.counter(counter).value_or(0);
    if (value != 0) show(counter.substr(our_prefix.size()), value);
  };
  if (hardware_counters_.empty()) return;
  for (const char* fact : {"gpu_grid_blocks", "gpu_block_threads", "gpu_registers", "gpu_shared_bytes",
                           "gpu_occupancy_percent", "gpu_waves"}) {
    show_if_any(fact);
  }
  flush();
  for (const std::string& counter : hardware_counters_) show_if_any(counter);
  flush();
  const double excess = row.counter("gpu_dram_per_declared_byte").value_or(0);
  if (excess > notable) {
    fmt::print(out_, "    moves {:.2f} bytes of DRAM for each that it declares\n", excess);
  }
}

void Console::aggregate(const std::string& name, double time_us) {
  fmt::print(out_, "{:<{}} {:>12}\n", name, width_, time_text(time_us));
}

}  // namespace warpmark
