// What the simulation cannot be tuned to: processes that H200s did run, resampled into gates.
#include <gtest/gtest.h>

#include "tests/gate/recorded_cards.h"

namespace warpmark::recorded {
namespace {

/// Parsed once: the files hold thousands of rows each.
const std::vector<Card>& cards() {
  static const std::vector<Card> all = read_cards(WARPMARK_TEST_DATA "/h200");
  return all;
}

Policy policy() { return read_policy(WARPMARK_BASELINES "/nvidia-h200.policy.yaml"); }

TEST(Replay, no_card_is_red_by_a_baseline_of_the_others) {
  constexpr int gates_of_a_card = 4;
  std::mt19937 random(11);
  int gates = 0;
  int red = 0;
  std::size_t rows = 0;
  std::size_t rows_undecided = 0;
  for (std::size_t i = 0; i < cards().size(); ++i) {
    const Baseline baseline = baseline_of_others(cards(), i);
    for (int gate = 0; gate < gates_of_a_card; ++gate) {
      const Judgement judgement = night(cards()[i], baseline, policy(), random).judgement;
      ++gates;
      bool is_red = false;
      for (const Verdict& verdict : judgement.verdicts) {
        if (!fails(verdict, {})) continue;
        is_red = true;
        ADD_FAILURE() << cards()[i].name << ": " << verdict.key << " " << verdict.ratio << " " << verdict.detail;
      }
      red += is_red;
      rows += judgement.verdicts.size();
      rows_undecided +=
          static_cast<std::size_t>(std::count_if(judgement.verdicts.begin(), judgement.verdicts.end(), undecided));
    }
  }
  EXPECT_LE(red, gates / 200);
  EXPECT_LE(rows_undecided, rows / 50) << "2 % of " << rows;
}

TEST(Replay, twice_the_tolerance_is_seen_and_nothing_beside_it) {
  std::mt19937 random(12);
  int slowed = 0;
  int called = 0;
  for (std::size_t i = 0; i < cards().size(); ++i) {
    const Baseline baseline = baseline_of_others(cards(), i);
    const Judgement before = night(cards()[i], baseline, policy(), random).screen;
    Slowdowns slowdowns;
    for (std::size_t row = 0; row < before.verdicts.size(); row += 20) {
      const Verdict& verdict = before.verdicts[row];
      if (verdict.status == Status::pass) slowdowns[verdict.key] = 1 + 2 * verdict.tolerance;
    }
    for (const Verdict& verdict : night(cards()[i], baseline, policy(), random, slowdowns).judgement.verdicts) {
      const bool is_slowed = slowdowns.contains(verdict.key);
      slowed += is_slowed;
      called += is_slowed && verdict.status == Status::regression;
      EXPECT_FALSE(fails(verdict, {}) && !is_slowed) << verdict.key << " " << verdict.detail;
    }
  }
  EXPECT_GT(slowed, 100);
  EXPECT_GE(called, 0.98 * slowed) << "a few rows have lost processes to held-back clocks, and are undecided";
}

}  // namespace
}  // namespace warpmark::recorded
