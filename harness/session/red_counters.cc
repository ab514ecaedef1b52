#include "harness/session/red_counters.h"

#include <algorithm>
#include <stdexcept>

#include "fmt/format.h"
#include "harness/session/interrupt.h"

namespace warpmark {
namespace {

/// What the range profiler counts, against what CUPTI's kernel records say anyway.
bool has_counters(const std::map<std::string, double>& counters) {
  return std::any_of(counters.begin(), counters.end(),
                     [](const auto& counter) { return counter.first.starts_with("gpu_inst_"); });
}

std::vector<std::string> rows_to_count(const Run& run, const Judgement& judgement, const Baseline& baseline) {
  std::vector<std::string> keys;
  for (const Verdict& verdict : judgement.verdicts) {
    const auto row = baseline.rows.find(verdict.key);
    const bool is_red = verdict.status == Status::regression || verdict.status == Status::expired;
    if (!is_red || row == baseline.rows.end() || !has_counters(row->second.counters)) continue;
    const bool is_counted = std::any_of(run.rows.begin(), run.rows.end(), [&](const Row& measured) {
      return measured.key == verdict.key && has_counters(measured.counters);
    });
    if (!is_counted) keys.push_back(verdict.key);
  }
  return keys;
}

}  // namespace

void add_counters_of_red_rows(Run& run, const Judgement& judgement, const Baseline& baseline, const RunPlan& plan,
                              Progress& progress) {
  RunPlan counting = plan;
  counting.keys = rows_to_count(run, judgement, baseline);
  if (counting.keys.empty()) return;
  progress.message(fmt::format("{} red row{}, run once more with hardware counters for the cause", counting.keys.size(),
                               counting.keys.size() == 1 ? "" : "s"));
  counting.bench.args.emplace_back("--gpu_counters=memory");
  counting.processes = 1;
  counting.output.clear();
  counting.resume = false;
  try {
    const Run counted = measure(counting, progress);
    for (const Row& source : counted.rows) {
      const auto row = std::find_if(run.rows.begin(), run.rows.end(),
                                    [&](const Row& measured) { return measured.key == source.key; });
      if (row == run.rows.end() || source.error) continue;
      for (const auto& [name, value] : source.counters) row->counters.emplace(name, value);
    }
  } catch (const Interrupted&) {
    throw;
  } catch (const std::runtime_error& failure) {
    progress.message(fmt::format("no hardware counters: {}", failure.what()));
  }
}

}  // namespace warpmark
