#include "kernels/copy/copy.h"

#include <warpmark/seeded.h>

#include "tests/kernels/guarded_array.h"

namespace warpmark::test {
namespace {

class CopyKernel : public testing::TestWithParam<copy::Launch> {};

TEST_P(CopyKernel, CopiesEveryElementOfAnySizeAndNothingElse) {
  for (const std::size_t size : tricky_sizes()) {
    std::vector<float> values(size);
    for (std::size_t i = 0; i < size; ++i) values[i] = seeded<float>(1, i);
    const GuardedArray<float> in(values);
    const GuardedArray<float> out(size);
    GetParam()(out.data(), in.data(), size, nullptr);
    check_cuda(cudaDeviceSynchronize(), "copying");
    ASSERT_EQ(out.values(), values) << "size " << size;
    ASSERT_EQ(in.values(), values) << "size " << size;
  }
}

INSTANTIATE_TEST_SUITE_P(Scalar, CopyKernel, testing::Values(copy::scalar));
INSTANTIATE_TEST_SUITE_P(Unaligned, CopyKernel, testing::Values(copy::unaligned));
INSTANTIATE_TEST_SUITE_P(Aligned, CopyKernel, testing::Values(copy::aligned));

}  // namespace
}  // namespace warpmark::test
