// Every row of the suite, declared as it is for a place in memory, on a machine that may have no GPU.
#include <gtest/gtest.h>

#include "bench/suite.h"

namespace warpmark::test {
namespace {

TEST(Declarations, AreTheSameWhereverTheyLie) {
  Suite suite;
  bench::register_suite(suite);
  EXPECT_GT(suite.rows().size(), 1000U);
  for (const SuiteRow& row : suite.rows()) {
    Workload placed(reinterpret_cast<std::byte*>(std::uintptr_t{1} << 40), row.key);
    ASSERT_NO_THROW(row.declare(placed)) << row.key;
    EXPECT_EQ(placed.bytes_needed(), row.bytes_needed) << row.key;
  }
}

}  // namespace
}  // namespace warpmark::test
