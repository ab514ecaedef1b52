#include "harness/report/verdict_json.h"

#include <gtest/gtest.h>

#include "harness/report/rerun.h"

namespace warpmark {
namespace {

Judgement one(const Verdict& verdict) {
  Judgement judgement;
  judgement.verdicts = {verdict};
  judgement.notes = {"a note"};
  judgement.headlines = {"a headline"};
  judgement.compared = 1;
  judgement.baseline_rows = 2;
  return judgement;
}

TEST(VerdictJson, ARegressionWithItsNumbersAndCauses) {
  Verdict verdict;
  verdict.key = "copy/a";
  verdict.status = Status::regression;
  verdict.reason = Reason::slower;
  verdict.detail = "why";
  verdict.baseline_us = 100;
  verdict.run_us = 103;
  verdict.ratio = 1.03;
  verdict.tolerance = 0.01;
  verdict.bound = Bound::noise_floor;
  verdict.run_processes = 5;
  verdict.baseline_processes = 10;
  verdict.baseline_sessions = 2;
  verdict.causes = {"global loads narrowed", "registers 14 -> 16"};
  const auto json = judgement_json(one(verdict), {}, gate_words("bench"));
  EXPECT_EQ(json["exit_code"], 1);
  EXPECT_EQ(json["compared"], 1);
  EXPECT_EQ(json["baseline_rows"], 2);
  EXPECT_EQ(json["notes"][0], "a note");
  EXPECT_EQ(json["headlines"][0], "a headline");
  const auto& row = json["verdicts"][0];
  EXPECT_EQ(row["key"], "copy/a");
  EXPECT_EQ(row["verdict"], "regression");
  EXPECT_EQ(row["fails"], true);
  EXPECT_EQ(row["reason"], "slower");
  EXPECT_EQ(row["causes"], nlohmann::ordered_json({"global loads narrowed", "registers 14 -> 16"}));
  EXPECT_EQ(row["ratio"], 1.03);
  EXPECT_EQ(row["tolerance"], 0.01);
  EXPECT_EQ(row["tolerance_bound"], "noise floor");
  EXPECT_EQ(row["again"], "warpmark gate -- bench --benchmark_filter='^copy/a(/|$)'");
}

TEST(VerdictJson, WhatARowHasNoNumberForIsNull) {
  Verdict verdict;
  verdict.key = "copy/a";
  verdict.status = Status::missing;
  verdict.baseline_us = 100;
  verdict.baseline_processes = 5;
  const auto row = judgement_json(one(verdict), {}, gate_words("bench"))["verdicts"][0];
  EXPECT_EQ(row["baseline_us"], 100);
  for (const char* absent : {"run_us", "ratio", "tolerance", "tolerance_bound"})
    EXPECT_TRUE(row[absent].is_null()) << absent;
}

}  // namespace
}  // namespace warpmark
