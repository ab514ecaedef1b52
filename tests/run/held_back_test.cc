#include "harness/run/held_back.h"

#include <gmock/gmock.h>

namespace warpmark {
namespace {

Row row(int process, double throttle, double sm_mhz) {
  Row row;
  row.key = row.name = "k";
  row.process = process;
  row.time_us = 1;
  row.counters["gpu_throttle"] = throttle;
  if (sm_mhz > 0) row.counters["gpu_sm_mhz"] = sm_mhz;
  return row;
}

TEST(HeldBack, the_power_cap_counts_from_one_percent_of_the_clock) {
  EXPECT_FALSE(held_back(row(0, 0, 1500), 1980));
  EXPECT_FALSE(held_back(row(0, 4, 1980), 1980));
  EXPECT_FALSE(held_back(row(0, 4, 1965), 1980));
  EXPECT_TRUE(held_back(row(0, 4, 1950), 1980));
}

TEST(HeldBack, the_power_cap_counts_where_no_clock_is_known) {
  EXPECT_TRUE(held_back(row(0, 4, 0), 1980));
  EXPECT_TRUE(held_back(row(0, 4, 1980), 0));
}

TEST(HeldBack, every_other_reason_counts_always) {
  for (const double reason : {8.0, 32.0, 64.0, 128.0, 12.0}) EXPECT_TRUE(held_back(row(0, reason, 1980), 1980));
}

TEST(HeldBack, the_highest_clock_is_that_of_any_row) {
  warpmark::Run run;
  EXPECT_EQ(highest_sm_mhz(run), 0);
  for (const double mhz : {1980.0, 1200.0, 1980.0, 0.0}) run.rows.push_back(row(0, 0, mhz));
  EXPECT_EQ(highest_sm_mhz(run), 1980);
}

TEST(HeldBack, rows_are_left_out_while_three_processes_are_left) {
  std::vector<Row> rows;
  for (int process = 0; process < 5; ++process) rows.push_back(row(process, process < 2 ? 8 : 0, 1980));
  std::vector<const Row*> all;
  for (const Row& each : rows) all.push_back(&each);
  EXPECT_EQ(without_held_back(all, 1980).size(), 3U);
  rows[2].counters["gpu_throttle"] = 8;
  EXPECT_EQ(without_held_back(all, 1980).size(), 5U);
}

}  // namespace
}  // namespace warpmark
