// The history: runs over time in one SQLite file. Runs of several GPU models may share it; what may be compared has the
// same `gpu` text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/gate/verdict.h"
#include "harness/history/database.h"
#include "harness/run/run.h"

namespace warpmark::history {

/// One run, as the history knows it.
struct Night {
  std::int64_t id = 0;
  std::string hash;  // of its content
  std::string date;  // when it began, ISO 8601, UTC
  std::int64_t seconds = 0;
  std::string gpu;  // model and timer: only nights that agree in it are compared
  RunFacts facts;   // clocks as observed under load
  std::string host;
  std::map<std::string, int> verdicts;  // how many of each status; empty where it was not judged
};

/// What the gate said of one benchmark in one night.
struct Judged {
  std::string status;
  std::string reason;
  std::string detail;
  double baseline_us = 0;  // 0 where there was none
  double tolerance = 0;    // 0 where run and baseline could not be compared
  std::vector<std::string> causes;

  [[nodiscard]] bool has_comparable_baseline() const { return baseline_us > 0 && tolerance > 0; }
};

/// One benchmark in one night.
struct Point {
  std::int64_t run = 0;
  std::int64_t benchmark = 0;
  std::int64_t setup = 0;
  std::vector<double> times_us;  // one per process; empty where it failed, was skipped or is missing
  std::vector<double> counters;  // medians over processes; named by the setup
  std::optional<std::string> error;
  std::optional<std::string> skipped;
  std::optional<Judged> judged;

  [[nodiscard]] double time_us() const;  // the median over processes; 0 without times
};

/// What stays the same from night to night.
struct Setup {
  std::string label;
  std::map<std::string, nlohmann::json> params;
  std::vector<std::string> kernels;        // mangled names
  std::vector<std::string> counter_names;  // of Point::counters
};

struct Added {
  bool is_new = false;  // false: this content was there already, and nothing changed
  std::string hash;
  std::size_t benchmarks = 0;
  std::vector<std::string> notes;
};

/// The model and the timer of a run. Throws InputError where the run does not say on which GPU it was measured.
std::string comparable_gpu(const RunFacts& facts, const std::string& file);

class History {
 public:
  /// Opens or, for writing, makes the file. Throws InputError for what is no history, or one of a newer warpmark.
  History(const std::filesystem::path& file, Database::Access access);

  /// All of the run, with its verdicts, or nothing. `file` names the run in messages.
  Added add(const Run& run, const std::optional<Judgement>& judgement, const std::string& file);

  /// By time, the oldest first; runs of the same second in the order of their content's hash.
  std::vector<Night> nights();

  /// By key.
  std::map<std::string, std::int64_t> benchmarks();

  /// Every night of a benchmark, or every benchmark of a night, in no particular order. Nights in which a verdict says
  /// that it is missing are among them.
  std::vector<Point> of_benchmark(std::int64_t benchmark);
  std::vector<Point> of_run(std::int64_t run);

  const Setup& setup(std::int64_t id);

  /// The machine code of a run's kernels by mangled name; empty where the run has none.
  const std::map<std::string, const KernelCode*>& code(std::int64_t run);

  /// The run's context, as it was.
  nlohmann::ordered_json context(std::int64_t run);

 private:
  std::int64_t id_of(Statement& find, Statement& insert, const std::string& content);
  std::int64_t insert_run(const Run& run, const std::string& hash, const std::string& gpu, const std::string& file);
  void insert_code(const MachineCode& code, std::int64_t run);
  std::size_t insert_measurements(const Run& run, std::int64_t id);
  void insert_verdicts(const Judgement& judgement, std::int64_t id);
  std::vector<Point> points(Statement& statement, std::int64_t id);

  Database database_;
  std::map<std::int64_t, Setup> setups_;
  std::map<std::int64_t, std::pair<std::string, KernelCode>> kernels_;  // by id: mangled name, code
  std::map<std::int64_t, std::map<std::string, const KernelCode*>> codes_;
  std::optional<Statement> of_benchmark_;
  std::optional<Statement> of_run_;
};

}  // namespace warpmark::history
