// A Run: what was measured, on what, by what. The Google Benchmark JSON file is its only form outside a process.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/run/counter_values.h"

namespace warpmark {

/// What a benchmark process measured on. Every field is empty, or 0, where the file does not say.
/// Stored in the JSON under `context.warpmark`; a plain Google Benchmark file has none of it.
struct GpuFacts {
  std::string name;  // "NVIDIA H200"
  std::string uuid;  // "GPU-xxxxxxxx-..."; names a card, never a model
  std::string arch;  // "sm_90"
  int sm_count = 0;
  int memory_gib = 0;  // total memory, rounded to GiB
  int l2_mib = 0;
  int bus_bits = 0;
  int memory_mhz = 0;              // maximum memory clock
  int sm_mhz = 0;                  // maximum SM clock
  double peak_gbps_datasheet = 0;  // where a file of runs or a baseline states it; a benchmark program does not
  double peak_gbps_driver = 0;     // memory_mhz x bus_bits x 2 / 8
  std::optional<bool> ecc;
  std::string mig;  // "none" or the profile
  double power_limit_w = 0;
};

struct RunFacts {
  GpuFacts gpu;
  std::string driver;        // "580.159.04"
  std::string cuda;          // runtime, "13.0"
  std::string compiler;      // "nvcc 13.0.88"
  std::string timer;         // "cupti", "cupti_hes" or "event"
  double clock_step_ns = 0;  // resolution of the timer
  std::string commit;        // source revision of the measured binary
  std::string filter;        // the --benchmark_filter that chose the rows; empty = every gated row
};

/// One measurement of one benchmark in one process.
struct Row {
  std::string key;                     // name without /manual_time, /iterations:N, /repeats:N, ...: what baselines know
  std::string name;                    // as the file has it
  int process = 0;                     // which of the run's fresh processes; 0 where the file does not say
  int repetition = 0;                  // which of the repetitions within the process
  double time_us = 0;                  // real_time; 0 when `error` or `skipped`
  std::optional<std::string> error;    // why it failed
  std::optional<std::string> skipped;  // why it was not measured here
  std::string label;
  std::string timer;       // "host" or "manual" where it is not the run's; GPU times are never compared with those
  CounterValues counters;  // finite ones only
  std::map<std::string, nlohmann::json> params;  // the axes: string, number
  std::vector<std::string> kernels;              // mangled names of what it launched
  bool is_aggregate_fallback = false;            // the file holds only aggregates: time_us is the `median` row
  int repetitions = 1;                           // how many the process made
  int threads = 1;                               // as Google Benchmark says

  /// Nothing where the row does not have it.
  [[nodiscard]] std::optional<double> counter(const std::string& counter_name) const;
};

/// The machine code of one kernel, for one GPU architecture: what stands in its SASS and how much of it. Metrics are
/// those of harness/codegen: `registers`, `global_load_128`, `spill_store`, ...; one that is absent is 0.
struct KernelCode {
  std::string hash;  // of the instructions' encodings
  std::map<std::string, std::uint64_t> metrics;
  std::map<std::string, std::vector<std::string>> places;  // metric -> "kernels/copy/copy.cu:35", each line once
};

/// The machine code of the kernels that a run's rows launched, by mangled name.
struct MachineCode {
  std::string compiler;  // that made it, as it says itself: "Cuda compilation tools, release 13.0, V13.0.88"
  std::map<std::string, KernelCode> kernels;
};

/// Something the reader noticed that does not stop it (a NaN counter, an ignored BigO row), for people to read.
struct Note {
  std::string where;  // benchmark key, or "file"
  std::string text;
};

struct Run {
  RunFacts facts;
  nlohmann::ordered_json context;  // the whole context, as read; written back with `facts` merged in
  std::vector<Row> rows;           // raw rows only; aggregates are dropped (see Row::is_aggregate_fallback)
  MachineCode code;                // empty where nobody looked
  std::vector<Note> notes;
};

/// The key of a benchmark name: Google Benchmark's run-time suffixes removed
/// (`/manual_time`, `/real_time`, `/process_time`, `/iterations:N`, `/repeats:N`, `/min_time:X`, `/min_warmup_time:X`,
/// `/threads:N` stays: it changes what is measured).
std::string key_of(std::string_view name);

/// Whether the GPU times the row of that key: such keys end in /l2:cold or /l2:warm, and no other row of a program with
/// our main does.
bool is_timed_by_gpu(std::string_view key);

/// Distinct keys of the run, in order of first appearance.
std::vector<std::string> keys_of(const Run& run);

/// The run's facts with the clocks seen under load (medians of the rows' `gpu_sm_mhz` and `gpu_memory_mhz`) in place of
/// the card's maximum clocks, where the rows say.
RunFacts observed(const Run& run);

}  // namespace warpmark
