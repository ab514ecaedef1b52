#include "harness/session/measure_with_base.h"

#include <algorithm>
#include <iterator>
#include <random>
#include <unordered_set>
#include <utility>
#include <vector>

#include "harness/session/bench_program.h"

namespace warpmark {
namespace {

/// `more` holds further processes of what `run` holds.
void append(Run& run, Run more) {
  if (run.rows.empty()) {
    run = std::move(more);
    return;
  }
  std::move(more.rows.begin(), more.rows.end(), std::back_inserter(run.rows));
  auto& processes = run.context["warpmark"]["processes"];
  for (auto& process : more.context["warpmark"]["processes"]) processes.push_back(std::move(process));
}

std::vector<std::string> keys_of_both(const std::vector<std::string>& keys, const BenchProgram& base) {
  const std::vector<std::string> listed = list_keys(base);
  const std::vector<std::string> canaries = list_canaries(base);
  std::unordered_set<std::string> known(listed.begin(), listed.end());
  known.insert(canaries.begin(), canaries.end());
  std::vector<std::string> both;
  std::copy_if(keys.begin(), keys.end(), std::back_inserter(both),
               [&](const auto& key) { return known.contains(key); });
  return both;
}

}  // namespace

RunAndBase measure_with_base(const RunPlan& plan, const BenchProgram& base, Progress& progress) {
  RunPlan of_run = plan;
  of_run.processes = 1;
  of_run.output.clear();
  of_run.resume = false;
  if (!of_run.seed) of_run.seed = std::random_device()();
  if (of_run.keys.empty()) of_run.keys = list_keys(plan.bench);
  RunPlan of_base = of_run;
  of_base.bench = base;
  of_base.keys = keys_of_both(of_run.keys, base);

  RunAndBase sides;
  for (int i = 0; i < plan.processes; ++i) {
    of_run.first_process = of_base.first_process = plan.first_process + i;
    const bool base_first = i % 2 == 0;
    if (base_first) append(sides.base, measure(of_base, progress));
    append(sides.run, measure(of_run, progress));
    if (!base_first) append(sides.base, measure(of_base, progress));
  }
  return sides;
}

}  // namespace warpmark
