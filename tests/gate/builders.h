// Runs and baselines of an H200 in memory, from times alone; a test changes what it is about.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/gate/verdict.h"
#include "harness/run/run.h"

namespace warpmark {

using Times = std::map<std::string, std::vector<double>>;  // key -> one time per process, us

inline GpuFacts h200() {
  GpuFacts gpu;
  gpu.name = "NVIDIA H200";
  gpu.arch = "sm_90";
  gpu.sm_count = 132;
  gpu.memory_gib = 140;
  gpu.mig = "none";
  gpu.power_limit_w = 700;
  gpu.ecc = true;
  return gpu;
}

inline Row row(const std::string& key, int process, double time_us) {
  Row row;
  row.key = key;
  row.name = key + "/manual_time";
  row.process = process;
  row.time_us = time_us;
  row.counters = {{"gpu_sm_mhz", 1980}, {"gpu_memory_mhz", 3201}};
  return row;
}

inline Run run_of(const Times& times) {
  Run run;
  run.facts.gpu = h200();
  run.facts.gpu.uuid = "GPU-of-the-run";
  run.facts.driver = "580.159.04";
  run.facts.cuda = "13.0";
  run.facts.compiler = "nvcc 13.0.88";
  run.facts.timer = "cupti";
  for (const auto& [key, values] : times) {
    for (std::size_t process = 0; process < values.size(); ++process) {
      run.rows.push_back(row(key, static_cast<int>(process), values[process]));
    }
  }
  return run;
}

inline Session session(const std::string& id) {
  Session session;
  session.id = id;
  session.driver = "580.159.04";
  session.cuda = "13.0";
  session.compiler = "nvcc 13.0.88";
  session.timer = "cupti";
  session.sm_mhz = 1980;
  session.memory_mhz = 3201;
  session.power_limit_w = 700;
  session.ecc = true;
  return session;
}

/// A session for each map of times: s1, s2, ...
inline Baseline baseline_of(const std::vector<Times>& sessions) {
  Baseline baseline;
  baseline.gpu = h200();
  for (std::size_t index = 0; index < sessions.size(); ++index) {
    const std::string id = fmt::format("s{}", index + 1);
    baseline.sessions.push_back(session(id));
    for (const auto& [key, values] : sessions[index]) baseline.rows[key].time_us[id] = values;
  }
  return baseline;
}

inline Baseline baseline_of(const Times& times) { return baseline_of(std::vector<Times>{times}); }

/// k0, k1, ...
inline std::string numbered(int index) { return fmt::format("k{}", index); }

inline std::vector<double> five(double time_us) { return {time_us, time_us, time_us, time_us, time_us}; }

inline Policy tolerance(double relative) {
  Policy policy;
  policy.tolerance = relative;
  return policy;
}

inline const Verdict& verdict_of(const Judgement& judgement, std::string_view key) {
  for (const Verdict& verdict : judgement.verdicts) {
    if (verdict.key == key) return verdict;
  }
  throw std::out_of_range("no verdict of " + std::string(key));
}

inline int exit_of(const Judgement& judgement) { return exit_code(judgement, {}); }

/// Judges a run against a baseline, five agreeing processes on both sides, with default policy.
inline Judgement judge_times(const Times& baseline, const Times& run, const Policy& policy = {}) {
  return judge(run_of(run), baseline_of(baseline), policy, {});
}

/// A counter of every row.
inline void set_counter(Run& run, const char* name, double value) {
  for (Row& row : run.rows) row.counters[name] = value;
}

}  // namespace warpmark
