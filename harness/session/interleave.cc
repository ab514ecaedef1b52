#include "harness/session/interleave.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <set>
#include <unordered_set>
#include <utility>

#include "harness/compare/sides.h"
#include "harness/run/input_error.h"
#include "harness/run/json_file.h"
#include "harness/session/cannot_run_here.h"
#include "harness/session/checkpoint.h"
#include "harness/session/gpu_lock.h"
#include "harness/session/interrupt.h"
#include "harness/session/side.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;
using std::chrono::steady_clock;

/// With fewer, an interval that is narrow by chance would end the measuring of its row too early too often.
constexpr int least_processes = 6;
constexpr std::size_t bytes_per_row = 2 * 1024;  // of JSON

/// What the user sees of one process, as a part of all.
class PartOfProgress : public Progress {
 public:
  PartOfProgress(Progress& whole, Position so_far) : whole_(whole), so_far_(std::move(so_far)) {}

  void at(const Position& position) override {
    Position now = so_far_;
    now.key = position.key;
    now.done += position.done;
    whole_.at(now);
  }
  void message(const std::string& text) override { whole_.message(text); }

 private:
  Progress& whole_;
  Position so_far_;
};

class Interleaver {
 public:
  Interleaver(const InterleavePlan& plan, Progress& progress)
      : plan_(plan),
        progress_(progress),
        sides_{Side(plan.before, compare::before_component), Side(plan.after, compare::after_component)},
        seed_(plan.each.seed ? *plan.each.seed : std::random_device()()) {}

  Interleaved measure();

 private:
  std::string card() const;
  void refuse_identical() const;
  void find_keys();
  void measure_rounds(const Checkpoint& checkpoint);
  void measure_side(std::size_t side, int round);
  bool ends_in_budget(steady_clock::duration round) const;
  void drop_failed();
  void drop_known();
  Run rows() const;
  Run with_context() const;

  seconds left() const { return std::chrono::duration_cast<seconds>(deadline_ - steady_clock::now()); }

  const InterleavePlan& plan_;
  Progress& progress_;
  std::array<Side, 2> sides_;
  const std::uint64_t seed_;
  std::vector<std::string> keys_;  // that are measured further
  std::size_t done_ = 0;           // rows, over all processes
  int processes_ = 0;              // that have ended, of both sides
  steady_clock::time_point deadline_;
};

Interleaved Interleaver::measure() {
  const std::string uuid = card();
  refuse_identical();
  find_keys();
  const Checkpoint checkpoint(plan_.output, 2 * keys_.size() * bytes_per_row);  // tried before minutes are spent
  if (checkpoint.part_exists())
    progress_.message(fmt::format("what another run left there is now {}", checkpoint.set_part_aside().string()));
  std::optional<GpuLock> lock;
  if (plan_.lock) lock.emplace(uuid, [this](const std::string& text) { progress_.message(text); });

  Interleaved result;
  deadline_ = steady_clock::now() + plan_.budget;
  try {
    measure_rounds(checkpoint);
  } catch (const Interrupted&) {
    if (processes_ == 0) throw;
    result.interrupted = true;
  }
  result.run = with_context();
  checkpoint.finish(result.run);
  return result;
}

/// The card that both measure on.
std::string Interleaver::card() const {
  const RunFacts before = ask_gpu(sides_[0].bench()).facts;
  const RunFacts after = ask_gpu(sides_[1].bench()).facts;
  const auto require_same = [&](const char* what, const std::string& ours, const std::string& theirs) {
    if (ours != theirs)
      throw InputError(sides_[1].name(), fmt::format("{} {}, and {} of {}", what, theirs, ours, sides_[0].name()),
                       "measure both on one card with one timer");
  };
  require_same("card", before.gpu.uuid, after.gpu.uuid);
  require_same("timer", before.timer, after.timer);
  return before.gpu.uuid;
}

void Interleaver::refuse_identical() const {
  const BenchProgram& before = sides_[0].bench();
  const BenchProgram& after = sides_[1].bench();
  const bool are_started_alike = before.args == after.args && before.environment == after.environment;
  if (plan_.allow_identical || !are_started_alike || sides_[0].digest() != sides_[1].digest()) return;
  std::error_code none;
  const bool is_one = fs::equivalent(before.path, after.path, none);
  throw InputError(after.path,
                   fmt::format("is {} {}: {}", is_one ? "the same file as" : "of the same bytes as", before.path,
                               sides_[0].digest()),
                   "name another build; tell one build's two settings apart with --after-arg or --after-env; or, where "
                   "only libraries differ or noise is what you look for: --allow-identical");
}

/// Rows of both sides; those of one are noted.
void Interleaver::find_keys() {
  std::array<std::vector<std::string>, 2> listed = {list_keys(sides_[0].bench()), list_keys(sides_[1].bench())};
  for (const std::size_t side : {0U, 1U}) {
    const std::unordered_set<std::string> others(listed.at(1 - side).begin(), listed.at(1 - side).end());
    for (const std::string& key : listed.at(side)) {
      if (!others.contains(key))
        sides_.at(side).lacks_counterpart(key);
      else if (side == 0)
        keys_.push_back(key);
    }
  }
  if (keys_.empty())
    throw NothingComparable(fmt::format("0 of {} compared: {} and {} have no benchmark in common",
                                        listed[0].size() + listed[1].size(), sides_[0].name(), sides_[1].name()));
}

void Interleaver::measure_rounds(const Checkpoint& checkpoint) {
  for (int round = 0; round < plan_.most_processes && !keys_.empty(); ++round) {
    const auto begun = steady_clock::now();
    const std::size_t first = round % 2 == 0 ? 0 : 1;
    try {
      measure_side(first, round);
      measure_side(1 - first, round);
    } catch (const InputError& error) {
      if (round == 0) throw;
      progress_.message(fmt::format("{}\n  what was measured until then is compared", error.what()));
      return;
    }
    checkpoint.save(with_context());
    drop_failed();
    const int measured = round + 1;
    // After as many A B as B A, so that a drift has met both alike.
    if (measured >= least_processes && measured % 2 == 0) drop_known();
    if (measured < plan_.most_processes && !keys_.empty() && !ends_in_budget(steady_clock::now() - begun)) {
      progress_.message(
          fmt::format("the budget is spent after {} processes of each side; {} rows are known to worse "
                      "than {:.2f} %",
                      measured, keys_.size(), plan_.precision * 100));
      return;
    }
  }
}

void Interleaver::measure_side(std::size_t side, int round) {
  RunPlan plan = plan_.each;
  plan.bench = sides_.at(side).bench();
  plan.processes = 1;
  plan.first_process = round;
  plan.seed = seed_;
  plan.keys = keys_;
  if (round == 0) plan.inspect = [this, side](pid_t group) { sides_.at(side).inspect(group); };
  Run rescued;
  plan.rescued = &rescued;
  const auto processes_left = static_cast<std::size_t>(2 * plan_.most_processes - processes_);
  PartOfProgress progress(progress_, {"", processes_, 2 * plan_.most_processes, done_,
                                      done_ + keys_.size() * processes_left, std::max(left(), seconds(0))});
  try {
    sides_.at(side).take(warpmark::measure(plan, progress), round);
  } catch (const std::exception&) {
    if (!rescued.rows.empty()) sides_.at(side).take(std::move(rescued), round);
    throw;
  }
  done_ += keys_.size();
  ++processes_;
}

bool Interleaver::ends_in_budget(steady_clock::duration round) const {
  return steady_clock::now() + round <= deadline_;
}

/// A row without a time in one process of one side is not compared: no further process changes that.
void Interleaver::drop_failed() {
  std::set<std::string> failed;
  const Run run = rows();
  for (const Row& row : run.rows)
    if (row.error || row.skipped) failed.insert(row.key.substr(0, row.key.rfind('/')));
  std::erase_if(keys_, [&failed](const std::string& key) { return failed.contains(key); });
}

void Interleaver::drop_known() {
  std::set<std::string> known;
  const compare::Components sides{compare::before_component, compare::after_component};
  for (const compare::Match& match : compare::match_within(rows(), "", sides).matches) {
    const compare::Estimate estimate = compare::estimate(match.observed);
    if (estimate.interval && estimate.interval->high / estimate.interval->low - 1 <= 2 * plan_.precision)
      known.insert(match.key);
  }
  std::erase_if(keys_, [&known](const std::string& key) { return known.contains(key); });
}

Run Interleaver::rows() const {
  Run run;
  for (const Side& side : sides_) side.append_to(run);
  return run;
}

/// As it is written and compared.
Run Interleaver::with_context() const {
  Run run = rows();
  auto& facts = run.context["warpmark"];
  for (const char* of_one_side : {"program", "program_args", "program_hash", "binary_build_id", "processes"})
    facts.erase(of_one_side);
  facts["seed"] = seed_;
  facts[compare::sides_member] = {{"order", "A B B A"},
                                  {"precision", plan_.precision},
                                  {"before", sides_[0].to_json()},
                                  {"after", sides_[1].to_json()}};
  return run;
}

}  // namespace

Interleaved measure_interleaved(const InterleavePlan& plan, Progress& progress) {
  return Interleaver(plan, progress).measure();
}

}  // namespace warpmark
