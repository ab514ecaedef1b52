// Baselines: what a GPU model measured before (`<gpu>.yaml`, written by the tool) and what people decided about it
// (`<gpu>.policy.yaml`, written by people; the tool only reads it).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/baseline/calibration.h"
#include "harness/run/run.h"

namespace warpmark {

/// One occasion on which a baseline was measured: one card, one driver, one binary. Sessions are the random effect.
struct Session {
  std::string id;    // "s1", "s2", ... oldest first
  std::string date;  // ISO 8601 day
  std::string uuid;
  std::string driver;
  std::string cuda;
  std::string compiler;
  std::string commit;
  std::string timer;
  double clock_step_ns = 0;
  int sm_mhz = 0;  // as observed under load, median over rows
  int memory_mhz = 0;
  double power_limit_w = 0;
  std::optional<bool> ecc;
};

/// What a file says it is: warpmark_baseline.
inline constexpr int baseline_schema = 1;

struct BaselineRow {
  std::map<std::string, std::vector<double>> time_us;  // session id -> one value per process
  std::vector<std::string> kernels;                    // mangled names of what it launches
  std::optional<std::string> sass;                     // hash of their machine code, see sass_of
  std::optional<std::uint64_t> output_hash;            // made by the compiler of the row's newest session
  CounterValues counters;                              // gpu_* counters under a policy, and those that explain a time
};

struct Baseline {
  std::filesystem::path file;
  GpuFacts gpu;  // uuid empty; name, arch, sm_count, memory_gib, mig, l2_mib, peaks set
  Calibrations calibrations;
  std::vector<Session> sessions;
  std::map<std::string, BaselineRow> rows;  // by key, sorted
  MachineCode code;                         // the census recorded for gpu.arch, from a file of its own; empty: none
};

/// How closely a piece of context must agree between run and baseline.
struct ContextRule {
  enum class Kind { exact, major, relative, warn } kind = Kind::exact;
  double relative = 0;  // for Kind::relative
};

struct CounterRule {
  std::string match;  // glob over counter names
  bool exact = true;
  double tolerance = 0;  // relative, when not exact
  enum class Better { none, lower, higher } better = Better::none;
};

struct Override {
  std::string match;  // glob over keys
  double tolerance = 0;
  std::string because;
};

struct ExpectedRegression {
  std::string match;
  double max_ratio = 0;
  std::string because;
  std::string issue;
  std::string until;  // ISO 8601 day, inclusive
};

/// What must agree where the policy says nothing. Another driver branch may compile and schedule differently; the CUDA
/// runtime hardly touches a kernel that is already machine code; power limit and ECC change what the card can do; and a
/// percent of a clock is a percent of a time.
std::map<std::string, ContextRule> default_context();

struct Policy {
  std::filesystem::path file;
  double tolerance = 0.01;
  std::map<std::string, ContextRule> context = default_context();
  std::vector<CounterRule> counters;
  std::vector<Override> overrides;  // the last match wins
  std::vector<ExpectedRegression> expected;
  std::vector<std::string> removed;  // globs

  /// The last override whose glob matches; null: none does.
  [[nodiscard]] const Override* override_of(const std::string& key) const;
  [[nodiscard]] double tolerance_of(const std::string& key) const;
};

/// `nvidia-h200` for "NVIDIA H200"; with SM count, memory size or MIG profile appended only where they are not the
/// full chip of that name is a decision of the file's contents, not of its name.
std::string gpu_slug(const std::string& gpu_name);

/// The model a run or a baseline speaks of, for comparing and for messages: "NVIDIA H200, 132 SMs, 140 GiB, no MIG".
std::string gpu_model(const GpuFacts& gpu);
bool same_model(const GpuFacts& a, const GpuFacts& b);

/// Throws InputError (file, line, key, suggestion for a near miss) for anything but a valid file.
Baseline read_baseline(const std::filesystem::path& file);
Policy read_policy(const std::filesystem::path& file);

/// The baseline for the run's GPU model in `dir`, or nothing if there is none. Throws InputError if there is one but it
/// is broken. A folder that is not there holds none.
std::optional<Baseline> find_baseline(const std::filesystem::path& dir, const GpuFacts& gpu);

/// Every baseline in `dir`.
std::vector<Baseline> read_baselines(const std::filesystem::path& dir);

/// Throws InputError for a policy in `dir` that cannot be read, of whichever GPU.
void require_sound_policies(const std::filesystem::path& dir);

/// The policy for the GPU's model: `<gpu>.policy.yaml`; without one `any.policy.yaml`; without that the default policy.
Policy find_policy(const std::filesystem::path& dir, const GpuFacts& gpu);

/// Writes atomically (temporary file, then rename): sorted keys, 5 significant digits of a time, a session a line.
void write_baseline(const Baseline& baseline, const std::filesystem::path& file);

/// The newest session that measured the row, or null if none did.
const Session* newest_session(const Baseline& baseline, const BaselineRow& row);

/// A time as baselines hold it: 5 significant digits, and never fewer than the whole microseconds.
std::string baseline_time(double time_us);

}  // namespace warpmark
