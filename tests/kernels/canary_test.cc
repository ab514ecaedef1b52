#include "kernels/canary/canary.h"

#include <warpmark/seeded.h>

#include "tests/kernels/guarded_array.h"

namespace warpmark::test {
namespace {

std::vector<float> seeded_values(std::size_t size) {
  std::vector<float> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = seeded<float>(1, i);
  return values;
}

TEST(CanarySmall, CopiesEveryQuadAndNothingElse) {
  for (const std::size_t quads : {std::size_t{1}, std::size_t{255}, std::size_t{256}, std::size_t{1000}}) {
    const std::vector<float> values = seeded_values(4 * quads);
    const GuardedArray<float> in(values);
    const GuardedArray<float> out(values.size());
    canary::copy(reinterpret_cast<float4*>(out.data()), reinterpret_cast<const float4*>(in.data()), quads, nullptr);
    check_cuda(cudaDeviceSynchronize(), "copying");
    ASSERT_EQ(out.values(), values) << quads;
  }
}

TEST(CanarySmall, MultipliesAndAddsToTheLastBit) {
  const std::vector<float> values = seeded_values(1024);
  std::vector<float> expected;
  for (const float value : values) expected.push_back(canary::fma_element(value));
  const GuardedArray<float> in(values);
  const GuardedArray<float> out(values.size());
  canary::fma(out.data(), in.data(), values.size(), nullptr);
  check_cuda(cudaDeviceSynchronize(), "multiplying");
  EXPECT_EQ(out.values(), expected);
}

}  // namespace
}  // namespace warpmark::test
