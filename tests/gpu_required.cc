// Linked into every test program that needs a GPU: without one, each of its tests is skipped, with the reason.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

namespace {

class GpuRequired : public testing::Environment {
 public:
  void SetUp() override {
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess) GTEST_SKIP() << "no GPU to test on: " << cudaGetErrorString(error);
  }
};

const auto* const registered = testing::AddGlobalTestEnvironment(new GpuRequired);

}  // namespace
