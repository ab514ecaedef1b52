#include "harness/baseline/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace warpmark {
namespace {

std::size_t processes_of(const BaselineRow& row) {
  std::size_t processes = 0;
  for (const auto& [session, times] : row.time_us) processes += times.size();
  return processes;
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
  for (const auto& [key, row] : baseline.rows)
    if (processes_of(row) == 1) findings.push_back(fmt::format("{} rests on a single process: record more", key));
  return findings;
}

}  // namespace warpmark
