#include "harness/baseline/expectations.h"

#include <gmock/gmock.h>

#include "harness/run/input_error.h"
#include "harness/run/text_file.h"
#include "tests/baseline/refusal.h"
#include "tests/run/scratch_folder.h"

namespace warpmark {
namespace {

using codegen::Bound;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using Relation = Bound::Relation;

/// The expectations of these lines after the first.
std::vector<codegen::Expectation> expectations_of(const std::string& lines) {
  const ScratchFolder folder;
  replace_text(folder.path() / "e.yaml", "warpmark_expectations: 1\n" + lines);
  return read_expectations(folder.path() / "e.yaml");
}

std::string expectation_refusal(const std::string& lines) { return refusal_by(expectations_of, lines); }

std::string refusal_of_metrics(const std::string& metrics) {
  return expectation_refusal("expectations: [{match: k, because: x, metrics: " + metrics + "}]");
}

TEST(ExpectationsFile, is_read_whole) {
  const auto expectations = expectations_of(R"(
expectations:
  - match: copy::aligned*
    targets: [sm_90, "sm_1*"]
    metrics: {global_load_128: ">= 1", global_load_32: 0, generic_*: 0, registers: <=40}
    because: 16-byte alignment
)");
  ASSERT_EQ(expectations.size(), 1U);
  EXPECT_EQ(expectations[0].match, "copy::aligned*");
  EXPECT_THAT(expectations[0].targets, ElementsAre("sm_90", "sm_1*"));
  EXPECT_EQ(expectations[0].because, "16-byte alignment");
  EXPECT_THAT(expectations[0].place, HasSubstr("e.yaml:4"));
  ASSERT_EQ(expectations[0].bounds.size(), 4U);
  EXPECT_EQ(expectations[0].bounds[0].relation, Relation::at_least);
  EXPECT_EQ(expectations[0].bounds[0].value, 1U);
  EXPECT_EQ(expectations[0].bounds[1].relation, Relation::equal);
  EXPECT_EQ(expectations[0].bounds[1].value, 0U);
  EXPECT_EQ(expectations[0].bounds[2].metric, "generic_*");
  EXPECT_EQ(expectations[0].bounds[3].relation, Relation::at_most);
  EXPECT_EQ(expectations[0].bounds[3].value, 40U);
}

TEST(ExpectationsFile, an_unknown_metric_is_refused_with_a_suggestion) {
  EXPECT_THAT(refusal_of_metrics("{global_laod_128: 0}"),
              AllOf(HasSubstr("e.yaml:2: expectations[0].metrics.global_laod_128: there is no metric"),
                    HasSubstr("did you mean global_load_128?")));
  EXPECT_THAT(refusal_of_metrics("{globl_*: 0}"), HasSubstr("there is no metric globl_*"));
}

TEST(ExpectationsFile, what_is_no_bound_is_refused) {
  for (const char* bound :
       {"few", "-1", "1.5", "\">\"", "\">= x\"", "\"= 3\"", "\"\"", "~", "[1]", "1 2", "99999999999999999999"})
    EXPECT_THAT(refusal_of_metrics(std::string("{matrix: ") + bound + "}"), HasSubstr("metrics.matrix: ")) << bound;
  EXPECT_THAT(refusal_of_metrics("{matrix: \">= 0\"}"), HasSubstr("holds of every kernel"));
  EXPECT_THAT(refusal_of_metrics("{}"), HasSubstr("is empty"));
}

TEST(ExpectationsFile, an_expectation_needs_its_parts) {
  EXPECT_THAT(expectation_refusal("expectations: [{match: k, metrics: {matrix: 0}}]"), HasSubstr("because is missing"));
  EXPECT_THAT(expectation_refusal("expectations: [{metrics: {matrix: 0}, because: x}]"), HasSubstr("match is missing"));
  EXPECT_THAT(expectation_refusal("expectations: [{match: \"\", metrics: {matrix: 0}, because: x}]"),
              HasSubstr("match: is empty"));
  EXPECT_THAT(expectation_refusal("expectations: [{match: k, metrics: {matrix: 0}, becuase: x}]"),
              HasSubstr("did you mean because?"));
  EXPECT_THAT(expectation_refusal("expectation: []"), HasSubstr("did you mean expectations?"));
  EXPECT_THAT(expectation_refusal("expectations: [k]"), HasSubstr("is not a map"));
}

TEST(ExpectationsFile, refuses_another_schema) {
  const ScratchFolder folder;
  replace_text(folder.path() / "e.yaml", "warpmark_expectations: 2\nexpectations: []\n");
  EXPECT_THROW(read_expectations(folder.path() / "e.yaml"), InputError);
}

TEST(ExpectationsFile, the_tree_s_own_is_valid) {
  EXPECT_GT(read_expectations(expectations_file(WARPMARK_BASELINES)).size(), 10U);
}

}  // namespace
}  // namespace warpmark
