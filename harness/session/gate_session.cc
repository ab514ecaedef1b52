#include "harness/session/gate_session.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fmt/format.h"
#include "fmt/ranges.h"
#include "harness/calibrate/percent_of_ceiling.h"
#include "harness/gate/cause.h"
#include "harness/gate/suspects.h"
#include "harness/run/json_file.h"
#include "harness/session/cannot_run_here.h"
#include "harness/session/counting.h"
#include "harness/session/gpu_lock.h"
#include "harness/session/machine_code.h"

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

Run measure_again(const GatePlan& plan, const std::vector<std::string>& keys, std::uint64_t seed, Progress& progress) {
  constexpr std::size_t shown = 3;
  progress.message(
      fmt::format("{} suspect{}, measured again in {} fresh processes: {}{}", keys.size(), keys.size() == 1 ? "" : "s",
                  plan.confirming_processes,
                  fmt::join(keys.begin(), keys.begin() + static_cast<long>(std::min(shown, keys.size())), ", "),
                  keys.size() > shown ? ", ..." : ""));
  RunPlan again = plan.screen;
  again.keys = keys;
  again.first_process = plan.screen.processes;
  again.processes = plan.confirming_processes;
  again.seed = seed;
  again.output.clear();
  again.resume = false;
  return measure(again, progress);
}

/// Judges the suspects anew, by fresh processes, which join the run.
void confirm_suspects(GateResult& result, const GatePlan& plan, const std::vector<std::string>& keys,
                      Progress& progress) {
  const auto seed = result.run.context["warpmark"]["seed"].get<std::uint64_t>();
  Run again = measure_again(plan, keys, seed, progress);
  again.code = result.run.code;
  JudgeOptions of_suspects = result.options;
  of_suspects.selected = keys;
  const Judgement confirming = judge(again, result.baseline, result.policy, of_suspects);
  result.judgement = confirm(std::move(result.judgement), confirming);
  std::move(again.rows.begin(), again.rows.end(), std::back_inserter(result.run.rows));
}

}  // namespace

Baseline require_baseline(const std::filesystem::path& baselines, const GpuFacts& gpu) {
  if (auto found = find_baseline(baselines, gpu)) return std::move(*found);
  throw CannotRunHere(
      fmt::format("no baseline for {} in {}\n"
                  "  remedy: make one: warpmark run -o run.json -- BENCH, then warpmark record run.json",
                  gpu_model(gpu), baselines.string()));
}

GateResult gate(const GatePlan& plan, Progress& progress) {
  const GpuInfo gpu = ask_gpu(plan.screen.bench);
  GateResult result;
  result.baseline = require_baseline(plan.baselines, gpu.facts.gpu);
  result.policy = find_policy(plan.baselines, gpu.facts.gpu);
  RunPlan screen = plan.screen;
  if (screen.keys.empty()) screen.keys = list_keys(screen.bench);
  require_overlap(screen.keys, result.baseline);
  std::optional<GpuLock> lock;
  if (plan.lock) lock.emplace(gpu.facts.gpu.uuid, [&](const std::string& text) { progress.message(text); });

  result.options = plan.options;
  result.options.selected = screen.keys;
  result.run = measure(screen, progress);
  // A resumed run may hold the confirming processes of an earlier gate: they were chosen by what they show.
  std::erase_if(result.run.rows, [&](const Row& row) { return row.process >= plan.screen.processes; });
  try_to_add_machine_code(result.run, screen.bench.path, progress);
  add_counters(result.run, gated_but_not_counted(result.run, result.baseline, result.policy), screen, progress);
  result.judgement = judge(result.run, result.baseline, result.policy, result.options);

  if (const std::vector<std::string> keys = suspects(result.judgement); !keys.empty()) {
    confirm_suspects(result, plan, keys, progress);
  }
  add_counters(result.run, red_but_not_counted(result.run, result.baseline, result.judgement), screen, progress);
  explain(result.judgement, result.run, result.baseline);
  count_percent_of_ceiling(result.run);
  if (!screen.output.empty()) write_run(result.run, screen.output);
  return result;
}

}  // namespace warpmark
