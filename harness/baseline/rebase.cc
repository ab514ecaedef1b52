#include "harness/baseline/rebase.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "harness/baseline/record.h"
#include "harness/baseline/run_context.h"
#include "harness/baseline/sass.h"
#include "harness/run/held_back.h"
#include "harness/run/input_error.h"
#include "harness/run/median.h"

namespace warpmark {
namespace {

constexpr std::size_t fewest_processes = 3;

[[noreturn]] void refuse_rebase(const std::string& what, const std::string& remedy) {
  throw InputError("nothing rebased", what, remedy);
}

struct Soundly {
  std::map<int, std::vector<double>> repetitions_us;  // of each process
  const Row* row = nullptr;

  double time_us() const {
    std::vector<double> processes;
    for (const auto& [process, times] : repetitions_us) processes.push_back(median(times));
    return median(processes);
  }
};

/// The benchmarks that the run measured soundly in enough processes.
std::map<std::string, Soundly> soundly_measured(const Run& run) {
  std::map<std::string, Soundly> measured;
  std::set<std::string> unsound;
  const double highest_mhz = highest_sm_mhz(run);
  for (const Row& row : run.rows) {
    if (held_back(row, highest_mhz)) continue;
    if (row.error || row.skipped || !(row.time_us > 0) || row.is_aggregate_fallback) unsound.insert(row.key);
    measured[row.key].repetitions_us[row.process].push_back(row.time_us);
    measured[row.key].row = &row;
  }
  std::erase_if(measured, [&](const auto& entry) {
    return unsound.contains(entry.first) || entry.second.repetitions_us.size() < fewest_processes;
  });
  return measured;
}

auto context_of(const RunFacts& facts) {
  return std::tie(facts.driver, facts.cuda, facts.compiler, facts.gpu.power_limit_w, facts.gpu.ecc);
}

auto context_of(const Session& session) {
  return std::tie(session.driver, session.cuda, session.compiler, session.power_limit_w, session.ecc);
}

void require_one_card(const Baseline& baseline, const Run& before, const Run& after) {
  for (const Run* run : {&before, &after}) {
    if (!same_model(run->facts.gpu, baseline.gpu))
      refuse_rebase(
          fmt::format("a run is of {}, the baseline of {}", gpu_model(run->facts.gpu), gpu_model(baseline.gpu)),
          "rebase the baseline of the runs' GPU model");
    if (const std::string why = clock_set_back(*run); !why.empty())
      refuse_rebase("the machine's clock was set back while a run measured: " + why, "measure it again");
  }
  if (before.facts.gpu.uuid.empty() || before.facts.gpu.uuid != after.facts.gpu.uuid)
    refuse_rebase(fmt::format("the runs are of two cards, {} and {}", before.facts.gpu.uuid, after.facts.gpu.uuid),
                  "measure before and after the upgrade on one card: two cards differ by themselves");
  if (before.facts.timer != after.facts.timer)
    refuse_rebase(fmt::format("the runs' timers are {} and {}", before.facts.timer, after.facts.timer),
                  "use one timer");
  if (context_of(before.facts) == context_of(after.facts))
    refuse_rebase("driver, CUDA, compiler, power limit and ECC are the same in both runs", "record the run instead");
}

/// The card of `session`, as if measured when and as that of `now` was.
Session upgraded(const Session& session, Session now, const std::string& id) {
  now.id = id;
  now.uuid = session.uuid;
  return now;
}

std::string free_id(const Baseline& baseline, const std::string& id) {
  const auto is_taken = [&](const std::string& candidate) {
    return std::any_of(baseline.sessions.begin(), baseline.sessions.end(),
                       [&](const Session& session) { return session.id == candidate; });
  };
  std::string candidate = id + "r";
  while (is_taken(candidate)) candidate += 'r';
  return candidate;
}

/// Moves `session`'s times of the benchmarks that shifted to a session of the new context.
void carry(Baseline& baseline, const Session& session, const std::vector<Shift>& shifts, const Session& now) {
  const std::string id = free_id(baseline, session.id);
  for (const Shift& shift : shifts) {
    BaselineRow& row = baseline.rows.at(shift.key);
    const auto times = row.time_us.find(session.id);
    if (times == row.time_us.end()) continue;
    for (const double time_us : times->second) row.time_us[id].push_back(time_us * shift.ratio());
    row.time_us.erase(session.id);
  }
  baseline.sessions.push_back(upgraded(session, now, id));
}

}  // namespace

std::vector<Shift> rebase(Baseline& baseline, const Run& before, const Run& after) {
  require_one_card(baseline, before, after);
  const Session now = session_of(after);
  std::vector<Session> old;
  std::copy_if(baseline.sessions.begin(), baseline.sessions.end(), std::back_inserter(old),
               [&](const Session& session) { return context_of(session) == context_of(before.facts); });
  if (old.empty())
    refuse_rebase(fmt::format("no session has the context of the first run: driver {}, CUDA {}, {}",
                              before.facts.driver, before.facts.cuda, before.facts.compiler),
                  "name the run of before the upgrade first");
  const auto measured_before = soundly_measured(before);
  const auto measured_after = soundly_measured(after);
  std::vector<Shift> shifts;
  for (const auto& [key, row] : baseline.rows) {
    const auto a = measured_before.find(key);
    const auto b = measured_after.find(key);
    const bool is_held = std::any_of(old.begin(), old.end(),
                                     [&row = row](const Session& session) { return row.time_us.contains(session.id); });
    if (is_held && a != measured_before.end() && b != measured_after.end())
      shifts.push_back({key, a->second.time_us(), b->second.time_us()});
  }
  if (shifts.empty())
    refuse_rebase(
        fmt::format("no benchmark of the baseline was measured in {} processes or more of both runs", fewest_processes),
        "measure both with warpmark run");

  for (const Session& session : old) carry(baseline, session, shifts, now);
  for (const Shift& shift : shifts) {
    const Row& measured = *measured_after.at(shift.key).row;
    BaselineRow& row = baseline.rows.at(shift.key);
    row.sass = sass_of(measured.kernels, after.code);
    if (!measured.kernels.empty()) row.kernels = measured.kernels;
    if (const auto hash = measured.counter("gpu_output_hash")) row.output_hash = static_cast<std::uint64_t>(*hash);
  }
  std::erase_if(baseline.sessions, [&](const Session& session) {
    return std::none_of(baseline.rows.begin(), baseline.rows.end(),
                        [&](const auto& row) { return row.second.time_us.contains(session.id); });
  });
  std::sort(shifts.begin(), shifts.end(), [](const Shift& a, const Shift& b) {
    return std::abs(std::log(a.ratio())) > std::abs(std::log(b.ratio()));
  });
  return shifts;
}

}  // namespace warpmark
