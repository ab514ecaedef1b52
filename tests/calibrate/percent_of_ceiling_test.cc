#include "harness/calibrate/percent_of_ceiling.h"

#include <gmock/gmock.h>

#include "tests/calibrate/builders.h"

namespace warpmark {
namespace {

using testing::IsEmpty;

constexpr double shape_elements = 4096.0 * 4096;

/// A row of shape 4096x4096 that reads and writes so many bytes an element.
Row shaped(const std::string& name, const char* l2, int process, double gbps, double read, double written) {
  Row row = row_at(name + "/shape:4096x4096/l2:" + l2, process, gbps, read * shape_elements * 1e-6,
                   written * shape_elements * 1e-6);
  row.params = {{"shape", "4096x4096"}, {"l2", l2}};
  return row;
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

}  // namespace
}  // namespace warpmark
