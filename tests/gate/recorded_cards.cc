#include "tests/gate/recorded_cards.h"

#include <algorithm>
#include <array>
#include <set>

#include "harness/baseline/run_context.h"
#include "harness/baseline/sass.h"
#include "harness/gate/card.h"
#include "harness/gate/cause.h"
#include "harness/gate/suspects.h"
#include "harness/run/held_back.h"
#include "harness/run/json_file.h"
#include "harness/run/median.h"

namespace warpmark::recorded {

namespace {

constexpr std::size_t screened = 5;

/// A kernel a benchmark, of its name.
KernelCode code_of(bool is_changed) { return {is_changed ? "changed" : "recorded", {}, {}}; }
const CounterValues executed = {{"gpu_inst_executed", 1}};

std::string unpacked(const std::filesystem::path& file) {
  const std::string command = "gzip -dc '" + file.string() + "'";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) throw std::runtime_error("cannot unpack " + file.string());
  std::string text;
  std::array<char, 1 << 16> block{};
  for (std::size_t size = 0; (size = std::fread(block.data(), 1, block.size(), pipe.get())) > 0;)
    text.append(block.data(), size);
  return text;
}

}  // namespace

Card read_card(const std::filesystem::path& file) {
  const Run run = without_held_back(parse_run(unpacked(file), file.string()));
  Card card;
  const std::string name = file.stem().stem().string();
  card.name = name.substr(name.find('-') + 1);
  card.facts = observed(run);
  card.date = day_of(run);
  std::map<int, std::size_t> rows_of;
  for (const Row& row : run.rows) ++rows_of[row.process];
  std::set<int> processes;
  const double highest_mhz = highest_sm_mhz(run);
  for (const Row& row : run.rows) {
    if (row.error || row.skipped || held_back(row, highest_mhz)) continue;
    if (2 * rows_of[row.process] < rows_of[0]) continue;  // a gate's second look at its suspects
    card.time_us[row.key][row.process] = row.time_us;
    card.spread[row.key] = row.counter("gpu_spread").value_or(0);
    processes.insert(row.process);
  }
  card.processes.assign(processes.begin(), processes.end());
  return card;
}

namespace {

Session session_of(const Card& card, const std::string& id) {
  Session session;
  session.id = id;
  session.date = card.date;
  session.uuid = card.facts.gpu.uuid;
  session.driver = card.facts.driver;
  session.cuda = card.facts.cuda;
  session.compiler = card.facts.compiler;
  session.timer = card.facts.timer;
  session.clock_step_ns = card.facts.clock_step_ns;
  session.sm_mhz = card.facts.gpu.sm_mhz;
  session.memory_mhz = card.facts.gpu.memory_mhz;
  session.power_limit_w = card.facts.gpu.power_limit_w;
  session.ecc = card.facts.gpu.ecc;
  return session;
}

Run run_of(const Card& card, const std::vector<int>& processes, const std::vector<std::string>& keys,
           const Slowdowns& slowdowns) {
  Run run;
  run.facts = card.facts;
  run.facts.filter.clear();
  const std::set<std::string> wanted(keys.begin(), keys.end());
  for (const auto& [key, times] : card.time_us) {
    if (!keys.empty() && !wanted.contains(key)) continue;
    const auto slowdown = slowdowns.find(key);
    run.code.kernels[key] = code_of(slowdown != slowdowns.end());
    const double factor = slowdown == slowdowns.end() ? 1 : slowdown->second;
    for (std::size_t i = 0; i < processes.size(); ++i) {
      const auto time = times.find(processes[i]);
      if (time == times.end()) continue;
      Row& row = run.rows.emplace_back();
      row.key = row.name = key;
      row.process = static_cast<int>(i);
      row.time_us = time->second * factor;
      row.kernels = {key};
      row.counters = executed;
      row.counters["gpu_sm_mhz"] = card.facts.gpu.sm_mhz;  // rows whose clock was held back are not here
    }
  }
  return run;
}

/// `count` of `from`, none oftener than twice while that will do: of few processes an odd one drawn three times of five
/// would be their median, as it never was.
std::vector<int> drawn(const std::vector<int>& from, std::size_t count, std::mt19937& random) {
  std::vector<int> some;
  while (some.size() < count) {
    std::vector<int> twice = from;
    twice.insert(twice.end(), from.begin(), from.end());
    std::shuffle(twice.begin(), twice.end(), random);
    some.insert(some.end(), twice.begin(), twice.end());
  }
  some.resize(count);
  return some;
}

std::vector<std::string> keys_of(const Card& card) {
  std::vector<std::string> keys;
  for (const auto& [key, times] : card.time_us) keys.push_back(key);
  return keys;
}

}  // namespace

std::vector<Card> read_cards(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("baseline-") && name.ends_with(".json.gz")) files.push_back(entry.path());
  }
  if (files.empty()) throw std::runtime_error("no baseline-*.json.gz in " + folder.string());
  std::sort(files.begin(), files.end());
  std::vector<Card> cards;
  for (const auto& file : files) cards.push_back(read_card(file));
  return cards;
}

Baseline baseline_of_others(const std::vector<Card>& cards, std::size_t left_out) {
  Baseline baseline;
  baseline.gpu = cards.front().facts.gpu;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (i == left_out || cards[i].name == cards[left_out].name) continue;
    const std::string id = "s" + std::to_string(i + 1);
    baseline.sessions.push_back(session_of(cards[i], id));
    for (const auto& [key, times] : cards[i].time_us) {
      BaselineRow& row = baseline.rows[key];
      for (const auto& [process, time_us] : times) row.time_us[id].push_back(time_us);
      row.kernels = {key};
      row.counters = executed;
      row.sass = sass_of(row.kernels, {"", {{key, code_of(false)}}});
    }
  }
  return baseline;
}

Night night(const Card& card, const Baseline& baseline, const Policy& policy, std::mt19937& random,
            const Slowdowns& slowdowns) {
  std::vector<int> order = card.processes;
  std::shuffle(order.begin(), order.end(), random);
  const bool has_enough = order.size() >= 2 * screened;
  const std::vector<int> first =
      has_enough ? std::vector<int>(order.begin(), order.begin() + screened) : drawn(order, screened, random);
  const std::vector<int> others = has_enough ? std::vector<int>(order.begin() + screened, order.end()) : order;

  Night night;
  JudgeOptions options;
  options.selected = keys_of(card);
  options.is_screen = true;
  night.run = run_of(card, first, {}, slowdowns);
  night.screen = judge(night.run, baseline, policy, options);
  const std::vector<std::string> again = suspects(night.screen);
  night.judgement = night.screen;
  if (again.empty()) return night;  // nothing moved
  const auto count = static_cast<std::size_t>(confirming_processes(night.screen));
  options.selected = again;
  options.left_out = night.screen.left_out;
  // Rows during which clocks were held back are not here: as the gate does, others are measured for them.
  const auto wanted = [&](const std::vector<int>& some) {
    return std::all_of(again.begin(), again.end(), [&](const std::string& key) {
      const auto& times = card.time_us.at(key);
      return std::count_if(some.begin(), some.end(), [&](int process) { return times.contains(process); }) >=
             static_cast<std::ptrdiff_t>(screened);
    });
  };
  std::vector<int> confirming =
      has_enough && count <= others.size()
          ? std::vector<int>(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(count))
          : drawn(others, count, random);
  while (confirming.size() < 4 * screened && !wanted(confirming)) confirming.push_back(drawn(others, 1, random)[0]);
  const Run fresh = run_of(card, confirming, again, slowdowns);
  night.judgement = confirm(night.screen, judge(fresh, baseline, policy, options));
  explain(night.judgement, night.run, baseline);
  weigh_card(night.judgement, night.run);
  return night;
}

}  // namespace warpmark::recorded
