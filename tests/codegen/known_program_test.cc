// From a program that nvcc built to its census, by NVIDIA's own tools. The counts hold for any compiler: they follow
// from the source, tests/data/codegen/common.cu.
#include <gmock/gmock.h>

#include <set>

#include "harness/codegen/census.h"
#include "harness/codegen/names.h"
#include "harness/run/input_error.h"
#include "harness/session/find_tools.h"
#include "harness/session/temp_dir.h"

namespace warpmark::codegen {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::Gt;
using testing::IsEmpty;
using testing::MatchesRegex;

class KnownProgram : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    try {
      const Tools tools = find_tools("", "", {});
      const TempDir folder;
      census = take_census({KNOWN_OBJECT}, {}, tools, folder.path());
    } catch (const InputError& error) {
      problem = error.what();
    }
  }

  void SetUp() override {
    if (problem.find("is not in PATH") != std::string::npos) GTEST_SKIP() << problem;
    ASSERT_EQ(problem, "");
  }

  /// Of the kernel, for each target.
  static std::vector<const Kernel*> kernels(const std::string& name) {
    std::vector<const Kernel*> found;
    for (const Kernel& kernel : census.kernels)
      if (bare_name(kernel.name) == name) found.push_back(&kernel);
    return found;
  }

  static Census census;
  static std::string problem;
};

Census KnownProgram::census;
std::string KnownProgram::problem;

TEST_F(KnownProgram, is_taken_apart_for_every_target) {
  std::set<std::string> targets;
  for (const Kernel& kernel : census.kernels) targets.insert(kernel.target);
  EXPECT_THAT(targets, ElementsAre("sm_100", "sm_120", "sm_80", "sm_89", "sm_90"));
  EXPECT_EQ(census.kernels.size(), 5U * 7U);
  EXPECT_THAT(census.notes, IsEmpty());
  for (const Kernel& kernel : census.kernels) {
    EXPECT_TRUE(kernel.is_entry);
    EXPECT_THAT(kernel.hash, MatchesRegex("[0-9a-f]{16}"));
    EXPECT_THAT(kernel.compiler, MatchesRegex("[0-9]+[.][0-9]+[.][0-9]+"));
    EXPECT_THAT(sum_of(kernel.metrics, "registers"), Gt(0U));
    EXPECT_EQ(sum_of(kernel.metrics, "other_memory"), 0U) << kernel.target << ' ' << kernel.name;
  }
}

TEST_F(KnownProgram, is_known_again_by_its_bytes) {
  RecordedCensus known;
  for (const Kernel& kernel : census.kernels)
    known[kernel.target][kernel.compiler][kernel.name] = {kernel.hash, kernel.metrics, true};
  Tools tools = find_tools("", "", {});
  tools.run = [run = tools.run, &tools](const std::vector<ToolCall>& calls) {
    for (const ToolCall& call : calls) EXPECT_NE(call.argv[0], tools.nvdisasm);
    return run(calls);
  };
  const TempDir folder;
  const Census again = take_census({KNOWN_OBJECT}, {}, tools, folder.path(), known);
  ASSERT_EQ(again.kernels.size(), census.kernels.size());
  for (std::size_t i = 0; i < census.kernels.size(); ++i) {
    EXPECT_EQ(again.kernels[i].name, census.kernels[i].name);
    EXPECT_EQ(again.kernels[i].hash, census.kernels[i].hash);
    EXPECT_EQ(again.kernels[i].metrics, census.kernels[i].metrics);
  }
}

TEST_F(KnownProgram, has_every_width_once) {
  for (const Kernel* kernel : kernels("widths")) {
    for (const char* width : {"8", "16", "32", "64", "128"}) {
      EXPECT_EQ(sum_of(kernel->metrics, std::string("global_load_") + width), 1U) << kernel->target;
      EXPECT_EQ(sum_of(kernel->metrics, std::string("global_store_") + width), 1U) << kernel->target;
    }
    EXPECT_EQ(sum_of(kernel->metrics, "generic_*"), 0U) << kernel->target;
  }
}

TEST_F(KnownProgram, has_each_kind_of_access_where_it_was_written) {
  for (const Kernel* kernel : kernels("generic")) {
    EXPECT_EQ(sum_of(kernel->metrics, "generic_*"), 4U) << kernel->target;
    for (const Access& access : kernel->accesses) {
      if (!access.metrics.front().starts_with("generic_")) continue;
      ASSERT_FALSE(access.places.empty());
      EXPECT_THAT(access.places.back().file, EndsWith("common.cu")) << access.instruction;
    }
  }
  for (const Kernel* kernel : kernels("shared_and_atomics")) {
    EXPECT_EQ(sum_of(kernel->metrics, "shared_atomic"), 1U) << kernel->target;
    EXPECT_EQ(sum_of(kernel->metrics, "global_atomic"), 4U) << kernel->target;
    EXPECT_EQ(sum_of(kernel->metrics, "shared_load_32"), 1U) << kernel->target;
  }
  for (const Kernel* kernel : kernels("async_copies")) {
    EXPECT_EQ(sum_of(kernel->metrics, "async_copy_*"), 3U) << kernel->target;
    EXPECT_EQ(sum_of(kernel->metrics, "shared_load_*"), 1U) << kernel->target;
  }
  for (const Kernel* kernel : kernels("tiles")) {
    EXPECT_EQ(sum_of(kernel->metrics, "matrix"), 1U) << kernel->target;
    EXPECT_EQ(sum_of(kernel->metrics, "matrix_load"), 1U) << kernel->target;
  }
}

TEST_F(KnownProgram, spills_where_it_must) {
  for (const Kernel* kernel : kernels("spills")) {
    EXPECT_THAT(sum_of(kernel->metrics, "spill_*"), Gt(1U)) << kernel->target;
    EXPECT_THAT(sum_of(kernel->metrics, "stack_bytes"), Gt(0U)) << kernel->target;
  }
  for (const Kernel* kernel : kernels("widths")) EXPECT_EQ(sum_of(kernel->metrics, "spill_*"), 0U);
}

}  // namespace
}  // namespace warpmark::codegen
