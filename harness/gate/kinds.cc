#include "harness/gate/kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "harness/gate/quantities.h"
#include "harness/run/median.h"

namespace warpmark {

namespace {

constexpr std::size_t enough_rows = 80;
constexpr std::size_t fewest_sessions = 2;  // of one there is no telling how far cards of a kind differ
constexpr double times_as_far = 3;
constexpr std::size_t most_different = 20;  // one part in so many

/// The logarithms of the times of some rows, in one order.
using Profile = std::vector<double>;

/// How far two cards are apart, row by row, the shift that all rows share taken out, in order.
std::vector<double> differences(const Profile& a, const Profile& b) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(a[i] - b[i]);
  const double shift = median(differences);
  for (double& difference : differences) difference = std::abs(difference - shift);
  std::sort(differences.begin(), differences.end());
  return differences;
}

/// The mean: a kernel that changed is about as far from every session, and so does not decide which is the nearest.
double mean_distance(const Profile& a, const Profile& b) {
  const std::vector<double> all = differences(a, b);
  return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
}

double distance_of_most_different(const Profile& a, const Profile& b) {
  const std::vector<double> sorted = differences(a, b);
  return sorted[sorted.size() - 1 - sorted.size() / most_different];
}

struct Profiles {
  Profile run;
  std::map<std::string, Profile> sessions;
};

/// Of the rows that all sessions have.
Profiles profiles(const std::map<std::string, Measured>& measured, const Baseline& baseline,
                  const std::map<std::string, std::string>& left_out) {
  Profiles profiles;
  for (const Session& session : baseline.sessions) {
    if (!left_out.contains(session.id)) profiles.sessions[session.id];
  }
  for (const auto& [key, rows] : measured) {
    const auto row = baseline.rows.find(key);
    if (row == baseline.rows.end() || rows.error() || rows.skipped()) continue;
    const auto& times = row->second.time_us;
    const bool is_in_all = std::all_of(profiles.sessions.begin(), profiles.sessions.end(), [&](const auto& session) {
      const auto found = times.find(session.first);
      return found != times.end() && !found->second.empty();
    });
    if (!is_in_all) continue;
    profiles.run.push_back(std::log(median(rows.process_times_us())));
    for (auto& [session, profile] : profiles.sessions) profile.push_back(std::log(median(times.at(session))));
  }
  return profiles;
}

}  // namespace

std::map<std::string, std::string> sessions_of_another_kind(const std::map<std::string, Measured>& measured,
                                                            const Baseline& baseline,
                                                            const std::map<std::string, std::string>& left_out,
                                                            double tolerance) {
  const auto [run, sessions] = profiles(measured, baseline, left_out);
  if (run.size() < enough_rows || sessions.size() <= fewest_sessions) return {};
  std::map<double, std::string> by_distance;
  for (const auto& [session, profile] : sessions) by_distance[mean_distance(run, profile)] = session;
  const std::string nearest = by_distance.begin()->second;

  std::map<std::string, double> far;  // from the nearest
  double closest = std::numeric_limits<double>::infinity();
  for (const auto& [session, profile] : sessions) {
    if (session == nearest) continue;
    far[session] = distance_of_most_different(profile, sessions.at(nearest));
    closest = std::min(closest, far[session]);
  }
  std::map<std::string, std::string> others;
  for (const auto& [session, distance] : far) {
    if (distance <= std::log1p(tolerance) || distance <= times_as_far * closest) continue;
    others[session] =
        fmt::format("{} is of another kind of card: its rows differ by {} from those of {}, the nearest to the run",
                    session, percent_text(std::expm1(distance)), nearest);
  }
  if (sessions.size() - others.size() < fewest_sessions) return {};
  return others;
}

double variance_between_kinds(const Baseline& baseline, const std::map<std::string, std::string>& other_kind) {
  double sum = 0;
  int rows = 0;
  for (const auto& [key, row] : baseline.rows) {
    std::vector<double> ours;
    std::vector<double> others;
    for (const auto& [session, times] : row.time_us) {
      if (!times.empty()) (other_kind.contains(session) ? others : ours).push_back(std::log(median(times)));
    }
    if (ours.empty() || others.empty()) continue;
    const double difference = median(ours) - median(others);
    sum += difference * difference;
    ++rows;
  }
  return rows == 0 ? 0 : sum / rows;
}

}  // namespace warpmark
