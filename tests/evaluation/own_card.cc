#include "tests/evaluation/own_card.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/gate/drift.h"
#include "harness/gate/suspects.h"
#include "tests/evaluation/share.h"

namespace warpmark::own_card {
namespace {

using recorded::Card;
using Processes = std::vector<int>;

constexpr std::size_t enough_processes = 12;
constexpr std::ptrdiff_t recorded_processes = 5;
constexpr std::size_t slowed_of = 20;  // every so many rows

Card part_of(const Card& card, const Processes& processes, const std::string& name) {
  Card part = card;
  part.name = name;
  part.processes = processes;
  for (auto& [key, times] : part.time_us)
    std::erase_if(times, [&](const auto& time) {
      return std::find(processes.begin(), processes.end(), time.first) == processes.end();
    });
  std::erase_if(part.time_us, [](const auto& row) { return row.second.empty(); });
  return part;
}

struct Tally {
  double gates = 0, red = 0, rows = 0, undecided = 0;
  std::map<double, std::pair<double, double>> called;  // times the tolerance -> of slowed rows
  std::vector<double> tolerances;                      // of rows from 20 us on
};

void tally_gates(Tally& tally, const Card& now, const Baseline& baseline, const Policy& policy, std::mt19937& random) {
  const recorded::Night unchanged = recorded::night(now, baseline, policy, random);
  const auto& verdicts = unchanged.judgement.verdicts;
  ++tally.gates;
  tally.red += std::any_of(verdicts.begin(), verdicts.end(), [](const Verdict& verdict) { return fails(verdict, {}); });
  tally.rows += static_cast<double>(verdicts.size());
  tally.undecided += static_cast<double>(std::count_if(verdicts.begin(), verdicts.end(), undecided));
  for (const Verdict& verdict : unchanged.screen.verdicts)
    if (verdict.baseline_us >= 20) tally.tolerances.push_back(verdict.tolerance);

  for (const double times : {1.0, 1.5, 2.0}) {
    recorded::Slowdowns slowdowns;
    std::size_t index = random() % slowed_of;
    for (const Verdict& verdict : unchanged.screen.verdicts)
      if (index++ % slowed_of == 0 && verdict.ratio > 0 && !is_canary(verdict.key))
        slowdowns[verdict.key] = 1 + times * verdict.tolerance;
    for (const Verdict& verdict : recorded::night(now, baseline, policy, random, slowdowns).judgement.verdicts) {
      if (!slowdowns.contains(verdict.key)) continue;
      tally.called[times].first += verdict.status == Status::regression;
      tally.called[times].second += 1;
    }
  }
}

}  // namespace

void evaluate(const std::vector<Card>& cards, const Policy& policy, int gates_of_a_card, std::mt19937& random) {
  Tally tally;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (cards[i].processes.size() < enough_processes) continue;
    for (int gate = 0; gate < gates_of_a_card; ++gate) {
      Processes order = cards[i].processes;
      std::shuffle(order.begin(), order.end(), random);
      const auto middle = order.begin() + recorded_processes;
      std::vector<Card> all = cards;
      all[i] = part_of(cards[i], {order.begin(), middle}, "own");
      all.push_back(part_of(cards[i], {middle, order.end()}, "now"));
      tally_gates(tally, all.back(), recorded::baseline_of_others(all, all.size() - 1), policy, random);
    }
  }
  if (tally.gates == 0) return;
  fmt::print(
      "\n## On a card that the baseline holds, by five processes\n\nred: {} of {:.0f} gates; undecided: {} of rows\n\n",
      share_text(tally.red, tally.gates), tally.gates, share_text(tally.undecided, tally.rows));
  for (const auto& [times, called] : tally.called)
    fmt::print("- slowed by {:g} tolerances: {} of {:.0f} rows called\n", times,
               share_text(called.first, called.second), called.second);
  std::sort(tally.tolerances.begin(), tally.tolerances.end());
  const auto at = [&](double share) {
    return 100 * tally.tolerances[static_cast<std::size_t>(share * static_cast<double>(tally.tolerances.size() - 1))];
  };
  fmt::print("- tolerance from 20 us on: {:.2f} % at the median, {:.2f} % in one row of ten\n", at(0.5), at(0.9));
}

}  // namespace warpmark::own_card
