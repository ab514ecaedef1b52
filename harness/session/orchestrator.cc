#include "harness/session/orchestrator.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "fmt/format.h"
#include "harness/codegen/names.h"
#include "harness/gate/drift.h"
#include "harness/run/input_error.h"
#include "harness/run/json_file.h"
#include "harness/session/attempt.h"
#include "harness/session/cannot_run_here.h"
#include "harness/session/checkpoint.h"
#include "harness/session/interrupt.h"
#include "harness/session/shuffle.h"

namespace warpmark {
namespace {

constexpr int dead_start_limit = 3;              // starts in a row that come to nothing: the program is unusable
constexpr int failure_limit = 2;                 // ends of the program in one row, then it is not tried again
constexpr std::size_t bytes_per_row = 2 * 1024;  // of JSON, for the file and its replacement

bool ended_in_order(const ExitStatus& status) { return status.exited_with(0) || status.exited_with(1); }

class Orchestrator {
 public:
  Orchestrator(const RunPlan& plan, Progress& progress)
      : plan_(plan),
        progress_(progress),
        keys_(plan.keys.empty() ? list_keys(plan.bench) : plan.keys),
        total_(keys_.size() * static_cast<std::size_t>(plan.processes)),
        checkpoint_(plan.output, total_ * bytes_per_row),
        // 32 bits, which every JSON reader keeps exactly
        seed_(plan.seed ? *plan.seed : std::random_device()()),
        program_hash_(hash_of(plan.bench)) {}

  Run measure_all() {
    if (plan_.resume) {
      resume();
    } else if (checkpoint_.part_exists()) {
      progress_.message(fmt::format("{} of an interrupted run is now {}; --resume would have gone on with it",
                                    checkpoint_.part().string(), checkpoint_.set_part_aside().string()));
    }
    stamp();
    for (int i = 0; i < plan_.processes; ++i) measure_process(plan_.first_process + i);
    for (Row& row : run_.rows) {
      std::transform(row.kernels.begin(), row.kernels.end(), row.kernels.begin(), codegen::stable_name);
    }
    checkpoint_.finish(run_);
    return std::move(run_);
  }

 private:
  void resume();
  std::vector<std::string> missing(int process) const;
  void stamp();
  void measure_process(int process);
  void measure_rows(int process, std::vector<std::string>& remaining);
  void drop_failing(int process, std::vector<std::string>& remaining);
  void harvest(Attempt& attempt, int process, std::vector<std::string>& remaining);
  void stop_if_told(const Attempt& attempt) const;
  bool blame_row_in_flight(const Attempt& attempt, int process, std::vector<std::string>& remaining);
  void settle_dead_start(const Attempt& attempt, int process, std::vector<std::string>& remaining);
  void add_error(const std::string& key, int process, const std::string& why);
  void keep_what_there_is();
  std::string cause(const Attempt& attempt) const;

  const RunPlan& plan_;
  Progress& progress_;
  const std::vector<std::string> keys_;
  const std::size_t total_;
  const Checkpoint checkpoint_;
  std::uint64_t seed_;
  const std::string program_hash_;
  Run run_;
  std::set<std::pair<int, std::string>> measured_;
  std::size_t done_ = 0;
  std::map<std::string, std::vector<std::string>> failures_;  // key -> how it ended the program
  int dead_starts_ = 0;
};

void Orchestrator::resume() {
  auto earlier = checkpoint_.load();
  if (!earlier) {
    progress_.message("nothing to resume; starting from the beginning");
    return;
  }
  const std::string where = plan_.output.string();
  const auto& facts = earlier->context.value("warpmark", nlohmann::ordered_json::object());
  if (!facts.contains("seed") || !facts.contains("program_hash") || !facts.contains("program_args")) {
    throw InputError(where, "was not written by warpmark run, so it cannot be continued", "choose another -o");
  }
  const auto seed = facts["seed"].get<std::uint64_t>();
  if (plan_.seed && *plan_.seed != seed) {
    throw InputError(where, fmt::format("was measured with --seed {}, not {}", seed, *plan_.seed), "leave --seed out");
  }
  if (facts["program_hash"] != program_hash_) {
    throw InputError(where, "was measured by another build of the benchmark program", "measure anew without --resume");
  }
  if (facts["program_args"] != nlohmann::ordered_json(plan_.bench.args)) {
    throw InputError(where, "was measured with other arguments of the benchmark program",
                     "repeat those of the first run");
  }
  for (const Row& row : earlier->rows) measured_.emplace(row.process, row.key);
  seed_ = seed;
  run_ = std::move(*earlier);
  for (int i = 0; i < plan_.processes; ++i) done_ += keys_.size() - missing(plan_.first_process + i).size();
}

/// The rows that `process` has not measured yet, in the order in which it shall.
std::vector<std::string> Orchestrator::missing(int process) const {
  std::vector<std::string> rows = plan_.shuffle ? shuffled(keys_, seed_, process) : keys_;
  // What moves between the first canaries and the last moved while all others were measured.
  const auto place = [](const std::string& key) { return is_last_canary(key) ? 2 : is_canary(key) ? 0 : 1; };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const std::string& a, const std::string& b) { return place(a) < place(b); });
  std::erase_if(rows, [&](const std::string& key) { return measured_.contains({process, key}); });
  return rows;
}

/// What a later reader, or a resumed run, must know of how this run was made.
void Orchestrator::stamp() {
  auto& facts = run_.context["warpmark"];
  facts["seed"] = seed_;
  facts["shuffled"] = plan_.shuffle;
  facts["program"] = plan_.bench.path;
  facts["program_args"] = plan_.bench.args;
  facts["program_hash"] = program_hash_;
}

void Orchestrator::measure_process(int process) {
  std::vector<std::string> remaining = missing(process);
  if (remaining.empty()) return;
  try {
    measure_rows(process, remaining);
  } catch (...) {
    keep_what_there_is();
    throw;
  }
  checkpoint_.save(run_);
}

void Orchestrator::measure_rows(int process, std::vector<std::string>& remaining) {
  drop_failing(process, remaining);
  while (!remaining.empty()) {
    const std::size_t done_before = done_;
    int inspected = 0;
    Attempt result = attempt(plan_.bench, remaining, plan_.row_timeout, [&](const auto& key, int begun, pid_t group) {
      if (plan_.inspect && begun > std::exchange(inspected, begun)) plan_.inspect(group);
      const auto finished = static_cast<std::size_t>(std::max(begun - 1, 0));
      progress_.at({key, process - plan_.first_process, plan_.processes, done_before + finished, total_});
    });
    harvest(result, process, remaining);
    stop_if_told(result);
    const bool blamed = blame_row_in_flight(result, process, remaining);
    if (!blamed && !ended_in_order(result.status)) {
      progress_.message(fmt::format("the benchmark program ended between rows: {}", cause(result)));
    }
    if (done_ == done_before) {
      settle_dead_start(result, process, remaining);
    } else {
      dead_starts_ = 0;
    }
  }
}

/// Rows that ended the program too often count as errors of this process too.
void Orchestrator::drop_failing(int process, std::vector<std::string>& remaining) {
  std::erase_if(remaining, [&](const std::string& key) {
    const auto found = failures_.find(key);
    if (found == failures_.end() || found->second.size() < failure_limit) return false;
    add_error(key, process, fmt::format("not tried again after {} failures: {}", failure_limit, found->second.back()));
    return true;
  });
}

void Orchestrator::harvest(Attempt& attempt, int process, std::vector<std::string>& remaining) {
  if (!attempt.part) return;
  Run& part = *attempt.part;
  // A row that is measured along with another (a pair's other arm) may come more than once.
  std::erase_if(part.rows, [&](const Row& row) { return measured_.contains({process, row.key}); });
  for (const Row& row : part.rows) measured_.emplace(process, row.key);
  done_ += std::erase_if(remaining, [&](const std::string& key) { return measured_.contains({process, key}); });
  if (!run_.facts.timer.empty()) {
    merge_into(run_, std::move(part), process);
    return;
  }
  // Nothing but errors so far: the first part brings the facts of the run.
  const std::vector<Row> errors = std::exchange(run_, Run{}).rows;
  merge_into(run_, std::move(part), process);
  run_.rows.insert(run_.rows.begin(), errors.begin(), errors.end());
  stamp();
}

void Orchestrator::stop_if_told(const Attempt& attempt) const {
  if (interrupt::requested() || attempt.interrupted) throw Interrupted("interrupted");
  // Once something was measured, a program that cannot go on has failed: a GPU that a row has lost is no reason to
  // skip.
  if (!attempt.last_begun.empty() || !run_.rows.empty() || plan_.first_process > 0) return;
  if (attempt.status.exited_with(130)) throw Interrupted("interrupted");
  if (attempt.status.exited_with(77)) {
    const std::string reason = last_line(attempt.output);
    throw CannotRunHere(reason.empty() ? "the benchmark program cannot measure here" : reason);
  }
  if (attempt.status.exited_with(2)) {
    throw InputError(plan_.bench.path, "measures nothing: it exited with 2" + tail_for_message(attempt.output), "");
  }
}

/// The row that had begun when the program ended gets the blame. True when there was one.
bool Orchestrator::blame_row_in_flight(const Attempt& attempt, int process, std::vector<std::string>& remaining) {
  const auto found = std::find(remaining.begin(), remaining.end(), attempt.last_begun);
  if (found == remaining.end()) return false;
  const std::string why = cause(attempt);
  failures_[*found].push_back(why);
  progress_.message(fmt::format("{}: {}", *found, why));
  add_error(*found, process, why);
  remaining.erase(found);
  return true;
}

/// A start that neither measured nor began a row.
void Orchestrator::settle_dead_start(const Attempt& attempt, int process, std::vector<std::string>& remaining) {
  if (attempt.status.exited_with(77)) {
    for (const std::string& key : remaining) {
      add_error(key, process, "the program can no longer measure here: " + last_line(attempt.output));
    }
    remaining.clear();
    return;
  }
  if (ended_in_order(attempt.status) && attempt.part) {
    for (const std::string& key : remaining) add_error(key, process, "the benchmark program did not report it");
    remaining.clear();
    return;
  }
  if (++dead_starts_ < dead_start_limit) return;
  throw InputError(plan_.bench.path,
                   fmt::format("ended {} times before its first row: {}; {}{}", dead_start_limit, cause(attempt),
                               attempt.why_no_part, tail_for_message(attempt.output)),
                   "start it by hand to see why; is it a warpmark benchmark program?");
}

void Orchestrator::add_error(const std::string& key, int process, const std::string& why) {
  Row row;
  row.key = key;
  row.name = key;
  row.process = process;
  row.error = why;
  run_.rows.push_back(std::move(row));
  measured_.emplace(process, key);
  ++done_;
}

void Orchestrator::keep_what_there_is() {
  if (plan_.rescued != nullptr) *plan_.rescued = run_;
  if (plan_.output.empty() || run_.rows.empty()) return;
  checkpoint_.save(run_);
  progress_.message(fmt::format("{} of {} rows are kept in {}; the same command with --resume goes on from there",
                                done_, total_, checkpoint_.part().string()));
}

std::string Orchestrator::cause(const Attempt& attempt) const {
  std::string text = to_string(attempt.status);
  if (attempt.hung)
    text = fmt::format("hung: no result in {} s", static_cast<double>(plan_.row_timeout.count()) / 1000);
  if (ended_in_order(attempt.status)) text = fmt::format("began, but was not reported ({})", text);
  const std::string said = last_line(attempt.output);
  return said.empty() ? text : text + ": " + said;
}

}  // namespace

Run measure(const RunPlan& plan, Progress& progress) { return Orchestrator(plan, progress).measure_all(); }

std::string program_of(const Run& run) {
  const auto facts = run.context.find("warpmark");
  if (facts == run.context.end() || !facts->is_object() || !facts->contains("program")) return "BENCH";
  const auto& program = (*facts)["program"];
  return program.is_string() ? program.get<std::string>() : "BENCH";
}

}  // namespace warpmark
