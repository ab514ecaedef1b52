#include "kernels/provenance/provenance.h"

#include <warpmark/seeded.h>

#include "tests/kernels/guarded_array.h"

namespace warpmark::test {
namespace {

using provenance::quad_elements;
using provenance::tile_elements;

// The reference reverses the quads of a tile and not their lanes, and a tile as far as it goes.
static_assert(provenance::minimal_source(0, 4) == 0);
static_assert(provenance::minimal_source(0, 8) == 4);
static_assert(provenance::minimal_source(3, 8) == 7);
static_assert(provenance::minimal_source(6, 8) == 2);
static_assert(provenance::minimal_source(1, 2 * tile_elements) == tile_elements - 3);
static_assert(provenance::minimal_source(tile_elements, tile_elements + 12) == tile_elements + 8);
static_assert(provenance::minimal_source(tile_elements + 11, tile_elements + 12) == tile_elements + 3);

/// Quads a size may have: within a tile, whole tiles, and a last tile of one quad, of one short of all, of something.
std::vector<std::size_t> ragged_quads() {
  constexpr std::size_t tile = tile_elements / quad_elements;
  std::vector<std::size_t> quads{tile - 1, tile, tile + 1, 2 * tile - 1, 2 * tile, 100 * tile + 333, 250007};
  for (const std::size_t size : tricky_sizes()) quads.push_back(size);
  return quads;
}

template <class Arm>
std::vector<float> reversed_on_device(const std::vector<float>& values) {
  const GuardedArray<float> in(values);
  const GuardedArray<float> out(values.size());
  provenance::minimal<Arm>(out.data(), in.data(), values.size(), nullptr);
  check_cuda(cudaDeviceSynchronize(), "reversing");
  EXPECT_EQ(in.values(), values);
  return out.values();
}

TEST(ProvenanceKernel, BothArmsReverseEveryTileOfAnySizeBitByBit) {
  for (const std::size_t quads : ragged_quads()) {
    std::vector<float> values(quads * quad_elements);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = seeded<float>(4, i);
    std::vector<float> expected(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      expected[i] = values[provenance::minimal_source(i, values.size())];
    }
    ASSERT_EQ(reversed_on_device<provenance::arm::broken>(values), expected) << quads << " quads";
    ASSERT_EQ(reversed_on_device<provenance::arm::fixed>(values), expected) << quads << " quads";
  }
}

}  // namespace
}  // namespace warpmark::test
