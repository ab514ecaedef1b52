// What the simulation cannot be tuned to: processes that H200s did run, resampled into gates.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/gate/recorded_cards.h"

namespace warpmark::recorded {
namespace {

/// Counts over gates.
struct Tally {
  int gates = 0;
  int red = 0;
  std::size_t rows = 0;
  std::size_t rows_undecided = 0;
  int slowed = 0;
  int called = 0;
};

void tally_unchanged(Tally& tally, const Card& card, const Judgement& judgement) {
  bool is_red = false;
  for (const Verdict& verdict : judgement.verdicts) {
    tally.rows_undecided += undecided(verdict);
    if (!fails(verdict, {})) continue;
    is_red = true;
    ADD_FAILURE() << card.name << ": " << verdict.key << " " << verdict.ratio << " " << verdict.detail;
  }
  ++tally.gates;
  tally.red += is_red;
  tally.rows += judgement.verdicts.size();
}

/// Every twentieth row, at twice its tolerance.
Slowdowns slowdowns_of(const Judgement& before) {
  Slowdowns slowdowns;
  for (std::size_t row = 0; row < before.verdicts.size(); row += 20) {
    const Verdict& verdict = before.verdicts[row];
    if (verdict.status == Status::pass) slowdowns[verdict.key] = 1 + 2 * verdict.tolerance;
  }
  return slowdowns;
}

void tally_slowed(Tally& tally, const Card& card, const Judgement& judgement, const Slowdowns& slowdowns) {
  for (const Verdict& verdict : judgement.verdicts) {
    const bool is_slowed = slowdowns.contains(verdict.key);
    tally.slowed += is_slowed;
    tally.called += is_slowed && verdict.status == Status::regression;
    EXPECT_FALSE(fails(verdict, {}) && !is_slowed) << card.name << ": " << verdict.key << " " << verdict.detail;
  }
}

/// One test, because reading the files takes most of its time.
TEST(Replay, a_card_judged_by_the_others_is_green_and_rows_slowed_by_twice_their_tolerance_are_red) {
  // Of two kinds, and one in which two benchmarks are 2.5 and 3.6 % slower than on the others by the same machine code.
  std::vector<Card> cards;
  for (const char* name : {"6ac7d90a", "6d5431f6", "94cdb425", "9513f36a", "b99131e8", "d5a6f81e"})
    cards.push_back(read_card(std::string(WARPMARK_TEST_DATA "/h200/baseline-") + name + ".json.gz"));
  const Policy policy = read_policy(WARPMARK_BASELINES "/nvidia-h200.policy.yaml");
  std::mt19937 random(11);
  Tally tally;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const Baseline baseline = baseline_of_others(cards, i);
    constexpr int gates_of_a_card = 1;
    Judgement screen;
    for (int gate = 0; gate < gates_of_a_card; ++gate) {
      Night unchanged = night(cards[i], baseline, policy, random);
      tally_unchanged(tally, cards[i], unchanged.judgement);
      screen = std::move(unchanged.screen);
    }
    const Slowdowns slowdowns = slowdowns_of(screen);
    tally_slowed(tally, cards[i], night(cards[i], baseline, policy, random, slowdowns).judgement, slowdowns);
  }
  EXPECT_LE(tally.red, tally.gates / 200) << "0.5 % of the gates";
  EXPECT_LE(tally.rows_undecided, tally.rows / 50) << "2 % of the rows";
  EXPECT_GT(tally.slowed, 100);
  EXPECT_GE(tally.called, 0.98 * tally.slowed) << "a few rows have lost processes to held-back clocks: undecided";
}

}  // namespace
}  // namespace warpmark::recorded
