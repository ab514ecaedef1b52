#include "harness/measure/cuda_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpmark {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(CudaError, SaysHowToBuildForAGpuThatTheProgramHasNoCodeFor) {
  EXPECT_THAT(CudaError(cudaErrorNoKernelImageForDevice, "copying").what(),
              HasSubstr("build it with -DCMAKE_CUDA_ARCHITECTURES="));
}

TEST(CudaError, HasNoRemedyForOthers) {
  EXPECT_THAT(CudaError(cudaErrorInvalidValue, "copying").what(), Not(HasSubstr("build it")));
}

}  // namespace
}  // namespace warpmark
