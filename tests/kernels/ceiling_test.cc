#include "kernels/ceiling/ceiling.h"

#include <memory>
#include <stdexcept>
#include <string>

#include "tests/kernels/guarded_array.h"

namespace warpmark::test {
namespace {

using ceiling::Mix;
using Words = std::vector<std::uint32_t>;

/// Words of which no two within a test are equal.
Words numbered_words(std::size_t count, std::uint32_t first) {
  Words words(count);
  for (std::size_t i = 0; i < count; ++i) words[i] = (first + static_cast<std::uint32_t>(i)) * 2654435761U;
  return words;
}

Words expected_output(const std::vector<Words>& inputs, const Mix& mix, std::size_t elements) {
  Words expected(mix.bytes_written(elements) / sizeof(std::uint32_t));
  for (std::size_t word = 0; word < expected.size(); ++word) {
    const ceiling::Sources sources = ceiling::sources_of(word / ceiling::pack_words, mix);
    for (unsigned k = 0; k < sources.count; ++k) {
      const std::size_t pack = sources.first + k * sources.step;
      for (const Words& input : inputs) {
        expected[word] ^= input[pack * ceiling::pack_words + word % ceiling::pack_words];
      }
    }
    if (sources.inverted) expected[word] = ~expected[word];
  }
  return expected;
}

class CeilingKernel : public testing::TestWithParam<Mix> {};

TEST_P(CeilingKernel, FoldsEveryInputIntoTheOutputAndTouchesNothingElse) {
  const Mix mix = GetParam();
  for (const unsigned blocks : {1U, 2U, 17U}) {
    const std::size_t elements = blocks * mix.elements_a_block();
    std::vector<Words> inputs;
    std::vector<std::unique_ptr<GuardedArray<std::uint32_t>>> arrays;
    ceiling::Inputs in{};
    for (unsigned s = 0; s < mix.streams; ++s) {
      inputs.push_back(numbered_words(elements / 2, s << 28U));
      arrays.push_back(std::make_unique<GuardedArray<std::uint32_t>>(inputs.back()));
      in[s] = arrays.back()->data();
    }
    const GuardedArray<std::uint32_t> out(mix.bytes_written(elements) / sizeof(std::uint32_t));
    ceiling::cast(out.data(), in, elements, mix, nullptr);
    check_cuda(cudaDeviceSynchronize(), "casting");
    ASSERT_EQ(out.values(), expected_output(inputs, mix, elements)) << blocks << " blocks";
    for (unsigned s = 0; s < mix.streams; ++s) ASSERT_EQ(arrays[s]->values(), inputs[s]);
  }
}

TEST_P(CeilingKernel, EveryPackThatIsReadIsInTheOutput) {
  const Mix mix = GetParam();
  const std::size_t elements = 2 * mix.elements_a_block();
  std::vector<int> used(elements / ceiling::pack_elements);
  for (std::size_t out = 0; out < mix.bytes_written(elements) / ceiling::pack_bytes; ++out) {
    const ceiling::Sources sources = ceiling::sources_of(out, mix);
    for (unsigned k = 0; k < sources.count; ++k) ++used.at(sources.first + k * sources.step);
  }
  EXPECT_TRUE(std::all_of(used.begin(), used.end(), [](int times) { return times >= 1; }));
}

TEST_P(CeilingKernel, RefusesPartsOfABlock) {
  const Mix mix = GetParam();
  EXPECT_THROW(ceiling::cast(nullptr, {}, 0, mix, nullptr), std::invalid_argument);
  EXPECT_THROW(ceiling::cast(nullptr, {}, mix.elements_a_block() + 8, mix, nullptr), std::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(Mixes, CeilingKernel,
                         testing::Values(Mix{1, 1, 4}, Mix{1, 1, 8}, Mix{1, 1, 16}, Mix{1, 2, 2}, Mix{1, 2, 4},
                                         Mix{1, 2, 8}, Mix{1, 4, 1}, Mix{1, 4, 2}, Mix{1, 4, 4}, Mix{2, 2, 2},
                                         Mix{2, 2, 4}, Mix{2, 2, 8}, Mix{2, 4, 1}, Mix{2, 4, 2}, Mix{2, 4, 4},
                                         Mix{3, 4, 1}, Mix{3, 4, 2}, Mix{3, 4, 4}, Mix{3, 8, 1}, Mix{3, 8, 2},
                                         Mix{3, 8, 4}),
                         [](const auto& mix) {
                           return std::to_string(mix.param.streams) + "_" +
                                  std::to_string(mix.param.half_bytes_written) + "_" + std::to_string(mix.param.packs);
                         });

TEST(CeilingKernels, RefuseAnUnknownMix) {
  const Mix mix{1, 8, 4};
  EXPECT_THROW(ceiling::cast(nullptr, {}, mix.elements_a_block(), mix, nullptr), std::invalid_argument);
}

}  // namespace
}  // namespace warpmark::test
