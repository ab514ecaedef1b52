#include "harness/gate/kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/gate/quantities.h"
#include "harness/run/median.h"

namespace warpmark {

namespace {

constexpr std::size_t enough_rows = 40;
constexpr std::size_t fewest_sessions = 2;  // of one there is no telling how far cards of a kind differ
constexpr double times_as_far = 3;
constexpr std::size_t most_different = 20;  // one part in so many

using Distances = std::map<std::string, double>;  // session -> to the run, of logarithms

double distance(std::vector<double> differences) {
  const double shift = median(differences);
  for (double& difference : differences) difference = std::abs(difference - shift);
  const auto at = differences.end() - static_cast<std::ptrdiff_t>(differences.size() / most_different) - 1;
  std::nth_element(differences.begin(), at, differences.end());
  return *at;
}

/// Of the rows that all sessions have, so that a row which changed is as far from each of them.
Distances distances(const std::map<std::string, Measured>& measured, const Baseline& baseline,
                    const std::vector<std::string>& sessions) {
  std::map<std::string, std::vector<double>> differences;
  for (const auto& [key, rows] : measured) {
    const auto row = baseline.rows.find(key);
    if (row == baseline.rows.end() || rows.error() || rows.skipped()) continue;
    const auto& times = row->second.time_us;
    const bool is_in_all = std::all_of(sessions.begin(), sessions.end(), [&](const std::string& session) {
      const auto found = times.find(session);
      return found != times.end() && !found->second.empty();
    });
    if (!is_in_all) continue;
    const double run = std::log(median(rows.process_times_us()));
    for (const std::string& session : sessions)
      differences[session].push_back(run - std::log(median(times.at(session))));
  }
  Distances distances;
  for (auto& [session, of_rows] : differences) {
    if (of_rows.size() >= enough_rows) distances[session] = distance(std::move(of_rows));
  }
  return distances;
}

}  // namespace

std::map<std::string, std::string> sessions_of_another_kind(const std::map<std::string, Measured>& measured,
                                                            const Baseline& baseline,
                                                            const std::map<std::string, std::string>& left_out,
                                                            double tolerance) {
  std::map<std::string, std::string> others;
  std::vector<std::string> sessions;
  for (const Session& session : baseline.sessions) {
    if (!left_out.contains(session.id)) sessions.push_back(session.id);
  }
  const Distances of_sessions = distances(measured, baseline, sessions);
  if (of_sessions.size() < 2) return others;
  const auto nearest = std::min_element(of_sessions.begin(), of_sessions.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
  for (const auto& [session, far] : of_sessions) {
    if (far <= std::log1p(tolerance) || far <= times_as_far * nearest->second) continue;
    others[session] =
        fmt::format("{} is of another kind of card: its rows differ by {} from the run's, those of {} by {}", session,
                    percent_text(std::expm1(far)), nearest->first, percent_text(std::expm1(nearest->second)));
  }
  if (of_sessions.size() - others.size() < fewest_sessions) others.clear();
  return others;
}

}  // namespace warpmark
