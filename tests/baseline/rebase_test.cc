#include "harness/baseline/rebase.h"

#include <gmock/gmock.h>

#include "harness/baseline/record.h"
#include "harness/run/input_error.h"

namespace warpmark {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Three processes of each benchmark on card `uuid` under `driver`.
warpmark::Run measured(const std::string& uuid, const std::string& driver, const std::map<std::string, double>& times) {
  warpmark::Run run;
  run.context = {{"date", "2026-12-01T10:00:00+00:00"}};
  run.facts.gpu.name = "NVIDIA H200";
  run.facts.gpu.uuid = uuid;
  run.facts.driver = driver;
  run.facts.compiler = "nvcc 13.0.88";
  run.facts.timer = "cupti";
  for (const auto& [key, time_us] : times) {
    for (int process = 0; process < 3; ++process) {
      Row& row = run.rows.emplace_back();
      row.key = row.name = key;
      row.process = process;
      row.time_us = time_us + process - 1;
    }
  }
  return run;
}

/// Two cards under driver 580.
Baseline two_cards() {
  const warpmark::Run first = measured("GPU-1", "580.1", {{"j", 100}, {"k", 1000}, {"only", 50}});
  Baseline baseline = baseline_for(first);
  record(baseline, first);
  record(baseline, measured("GPU-2", "580.1", {{"j", 110}, {"k", 1010}, {"only", 51}}));
  return baseline;
}

std::string rebase_refusal(const warpmark::Run& before, const warpmark::Run& after) {
  Baseline baseline = two_cards();
  try {
    rebase(baseline, before, after);
  } catch (const InputError& error) {
    EXPECT_EQ(baseline.sessions.size(), 2U) << "unchanged";
    return error.what();
  }
  return "accepted";
}

TEST(Rebase, moves_every_session_by_the_shift_of_one_card) {
  Baseline baseline = two_cards();
  const auto shifts = rebase(baseline, measured("GPU-3", "580.1", {{"j", 200}, {"k", 1000}}),
                             measured("GPU-3", "590.2", {{"j", 220}, {"k", 990}}));
  ASSERT_EQ(shifts.size(), 2U);
  EXPECT_EQ(shifts[0].key, "j") << "the largest first";
  EXPECT_DOUBLE_EQ(shifts[0].ratio(), 1.1);
  EXPECT_DOUBLE_EQ(baseline.rows["j"].time_us.at("s1r")[1], 110);
  EXPECT_DOUBLE_EQ(baseline.rows["j"].time_us.at("s2r")[1], 121);
  EXPECT_DOUBLE_EQ(baseline.rows["k"].time_us.at("s1r")[1], 990);
  EXPECT_FALSE(baseline.rows["j"].time_us.contains("s1"));
  EXPECT_TRUE(baseline.rows["only"].time_us.contains("s1")) << "not measured, so it stays as it was";
  ASSERT_EQ(baseline.sessions.size(), 4U);
  EXPECT_EQ(baseline.sessions[2].driver, "590.2");
  EXPECT_EQ(baseline.sessions[2].uuid, "GPU-1");
}

TEST(Rebase, refuses_what_shows_no_upgrade_of_one_card) {
  const auto before = measured("GPU-3", "580.1", {{"j", 200}});
  EXPECT_THAT(rebase_refusal(before, measured("GPU-4", "590.2", {{"j", 200}})),
              HasSubstr("two cards, GPU-3 and GPU-4"));
  EXPECT_THAT(rebase_refusal(before, before), HasSubstr("are the same in both runs"));
  EXPECT_THAT(rebase_refusal(measured("GPU-3", "570.1", {{"j", 200}}), before),
              HasSubstr("no session has the context"));
  EXPECT_THAT(rebase_refusal(before, measured("GPU-3", "590.2", {{"x", 200}})),
              HasSubstr("no benchmark of the baseline"));
  auto other = measured("GPU-3", "590.2", {{"j", 200}});
  other.facts.gpu.mig = "1g.18gb";
  EXPECT_THAT(rebase_refusal(before, other), HasSubstr("MIG 1g.18gb"));
  auto one = measured("GPU-3", "590.2", {{"j", 200}});
  one.rows.resize(1);
  EXPECT_THAT(rebase_refusal(before, one), HasSubstr("in 3 processes or more"));
}

TEST(Record, refuses_a_run_during_which_the_clock_was_set_back) {
  auto run = measured("GPU-1", "580.1", {{"j", 200}});
  run.context["warpmark"]["processes"] = {{{"process", 0}, {"date", "2026-12-01T10:00:00+00:00"}},
                                          {{"process", 1}, {"date", "2026-12-01T09:00:00+00:00"}}};
  Baseline baseline = baseline_for(run);
  try {
    record(baseline, run);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("clock was set back"));
  }
  EXPECT_TRUE(baseline.sessions.empty());
}

}  // namespace
}  // namespace warpmark
