#include "harness/calibrate/sweep.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "harness/run/input_error.h"
#include "tests/calibrate/builders.h"

namespace warpmark {
namespace {

using testing::HasSubstr;

Row swept(const char* kernel, int bytes, int block, int mib, const char* l2, double gbps) {
  Row row =
      row_at(fmt::format("stream_sweep/{}/type:f32/bytes:{}/block:{}/MiB:{}/l2:{}", kernel, bytes, block, mib, l2), 0,
             gbps, 2 * mib * 1.048576, mib * 1.048576);
  row.params = {{"type", "f32"}, {"bytes", bytes}, {"block", block}, {"MiB", mib}, {"l2", l2}};
  return row;
}

Run sweep_run() {
  warpmark::Run run = h200_run();
  for (const int block : {128, 1024}) {
    run.rows.push_back(swept("triad", 4, block, 16, "warm", 3000));
    run.rows.push_back(swept("triad", 16, block, 16, "warm", 8000 + block));
    run.rows.push_back(swept("triad", 16, block, 1024, "warm", 4500 - block));
  }
  return run;
}

TEST(Sweep, takes_the_best_access_for_each_size_and_block) {
  const auto tables = sweep_tables(sweep_run());
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].name, "stream_sweep/triad, l2:warm");
  EXPECT_NEAR(tables[0].best.at({16, 1024}).gbps, 9024, 1e-6);
  EXPECT_EQ(tables[0].best_of_all.key, "stream_sweep/triad/type:f32/bytes:16/block:1024/MiB:16/l2:warm");
  EXPECT_EQ(tables[0].best_of_memory.key, "stream_sweep/triad/type:f32/bytes:16/block:128/MiB:1024/l2:warm");
}

TEST(Sweep, is_a_table_for_each_kernel_and_state_of_the_l2) {
  warpmark::Run run = sweep_run();
  run.rows.push_back(swept("triad", 16, 128, 16, "cold", 4000));
  run.rows.push_back(swept("copy", 16, 128, 16, "cold", 4000));
  EXPECT_EQ(sweep_tables(run).size(), 3U);
}

TEST(Sweep, its_text_shows_where_the_l2_ends_and_what_is_best) {
  EXPECT_EQ(sweep_text(sweep_run()),
            R"(stream_sweep/triad, l2:warm: GB/s, MiB an array down, threads a block across
   MiB     128    1024  best of the size, 226 GB/s a #
    16    8128    9024  ########################################
------ the L2 of 60 MiB holds the arrays above
  1024    4372    3476  ###################
best: 9024 GB/s, stream_sweep/triad/type:f32/bytes:16/block:1024/MiB:16/l2:warm
best beyond the L2: 4372 GB/s, stream_sweep/triad/type:f32/bytes:16/block:128/MiB:1024/l2:warm
)");
}

TEST(Sweep, what_was_not_measured_is_a_gap_and_what_failed_is_said) {
  warpmark::Run run = sweep_run();
  run.rows[0].error = "wrong result";
  run.rows.erase(run.rows.begin() + 2);
  const std::string text = sweep_text(run);
  EXPECT_THAT(text, HasSubstr("  1024       -    3476"));
  EXPECT_THAT(text, HasSubstr("note: 1 measurements failed"));
}

TEST(Sweep, a_run_without_one_is_an_error) { EXPECT_THROW(sweep_text(calibration_run()), InputError); }

}  // namespace
}  // namespace warpmark
