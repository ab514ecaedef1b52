#include "harness/gate/kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "harness/gate/drift.h"
#include "harness/gate/quantities.h"
#include "harness/run/median.h"

namespace warpmark {

namespace {

constexpr std::size_t enough_rows = 80;               // that all sessions have, to tell kinds
constexpr std::size_t most_sessions_of_one_kind = 2;  // of two there is no telling how far cards of a kind differ
constexpr double times_as_far = 3;
constexpr std::size_t most_different = 20;  // one part in so many
constexpr double least_gap = 0.004;  // between kinds, for a row to have a voice: four times what processes differ
constexpr double near = 0.3;         // of that gap: so far from a kind's time a row still speaks for it
constexpr int voices_of_a_canary = 10;
constexpr int fewest_voices = 10;
constexpr int majority = 3;
constexpr double most_freedom_between = 10;

/// The logarithms of the times of some rows, in one order.
using Profile = std::vector<double>;
using Kind = std::vector<std::string>;  // ids of sessions

/// Of the rows that all `sessions` have, by session.
std::map<std::string, Profile> profiles(const Baseline& baseline, const std::vector<std::string>& sessions) {
  std::map<std::string, Profile> profiles;
  for (const std::string& session : sessions) profiles[session];
  for (const auto& [key, row] : baseline.rows) {
    const bool is_in_all = std::all_of(profiles.begin(), profiles.end(), [&row = row](const auto& session) {
      const auto found = row.time_us.find(session.first);
      return found != row.time_us.end() && !found->second.empty();
    });
    if (!is_in_all) continue;
    for (auto& [session, profile] : profiles) profile.push_back(std::log(median(row.time_us.at(session))));
  }
  return profiles;
}

/// How far the most different rows of two cards are apart, the shift that all rows share taken out.
double distance(const Profile& a, const Profile& b) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(a[i] - b[i]);
  const double shift = median(differences);
  for (double& difference : differences) difference = std::abs(difference - shift);
  std::sort(differences.begin(), differences.end());
  return differences[differences.size() - 1 - differences.size() / most_different];
}

std::vector<Kind> kinds_of(const std::map<std::string, Profile>& profiles, double tolerance) {
  double least = std::numeric_limits<double>::infinity();
  for (auto a = profiles.begin(); a != profiles.end(); ++a) {
    for (auto b = std::next(a); b != profiles.end(); ++b) least = std::min(least, distance(a->second, b->second));
  }
  const double limit = std::max(std::log1p(tolerance), times_as_far * least);
  std::vector<Kind> kinds;
  for (const auto& [session, profile] : profiles) {
    Kind joined = {session};
    const auto is_alike = [&, &profile = profile](const std::string& other) {
      return distance(profile, profiles.at(other)) <= limit;
    };
    std::erase_if(kinds, [&](const Kind& kind) {
      if (std::none_of(kind.begin(), kind.end(), is_alike)) return false;
      joined.insert(joined.end(), kind.begin(), kind.end());
      return true;
    });
    kinds.push_back(std::move(joined));
  }
  return kinds;
}

std::vector<Kind> by_kind(const GroupOfSession& kind_of) {
  std::vector<Kind> kinds;
  for (const auto& [session, kind] : kind_of) {
    kinds.resize(std::max(kinds.size(), kind + 1));
    kinds[kind].push_back(session);
  }
  return kinds;
}

/// The logarithm of a row's time on cards of a kind; nothing where it was never measured on one.
std::optional<double> centre(const BaselineRow& row, const Kind& kind) {
  std::vector<double> of_sessions;
  for (const std::string& session : kind) {
    const auto found = row.time_us.find(session);
    if (found != row.time_us.end() && !found->second.empty()) of_sessions.push_back(std::log(median(found->second)));
  }
  if (of_sessions.empty()) return std::nullopt;
  return median(std::move(of_sessions));
}

/// The kind that a row speaks for; nothing where it lies at none, or the kinds are too close to tell.
std::optional<std::size_t> voice(const BaselineRow& row, const std::vector<Kind>& kinds, double run) {
  std::vector<std::pair<double, std::size_t>> by_distance;
  std::vector<std::optional<double>> centres;
  for (const Kind& kind : kinds) {
    centres.push_back(centre(row, kind));
    if (centres.back()) by_distance.emplace_back(std::abs(run - *centres.back()), by_distance.size());
  }
  if (by_distance.size() < kinds.size()) return std::nullopt;
  const auto [closest, nearest] = *std::min_element(by_distance.begin(), by_distance.end());
  double gap = std::numeric_limits<double>::infinity();
  for (std::size_t other = 0; other < kinds.size(); ++other) {
    if (other != nearest) gap = std::min(gap, std::abs(*centres[other] - *centres[nearest]));
  }
  if (gap < least_gap || closest > near * gap) return std::nullopt;
  return nearest;
}

/// The kind of the card that was measured; nothing where that is not clear.
std::optional<std::size_t> kind_of(const std::map<std::string, Measured>& measured, const Baseline& baseline,
                                   const std::vector<Kind>& kinds) {
  std::vector<int> voices(kinds.size());
  for (const auto& [key, rows] : measured) {
    const auto row = baseline.rows.find(key);
    if (row == baseline.rows.end() || rows.error() || rows.skipped()) continue;
    if (const auto kind = voice(row->second, kinds, std::log(median(rows.process_times_us()))))
      voices[*kind] += is_canary(key) ? voices_of_a_canary : 1;
  }
  const auto most = std::max_element(voices.begin(), voices.end());
  const int others = std::accumulate(voices.begin(), voices.end(), 0) - *most;
  if (*most < fewest_voices || *most < majority * others) return std::nullopt;
  return static_cast<std::size_t>(most - voices.begin());
}

}  // namespace

GroupOfSession kinds_of_sessions(const Baseline& baseline, const std::map<std::string, std::string>& left_out,
                                 double tolerance) {
  std::vector<std::string> sessions;
  for (const Session& session : baseline.sessions) {
    if (!left_out.contains(session.id)) sessions.push_back(session.id);
  }
  if (sessions.size() <= most_sessions_of_one_kind) return {};
  const std::map<std::string, Profile> profile_of = profiles(baseline, sessions);
  if (profile_of.begin()->second.size() < enough_rows) return {};
  const std::vector<Kind> kinds = kinds_of(profile_of, tolerance);
  if (kinds.size() < 2) return {};
  GroupOfSession kind_of;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    for (const std::string& session : kinds[kind]) kind_of[session] = kind;
  }
  return kind_of;
}

std::map<std::string, std::string> sessions_of_another_kind(const std::map<std::string, Measured>& measured,
                                                            const Baseline& baseline, const GroupOfSession& kinds) {
  if (kinds.empty()) return {};
  const std::vector<Kind> sessions = by_kind(kinds);
  const auto ours = kind_of(measured, baseline, sessions);
  if (!ours) return {};
  std::map<std::string, std::string> others;
  const std::string& like_the_run = sessions[*ours].front();
  for (const auto& [session, kind] : kinds) {
    if (kind == *ours) continue;
    const auto profile_of = profiles(baseline, {session, like_the_run});
    const double apart = distance(profile_of.at(session), profile_of.at(like_the_run));
    others[session] =
        fmt::format("{} is of another kind of card: its rows differ by {} from those of {}, which is of the run's",
                    session, percent_text(std::expm1(apart)), like_the_run);
  }
  return others;
}

Variance variance_between_kinds(const Baseline& baseline, const std::map<std::string, std::string>& other_kind) {
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
  if (rows == 0) return {};
  return {sum / rows, std::min<double>(rows, most_freedom_between)};
}

}  // namespace warpmark
