#include <fmt/format.h>
#include <gmock/gmock.h>

#include "harness/baseline/baseline.h"
#include "harness/run/input_error.h"
#include "harness/run/text_file.h"
#include "tests/baseline/refusal.h"
#include "tests/run/scratch_folder.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using Better = CounterRule::Better;

/// The policy of these lines after the first.
Policy policy_of(const std::string& lines) {
  const ScratchFolder folder;
  replace_text(folder.path() / "p.yaml", "warpmark_policy: 1\n" + lines);
  return read_policy(folder.path() / "p.yaml");
}

std::string policy_refusal(const std::string& lines) { return refusal_by(policy_of, lines); }

TEST(PolicyFile, is_read_whole) {
  const Policy policy = policy_of(R"(
tolerance: 2%               # a comment
context: {driver: exact, cuda: warn, power_limit_w: 5%, sm_mhz: exact}
counters: {gpu_inst_*: exact, gpu_dram_bytes: {tolerance: 2%, better: lower}, bytes_per_second: 3%}
overrides: [{match: "copy/*", tolerance: 3%, because: moved by placement}]
expected:  [{match: "k", max_ratio: 1.08, because: "new driver", issue: "#7", until: 2027-01-31}]
removed:   ["old/*", k]
)");
  EXPECT_EQ(policy.tolerance, 0.02);
  EXPECT_EQ(policy.context.at("driver").kind, ContextRule::Kind::exact);
  EXPECT_EQ(policy.context.at("power_limit_w").kind, ContextRule::Kind::relative);
  EXPECT_EQ(policy.context.at("power_limit_w").relative, 0.05);
  EXPECT_EQ(policy.context.at("sm_mhz").kind, ContextRule::Kind::exact);
  EXPECT_EQ(policy.context.at("timer").kind, ContextRule::Kind::exact);  // built in
  ASSERT_EQ(policy.counters.size(), 3U);
  EXPECT_TRUE(policy.counters[0].exact);
  EXPECT_EQ(policy.counters[1].match, "gpu_dram_bytes");
  EXPECT_EQ(policy.counters[1].tolerance, 0.02);
  EXPECT_EQ(policy.counters[1].better, Better::lower);
  ASSERT_EQ(policy.overrides.size(), 1U);
  EXPECT_EQ(policy.overrides[0].tolerance, 0.03);
  ASSERT_EQ(policy.expected.size(), 1U);
  EXPECT_EQ(policy.expected[0].max_ratio, 1.08);
  EXPECT_EQ(policy.expected[0].until, "2027-01-31");
  EXPECT_THAT(policy.removed, ElementsAre("old/*", "k"));
}

TEST(PolicyFile, what_it_leaves_out_or_leaves_empty_is_the_default) {
  for (const char* lines :
       {"", "overrides:\nexpected:\nremoved:\ncontext:\ncounters:\n", "overrides: []\ncontext: {}\n"}) {
    const Policy policy = policy_of(lines);
    EXPECT_EQ(policy.tolerance, 0.01);
    EXPECT_EQ(policy.context.size(), default_context().size());
    EXPECT_TRUE(policy.overrides.empty());
  }
}

TEST(PolicyFile, a_share_is_a_percentage_or_a_fraction) {
  EXPECT_DOUBLE_EQ(policy_of("tolerance: 0.5%").tolerance, 0.005);
  EXPECT_DOUBLE_EQ(policy_of("tolerance: 0.01").tolerance, 0.01);
  for (const char* share : {"0%", "0", "-1%", "1", "100%", "5", "nan%", "inf", "\"%\"", "one%", "1 %%", "[1%]", "~"})
    EXPECT_THAT(policy_refusal(fmt::format("tolerance: {}", share)), HasSubstr("p.yaml:2: tolerance: ")) << share;
}

TEST(InputCase, C14_a_gated_counter_needs_a_direction_unless_everybody_knows_it) {
  EXPECT_EQ(policy_of("counters: {bytes_per_second: {tolerance: 1%}}").counters[0].better, Better::higher);
  EXPECT_EQ(policy_of("counters: {items_per_second: 1%}").counters[0].better, Better::higher);
  EXPECT_EQ(policy_of("counters: {bytes_per_second: {tolerance: 1%, better: lower}}").counters[0].better,
            Better::lower);
  EXPECT_THAT(policy_refusal("counters:\n  a: exact\n  frobs: {tolerance: 1%}"),
              AllOf(HasSubstr("p.yaml:4: counters.frobs: "), HasSubstr("no direction"), HasSubstr("better: lower")));
  EXPECT_THAT(policy_refusal("counters: {frobs: 1%}"), HasSubstr("no direction"));
  EXPECT_THAT(policy_refusal("counters: {frobs: {tolerance: 1%, better: bigger}}"), HasSubstr("write lower or higher"));
  EXPECT_THAT(policy_refusal("counters: {frobs: {better: lower}}"), HasSubstr("the key tolerance is missing"));
}

TEST(InputCase, C20_a_misspelt_key_is_refused_with_a_suggestion) {
  EXPECT_THAT(policy_refusal("tolerence: 5%"),
              AllOf(HasSubstr("p.yaml:2: tolerence: unknown key"), HasSubstr("did you mean tolerance?")));
  EXPECT_THAT(policy_refusal("weather: fine"), HasSubstr("p.yaml:2: weather: unknown key"));
  EXPECT_THAT(policy_refusal("overrides: [{match: k, tolerence: 5%, because: x}]"),
              HasSubstr("overrides[0].tolerence: unknown key"));
  EXPECT_THAT(policy_refusal("context: {power_limit: exact}"), HasSubstr("did you mean power_limit_w?"));
}

TEST(PolicyFile, refuses_rules_that_mean_nothing) {
  EXPECT_THAT(policy_refusal("context: {driver: 1%}"), HasSubstr("write exact, major or warn"));
  EXPECT_THAT(policy_refusal("context: {ecc: major}"), HasSubstr("write exact or warn"));
  EXPECT_THAT(policy_refusal("counters: {gpu_inst_global_ld: yes}"), HasSubstr("write exact, or {tolerance: 1%"));
  EXPECT_THAT(policy_refusal("context: {sm_mhz: major}"), HasSubstr("context.sm_mhz"));
  EXPECT_THAT(policy_refusal("context: {timer: warn}"), HasSubstr("never compared"));
  EXPECT_THAT(policy_refusal("expected: [{match: k, max_ratio: 0.9, because: x, until: 2027-01-31}]"),
              HasSubstr("is not above 1"));
  EXPECT_THAT(policy_refusal("expected: [{match: k, max_ratio: 5%, because: x, until: 2027-01-31}]"),
              AllOf(HasSubstr("`5%` is no ratio"), HasSubstr("write 1.05 for at most 5% slower")));
  EXPECT_THAT(policy_refusal("expected: [{match: k, max_ratio: 1.1, because: x, until: 2027-02-30}]"),
              HasSubstr("p.yaml:2: expected[0].until: `2027-02-30` is not a day"));
  EXPECT_THAT(policy_refusal("expected: [{match: k, max_ratio: 1.1, until: 2027-01-31}]"),
              HasSubstr("because is missing"));
  EXPECT_THAT(policy_refusal("overrides: {match: k}"), HasSubstr("overrides: is not a list"));
  EXPECT_THAT(policy_refusal("removed: [{}]"), HasSubstr("removed[0]: is not a text"));
  EXPECT_THAT(policy_refusal("tolerance: 1%\ntolerance: 2%"), HasSubstr("p.yaml:3: tolerance: stands there twice"));
}

TEST(PolicyFile, refuses_another_schema) {
  const ScratchFolder folder;
  replace_text(folder.path() / "p.yaml", "warpmark_policy: 2\n");
  EXPECT_THROW(read_policy(folder.path() / "p.yaml"), InputError);
  replace_text(folder.path() / "p.yaml", "tolerance: 1%\n");
  EXPECT_THROW(read_policy(folder.path() / "p.yaml"), InputError);
}

}  // namespace
}  // namespace warpmark
