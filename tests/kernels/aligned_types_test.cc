#include "kernels/aligned_types/aligned_types.h"

#include <warpmark/seeded.h>

#include "tests/kernels/guarded_array.h"

namespace warpmark::test {
namespace {

using namespace aligned_types;

// What an access may be is decided by these, so they are a part of what is measured.
template <class T, std::size_t bytes, std::size_t alignment>
constexpr bool is = sizeof(T) == bytes && alignof(T) == alignment;
static_assert(is<UInt8, 1, 1> && is<UInt16, 2, 2>);
static_assert(is<RGBA8Misaligned, 4, 1> && is<RGBA8, 4, 4> && is<I32, 4, 4>);
static_assert(is<LA32Misaligned, 8, 4> && is<LA32, 8, 8>);
static_assert(is<RGB32Misaligned, 12, 4> && is<RGB32, 16, 16>);
static_assert(is<RGBA32Misaligned, 16, 4> && is<RGBA32, 16, 16>);
static_assert(is<RGBA32x2, 32, 16> && is<RGBA32x2Aligned32, 32, 32>);

struct Bytes256 {
  unsigned char lane[256];
};
struct Bytes257 {
  unsigned char lane[257];
};
static_assert(Copyable<Bytes256> && !Copyable<Bytes257>);

static_assert(full_blocks(1) == 1 && full_blocks(256) == 1 && full_blocks(257) == 2);
static_assert(full_blocks(std::size_t{1} << 50) == (1U << 31) - 1);

const std::vector<std::size_t> sizes = {1, 2, 31, 255, 256, 257, 100003};

std::vector<unsigned> grids(std::size_t elements) { return {1, sample_blocks, full_blocks(elements)}; }

template <class T>
std::vector<T> random_elements(std::size_t count) {
  std::vector<T> elements(count);
  for (std::size_t i = 0; i < count; ++i) elements[i] = seeded<T>(1, i);
  return elements;
}

/// The first element whose data differs, or their count.
template <class T>
std::size_t first_difference(const std::vector<T>& a, const std::vector<T>& b) {
  std::size_t i = 0;
  while (i < a.size() && std::memcmp(&a[i].lane, &b[i].lane, sizeof(a[i].lane)) == 0) ++i;
  return i;
}

template <class T>
class AlignedTypes : public testing::Test {};
using Types = testing::Types<UInt8, UInt16, RGBA8Misaligned, LA32Misaligned, RGB32Misaligned, RGBA32Misaligned, RGBA8,
                             I32, LA32, RGB32, RGBA32, RGBA32x2, RGBA32x2Aligned32>;
TYPED_TEST_SUITE(AlignedTypes, Types);

TYPED_TEST(AlignedTypes, AreCopiedForAnySizeAndGridAndNothingElse) {
  for (const std::size_t size : sizes) {
    const std::vector<TypeParam> elements = random_elements<TypeParam>(size);
    for (const unsigned blocks : grids(size)) {
      const GuardedArray<TypeParam> in(elements);
      const GuardedArray<TypeParam> out(size);
      aligned_types::copy(out.data(), in.data(), size, blocks, nullptr);
      check_cuda(cudaDeviceSynchronize(), "copying");
      ASSERT_EQ(first_difference(out.values(), elements), size) << blocks << " blocks";
      ASSERT_EQ(first_difference(in.values(), elements), size) << blocks << " blocks";
    }
  }
}

TEST(AlignedTypesPlanes, AreCopiedForAnySizeAndGridAndNothingElse) {
  for (const std::size_t size : sizes) {
    const std::vector<std::uint32_t> lanes = random_elements<std::uint32_t>(3 * size);
    for (const unsigned blocks : grids(size)) {
      const GuardedArray<std::uint32_t> in(lanes);
      const GuardedArray<std::uint32_t> out(3 * size);
      copy_planes(out.data(), in.data(), size, blocks, nullptr);
      check_cuda(cudaDeviceSynchronize(), "copying");
      ASSERT_EQ(out.values(), lanes) << size << " elements, " << blocks << " blocks";
      ASSERT_EQ(in.values(), lanes) << size << " elements, " << blocks << " blocks";
    }
  }
}

}  // namespace
}  // namespace warpmark::test
