#include "harness/run/run.h"

#include <gmock/gmock.h>

#include "harness/run/median.h"

namespace warpmark {
namespace {

using testing::ElementsAre;

TEST(KeyOf, leaves_a_plain_name_alone) {
  EXPECT_EQ(key_of("copy/aligned/elements:1048576/l2:warm"), "copy/aligned/elements:1048576/l2:warm");
  EXPECT_EQ(key_of("k"), "k");
  EXPECT_EQ(key_of(""), "");
}

TEST(KeyOf, drops_every_runtime_suffix_in_any_combination) {
  for (const char* suffix :
       {"/manual_time", "/real_time", "/process_time", "/iterations:1", "/repeats:10", "/min_time:0.500",
        "/min_warmup_time:0.5", "/min_time:0.5/iterations:3/repeats:2/manual_time", "/process_time/real_time"})
    EXPECT_EQ(key_of(std::string("k/bytes:16") + suffix), "k/bytes:16") << suffix;
}

TEST(KeyOf, keeps_threads_because_they_change_what_is_measured) {
  EXPECT_EQ(key_of("k/manual_time/threads:4"), "k/threads:4");
  EXPECT_EQ(key_of("k/threads:4"), "k/threads:4");
  EXPECT_EQ(key_of("k/repeats:3/threads:16"), "k/threads:16");
}

TEST(KeyOf, keeps_an_axis_that_only_looks_like_a_suffix) {
  EXPECT_EQ(key_of("solve/iterations:100/size:8"), "solve/iterations:100/size:8");
  EXPECT_EQ(key_of("k/iterations:many"), "k/iterations:many");
  EXPECT_EQ(key_of("manual_time"), "manual_time");
  EXPECT_EQ(key_of("/manual_time"), "/manual_time");
}

TEST(KeysOf, are_distinct_and_in_order_of_first_appearance) {
  warpmark::Run run;
  for (const char* key : {"b", "a", "b", "c", "a"}) {
    Row row;
    row.key = key;
    run.rows.push_back(row);
  }
  EXPECT_THAT(keys_of(run), ElementsAre("b", "a", "c"));
}

TEST(Median, is_the_middle_or_the_mean_of_the_two_middle_values) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median({7}), 7);
}

TEST(Observed, puts_clocks_seen_under_load_in_place_of_maximum_clocks) {
  warpmark::Run run;
  run.facts.gpu.sm_mhz = 2000;
  run.facts.gpu.memory_mhz = 3201;
  for (const double mhz : {1980.0, 1965.0, 1980.0}) {
    Row row;
    row.counters["gpu_sm_mhz"] = mhz;
    run.rows.push_back(row);
  }
  EXPECT_EQ(observed(run).gpu.sm_mhz, 1980);
  EXPECT_EQ(observed(run).gpu.memory_mhz, 3201);  // no row says otherwise
}

}  // namespace
}  // namespace warpmark
