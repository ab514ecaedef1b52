#include "harness/baseline/baseline.h"

#include <gmock/gmock.h>

#include "harness/baseline/day.h"
#include "harness/run/input_error.h"
#include "harness/run/text_file.h"
#include "tests/run/scratch_folder.h"

namespace warpmark {
namespace {

using testing::HasSubstr;

GpuFacts h200() {
  GpuFacts gpu;
  gpu.name = "NVIDIA H200";
  gpu.sm_count = 132;
  gpu.memory_gib = 140;
  gpu.mig = "none";
  return gpu;
}

Baseline empty_baseline(const GpuFacts& gpu) {
  Baseline baseline;
  baseline.gpu = gpu;
  return baseline;
}

TEST(GpuSlug, is_lower_case_words_joined_by_dashes) {
  EXPECT_EQ(gpu_slug("NVIDIA H200"), "nvidia-h200");
  EXPECT_EQ(gpu_slug("NVIDIA A100-SXM4-40GB"), "nvidia-a100-sxm4-40gb");
  EXPECT_EQ(gpu_slug(" NVIDIA  RTX (TM) "), "nvidia-rtx-tm");
  EXPECT_EQ(gpu_slug(""), "");
}

TEST(GpuModel, is_name_size_and_mig_but_never_the_card) {
  GpuFacts other = h200();
  other.uuid = "GPU-2";
  other.sm_mhz = 1500;
  other.mig = "";
  EXPECT_TRUE(same_model(h200(), other));
  EXPECT_EQ(gpu_model(h200()), "NVIDIA H200, 132 SMs, 140 GiB, no MIG");
  other.mig = "1g.18gb";
  EXPECT_FALSE(same_model(h200(), other));
  EXPECT_EQ(gpu_model(other), "NVIDIA H200, 132 SMs, 140 GiB, MIG 1g.18gb");
  other = h200();
  other.sm_count = 16;
  EXPECT_FALSE(same_model(h200(), other));
}

TEST(BaselineTime, has_five_significant_digits_in_a_human_form) {
  EXPECT_EQ(baseline_time(1465.123), "1465.1");
  EXPECT_EQ(baseline_time(1465), "1465.0");
  EXPECT_EQ(baseline_time(3.47944), "3.4794");
  EXPECT_EQ(baseline_time(0.9), "0.90000");
  EXPECT_EQ(baseline_time(123456.7), "123457");
  EXPECT_EQ(baseline_time(9.999999), "10.000");
}

TEST(BaselineTime, is_stable_when_read_back) {
  for (double time_us = 1.2345678e-3; time_us < 1e9; time_us *= 1.37) {
    const std::string text = baseline_time(time_us);
    EXPECT_EQ(baseline_time(std::stod(text)), text);
    EXPECT_NEAR(std::stod(text) / time_us, 1, 6e-5);
  }
}

TEST(IsDay, knows_the_calendar) {
  EXPECT_TRUE(is_day("2027-01-31"));
  EXPECT_TRUE(is_day("2028-02-29"));
  for (const char* day :
       {"2027-02-29", "2027-13-01", "2027-1-31", "2027-01-32", "27-01-31", "2027/01/31", "tomorrow", ""})
    EXPECT_FALSE(is_day(day)) << day;
}

TEST(FindBaseline, finds_the_file_of_the_model_by_its_content) {
  const ScratchFolder folder;
  GpuFacts slice = h200();
  slice.mig = "1g.18gb";
  write_baseline(empty_baseline(h200()), folder.path() / "nvidia-h200.yaml");
  write_baseline(empty_baseline(slice), folder.path() / "nvidia-h200-1g.yaml");
  EXPECT_EQ(find_baseline(folder.path(), h200())->file, folder.path() / "nvidia-h200.yaml");
  EXPECT_EQ(find_baseline(folder.path(), slice)->file, folder.path() / "nvidia-h200-1g.yaml");
  slice.mig = "2g.35gb";
  EXPECT_FALSE(find_baseline(folder.path(), slice));
}

TEST(FindBaseline, finds_none_where_there_is_none) {
  const ScratchFolder folder;
  EXPECT_FALSE(find_baseline(folder.path(), h200()));
  EXPECT_FALSE(find_baseline(folder.path(), GpuFacts{}));
  EXPECT_FALSE(find_baseline(folder.path() / "no", h200()));
}

TEST(FindBaseline, refuses_two_of_one_model_a_broken_one_and_a_folder_that_is_a_file) {
  const ScratchFolder folder;
  const auto file = folder.path() / "nvidia-h200.yaml";
  write_baseline(empty_baseline(h200()), file);
  EXPECT_THROW(find_baseline(file, h200()), InputError);
  write_baseline(empty_baseline(h200()), folder.path() / "nvidia-h200-copy.yaml");
  EXPECT_THROW(find_baseline(folder.path(), h200()), InputError);
  std::filesystem::remove(folder.path() / "nvidia-h200-copy.yaml");
  replace_text(file, "");
  EXPECT_THROW(find_baseline(folder.path(), h200()), InputError);
}

TEST(FindPolicy, is_that_of_the_model_or_that_of_any_or_the_default) {
  const ScratchFolder folder;
  const Policy policy = find_policy(folder.path(), h200());
  EXPECT_EQ(policy.tolerance, 0.01);
  EXPECT_EQ(policy.context.at("driver").kind, ContextRule::Kind::major);
  EXPECT_EQ(policy.context.at("cuda").kind, ContextRule::Kind::warn);
  EXPECT_EQ(policy.context.at("power_limit_w").kind, ContextRule::Kind::exact);
  EXPECT_EQ(policy.context.at("sm_mhz").relative, 0.01);
  EXPECT_EQ(policy.context.at("memory_mhz").relative, 0.01);
  EXPECT_EQ(policy.context.at("timer").kind, ContextRule::Kind::exact);
  EXPECT_EQ(policy.context.at("ecc").kind, ContextRule::Kind::exact);
  EXPECT_TRUE(policy.counters.empty());
  replace_text(folder.path() / "any.policy.yaml", "warpmark_policy: 1\ntolerance: 5%\n");
  EXPECT_EQ(find_policy(folder.path(), h200()).tolerance, 0.05);
  replace_text(folder.path() / "nvidia-h200.policy.yaml", "warpmark_policy: 1\ntolerance: 3%\n");
  EXPECT_EQ(find_policy(folder.path(), h200()).tolerance, 0.03);
}

}  // namespace
}  // namespace warpmark
