#include "harness/gate/significance.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "harness/gate/finding.h"
#include "harness/gate/quantities.h"

namespace warpmark {

std::vector<bool> holm(const std::vector<double>& p_values, std::size_t tests, double error) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<bool> significant(p_values.size(), false);
  std::size_t left = std::max(tests, p_values.size());
  for (const std::size_t index : order) {
    if (!(p_values[index] <= error / static_cast<double>(left))) break;
    significant[index] = true;
    --left;
  }
  return significant;
}

void weigh_significance(std::vector<Verdict>& verdicts, std::size_t tests) {
  for (const Reason side : {Reason::slower, Reason::faster}) {
    std::vector<Verdict*> family;
    std::vector<double> p_values;
    for (Verdict& verdict : verdicts) {
      if (verdict.reason != side) continue;
      family.push_back(&verdict);
      p_values.push_back(verdict.p);
    }
    const std::vector<bool> significant = holm(p_values, tests, family_error);
    for (std::size_t i = 0; i < family.size(); ++i) {
      if (significant[i]) continue;
      Verdict& verdict = *family[i];
      set_finding_of_time(verdict,
                          {Status::inconclusive, Reason::too_few_processes,
                           fmt::format("{}, which chance shows with probability {:.1g}, too much among {} rows; {}",
                                       change_text(verdict.ratio), verdict.p, tests, verdict.detail)});
    }
  }
}

}  // namespace warpmark
