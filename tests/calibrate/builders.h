// Runs of an H200 in memory, from bandwidths.
#pragma once

#include <initializer_list>
#include <string>

#include "harness/run/run.h"

namespace warpmark {

inline constexpr const char* best_triad = "stream/triad/type:f32/bytes:16/block:1024/MiB:2048/l2:cold";
inline constexpr const char* other_triad = "stream/triad/type:f32/bytes:16/block:128/MiB:2048/l2:cold";
inline constexpr const char* copy_row = "stream/copy/type:f32/bytes:16/block:256/MiB:2048/l2:cold";
inline constexpr const char* ceiling_row = "quantize/ceiling/bytes:2to1/shape:8192x28672/l2:cold";

/// A row that reads and writes so many MB, at `gbps`.
inline Row row_at(const std::string& key, int process, double gbps, double read_mb = 2000, double written_mb = 1000) {
  Row row;
  row.key = key;
  row.name = key + "/manual_time";
  row.process = process;
  row.time_us = (read_mb + written_mb) * 1e3 / gbps;
  row.counters = {{"gpu_bytes_read", read_mb * 1e6},
                  {"gpu_bytes_written", written_mb * 1e6},
                  {"gpu_sm_mhz", 1980},
                  {"gpu_memory_mhz", 3201},
                  {"gpu_throttle", 0}};
  return row;
}

/// A run of an H200 without rows.
inline Run h200_run() {
  Run run;
  run.context = {{"date", "2026-12-01T10:00:00+00:00"}};
  run.facts.gpu.name = "NVIDIA H200";
  run.facts.gpu.uuid = "GPU-1";
  run.facts.gpu.sm_count = 132;
  run.facts.gpu.memory_gib = 140;
  run.facts.gpu.l2_mib = 60;
  run.facts.gpu.sm_mhz = 1980;
  run.facts.gpu.memory_mhz = 3201;
  run.facts.gpu.peak_gbps_driver = 4814.3;
  run.facts.driver = "580.159.04";
  run.facts.timer = "cupti";
  run.facts.commit = "abc1234";
  return run;
}

/// A process for each of `gbps`.
inline void add_rows(Run& run, const std::string& key, std::initializer_list<double> gbps) {
  int process = 0;
  for (const double value : gbps) run.rows.push_back(row_at(key, process++, value));
}

/// Two triads, a copy and a mix of bytes, of three processes each.
inline Run calibration_run() {
  Run run = h200_run();
  add_rows(run, best_triad, {4430, 4432, 4434});
  add_rows(run, other_triad, {4400, 4402, 4404});
  add_rows(run, copy_row, {4300, 4301, 4302});
  add_rows(run, ceiling_row, {4260, 4262, 4264});
  return run;
}

}  // namespace warpmark
