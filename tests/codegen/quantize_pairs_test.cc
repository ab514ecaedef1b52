// The provenance pairs of the quantize casts, as this machine's tools see them: the arms of a pair differ in the kind
// of their accesses, not in their number, so that what their times differ by is the provenance.
#include <gmock/gmock.h>

#include <map>

#include "harness/codegen/census.h"
#include "harness/codegen/names.h"
#include "harness/run/input_error.h"
#include "harness/session/find_tools.h"
#include "harness/session/temp_dir.h"

namespace warpmark::codegen {
namespace {

struct Pair {
  const Kernel* fixed = nullptr;
  const Kernel* broken = nullptr;
};

class QuantizePairs : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    try {
      const Tools tools = find_tools("", "", {});
      const TempDir folder;
      census = take_census({QUANTIZE_LIBRARY}, {}, tools, folder.path());
    } catch (const InputError& error) {
      problem = error.what();
    }
    for (const Kernel& kernel : census.kernels) {
      const std::string name = kernel.target + " " + bare_name(kernel.name);
      const std::size_t arm = name.rfind("::arm::");
      if (arm == std::string::npos) continue;
      const bool is_naive = name.find("naive_kernel") != std::string::npos;
      Pair& pair = (is_naive ? naive_pairs : pairs)[name.substr(0, arm)];
      if (name.find("fixed", arm) != std::string::npos) pair.fixed = &kernel;
      if (name.find("broken", arm) != std::string::npos) pair.broken = &kernel;
    }
    std::erase_if(pairs, [](const auto& named) { return named.second.fixed == nullptr; });  // of the arm direct
  }

  void SetUp() override {
    if (problem.find("is not in PATH") != std::string::npos) GTEST_SKIP() << problem;
    ASSERT_EQ(problem, "");
    ASSERT_EQ(pairs.size() % 34, 0U) << "34 groups a target";
    ASSERT_EQ(naive_pairs.size(), pairs.size() / 34 * 2);
  }

  static bool is_control(const std::string& name) {
    return name.find("fusion::plain") != std::string::npos && name.find("dir::row") != std::string::npos;
  }

  static Census census;
  static std::string problem;
  static std::map<std::string, Pair> pairs;  // by target and name, up to the arm
  static std::map<std::string, Pair> naive_pairs;
};

Census QuantizePairs::census;
std::string QuantizePairs::problem;
std::map<std::string, Pair> QuantizePairs::pairs;
std::map<std::string, Pair> QuantizePairs::naive_pairs;

std::uint64_t of(const Kernel* kernel, const std::string& metric) { return sum_of(kernel->metrics, metric); }

TEST_F(QuantizePairs, HoldAsManyAccessesEach) {
  for (const auto& [name, pair] : pairs) {
    ASSERT_NE(pair.broken, nullptr) << name;
    for (const std::string kind : {"load_", "store_"}) {
      EXPECT_EQ(of(pair.broken, "generic_" + kind + "*") + of(pair.broken, "shared_" + kind + "*"),
                of(pair.fixed, "shared_" + kind + "*"))
          << name;
      EXPECT_EQ(of(pair.broken, "global_" + kind + "*"), of(pair.fixed, "global_" + kind + "*")) << name;
      EXPECT_EQ(of(pair.fixed, "generic_" + kind + "*"), 0U) << name;
      if (!is_control(name)) {
        EXPECT_GT(of(pair.broken, "generic_" + kind + "*"), 0U) << name;
      }
    }
    EXPECT_EQ(of(pair.broken, "async_copy_*"), of(pair.fixed, "async_copy_*")) << name;
  }
}

/// Of all targets that the program holds; which pairs are the others is in the test's properties.
TEST_F(QuantizePairs, NeedAboutAsManyRegistersInNineOfTen) {
  std::vector<std::string> apart;
  for (const auto& [name, pair] : pairs) {
    const std::uint64_t fixed = of(pair.fixed, "registers");
    const std::uint64_t broken = of(pair.broken, "registers");
    if (std::max(fixed, broken) - std::min(fixed, broken) > 8) {
      apart.push_back(name + ": " + std::to_string(broken) + " broken, " + std::to_string(fixed));
    }
  }
  EXPECT_LE(apart.size() * 10, pairs.size()) << testing::PrintToString(apart);
  RecordProperty("registers_apart", testing::PrintToString(apart));
}

TEST_F(QuantizePairs, AreOneCodeWhereNothingIsStaged) {
  std::size_t controls = 0;
  for (const auto& [name, pair] : pairs) {
    if (!is_control(name)) continue;
    ++controls;
    EXPECT_EQ(pair.broken->hash, pair.fixed->hash) << name;
  }
  EXPECT_EQ(controls, pairs.size() / 34);
}

/// The most loads from global memory that no store parts.
std::size_t longest_batch(const Kernel& kernel) {
  std::size_t longest = 0;
  std::size_t batch = 0;
  for (const Access& access : kernel.accesses) {
    const std::string& metric = access.metrics.front();
    if (metric.find("_store_") != std::string::npos) batch = 0;
    if (metric.starts_with("global_load_")) longest = std::max(longest, ++batch);
  }
  return longest;
}

TEST_F(QuantizePairs, DifferInMoreThanProvenanceWhereTheyAreNaive) {
  for (const auto& [name, pair] : naive_pairs) {
    ASSERT_NE(pair.broken, nullptr) << name;
    ASSERT_NE(pair.fixed, nullptr) << name;
    if (name.find("aliasing") != std::string::npos) {
      EXPECT_EQ(longest_batch(*pair.broken), 1U) << name;
      EXPECT_EQ(longest_batch(*pair.fixed), 8U) << name;
    } else if (!name.starts_with("sm_1")) {
      for (const std::string kind : {"load_", "store_"}) {
        EXPECT_GE(of(pair.broken, "generic_" + kind + "128"), 8U) << name;
        EXPECT_EQ(of(pair.broken, "generic_" + kind + "32"), 0U) << name;
        EXPECT_GE(of(pair.fixed, "shared_" + kind + "32"), 32U) << name;
      }
    }
  }
}

}  // namespace
}  // namespace warpmark::codegen
