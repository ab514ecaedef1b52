#include "harness/baseline/machine_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/baseline/sass.h"

namespace warpmark {
namespace {

using codegen::Finding;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

codegen::Kernel kernel(const std::string& name, const std::string& target, const std::string& hash) {
  codegen::Kernel kernel;
  kernel.name = name;
  kernel.target = target;
  kernel.compiler = "13.0.88";
  kernel.hash = hash;
  return kernel;
}

codegen::Census census(std::vector<codegen::Kernel> kernels) { return {std::move(kernels), {}}; }

/// Rows `one` of kernel a, and `both` of a and b, measured with codes 11 and 22.
Baseline baseline() {
  Baseline baseline;
  baseline.file = "baselines/gpu.yaml";
  baseline.gpu.arch = "sm_90";
  Session session;
  session.id = "s1";
  session.compiler = "nvcc 13.0.88";
  baseline.sessions = {session};
  const MachineCode code = machine_code_of(census({kernel("a", "sm_90", "11"), kernel("b", "sm_90", "22")}), "sm_90");
  for (const auto& [key, kernels] :
       std::map<std::string, std::vector<std::string>>{{"both", {"a", "b"}}, {"one", {"a"}}}) {
    BaselineRow& row = baseline.rows[key];
    row.time_us["s1"] = {1};
    row.kernels = kernels;
    row.sass = sass_of(kernels, code);
  }
  return baseline;
}

codegen::Judgement judged(const Baseline& baseline, const codegen::Census& census, const std::string& filter = "*") {
  codegen::Judgement judgement;
  judge_measured_code(judgement, baseline, census, filter);
  return judgement;
}

TEST(MachineCode, IsOfTheNewestTargetThatTheGpuCanRun) {
  const codegen::Census all = census(
      {kernel("k", "sm_80", "80"), kernel("k", "sm_86", "86"), kernel("k", "sm_89", "89"), kernel("k", "sm_90", "90")});
  EXPECT_EQ(machine_code_of(all, "sm_86").kernels.at("k").hash, "86");
  EXPECT_EQ(machine_code_of(all, "sm_87").kernels.at("k").hash, "86");
  EXPECT_EQ(machine_code_of(all, "sm_90").kernels.at("k").hash, "90");
  EXPECT_THAT(machine_code_of(all, "sm_100").kernels, IsEmpty());
  EXPECT_EQ(machine_code_of(census({kernel("k", "sm_100a", "a")}), "sm_100").kernels.at("k").hash, "a");
}

TEST(MachineCode, ListsEachSourceLineOfAMetricOnce) {
  codegen::Kernel with_lines = kernel("k", "sm_90", "1");
  for (const int line : {7, 7, 9})
    with_lines.accesses.push_back({{"global_load_32"}, "LDG.E R0, [R2]", {{"a.cu", line}, {"b.cu", 1}}});
  with_lines.accesses.push_back({{"global_load_32"}, "LDG.E R0, [R2]", {}});
  EXPECT_THAT(machine_code_of(census({with_lines}), "sm_90").kernels.at("k").places.at("global_load_32"),
              ElementsAre("a.cu:7", "a.cu:9"));
}

TEST(MeasuredCode, TheCodeThatWasMeasuredPasses) {
  const auto judgement = judged(baseline(), census({kernel("a", "sm_90", "11"), kernel("b", "sm_90", "22")}));
  EXPECT_THAT(judgement.findings, IsEmpty());
  EXPECT_THAT(judgement.notes, IsEmpty());
  EXPECT_EQ(judgement.measured, 2U);
}

TEST(MeasuredCode, ChangedCodeFailsByKernelWithItsRows) {
  const auto judgement = judged(baseline(), census({kernel("a", "sm_90", "12"), kernel("b", "sm_90", "22")}));
  ASSERT_EQ(judgement.findings.size(), 1U);
  const Finding& finding = judgement.findings.front();
  EXPECT_EQ(finding.kind, Finding::Kind::unmeasured);
  EXPECT_TRUE(finding.fails());
  EXPECT_EQ(finding.kernel, "a");
  EXPECT_EQ(finding.place, "gpu.yaml");
  EXPECT_EQ(finding.because, "2 rows of the baseline measured other machine code, the first is both");
}

TEST(MeasuredCode, AKernelThatIsGoneIsNamed) {
  const auto judgement = judged(baseline(), census({kernel("a", "sm_90", "11")}));
  ASSERT_EQ(judgement.findings.size(), 1U);
  EXPECT_EQ(judgement.findings.front().kernel, "b");
  EXPECT_THAT(judgement.findings.front().because, HasSubstr("1 row of the baseline measured it, and it is gone"));
}

TEST(MeasuredCode, ABinaryWithoutTheRowsKernelsIsNotBlamed) {
  const auto judgement = judged(baseline(), census({kernel("c", "sm_90", "33")}));
  EXPECT_THAT(judgement.findings, IsEmpty());
  EXPECT_THAT(judgement.notes, ElementsAre("gpu.yaml: 2 rows are of kernels that are not here"));
  EXPECT_EQ(judgement.measured, 0U);
}

TEST(MeasuredCode, AFilterLeavesOtherKernelsRowsOut) {
  const auto judgement = judged(baseline(), census({kernel("a", "sm_90", "12"), kernel("b", "sm_90", "22")}), "b");
  ASSERT_EQ(judgement.findings.size(), 1U);
  EXPECT_THAT(judgement.findings.front().because, HasSubstr("1 row of the baseline"));
}

TEST(MeasuredCode, AnotherCompilerOrNoHashIsNotedAndNotCompared) {
  Baseline recompiled = baseline();
  recompiled.sessions.front().compiler = "nvcc 12.8.93";
  recompiled.rows.at("one").sass.reset();
  const auto judgement = judged(recompiled, census({kernel("a", "sm_90", "12")}));
  EXPECT_THAT(judgement.findings, IsEmpty());
  EXPECT_THAT(
      judgement.notes,
      ElementsAre("gpu.yaml: 1 rows hold no hash of their machine code: record them again",
                  "gpu.yaml: 1 rows were measured with nvcc 12.8.93, this build is of nvcc 13.0.88: not compared"));
}

TEST(MeasuredCode, ABuildForOtherGpusIsNoneOfItsBusiness) {
  const auto judgement = judged(baseline(), census({kernel("a", "sm_80", "12")}));
  EXPECT_THAT(judgement.findings, IsEmpty());
  EXPECT_THAT(judgement.notes, IsEmpty());
}

}  // namespace
}  // namespace warpmark
