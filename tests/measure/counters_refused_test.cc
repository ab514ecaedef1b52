#include <cupti_result.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/measure/counters.h"
#include "harness/measure/cupti_error.h"

namespace warpmark {
namespace {

using testing::HasSubstr;

TEST(CountersRefused, SaysHowToPermitThem) {
  EXPECT_THAT(counters_remedy(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES), HasSubstr("NVreg_RestrictProfilingToAdminUsers=0"));
  EXPECT_THAT(counters_remedy(CUPTI_ERROR_HARDWARE_BUSY), HasSubstr("dcgmi profiling --pause"));
  EXPECT_EQ(counters_remedy(CUPTI_ERROR_UNKNOWN), "");
}

TEST(CountersRefused, AnErrorKeepsItsResultAndSaysWhatWasDone) {
  EXPECT_NO_THROW(check_cupti(CUPTI_SUCCESS, "trying"));
  try {
    check_cupti(CUPTI_ERROR_HARDWARE_BUSY, "trying");
    FAIL();
  } catch (const CuptiError& error) {
    EXPECT_EQ(error.result(), CUPTI_ERROR_HARDWARE_BUSY);
    EXPECT_THAT(error.what(), testing::AllOf(HasSubstr("HARDWARE_BUSY"), HasSubstr("while trying")));
  }
}

}  // namespace
}  // namespace warpmark
