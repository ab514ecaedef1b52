#include "harness/gate/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

#include "harness/gate/drift.h"
#include "harness/gate/quantities.h"
#include "harness/gate/significance.h"
#include "harness/run/median.h"

namespace warpmark {

namespace {

/// Below this many rows "together" means nothing; they also have to be over half of the rows compared.
constexpr std::size_t together = 5;

/// Within a factor of two: as close as counts and sizes of chance come to each other.
bool about_equal(double a, double b) { return a <= 2 * b && b <= 2 * a; }

struct Movement {
  std::vector<double> slower;  // ratios of rows outside their tolerance
  std::vector<double> faster;
};

Movement movement_of(const Judgement& judgement) {
  Movement moved;
  for (const Verdict& verdict : judgement.verdicts) {
    if (verdict.ratio > 1 + verdict.tolerance) moved.slower.push_back(verdict.ratio);
    if (verdict.ratio > 0 && verdict.ratio < 1 / (1 + verdict.tolerance)) moved.faster.push_back(verdict.ratio);
  }
  return moved;
}

bool looks_like_noise(const Movement& moved) {
  return about_equal(static_cast<double>(moved.slower.size()), static_cast<double>(moved.faster.size())) &&
         about_equal(std::log(median(moved.slower)), -std::log(median(moved.faster)));
}

std::vector<std::string> headlines(const Judgement& judgement) {
  std::vector<std::string> lines;
  if (judgement.filtered_out > 0) {
    lines.push_back(fmt::format(
        "filtered: with --benchmark_filter={} this is {} of the baseline's {} rows; the others are neither judged nor "
        "missing",
        judgement.filter, judgement.baseline_rows, judgement.baseline_rows + judgement.filtered_out));
  }
  if (judgement.compared == 0) {
    lines.push_back(fmt::format("0 of {} compared: nothing in this run could be judged against the baseline",
                                judgement.baseline_rows));
  }
  const auto missing =
      static_cast<std::size_t>(std::count_if(judgement.verdicts.begin(), judgement.verdicts.end(),
                                             [](const Verdict& verdict) { return verdict.status == Status::missing; }));
  if (judgement.compared > 0 && missing >= together &&
      2 * missing > static_cast<std::size_t>(judgement.baseline_rows)) {
    lines.push_back(
        fmt::format("{} of the baseline's {} rows are missing: is it another program's? --baselines names its folder",
                    missing, judgement.baseline_rows));
  }
  const Movement moved = movement_of(judgement);
  const auto is_most = [&](std::size_t rows) {
    return rows >= together && 2 * rows > static_cast<std::size_t>(judgement.compared);
  };
  if (is_most(moved.slower.size() + moved.faster.size()) && looks_like_noise(moved)) {
    lines.push_back(fmt::format(
        "looks like noise: {} rows slower (median {}), {} faster (median {}); each verdict stands all the same",
        moved.slower.size(), change_text(median(moved.slower)), moved.faster.size(),
        change_text(median(moved.faster))));
  } else if (is_most(moved.slower.size())) {
    lines.push_back(
        fmt::format("{} of {} rows slower together (median {}): a suite-wide change, look for one cause{}",
                    moved.slower.size(), judgement.compared, change_text(median(moved.slower)),
                    has_quiet_canaries(judgement) ? "; the canaries are quiet, so it is the program's" : ""));
  }
  const auto improved = std::count_if(judgement.verdicts.begin(), judgement.verdicts.end(),
                                      [](const Verdict& verdict) { return verdict.status == Status::improved; });
  if (improved > 0) lines.push_back(fmt::format("baseline is stale: {} faster than it, record them", improved));
  return lines;
}

double distance(const Verdict& verdict) { return verdict.ratio > 0 ? std::abs(std::log(verdict.ratio)) : 0; }

bool comes_first(const Verdict& a, const Verdict& b) {
  const auto rank = [](const Verdict& verdict) {
    return std::tuple(!fails(verdict, {}), verdict.status, -distance(verdict), std::string_view(verdict.key));
  };
  return rank(a) < rank(b);
}

int compared_rows(const Judgement& judgement) {
  return static_cast<int>(std::count_if(judgement.verdicts.begin(), judgement.verdicts.end(),
                                        [](const Verdict& verdict) { return verdict.ratio > 0; }));
}

}  // namespace

void conclude(Judgement& judgement, const Policy& policy) {
  weigh_drift(judgement, policy);
  weigh_significance(judgement.verdicts, static_cast<std::size_t>(compared_rows(judgement)));
  summarise(judgement);
}

void summarise(Judgement& judgement) {
  std::sort(judgement.verdicts.begin(), judgement.verdicts.end(), comes_first);
  judgement.compared = compared_rows(judgement);
  judgement.headlines = headlines(judgement);
}

}  // namespace warpmark
