#include <gtest/gtest.h>
#include <warpmark/suite.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tests/measure/sizes.h"

namespace warpmark {
namespace {

Declare needs(std::size_t bytes) {
  return [=](Workload& workload) {
    workload.output<float>(bytes / sizeof(float));
    workload.launch([](cudaStream_t) {});
  };
}

TEST(Suite, NamesARowByItsAxesAndTheStateOfTheL2) {
  Suite suite;
  suite.add("copy/aligned", {{"elements", 1048576}, {"type", "f32"}}, needs(4));
  ASSERT_EQ(suite.rows().size(), 2U);
  EXPECT_EQ(suite.rows()[0].key, "copy/aligned/elements:1048576/type:f32/l2:cold");
  EXPECT_EQ(suite.rows()[1].key, "copy/aligned/elements:1048576/type:f32/l2:warm");
  EXPECT_EQ(suite.rows()[1].params.back().second, "warm");
}

TEST(Suite, RefusesTwoRowsOfOneName) {
  Suite suite;
  suite.add("copy/aligned", {}, needs(4));
  EXPECT_THROW(suite.add("copy/aligned", {}, needs(8)), std::logic_error);
}

TEST(Suite, NamesARowOfTheHostByItsTimer) {
  Suite suite;
  suite.add("parse/json", {{"elements", 8}}, [](Workload& workload) { workload.host([] {}); });
  ASSERT_EQ(suite.rows().size(), 1U);
  EXPECT_EQ(suite.rows()[0].key, "parse/json/elements:8/timer:host");
  EXPECT_EQ(suite.rows()[0].timed_by, TimedBy::host);
}

TEST(Suite, KnowsAnOrdinaryBenchmarkByItsName) {
  Suite suite;
  suite.add_google_benchmark("BM_Sort/1024/real_time");
  EXPECT_EQ(suite.rows().at(0).key, "BM_Sort/1024");
  EXPECT_EQ(suite.rows().at(0).benchmark_name, "BM_Sort/1024/real_time");
  EXPECT_EQ(suite.rows().at(0).timed_by, TimedBy::google_benchmark);
}

TEST(Suite, RefusesAnOrdinaryBenchmarkThatWouldPassForARowOfTheGpu) {
  Suite suite;
  EXPECT_THROW(suite.add_google_benchmark("copy/aligned/l2:warm/manual_time"), std::logic_error);
}

TEST(Suite, NamesTheDeclarationThatFails) {
  Suite suite;
  try {
    suite.add("copy/aligned", {}, [](Workload&) { throw std::runtime_error("no such shape"); });
    FAIL() << "it was added";
  } catch (const std::logic_error& failure) {
    EXPECT_STREQ(failure.what(), "copy/aligned: its declaration failed: no such shape");
  }
}

TEST(Suite, RefusesABufferOfASizeThatWentBelowZero) {
  Suite suite;
  EXPECT_THROW(suite.add("copy/aligned", {}, [](Workload& workload) { workload.output<float>(std::size_t{1} - 2); }),
               std::logic_error);
}

TEST(Suite, RefusesNamesThatListsAndFilesCannotHold) {
  Suite suite;
  for (const char* name : {"", "copy/two\nlines", "copy/no utf-8: \xff"})
    EXPECT_THROW(suite.add(name, {}, needs(4)), std::logic_error) << name;
  for (const nlohmann::json& value : {nlohmann::json("two\nlines"), nlohmann::json(std::nan("")), nlohmann::json()})
    EXPECT_THROW(suite.add("copy/aligned", {{"axis", value}}, needs(4)), std::logic_error) << value;
  EXPECT_THROW(suite.add("copy/aligned", {{"", 1}}, needs(4)), std::logic_error);
  EXPECT_THROW(suite.add("copy/aligned", {{"tile", "128/64"}}, needs(4)), std::logic_error);
  EXPECT_THROW(suite.add("copy/aligned", {{"m/n", 2}}, needs(4)), std::logic_error);
  EXPECT_TRUE(suite.rows().empty());
}

TEST(Suite, RefusesAnAxisTwiceAndThoseThatItAddsItself) {
  Suite suite;
  EXPECT_THROW(suite.add("copy/aligned", {{"size", 1}, {"size", 2}}, needs(4)), std::logic_error);
  for (const char* axis : {"l2", "timer"})
    EXPECT_THROW(suite.add("copy/aligned", {{axis, "mine"}}, needs(4)), std::logic_error) << axis;
}

TEST(Suite, RefusesAWorkloadWithoutALaunch) {
  Suite suite;
  EXPECT_THROW(suite.add("copy/aligned", {}, [](Workload&) {}), std::logic_error);
}

TEST(Suite, RemembersWhichGpusARowNeeds) {
  Suite suite;
  suite.add("stream/triad", {}, [](Workload& workload) {
    workload.needs_compute_capability(9);
    workload.launch([](cudaStream_t) {});
  });
  EXPECT_EQ(suite.rows()[0].least_sm, 90);
}

TEST(Suite, KnowsSweepsByTheirFamily) {
  Suite suite;
  suite.add("stream_sweep/triad", {}, needs(4));
  suite.add("stream/not_a_sweep", {}, needs(4));
  EXPECT_TRUE(suite.rows()[0].is_sweep());
  EXPECT_FALSE(suite.rows()[2].is_sweep());
}

TEST(Suite, SweepsHaveTheSizesThatWhoeverRunsItWants) {
  EXPECT_TRUE(Suite().sweep_mib().empty());
  EXPECT_EQ(Suite({64, 512}).sweep_mib(), (std::vector<unsigned>{64, 512}));
}

TEST(Suite, PairsRowsThatDifferOnOneAxisOnly) {
  Suite suite;
  for (const char* family : {"casts", "others"}) {
    for (const char* kernel : {"/plain", "/gelu"}) {
      for (const char* arm : {"direct", "fixed", "broken"}) {
        suite.add(std::string(family) + kernel, {{"arm", arm}, {"size", 1}}, needs(4));
      }
    }
  }
  suite.pair("casts", "arm", "broken", "fixed");
  const auto row = [&](const std::string& key) {
    return *std::find_if(suite.rows().begin(), suite.rows().end(), [&](auto& each) { return each.key == key; });
  };
  const SuiteRow broken = row("casts/gelu/arm:broken/size:1/l2:warm");
  const SuiteRow fixed = row("casts/gelu/arm:fixed/size:1/l2:warm");
  ASSERT_TRUE(broken.partner && fixed.partner);
  EXPECT_EQ(broken.partner->key, fixed.key);
  EXPECT_EQ(fixed.partner->key, broken.key);
  EXPECT_FALSE(broken.partner->is_first);
  EXPECT_TRUE(fixed.partner->is_first);
  EXPECT_EQ(suite.partner_of(broken)->key, fixed.key);
  EXPECT_EQ(suite.partner_of(row("casts/gelu/arm:direct/size:1/l2:warm")), nullptr);
  EXPECT_FALSE(row("others/gelu/arm:broken/size:1/l2:warm").partner);
}

TEST(Suite, RefusesPairsThatAreNone) {
  Suite suite;
  suite.add("casts/plain", {{"arm", "broken"}}, needs(4));
  suite.add("casts/gelu", {{"arm", "fixed"}}, needs(4));
  EXPECT_THROW(suite.pair("casts", "arm", "broken", "fixed"), std::logic_error);
  suite.add("casts/plain", {{"arm", "fixed"}}, needs(4 * mib));
  EXPECT_THROW(suite.pair("casts", "arm", "broken", "fixed"), std::logic_error);
}

TEST(Suite, RefusesASecondPartner) {
  Suite suite;
  for (const char* arm : {"broken", "fixed", "direct"}) suite.add("casts/plain", {{"arm", arm}}, needs(4));
  suite.pair("casts", "arm", "broken", "fixed");
  EXPECT_THROW(suite.pair("casts", "arm", "direct", "fixed"), std::logic_error);
}

TEST(Suite, ItsArenaHoldsTheLargestRowThatFits) {
  Suite suite;
  suite.add("a/small", {}, needs(4 * mib));
  suite.add("a/large", {}, needs(64 * mib));
  EXPECT_EQ(suite.arena_bytes(1024 * mib), 64 * mib);
  EXPECT_EQ(suite.arena_bytes(63 * mib), 4 * mib);
  EXPECT_EQ(suite.arena_bytes(mib), 0U);
}

}  // namespace
}  // namespace warpmark
