#include "harness/gate/noise.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <numeric>

#include "harness/run/median.h"

namespace warpmark {

namespace {

/// From this many processes on, one of them may be an outlier.
constexpr std::size_t enough_for_an_outlier = 8;

/// One row counts for no more than this many typical ones in what is typical.
constexpr double most_of_typical = 10;

/// What rows together tell of the noise of one that is unlike them: to about a factor of two.
constexpr double least_freedom = 10;

/// Chance exceeds it once in a thousand.
constexpr double normal_deviate_of_a_thousandth = 3.09;

std::vector<double> session_medians(const SessionTimes& sessions) {
  std::vector<double> medians;
  for (const auto& times : sessions) medians.push_back(median(times));
  return medians;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double squared_deviations(const std::vector<double>& values) {
  const double centre = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return sum;
}

/// The deviations' farthest value is pulled to the second farthest.
void pull_in_outlier(std::vector<double>& logs, const std::vector<double>& deviations) {
  std::vector<std::size_t> order(logs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto farther = [&](std::size_t a, std::size_t b) { return std::abs(deviations[a]) > std::abs(deviations[b]); };
  std::partial_sort(order.begin(), order.begin() + 2, order.end(), farther);
  const double farthest = deviations[order[0]];
  logs[order[0]] += std::copysign(std::abs(deviations[order[1]]), farthest) - farthest;
}

Variance process_variance(const SessionTimes& sessions) {
  std::vector<double> logs;
  std::vector<double> deviations;
  for (const auto& times : sessions) {
    const double centre = std::log(median(times));
    for (const double time_us : times) {
      logs.push_back(std::log(time_us));
      deviations.push_back(logs.back() - centre);
    }
  }
  if (logs.size() >= enough_for_an_outlier) pull_in_outlier(logs, deviations);
  double sum = 0;
  double freedom = 0;
  auto first = logs.begin();
  for (const auto& times : sessions) {
    const auto last = first + static_cast<std::ptrdiff_t>(times.size());
    sum += squared_deviations({first, last});
    freedom += static_cast<double>(times.size()) - 1;
    first = last;
  }
  return {freedom > 0 ? sum / freedom : 0, freedom};
}

/// The variance of `values` within their groups; `groups`: of each of them.
Variance within_groups(const std::vector<double>& values, const std::vector<std::size_t>& groups) {
  std::map<std::size_t, std::vector<double>> by_group;
  for (std::size_t i = 0; i < values.size(); ++i) by_group[groups[i]].push_back(values[i]);
  double sum = 0;
  for (const auto& [group, of_group] : by_group) sum += squared_deviations(of_group);
  const auto freedom = static_cast<double>(values.size() - by_group.size());
  return freedom > 0 ? Variance{sum / freedom, freedom} : Variance{};
}

/// `centres`: the logarithm of each session's median, whatever all rows share taken out.
Variance session_variance(const SessionTimes& sessions, const std::vector<double>& centres,
                          const std::vector<std::size_t>& groups, double process) {
  Variance between = within_groups(centres, groups);
  if (between.freedom == 0) return {};
  const auto count = static_cast<double>(sessions.size());
  for (const auto& times : sessions)
    between.value -= median_over_mean_variance * process / static_cast<double>(times.size()) / count;
  return between;
}

std::vector<double> logs_of(std::vector<double> values) {
  for (double& value : values) value = std::log(value);
  return values;
}

int class_of(double time_us) { return static_cast<int>(std::floor(2 * std::log10(time_us))); }

/// The mean of `own`, weighted by their freedom, without what a few wild rows add to it.
Variance typical_of(const std::vector<Variance>& own) {
  std::vector<double> sizes;
  for (const Variance& variance : own) {
    if (variance.freedom > 0) sizes.push_back(std::abs(variance.value));
  }
  const double most = most_of_typical * median(sizes);
  Variance typical;
  for (const Variance& variance : own) {
    typical.value += variance.freedom * std::min(variance.value, most);
    typical.freedom += variance.freedom;
  }
  typical.value = typical.freedom > 0 ? std::max(0.0, typical.value / typical.freedom) : 0;
  return typical;
}

/// How many times the true variance one of so many degrees of freedom may be, once in a thousand: Wilson and Hilferty's
/// approximation of chi-squared.
double most_by_chance(double freedom) {
  const double ninth = 2 / (9 * freedom);
  return std::pow(1 - ninth + normal_deviate_of_a_thousandth * std::sqrt(ninth), 3);
}

Variance settle(const Variance& own, const Variance& typical) {
  if (own.freedom == 0 || own.value <= typical.value) return typical;
  const bool is_by_chance = own.value <= typical.value * most_by_chance(own.freedom);
  return {own.value, is_by_chance ? typical.freedom : std::min(typical.freedom, std::max(own.freedom, least_freedom))};
}

using Shifts = std::map<std::string, std::vector<double>>;  // session -> of each row, from the row's centre

/// The times of a row's sessions that are comparable, their ids and groups.
struct Comparable {
  std::vector<std::string> ids;
  std::vector<std::size_t> groups;
  SessionTimes times_us;
};

std::size_t group_of(const std::string& session, const GroupOfSession& groups) {
  const auto found = groups.find(session);
  return found == groups.end() ? std::numeric_limits<std::size_t>::max() : found->second;
}

Comparable comparable(const BaselineRow& row, const std::map<std::string, std::string>& left_out,
                      const GroupOfSession& groups) {
  Comparable sessions;
  for (const auto& [id, times] : row.time_us) {
    if (times.empty() || left_out.contains(id)) continue;
    sessions.ids.push_back(id);
    sessions.groups.push_back(group_of(id, groups));
    sessions.times_us.push_back(times);
  }
  return sessions;
}

}  // namespace

int processes_in(const SessionTimes& sessions) {
  std::size_t processes = 0;
  for (const auto& times : sessions) processes += times.size();
  return static_cast<int>(processes);
}

double centre_us(const SessionTimes& sessions) { return median(session_medians(sessions)); }

Noise own_noise(const SessionTimes& sessions) {
  const Variance process = process_variance(sessions);
  const std::vector<std::size_t> of_one_group(sessions.size());
  return {process, session_variance(sessions, logs_of(session_medians(sessions)), of_one_group, process.value), {}};
}

NoiseModel::NoiseModel(const Baseline& baseline, const std::map<std::string, std::string>& left_out,
                       const GroupOfSession& groups) {
  std::map<std::string, Comparable> rows;
  Shifts shifts;
  for (const auto& [key, row] : baseline.rows) {
    Comparable sessions = comparable(row, left_out, groups);
    if (sessions.ids.empty()) continue;
    const double centre = std::log(centre_us(sessions.times_us));
    for (std::size_t i = 0; sessions.ids.size() > 1 && i < sessions.ids.size(); ++i) {
      shifts[sessions.ids[i]].push_back(std::log(median(sessions.times_us[i])) - centre);
    }
    rows.emplace(key, std::move(sessions));
  }
  std::map<std::string, double> shift;
  std::vector<double> all_shifts;
  std::vector<std::size_t> their_groups;
  for (auto& [id, of_rows] : shifts) {
    all_shifts.push_back(shift[id] = median(std::move(of_rows)));
    their_groups.push_back(group_of(id, groups));
  }
  if (!all_shifts.empty()) common_ = within_groups(all_shifts, their_groups);

  std::map<int, std::pair<std::vector<Variance>, std::vector<Variance>>> classes;
  for (const auto& [key, sessions] : rows) {
    std::vector<double> centres = logs_of(session_medians(sessions.times_us));
    for (std::size_t i = 0; i < centres.size(); ++i) centres[i] -= shift[sessions.ids[i]];
    Noise& own = own_[key];
    own.process = process_variance(sessions.times_us);
    own.session = session_variance(sessions.times_us, centres, sessions.groups, own.process.value);
    auto& [processes, of_sessions] = classes[class_of(centre_us(sessions.times_us))];
    processes.push_back(own.process);
    of_sessions.push_back(own.session);
  }
  for (const auto& [duration, own] : classes) typical_[duration] = {typical_of(own.first), typical_of(own.second)};
}

Noise NoiseModel::of(const std::string& key, const SessionTimes& sessions, double clock_step_us) const {
  const double centre = centre_us(sessions);
  const auto known = own_.find(key);  // but for rows none of whose sessions is in the model
  const Noise own = known == own_.end() ? own_noise(sessions) : known->second;
  const auto like = typical_.find(class_of(centre));
  const Typical typical = like == typical_.end() ? Typical{own.process, own.session} : like->second;
  Noise noise = {settle(own.process, typical.process), settle(own.session, typical.session), common_};
  noise.clock_step = clock_step_us / centre;
  noise.process.value = std::max(noise.process.value, noise.clock_step * noise.clock_step / 12);
  return noise;
}

}  // namespace warpmark
