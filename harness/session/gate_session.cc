#include "harness/session/gate_session.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fmt/format.h"
#include "fmt/ranges.h"
#include "harness/baseline/record.h"
#include "harness/calibrate/percent_of_ceiling.h"
#include "harness/gate/card.h"
#include "harness/gate/cause.h"
#include "harness/gate/screen.h"
#include "harness/gate/suspects.h"
#include "harness/run/held_back.h"
#include "harness/run/json_file.h"
#include "harness/session/cannot_run_here.h"
#include "harness/session/counting.h"
#include "harness/session/gpu_lock.h"
#include "harness/session/machine_code.h"
#include "harness/session/measure_with_base.h"

namespace warpmark {
namespace {

void require_overlap(const std::vector<std::string>& keys, const Baseline& baseline) {
  const bool any = std::any_of(keys.begin(), keys.end(), [&](const auto& key) { return baseline.rows.contains(key); });
  if (any) return;
  throw NothingComparable(
      fmt::format("0 of {} compared: {} has none of the selected benchmarks ({}, ...)\n"
                  "  remedy: record them, or select others with --benchmark_filter",
                  keys.size(), baseline.file.string(), keys.front()));
}

/// How many more processes it takes until each suspect has enough in which the card did not hold its clocks back.
int lacking_processes(const Run& fresh, const std::vector<std::string>& suspects) {
  const double highest_mhz = highest_sm_mhz(fresh);
  std::map<std::string, int> usable;
  std::set<std::string> held;
  for (const Row& row : fresh.rows) {
    if (held_back(row, highest_mhz)) {
      held.insert(row.key);
    } else {
      ++usable[row.key];
    }
  }
  int lacking = 0;
  for (const std::string& key : suspects)
    if (held.contains(key)) lacking = std::max(lacking, enough_run_processes - usable[key]);
  return lacking;
}

class GateSession {
 public:
  GateSession(const GatePlan& plan, Progress& progress)
      : plan_(plan), progress_(progress), gpu_(ask_gpu(plan.screen.bench)), screen_(plan.screen) {}

  GateResult hold();

 private:
  void choose_keys();
  Run measure_against(const RunPlan& plan, Baseline& baseline);
  void measure_screen();
  void confirm(const std::vector<std::string>& suspects);

  const GatePlan& plan_;
  Progress& progress_;
  const GpuInfo gpu_;
  RunPlan screen_;
  std::vector<std::string> canaries_;
  GateResult result_;
};

void GateSession::choose_keys() {
  if (screen_.keys.empty()) screen_.keys = list_keys(screen_.bench);
  canaries_ = list_canaries(screen_.bench);
  if (!plan_.base) require_overlap(screen_.keys, result_.baseline);
  for (const std::string& canary : canaries_) {
    if (std::find(screen_.keys.begin(), screen_.keys.end(), canary) == screen_.keys.end())
      screen_.keys.push_back(canary);
  }
  result_.options = plan_.options;
  result_.options.selected = screen_.keys;
  result_.options.is_same_card = plan_.base.has_value();
  result_.options.is_screen = true;
}

/// Where there is a base, `baseline` becomes what that showed meanwhile.
Run GateSession::measure_against(const RunPlan& plan, Baseline& baseline) {
  if (!plan_.base) return measure(plan, progress_);
  RunAndBase sides = measure_with_base(plan, *plan_.base, progress_);
  try_to_add_machine_code(sides.base, plan_.base->path, progress_);
  baseline = baseline_for(sides.base);
  baseline.file = plan_.base->path;
  record(baseline, sides.base, result_.policy);
  baseline.code = sides.base.code;
  return std::move(sides.run);
}

void GateSession::measure_screen() {
  result_.run = measure_against(screen_, result_.baseline);
  // A resumed run may hold the confirming processes of an earlier gate: they were chosen by what they show.
  std::erase_if(result_.run.rows, [&](const Row& row) { return row.process >= screen_.processes; });
  try_to_add_machine_code(result_.run, screen_.bench.path, progress_);
  add_counters(result_.run, gated_but_not_counted(result_.run, result_.baseline, result_.policy), screen_, progress_);
  result_.judgement = judge(result_.run, result_.baseline, result_.policy, result_.options);
}

/// Judges the suspects anew, by fresh processes, which join the run.
void GateSession::confirm(const std::vector<std::string>& suspects) {
  constexpr std::size_t shown = 3;
  RunPlan again = screen_;
  again.processes = plan_.confirming_processes.value_or(confirming_processes(result_.judgement));
  progress_.message(fmt::format(
      "{} suspect{}, measured again in {} fresh processes: {}{}", suspects.size(), suspects.size() == 1 ? "" : "s",
      again.processes,
      fmt::join(suspects.begin(), suspects.begin() + static_cast<long>(std::min(shown, suspects.size())), ", "),
      suspects.size() > shown ? ", ..." : ""));
  again.keys = suspects;
  again.keys.insert(again.keys.end(), canaries_.begin(), canaries_.end());
  again.first_process = screen_.processes;
  again.seed = result_.run.context["warpmark"]["seed"].get<std::uint64_t>();
  again.output.clear();
  again.resume = false;
  Baseline baseline = result_.baseline;
  Run fresh = measure_against(again, baseline);
  // Two builds in turns share what holds the clocks back.
  if (const int lacking = lacking_processes(fresh, suspects); lacking > 0 && !plan_.base) {
    progress_.message(
        fmt::format("clocks were held back in some: {} more process{}", lacking, lacking == 1 ? "" : "es"));
    again.first_process += again.processes;
    again.processes = lacking;
    Run more = measure(again, progress_);
    std::move(more.rows.begin(), more.rows.end(), std::back_inserter(fresh.rows));
  }
  fresh.code = result_.run.code;

  JudgeOptions of_suspects = result_.options;
  of_suspects.selected = again.keys;
  of_suspects.left_out = result_.judgement.left_out;
  result_.judgement =
      warpmark::confirm(std::move(result_.judgement), judge(fresh, baseline, result_.policy, of_suspects));
  std::move(fresh.rows.begin(), fresh.rows.end(), std::back_inserter(result_.run.rows));
}

GateResult GateSession::hold() {
  if (!plan_.base) result_.baseline = require_baseline(plan_.baselines, gpu_.facts.gpu);
  result_.policy = find_policy(plan_.baselines, gpu_.facts.gpu);
  choose_keys();
  std::optional<GpuLock> lock;
  if (plan_.lock) lock.emplace(gpu_.facts.gpu.uuid, [&](const std::string& text) { progress_.message(text); });

  measure_screen();
  if (const std::vector<std::string> keys = suspects(result_.judgement); !keys.empty()) confirm(keys);
  add_counters(result_.run, red_but_not_counted(result_.run, result_.baseline, result_.judgement), screen_, progress_);
  explain(result_.judgement, result_.run, result_.baseline);
  // The base was measured on this card in turns with the run, and for the suspects anew: there is no card to weigh.
  if (!plan_.base) weigh_card(result_.judgement, result_.run);
  count_percent_of_ceiling(result_.run);
  if (!screen_.output.empty()) write_run(result_.run, screen_.output);
  return std::move(result_);
}

}  // namespace

Baseline require_baseline(const std::filesystem::path& baselines, const GpuFacts& gpu) {
  if (auto found = find_baseline(baselines, gpu)) return std::move(*found);
  throw CannotRunHere(fmt::format(
      "no baseline for {} in {}{}\n"
      "  remedy: make one: warpmark run -o run.json -- BENCH, then warpmark record run.json; or name their "
      "folder with --baselines",
      gpu_model(gpu), baselines.string(), std::filesystem::exists(baselines) ? "" : ", a folder that is not there"));
}

GateResult gate(const GatePlan& plan, Progress& progress) {
  // Before the GPU is asked for: a mistake in a declaration or a policy shows on any machine.
  list_keys(plan.screen.bench);
  require_sound_policies(plan.baselines);
  return GateSession(plan, progress).hold();
}

}  // namespace warpmark
