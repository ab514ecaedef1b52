#include "harness/calibrate/percent_of_ceiling.h"

#include <gmock/gmock.h>

#include <utility>

#include "tests/calibrate/builders.h"

namespace warpmark {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr double shape_elements = 4096.0 * 4096;

/// A row of shape 4096x4096 that reads and writes so many bytes an element.
Row shaped(const std::string& name, const char* l2, int process, double gbps, double read, double written) {
  Row row = row_at(name + "/shape:4096x4096/l2:" + l2, process, gbps, read * shape_elements * 1e-6,
                   written * shape_elements * 1e-6);
  row.params = {{"shape", "4096x4096"}, {"l2", l2}};
  return row;
}

/// A 2to1 ceiling of 4000 GB/s and a cast at 90 % of it, in each of three processes.
Run three_processes() {
  warpmark::Run run = h200_run();
  for (int process = 0; process < 3; ++process) {
    run.rows.push_back(shaped("quantize/generic/gelu", "cold", process, 3600, 2, 1.03125));
    run.rows.push_back(shaped("quantize/ceiling/bytes:2to1", "cold", process, 4000, 2, 1));
  }
  return run;
}

/// What the rows of the cast carry, in their order; 0: nothing.
std::vector<double> counted(warpmark::Run run) {
  count_percent_of_ceiling(run);
  std::vector<double> percents;
  for (const Row& row : run.rows) {
    if (row.key.starts_with("quantize/generic/")) percents.push_back(row.counter("gpu_ceiling_percent").value_or(0));
  }
  return percents;
}

TEST(PercentOfCeiling, is_of_the_nearest_mix_in_the_same_shape_state_and_process) {
  warpmark::Run run = h200_run();
  for (int process = 0; process < 3; ++process) {
    run.rows.push_back(shaped("quantize/ceiling/bytes:2to1", "cold", process, 4000 + 100 * process, 2, 1));
    run.rows.push_back(shaped("quantize/ceiling/bytes:2to2", "cold", process, 3000, 2, 2));
    run.rows.push_back(shaped("quantize/ceiling/bytes:4to1", "cold", process, 3000, 4, 1));
    run.rows.push_back(shaped("quantize/ceiling/bytes:2to1", "warm", process, 9000, 2, 1));
    run.rows.push_back(shaped("quantize/generic/gelu", "cold", process, 0.9 * (4000 + 100 * process), 2, 1.03125));
  }
  const auto shares = percent_of_ceilings(run);
  ASSERT_EQ(shares.size(), 1U);
  EXPECT_EQ(shares[0].key, "quantize/generic/gelu/shape:4096x4096/l2:cold");
  EXPECT_EQ(shares[0].ceiling, "quantize/ceiling/bytes:2to1/shape:4096x4096/l2:cold");
  EXPECT_NEAR(shares[0].percent, 90, 1e-9);
}

TEST(PercentOfCeiling, is_unknown_without_a_ceiling_of_the_same_process) {
  warpmark::Run run = h200_run();
  run.rows.push_back(shaped("quantize/ceiling/bytes:2to1", "cold", 0, 4000, 2, 1));
  run.rows.push_back(shaped("quantize/generic/gelu", "cold", 1, 3600, 2, 1));
  EXPECT_THAT(percent_of_ceilings(run), IsEmpty());
}

TEST(PercentOfCeiling, is_unknown_where_nothing_reads_as_much_or_the_shape_is_none) {
  warpmark::Run run = h200_run();
  run.rows.push_back(shaped("quantize/ceiling/bytes:4to1", "cold", 0, 4000, 4, 1));
  run.rows.push_back(shaped("quantize/generic/gelu", "cold", 0, 3600, 2, 1));
  EXPECT_THAT(percent_of_ceilings(run), IsEmpty());
  for (const char* shape : {"", "4096", "x4096", "4096x", "4096x4096x2", "4096xfour"}) {
    for (Row& row : run.rows) row.params["shape"] = shape;
    EXPECT_THAT(percent_of_ceilings(run), IsEmpty()) << shape;
  }
}

TEST(PercentOfCeiling, is_known_where_the_first_process_failed) {
  warpmark::Run run = three_processes();
  run.rows[0].error = run.rows[1].error = "wrong result at 17";
  run.rows[0].counters.clear();
  run.rows[1].counters.clear();
  ASSERT_EQ(percent_of_ceilings(run).size(), 1U);
  EXPECT_NEAR(percent_of_ceilings(run)[0].percent, 90, 1e-9);
}

TEST(PercentOfCeiling, of_a_row_is_its_own_wherever_the_ceiling_stands_in_its_process) {
  warpmark::Run run = three_processes();
  run.rows[1].time_us /= 2;
  run.rows[5].time_us *= 2;
  std::swap(run.rows[2], run.rows[3]);
  EXPECT_THAT(counted(run), ElementsAre(DoubleNear(45, 1e-9), DoubleNear(90, 1e-9), DoubleNear(180, 1e-9)));
}

TEST(PercentOfCeiling, of_a_repetition_is_its_own) {
  warpmark::Run run = three_processes();
  for (Row& row : run.rows) row.process = 0;
  run.rows[0].time_us *= 2;
  run.rows[1].time_us *= 2;  // the median of three is still 4000 GB/s
  EXPECT_THAT(counted(run), ElementsAre(DoubleNear(45, 1e-9), DoubleNear(90, 1e-9), DoubleNear(90, 1e-9)));
}

TEST(PercentOfCeiling, is_in_no_row_whose_process_lacks_the_ceiling) {
  warpmark::Run absent = three_processes();
  absent.rows.erase(absent.rows.begin() + 1);
  EXPECT_THAT(counted(absent), ElementsAre(0, DoubleNear(90, 1e-9), DoubleNear(90, 1e-9)));

  warpmark::Run failed = three_processes();
  failed.rows[1].error = "wrong result at 17";
  failed.rows[3].time_us = 0;
  failed.rows[5].counters.clear();
  EXPECT_THAT(counted(failed), ElementsAre(0, 0, 0));

  warpmark::Run skipped = three_processes();
  skipped.rows[1].skipped = "does not fit";
  EXPECT_THAT(counted(skipped), ElementsAre(0, DoubleNear(90, 1e-9), DoubleNear(90, 1e-9)));
}

TEST(PercentOfCeiling, is_not_of_another_mix_where_a_process_lacks_the_nearest) {
  warpmark::Run run = three_processes();
  run.rows[1] = shaped("quantize/ceiling/bytes:2to2", "cold", 0, 4000, 2, 2);
  EXPECT_THAT(counted(run), ElementsAre(0, DoubleNear(90, 1e-9), DoubleNear(90, 1e-9)));
}

TEST(PercentOfCeiling, is_in_no_failed_row_and_in_no_ceiling) {
  warpmark::Run run = three_processes();
  run.rows[0].error = "wrong result at 17";
  EXPECT_THAT(counted(run), ElementsAre(0, DoubleNear(90, 1e-9), DoubleNear(90, 1e-9)));
  count_percent_of_ceiling(run);
  EXPECT_EQ(run.rows[1].counter("gpu_ceiling_percent"), std::nullopt);
}

TEST(PercentOfCeiling, is_counted_anew_and_not_kept_from_before) {
  warpmark::Run run = three_processes();
  for (Row& row : run.rows) row.counters["gpu_ceiling_percent"] = 12;
  run.rows.erase(run.rows.begin() + 1);
  EXPECT_THAT(counted(run), ElementsAre(0, DoubleNear(90, 1e-9), DoubleNear(90, 1e-9)));
}

}  // namespace
}  // namespace warpmark
