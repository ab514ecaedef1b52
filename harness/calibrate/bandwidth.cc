#include "harness/calibrate/bandwidth.h"

#include <algorithm>

#include "harness/run/median.h"

namespace warpmark {
namespace {

/// Of a working set of four times the L2 at most a quarter can come from there; less is found where kernels stream.
constexpr double least_working_set_in_l2s = 4;

double moved_bytes_of(const Row& row) {
  return row.counter("gpu_bytes_read").value_or(0) + row.counter("gpu_bytes_written").value_or(0);
}

double gbps(double bytes, double time_us) { return bytes * 1e-3 / time_us; }

std::vector<double> values_of(const std::map<int, double>& by_process) {
  std::vector<double> values;
  for (const auto& [process, value] : by_process) values.push_back(value);
  return values;
}

}  // namespace

double Bandwidth::median_gbps() const { return median(values_of(gbps)); }

double Bandwidth::spread() const {
  const std::vector<double> values = values_of(gbps);
  if (values.empty()) return 0;
  const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
  return (*highest - *lowest) / median_gbps();
}

std::optional<double> gbps_of(const Row& row) {
  const double bytes = moved_bytes_of(row);
  if (row.error || row.skipped || row.time_us <= 0 || bytes <= 0) return std::nullopt;
  return gbps(bytes, row.time_us);
}

std::map<std::string, Bandwidth> bandwidths_of(const Run& run) {
  std::map<std::string, std::map<int, std::vector<double>>> times_us;
  std::map<std::string, Bandwidth> bandwidths;
  for (const Row& row : run.rows) {
    if (!gbps_of(row)) continue;
    times_us[row.key][row.process].push_back(row.time_us);
    bandwidths[row.key].moved_bytes = moved_bytes_of(row);
    bandwidths[row.key].params = row.params;
  }
  for (const auto& [key, by_process] : times_us) {
    Bandwidth& bandwidth = bandwidths[key];
    for (const auto& [process, times] : by_process)
      bandwidth.gbps[process] = gbps(bandwidth.moved_bytes, median(times));
  }
  return bandwidths;
}

double least_working_set_bytes(int l2_mib) { return least_working_set_in_l2s * l2_mib * 1024 * 1024; }

}  // namespace warpmark
