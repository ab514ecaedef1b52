#include "harness/baseline/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>

#include "harness/baseline/counters.h"
#include "harness/baseline/run_context.h"
#include "harness/baseline/sass.h"
#include "harness/run/change_text.h"
#include "harness/run/glob.h"
#include "harness/run/held_back.h"
#include "harness/run/input_error.h"
#include "harness/run/median.h"

namespace warpmark {
namespace {

using Rows = std::vector<const Row*>;

/// What a run says of one benchmark, ready to be stored.
struct Measurement {
  std::vector<double> time_us;  // one value per process
  std::vector<std::string> kernels;
  std::optional<std::string> sass;
  std::optional<std::uint64_t> output_hash;
  CounterValues counters;
};

[[noreturn]] void refuse(const std::string& what, const std::string& remedy) {
  throw InputError("nothing recorded", what, remedy);
}

std::map<std::string, Rows> rows_by_key(const Run& run) {
  std::map<std::string, Rows> by_key;
  for (const Row& row : run.rows) by_key[row.key].push_back(&row);
  return by_key;
}

void require_state_of_the_card(const Baseline& baseline, const Run& run) {
  if (run.facts.gpu.name.empty()) throw of_no_gpu(run.facts, "nothing recorded: the run");
  if (run.facts.gpu.uuid.empty() || run.facts.timer.empty())
    refuse("the run does not say on which card, or with which timer, it was measured", "measure with warpmark");
  if (!same_model(baseline.gpu, run.facts.gpu))
    refuse(fmt::format("the baseline is of {}, the run of {}", gpu_model(baseline.gpu), gpu_model(run.facts.gpu)),
           "record into the baseline of the run's GPU model");
  for (const Session& session : baseline.sessions)
    if (session.timer != run.facts.timer)
      refuse(fmt::format("the baseline's timer is {}, the run's {}", session.timer, run.facts.timer),
             fmt::format("measure with --gpu_timer={}", session.timer));
  if (const std::string why = clock_set_back(run); !why.empty())
    refuse("the machine's clock was set back while the run measured: " + why, "measure again");
  for (const Row& row : run.rows)
    if (row.error && row.key.starts_with("canary/"))
      refuse(fmt::format("the canary {} failed: {}", row.key, *row.error), "measure again once the cause is gone");
  if (const double others = other_processes(run); others > 0)
    refuse(fmt::format("{:g} other processes were on the GPU", others), "stop them and measure again");
}

/// What makes two runs one session; a card whose power limit or ECC was changed in between is another occasion.
auto occasion(const Session& s) {
  return std::tie(s.uuid, s.driver, s.cuda, s.compiler, s.commit, s.date, s.timer, s.power_limit_w, s.ecc);
}

std::string next_id(const std::vector<Session>& sessions) {
  int highest = 0;
  for (const Session& session : sessions) {
    int number = 0;
    if (session.id.starts_with('s'))
      std::from_chars(session.id.data() + 1, session.id.data() + session.id.size(), number);
    highest = std::max(highest, number);
  }
  return fmt::format("s{}", highest + 1);
}

/// Why these rows of one benchmark cannot be recorded, or nothing.
std::optional<std::string> unfit(const Rows& rows, double highest_mhz) {
  for (const Row* row : rows) {
    const auto in_process = [&](const std::string& what) { return fmt::format("{} (process {})", what, row->process); };
    if (row->error) return in_process("failed: " + *row->error);
    if (row->skipped) return in_process("skipped: " + *row->skipped);
    if (!(row->time_us > 0)) return in_process("has no time");
    if (row->is_aggregate_fallback) return "no raw values: the run holds only aggregates";
    if (held_back(*row, highest_mhz)) return in_process("the clock was throttled");
    if (row->counter("gpu_output_hash") != rows.front()->counter("gpu_output_hash"))
      return in_process("the results differ from process to process");
  }
  return std::nullopt;
}

bool is_kept(const std::string& counter, const Policy& policy) {
  return explains_time(counter) ||
         std::any_of(policy.counters.begin(), policy.counters.end(),
                     [&](const CounterRule& rule) { return glob_match(rule.match, counter); });
}

Measurement measurement_of(const Rows& rows, const Policy& policy, const MachineCode& code) {
  Measurement measurement;
  measurement.kernels = rows.front()->kernels;
  measurement.sass = sass_of(measurement.kernels, code);
  std::map<int, std::vector<double>> times;
  std::map<std::string, std::vector<double>> counters;
  for (const Row* row : rows) {
    times[row->process].push_back(row->time_us);
    for (const auto& [name, value] : row->counters)
      if (is_kept(name, policy)) counters[name].push_back(value);
  }
  for (auto& [process, repetitions] : times) measurement.time_us.push_back(median(std::move(repetitions)));
  for (auto& [name, values] : counters) measurement.counters[name] = median(std::move(values));
  constexpr double end_of_hashes = 0x1p53;  // beyond it a double holds no exact integers
  if (const auto hash = rows.front()->counter("gpu_output_hash"); hash && *hash >= 0 && *hash < end_of_hashes)
    measurement.output_hash = static_cast<std::uint64_t>(*hash);
  return measurement;
}

/// Whether `row` has other results than `measurement` from the same compiler; another compiler may round differently.
bool numerics_changed(const Baseline& baseline, const BaselineRow& row, const Measurement& measurement,
                      const std::string& compiler) {
  const Session* newest = newest_session(baseline, row);
  return newest != nullptr && newest->compiler == compiler && row.output_hash && measurement.output_hash &&
         *row.output_hash != *measurement.output_hash;
}

/// Whether the session holds exactly these times already, as a file holds them.
bool is_recorded(const Baseline& baseline, const std::string& key, const std::string& session,
                 const std::vector<double>& time_us) {
  const auto row = baseline.rows.find(key);
  if (row == baseline.rows.end() || !row->second.time_us.contains(session)) return false;
  const std::vector<double>& recorded = row->second.time_us.at(session);
  return std::search(recorded.begin(), recorded.end(), time_us.begin(), time_us.end(),
                     [](double a, double b) { return baseline_time(a) == baseline_time(b); }) != recorded.end();
}

double median_time(const BaselineRow& row) {
  std::vector<double> all;
  for (const auto& [session, times] : row.time_us) all.insert(all.end(), times.begin(), times.end());
  return median(std::move(all));
}

std::string times_text(const BaselineRow& before, const Measurement& measurement) {
  const double now_us = median(measurement.time_us);
  if (before.time_us.empty())
    return fmt::format("{} us, {} processes", baseline_time(now_us), measurement.time_us.size());
  const double before_us = median_time(before);
  return fmt::format("{} -> {} us ({})", baseline_time(before_us), baseline_time(now_us),
                     change_text(now_us / before_us));
}

/// What recording would do to one benchmark, and with what; nothing is to be stored when it is refused.
struct Assessment {
  RecordChange change;
  Measurement measurement;
  std::vector<std::string> forgotten = {};  // sessions whose times of it go
};

/// The sessions that hold times of another program: its machine code is known to have changed, or they are outdated,
/// and the row moved from all of them.
std::vector<std::string> sessions_of_another_program(const BaselineRow& before, const Measurement& measurement,
                                                     const std::vector<std::string>& outdated, double tolerance) {
  const bool has_changed = before.sass && measurement.sass && *before.sass != *measurement.sass;
  const double now_us = median(measurement.time_us);
  std::vector<std::string> sessions;
  for (const auto& [id, times] : before.time_us) {
    if (!has_changed && std::find(outdated.begin(), outdated.end(), id) == outdated.end()) continue;
    const double ratio = now_us / median(times);
    if (ratio <= 1 + tolerance && ratio >= 1 / (1 + tolerance)) return {};
    sessions.push_back(id);
  }
  return sessions;
}

Assessment assess(const Baseline& baseline, const Session& session, const std::string& key, const Rows& all,
                  double highest_mhz, const MachineCode& code, const Policy& policy, const Meant& meant) {
  using Kind = RecordChange::Kind;
  const Rows rows = without_held_back(all, highest_mhz);
  if (const auto why = unfit(rows, highest_mhz)) return {{Kind::refused, key, *why}, {}};
  const auto found = baseline.rows.find(key);
  const BaselineRow before = found == baseline.rows.end() ? BaselineRow{} : found->second;
  Measurement measurement = measurement_of(rows, policy, code);
  const bool changed = numerics_changed(baseline, before, measurement, session.compiler);
  if (changed && !meant.numerics)
    return {{Kind::refused, key,
             fmt::format("numerics changed: output hash {:#x} -> {:#x} from the same compiler; --accept-numerics "
                         "records it",
                         *before.output_hash, *measurement.output_hash)},
            {}};
  if (before.time_us.empty()) return {{Kind::added, key, times_text(before, measurement)}, std::move(measurement)};
  auto forgotten = sessions_of_another_program(before, measurement, meant.outdated_sessions, policy.tolerance_of(key));
  std::string text = times_text(before, measurement);
  if (!forgotten.empty())
    text += fmt::format(", {} older session{} of it forgotten", forgotten.size(), forgotten.size() == 1 ? "" : "s");
  const Kind kind = changed ? Kind::rehashed : forgotten.empty() ? Kind::extended : Kind::replaced;
  return {{kind, key, std::move(text)}, std::move(measurement), std::move(forgotten)};
}

void store(Baseline& baseline, const std::string& key, const Session& session, const Measurement& measurement) {
  BaselineRow& row = baseline.rows[key];
  std::vector<double>& times = row.time_us[session.id];
  times.insert(times.end(), measurement.time_us.begin(), measurement.time_us.end());
  // Hashes are those of the newest session's compiler; an older session that is extended does not change them.
  if (newest_session(baseline, row)->compiler == session.compiler) {
    if (measurement.output_hash) row.output_hash = measurement.output_hash;
    if (!measurement.kernels.empty()) row.kernels = measurement.kernels;
    row.sass = measurement.sass;
  }
  for (const auto& [name, value] : measurement.counters) row.counters[name] = value;
}

}  // namespace

Session session_of(const Run& run) {
  const RunFacts facts = observed(run);
  Session session;
  session.date = day_of(run);
  if (session.date.empty()) refuse("the run does not say on which day it was measured", "measure with warpmark");
  session.uuid = facts.gpu.uuid;
  session.driver = facts.driver;
  session.cuda = facts.cuda;
  session.compiler = facts.compiler;
  session.commit = facts.commit;
  session.timer = facts.timer;
  session.clock_step_ns = facts.clock_step_ns;
  session.sm_mhz = facts.gpu.sm_mhz;
  session.memory_mhz = facts.gpu.memory_mhz;
  session.power_limit_w = facts.gpu.power_limit_w;
  session.ecc = facts.gpu.ecc;
  return session;
}

Baseline baseline_for(const Run& run) {
  Baseline baseline;
  baseline.gpu = run.facts.gpu;
  baseline.gpu.uuid.clear();
  return baseline;
}

std::vector<RecordChange> record(Baseline& baseline, const Run& run, const Policy& policy, const Meant& meant) {
  require_state_of_the_card(baseline, run);
  Session session = session_of(run);
  const auto known = std::find_if(baseline.sessions.begin(), baseline.sessions.end(),
                                  [&](const Session& s) { return occasion(s) == occasion(session); });
  const bool is_new_session = known == baseline.sessions.end();
  session.id = is_new_session ? next_id(baseline.sessions) : known->id;

  const double highest_mhz = highest_sm_mhz(run);
  std::vector<RecordChange> changes;
  std::map<std::string, Assessment> accepted;
  bool is_repeated = true;
  for (const auto& [key, rows] : rows_by_key(run)) {
    Assessment assessment = assess(baseline, session, key, rows, highest_mhz, run.code, policy, meant);
    changes.push_back(assessment.change);
    if (assessment.change.kind == RecordChange::Kind::refused) continue;
    is_repeated = is_repeated && is_recorded(baseline, key, session.id, assessment.measurement.time_us);
    accepted.emplace(key, std::move(assessment));
  }
  if (changes.empty()) refuse("the run holds no benchmarks", "check its filter, and measure again");
  if (accepted.empty())
    refuse(fmt::format("none of the run's {} benchmarks can be recorded; {}: {}", changes.size(), changes.front().key,
                       changes.front().text),
           "measure again once the cause is gone");
  if (is_repeated) refuse(fmt::format("session {} already holds this run", session.id), "record each run once");

  if (is_new_session) baseline.sessions.push_back(session);
  for (const auto& [key, assessment] : accepted) {
    for (const std::string& id : assessment.forgotten) baseline.rows[key].time_us.erase(id);
    store(baseline, key, session, assessment.measurement);
  }
  return changes;
}

}  // namespace warpmark
