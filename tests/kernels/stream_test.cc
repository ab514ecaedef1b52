#include "kernels/stream/stream.h"

#include <warpmark/seeded.h>

#include <cmath>

#include "tests/kernels/guarded_array.h"

namespace warpmark::test {
namespace {

template <class T, std::size_t bytes>
struct Variant {
  using type = T;
  static constexpr std::size_t access_bytes = bytes;
};

template <class V>
class StreamKernel : public testing::Test {
 public:
  using Element = typename V::type;

  static std::vector<Element> values(std::uint64_t seed, std::size_t size) {
    std::vector<Element> result(size);
    for (std::size_t i = 0; i < size; ++i) result[i] = seeded<Element>(seed, i);
    return result;
  }
  static void expect_same_bits(const std::vector<Element>& actual, const std::vector<Element>& expected) {
    ASSERT_EQ(actual.size(), expected.size());
    ASSERT_EQ(std::memcmp(actual.data(), expected.data(), actual.size() * sizeof(Element)), 0)
        << "size " << actual.size();
  }
  static void synchronize() { check_cuda(cudaDeviceSynchronize(), "running the kernel"); }
};

using Variants = testing::Types<Variant<float, 4>, Variant<float, 8>, Variant<float, 16>, Variant<double, 8>,
                                Variant<double, 16>, Variant<__nv_bfloat16, 2>, Variant<__nv_bfloat16, 4>,
                                Variant<__nv_bfloat16, 8>, Variant<__nv_bfloat16, 16>>;
TYPED_TEST_SUITE(StreamKernel, Variants);

constexpr unsigned blocks[] = {128, 1024};

bool has_clusters() {
  int major = 0;
  check_cuda(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0), "asking for the GPU's age");
  return major >= 9;
}

TYPED_TEST(StreamKernel, CopyCopiesEveryElementOfAnySizeAndNothingElse) {
  using T = typename TypeParam::type;
  for (const std::size_t size : tricky_sizes()) {
    for (const unsigned block : blocks) {
      const auto b = this->values(2, size);
      const GuardedArray<T> in(b);
      const GuardedArray<T> out(size);
      stream::copy<T, TypeParam::access_bytes>(out.data(), in.data(), size, block, nullptr);
      this->synchronize();
      this->expect_same_bits(out.values(), b);
    }
  }
}

TYPED_TEST(StreamKernel, WriteWritesEveryElementOfAnySizeAndNothingElse) {
  using T = typename TypeParam::type;
  for (const std::size_t size : tricky_sizes()) {
    const auto s = static_cast<T>(0.4F);
    const GuardedArray<T> out(size);
    stream::write<T, TypeParam::access_bytes>(out.data(), s, size, 128, nullptr);
    this->synchronize();
    this->expect_same_bits(out.values(), std::vector<T>(size, s));
  }
}

TYPED_TEST(StreamKernel, TriadEqualsItsReferenceBitByBit) {
  using T = typename TypeParam::type;
  for (const std::size_t size : tricky_sizes()) {
    const auto s = static_cast<T>(0.4F);
    const auto b = this->values(2, size);
    const auto c = this->values(3, size);
    const GuardedArray<T> in_b(b);
    const GuardedArray<T> in_c(c);
    const GuardedArray<T> out(size);
    stream::triad<T, TypeParam::access_bytes>(out.data(), in_b.data(), in_c.data(), s, size, 128, nullptr);
    this->synchronize();
    std::vector<T> expected(size);
    for (std::size_t i = 0; i < size; ++i) expected[i] = stream::triad_element(b[i], c[i], s);
    this->expect_same_bits(out.values(), expected);
    if (!has_clusters()) continue;
    const GuardedArray<T> clustered(size);
    stream::triad<T, TypeParam::access_bytes>(clustered.data(), in_b.data(), in_c.data(), s, size, 1024, nullptr, 8);
    this->synchronize();
    this->expect_same_bits(clustered.values(), expected);
  }
}

TYPED_TEST(StreamKernel, ReadSumsEveryElementOnceInOrderOfBlocks) {
  using T = typename TypeParam::type;
  using A = stream::accumulator_t<T>;
  for (const std::size_t size : tricky_sizes()) {
    for (const unsigned block : blocks) {
      // Small integers: their sums are exact in any order, so one element missed or counted twice shows.
      std::vector<T> b(size);
      for (std::size_t i = 0; i < size; ++i) b[i] = static_cast<T>(static_cast<float>(seeded_bits(4, i) % 16));
      const std::size_t per_block = stream::read_block_elements<T, TypeParam::access_bytes>(block);
      const std::size_t partials = stream::read_partials<T, TypeParam::access_bytes>(size, block);
      const std::size_t whole = size - size % (TypeParam::access_bytes / sizeof(T));
      std::vector<A> expected(partials, A{0});
      for (std::size_t i = 0; i < size; ++i) {
        expected[i < whole ? i / per_block : partials - 1] += static_cast<A>(static_cast<float>(b[i]));
      }
      const GuardedArray<T> in(b);
      const GuardedArray<A> out(partials);
      stream::read<T, TypeParam::access_bytes>(out.data(), in.data(), size, block, nullptr);
      this->synchronize();
      ASSERT_EQ(out.values(), expected) << "size " << size << ", block " << block;
    }
  }
}

}  // namespace
}  // namespace warpmark::test
