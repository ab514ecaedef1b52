#include <gtest/gtest.h>
#include <warpmark/element.h>
#include <warpmark/fill.h>
#include <warpmark/seeded.h>

#include <vector>

#include "tests/kernels/guarded_array.h"

namespace warpmark::test {
namespace {

struct TwelveBytes {
  unsigned word[3];
};

template <class T>
class Fill : public testing::Test {};
using Types = testing::Types<float, double, __nv_bfloat16, __half, __nv_fp8_e4m3, __nv_fp8_e5m2, float3, float4,
                             double2, unsigned char, unsigned short, TwelveBytes>;
TYPED_TEST_SUITE(Fill, Types);

TYPED_TEST(Fill, IsWhatTheHostExpectsForAnySizeAndNothingElse) {
  for (const unsigned size : {1U, 2U, 7U, 8U, 9U, 257U, 1000003U}) {
    const GuardedArray<TypeParam> filled(size);
    fill_seeded(filled.data(), size, 6, nullptr);
    check_cuda(cudaDeviceSynchronize(), "filling");
    const std::vector<TypeParam> values = filled.values();
    for (unsigned i = 0; i < size; ++i)
      ASSERT_TRUE(same_data(values[i], seeded<TypeParam>(6, i))) << i << " of " << size;
  }
}

}  // namespace
}  // namespace warpmark::test
