// The gate over noise that is known: how often it is wrong, and what it sees. Seeded, so the counts are the same
// always.
#include "tests/gate/simulation.h"

#include <gtest/gtest.h>

namespace warpmark::simulation {
namespace {

constexpr int cards = 6;
constexpr int processes = 12;

bool is_tame(const Benchmark& benchmark) { return benchmark.kind == Kind::quiet || benchmark.kind == Kind::normal; }

bool any_fails(const Judgement& judgement) {
  return std::any_of(judgement.verdicts.begin(), judgement.verdicts.end(),
                     [](const Verdict& verdict) { return fails(verdict, {}); });
}

TEST(Simulation, a_thousand_nights_without_a_change_on_a_new_card_each_are_green) {
  const auto benchmarks = suite();
  constexpr int nights_of_a_baseline = 25;
  int red = 0;
  int rows_undecided = 0;
  int suspected = 0;
  Lab lab(1);
  for (int set = 0; set < 1000 / nights_of_a_baseline; ++set) {
    Gate gate(benchmarks, lab.baseline(benchmarks, cards, processes));
    for (int night = 0; night < nights_of_a_baseline; ++night) {
      const Judgement judgement = gate.night(lab);
      red += any_fails(judgement);
      rows_undecided +=
          static_cast<int>(std::count_if(judgement.verdicts.begin(), judgement.verdicts.end(), undecided));
    }
    suspected += gate.suspected;
  }
  RecordProperty("red_nights", red);
  RecordProperty("rows_undecided", rows_undecided);
  RecordProperty("rows_suspected", suspected);
  EXPECT_LE(red, 5) << "0.5 % of the nights";
  EXPECT_LE(rows_undecided, 1000 * 300 / 50) << "2 % of the rows";
}

/// How many of the slowed rows were called, at `times` their own tolerance; asserts that nothing else was.
struct Power {
  int slowed = 0;
  int called = 0;
};

Power power(double times, unsigned seed) {
  const auto benchmarks = suite();
  Lab lab(seed);
  Power result;
  for (int set = 0; set < 5; ++set) {
    Gate gate(benchmarks, lab.baseline(benchmarks, cards, processes));
    const Judgement screen = gate.night(lab);  // for the tolerances
    for (int night = 0; night < 20; ++night) {
      Slowdowns slowdowns;
      for (std::size_t i = 0; i < benchmarks.size(); ++i) {
        const bool is_its_turn = static_cast<int>(i % 20) == night;
        if (is_its_turn && is_tame(benchmarks[i]))
          slowdowns[benchmarks[i].key] = 1 + times * verdict_of(screen, benchmarks[i].key).tolerance;
      }
      for (const Verdict& verdict : gate.night(lab, slowdowns).verdicts) {
        const bool is_slowed = slowdowns.contains(verdict.key);
        result.slowed += is_slowed;
        result.called += is_slowed && verdict.status == Status::regression;
        if (!is_slowed) {
          EXPECT_FALSE(fails(verdict, {})) << verdict.key << ": " << verdict.detail;
        }
        if (is_slowed) {
          EXPECT_NE(verdict.status, Status::improved) << verdict.key << ": " << verdict.detail;
        }
      }
    }
  }
  return result;
}

TEST(Simulation, one_and_a_half_times_the_tolerance_is_seen_in_99_of_100) {
  const Power seen = power(1.5, 2);
  EXPECT_GT(seen.slowed, 1000);
  EXPECT_GE(seen.called, 0.99 * seen.slowed);
}

TEST(Simulation, twice_the_tolerance_is_seen_always) {
  const Power seen = power(2, 3);
  EXPECT_EQ(seen.called, seen.slowed);
}

TEST(Simulation, as_much_faster_is_an_improvement_and_never_red) {
  const auto benchmarks = suite();
  Lab lab(4);
  Gate gate(benchmarks, lab.baseline(benchmarks, cards, processes));
  for (int night = 0; night < 10; ++night) {
    const Judgement judgement = gate.night(lab, {{"k0", 0.98}, {"k13", 0.97}});
    EXPECT_EQ(verdict_of(judgement, "k0").status, Status::improved);
    EXPECT_EQ(verdict_of(judgement, "k13").status, Status::improved);
    EXPECT_FALSE(any_fails(judgement));
  }
}

TEST(Simulation, quiet_and_normal_kernels_are_held_to_the_policys_tolerance) {
  const auto benchmarks = suite();
  Lab lab(5);
  Gate gate(benchmarks, lab.baseline(benchmarks, cards, processes));
  const Judgement judgement = gate.night(lab);
  for (const Benchmark& one : benchmarks) {
    if (is_tame(one)) {
      EXPECT_LE(verdict_of(judgement, one.key).tolerance, 0.025) << one.key;
    }
    if (one.kind == Kind::quiet) {
      EXPECT_EQ(verdict_of(judgement, one.key).tolerance, 0.01) << one.key;
    }
  }
}

TEST(Simulation, a_suite_that_became_slower_together_is_red_under_one_headline) {
  const auto benchmarks = suite();
  Lab lab(6);
  Gate gate(benchmarks, lab.baseline(benchmarks, cards, processes));
  Slowdowns all;
  for (const Benchmark& one : benchmarks) all[one.key] = 1.3;
  const Judgement judgement = gate.night(lab, all);
  EXPECT_TRUE(any_fails(judgement));
  ASSERT_EQ(judgement.headlines.size(), 1U);
  EXPECT_NE(judgement.headlines.front().find("rows slower together"), std::string::npos) << judgement.headlines.front();
}

/// The whole way from a run's file must come to what its times alone do.
TEST(Simulation, the_judge_of_runs_finds_the_same) {
  const auto benchmarks = suite(60);
  Lab lab(7);
  const Baseline baseline = lab.baseline(benchmarks, cards, processes);
  const NoiseModel model(baseline, {});
  const auto factors = lab.card(benchmarks);
  Times times;
  for (const Benchmark& one : benchmarks)
    times[one.key] = lab.measure(one, factors.at(one.key) * (one.key == "k7" ? 1.04 : 1), 5);
  const Judgement judged = judge(run_of(times), baseline, {}, {});
  EXPECT_TRUE(judged.left_out.empty()) << judged.left_out.begin()->second;
  for (const Benchmark& one : benchmarks) {
    SessionTimes sessions;
    for (const auto& [id, of_session] : baseline.rows.at(one.key).time_us) sessions.push_back(of_session);
    Verdict verdict;
    verdict.key = one.key;
    screen_time(verdict, {sessions, times.at(one.key)}, model.of(one.key, sessions, 0), {});
    EXPECT_EQ(verdict_of(judged, one.key).status, verdict.status) << one.key;
    EXPECT_DOUBLE_EQ(verdict_of(judged, one.key).tolerance, verdict.tolerance) << one.key;
    EXPECT_DOUBLE_EQ(verdict_of(judged, one.key).p, verdict.p) << one.key;
  }
  EXPECT_EQ(verdict_of(judged, "k7").status, Status::regression);
}

}  // namespace
}  // namespace warpmark::simulation
