#include "harness/codegen/judge.h"

#include <gmock/gmock.h>

#include "harness/run/input_error.h"
#include "tests/codegen/recorded_listing.h"

namespace warpmark::codegen {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using Relation = Bound::Relation;

Census recorded_census(const std::string& listing) { return {recorded_kernels(listing), {}}; }

RecordedCensus record_of(const Census& census) {
  RecordedCensus recorded;
  for (const Kernel& kernel : census.kernels)
    recorded[kernel.target][kernel.compiler][kernel.name] = {kernel.hash, kernel.metrics};
  return recorded;
}

Kernel& kernel_of(Census& census, const std::string& name) {
  for (Kernel& kernel : census.kernels)
    if (bare_name(kernel.name) == name) return kernel;
  throw std::out_of_range(name);
}

Expectation expectation(const std::string& match, std::vector<Bound> bounds) {
  return {match, {}, std::move(bounds), "a reason", "e.yaml:3"};
}

TEST(Expectations, hold_or_name_kernel_metric_and_accesses) {
  const Census census = recorded_census("common.sm_80");
  EXPECT_THAT(judge(census, {expectation("widths", {{"global_load_128", Relation::at_least, 1}})}, {}).findings,
              IsEmpty());

  const Judgement judgement = judge(census, {expectation("generic", {{"generic_*", Relation::equal, 0}})}, {});
  EXPECT_TRUE(judgement.failed());
  ASSERT_THAT(judgement.findings, SizeIs(1));
  const Finding& finding = judgement.findings[0];
  EXPECT_EQ(finding.kind, Finding::Kind::unexpected);
  EXPECT_EQ(finding.because, "a reason");
  EXPECT_EQ(finding.place, "e.yaml:3");
  ASSERT_THAT(finding.deviations, SizeIs(1));
  EXPECT_EQ(finding.deviations[0].expected, "0");
  EXPECT_EQ(finding.deviations[0].found, "4");
  ASSERT_THAT(finding.deviations[0].accesses, SizeIs(4));
  EXPECT_EQ(finding.deviations[0].accesses[0].places.at(0).file, "/src/common.cu");
}

TEST(Expectations, where_an_access_is_missed_its_other_widths_are_shown) {
  const Judgement judgement =
      judge(recorded_census("common.sm_80"), {expectation("spills", {{"global_load_128", Relation::at_least, 1}})}, {});
  ASSERT_THAT(judgement.findings, SizeIs(1));
  EXPECT_EQ(judgement.findings[0].deviations.at(0).expected, ">= 1");
  EXPECT_THAT(judgement.findings[0].deviations.at(0).accesses, SizeIs(20));
}

TEST(Expectations, bounds) {
  EXPECT_TRUE((Bound{"m", Relation::at_most, 4}.holds(4)));
  EXPECT_FALSE((Bound{"m", Relation::at_most, 4}.holds(5)));
  EXPECT_TRUE((Bound{"m", Relation::at_least, 4}.holds(4)));
  EXPECT_FALSE((Bound{"m", Relation::at_least, 4}.holds(3)));
  EXPECT_FALSE((Bound{"m", Relation::equal, 4}.holds(5)));
}

TEST(Expectations, one_that_matches_nothing_guards_nothing) {
  const Census census = recorded_census("common.sm_80");
  const Expectation none = expectation("wdiths", {{"spill_*", Relation::equal, 0}});
  try {
    judge(census, {none}, {});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("e.yaml:3: no kernel matches wdiths, so this expectation guards nothing"));
  }
  // What narrows the judgement does not make it an error, and neither does a target that is not there.
  EXPECT_NO_THROW(judge(census, {expectation("widths", {{"spill_*", Relation::equal, 0}})}, {}, "generic"));
  Expectation elsewhere = none;
  elsewhere.targets = {"sm_1*"};
  EXPECT_NO_THROW(judge(census, {elsewhere}, {}));
}

TEST(Expectations, are_for_their_targets) {
  Expectation only_80 = expectation("generic", {{"generic_*", Relation::equal, 0}});
  only_80.targets = {"sm_80"};
  Census both = recorded_census("common.sm_80");
  const Census newer = recorded_census("common.sm_120");
  both.kernels.insert(both.kernels.end(), newer.kernels.begin(), newer.kernels.end());
  const Judgement judgement = judge(both, {only_80}, {});
  ASSERT_THAT(judgement.findings, SizeIs(1));
  EXPECT_EQ(judgement.findings[0].target, "sm_80");
}

TEST(RecordedCode, the_same_passes_and_is_counted) {
  const Census census = recorded_census("common.sm_80");
  const Judgement judgement = judge(census, {}, record_of(census));
  EXPECT_THAT(judgement.findings, IsEmpty());
  EXPECT_EQ(judgement.recorded, 7U);
  EXPECT_FALSE(judgement.compared_nothing());
}

TEST(RecordedCode, a_change_fails_with_what_changed) {
  Census census = recorded_census("common.sm_80");
  const RecordedCensus recorded = record_of(census);
  Kernel& widths = kernel_of(census, "widths");
  widths.hash = "0000000000000000";
  widths.metrics["registers"] = 99;
  widths.metrics.erase("global_load_128");
  kernel_of(census, "tiles").hash = "0000000000000000";
  const Judgement judgement = judge(census, {}, recorded);
  ASSERT_THAT(judgement.findings, SizeIs(2));
  const Finding& tiles = judgement.findings[0].deviations.size() == 1 ? judgement.findings[0] : judgement.findings[1];
  const Finding& more = judgement.findings[0].deviations.size() == 1 ? judgement.findings[1] : judgement.findings[0];
  EXPECT_EQ(tiles.kind, Finding::Kind::changed);
  EXPECT_EQ(tiles.deviations[0].metric, "code");
  ASSERT_THAT(more.deviations, SizeIs(2));
  EXPECT_EQ(more.deviations[0].metric, "registers");
  EXPECT_EQ(more.deviations[0].expected, "22");
  EXPECT_EQ(more.deviations[0].found, "99");
  EXPECT_EQ(more.deviations[1].metric, "global_load_128");
  EXPECT_TRUE(judgement.failed());
}

TEST(RecordedCode, a_kernel_that_vanished_fails_and_a_new_one_is_listed) {
  Census census = recorded_census("common.sm_80");
  const RecordedCensus recorded = record_of(census);
  census.kernels.at(0).name = "_Z3newv";
  const Judgement judgement = judge(census, {}, recorded);
  ASSERT_THAT(judgement.findings, SizeIs(2));
  EXPECT_EQ(judgement.findings[0].kind, Finding::Kind::vanished);  // failures first
  EXPECT_EQ(judgement.findings[1].kind, Finding::Kind::added);
  EXPECT_FALSE(judgement.findings[1].fails());
  EXPECT_THAT(judge(census, {}, recorded, "widths").findings, IsEmpty());
}

TEST(RecordedCode, another_compiler_s_record_only_informs) {
  Census census = recorded_census("common.sm_80");
  const RecordedCensus recorded = record_of(census);
  for (Kernel& kernel : census.kernels) kernel.compiler = "13.3.1";
  kernel_of(census, "widths").metrics["registers"] = 99;
  const Judgement judgement = judge(census, {}, recorded);
  ASSERT_THAT(judgement.findings, SizeIs(1));
  EXPECT_EQ(judgement.findings[0].kind, Finding::Kind::recompiled);
  EXPECT_FALSE(judgement.failed());
  EXPECT_TRUE(judgement.compared_nothing());
  EXPECT_THAT(judgement.notes,
              ElementsAre(HasSubstr("recorded with compiler 13.0.88, these binaries are built with 13.3.1")));
}

TEST(Expectations, kernels_beside_them_that_nothing_guards_are_said) {
  const Census census = recorded_census("common.sm_80");
  const Expectation one = expectation("widths", {{"global_load_128", Relation::at_least, 1}});
  EXPECT_THAT(judge(census, {one}, {}).notes,
              Contains(HasSubstr("6 of 7 kernels are guarded by nothing (local_array for sm_80)")));
  EXPECT_THAT(judge(census, {one}, record_of(census)).notes, IsEmpty());
  EXPECT_THAT(judge(census, {one}, {}, "widths").notes, Not(Contains(HasSubstr("guarded by nothing"))));
}

TEST(RecordedCode, targets_without_counterpart_are_said) {
  const Census census = recorded_census("common.sm_80");
  const RecordedCensus other = record_of(recorded_census("common.sm_120"));
  EXPECT_THAT(judge(census, {}, other).notes,
              ElementsAre("no machine code is recorded for sm_80",
                          "machine code is recorded for sm_120 as well, which these binaries have none for"));
}

}  // namespace
}  // namespace warpmark::codegen
