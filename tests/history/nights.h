// Runs of one night in memory, as a history takes them.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "harness/run/run.h"

namespace warpmark::history {

/// Five processes on an H200 that measured each benchmark in about its time.
inline Run night_run(const std::string& date, const std::map<std::string, double>& time_us) {
  Run run;
  run.facts.gpu.name = "NVIDIA H200";
  run.facts.gpu.uuid = "GPU-0123456789";
  run.facts.gpu.arch = "sm_90";
  run.facts.gpu.sm_count = 132;
  run.facts.gpu.memory_gib = 140;
  run.facts.gpu.mig = "none";
  run.facts.driver = "580.1";
  run.facts.timer = "cupti";
  run.facts.commit = "abc1234";
  run.context = {{"date", date}, {"host_name", "vm"}, {"caches", nlohmann::ordered_json::array()}};
  for (int process = 0; process < 5; ++process) {
    for (const auto& [key, time] : time_us) {
      Row row;
      row.key = key;
      row.name = key + "/manual_time";
      row.process = process;
      row.time_us = time + 0.001 * process;
      row.counters = {{"gpu_sm_mhz", 1980}, {"gpu_inst_executed", 1000}, {"gpu_bytes_read", 4096}};
      row.params = {{"elements", 4096}};
      row.kernels = {"_Z1kv"};
      run.rows.push_back(row);
    }
  }
  run.code = {"13.0.88", {{"_Z1kv", {"1234", {{"registers", 22}, {"instructions", 64}}, {}}}}};
  return run;
}

/// `2026-01-01T03:00:00+00:00` and the nights after it.
inline std::string date_of(int night) {
  constexpr int days_of_month = 28;
  return fmt::format("2026-{:02}-{:02}T03:00:00+00:00", 1 + night / days_of_month, 1 + night % days_of_month);
}

}  // namespace warpmark::history
