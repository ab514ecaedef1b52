#include "harness/baseline/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "harness/run/median.h"

namespace warpmark {
namespace {

std::size_t processes_of(const BaselineRow& row) {
  std::size_t processes = 0;
  for (const auto& [session, times] : row.time_us) processes += times.size();
  return processes;
}

void lint_dates(const Baseline& baseline, std::vector<std::string>& findings) {
  for (std::size_t i = 1; i < baseline.sessions.size(); ++i) {
    const Session& before = baseline.sessions[i - 1];
    const Session& session = baseline.sessions[i];
    if (session.date < before.date)
      findings.push_back(fmt::format("session {} of {} stands after {} of {}: a run recorded late, or a wrong clock",
                                     session.id, session.date, before.id, before.date));
  }
}

/// A session all of whose rows are slower or faster than in the others was most likely measured on a disturbed card.
void lint_shifts(const Baseline& baseline, std::vector<std::string>& findings) {
  constexpr std::size_t fewest_rows = 10;
  constexpr double suspicious = 0.01;
  std::map<std::string, std::vector<double>> ratios;
  for (const auto& [key, row] : baseline.rows) {
    if (row.time_us.size() < 3) continue;  // of two, either may be the odd one
    std::vector<double> medians;
    for (const auto& [id, times] : row.time_us) medians.push_back(median(times));
    const double centre = median(medians);
    for (const auto& [id, times] : row.time_us) ratios[id].push_back(median(times) / centre);
  }
  for (const auto& [id, of_rows] : ratios) {
    const double shift = median(of_rows) - 1;
    if (of_rows.size() >= fewest_rows && std::abs(shift) > suspicious)
      findings.push_back(fmt::format(
          "session {} is {:+.1f} % off the others in half of its rows: was the card disturbed?", id, shift * 100));
  }
}

}  // namespace

std::vector<std::string> lint(const Baseline& baseline) {
  std::vector<std::string> findings;
  std::map<std::tuple<std::string, std::string, std::string>, std::string> first_of_occasion;
  for (const Session& session : baseline.sessions) {
    const bool is_used = std::any_of(baseline.rows.begin(), baseline.rows.end(),
                                     [&](const auto& row) { return row.second.time_us.contains(session.id); });
    if (!is_used) findings.push_back(fmt::format("session {} is used by no benchmark: remove it", session.id));
    const auto [first, is_first] =
        first_of_occasion.try_emplace({session.uuid, session.date, session.commit}, session.id);
    if (!is_first)
      findings.push_back(fmt::format("sessions {} and {} are of one card, day and commit: the card counts twice",
                                     first->second, session.id));
  }
  lint_dates(baseline, findings);
  lint_shifts(baseline, findings);
  for (const auto& [key, row] : baseline.rows)
    if (processes_of(row) == 1) findings.push_back(fmt::format("{} rests on a single process: record more", key));
  return findings;
}

}  // namespace warpmark
