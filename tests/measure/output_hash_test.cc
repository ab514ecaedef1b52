#include "harness/measure/output_hash.h"

#include <gtest/gtest.h>

#include <numeric>

#include "harness/measure/cuda_error.h"

namespace warpmark::test {
namespace {

/// The same bytes on host and device.
class Bytes {
 public:
  explicit Bytes(std::size_t count) : host_(count) {
    std::iota(host_.begin(), host_.end(), 0);
    check_cuda(cudaMalloc(&device_, count + 1), "allocating");
  }
  ~Bytes() { cudaFree(device_); }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;

  unsigned char& operator[](std::size_t i) { return host_[i]; }
  OutputSpan host() const { return {host_.data(), host_.size()}; }
  OutputSpan device() const {
    check_cuda(cudaMemcpy(device_, host_.data(), host_.size(), cudaMemcpyHostToDevice), "copying in");
    return {device_, host_.size()};
  }

 private:
  std::vector<unsigned char> host_;
  void* device_ = nullptr;
};

std::uint64_t on_device(const std::vector<OutputSpan>& outputs) { return OutputHasher().hash(outputs, nullptr); }

TEST(OutputHash, IsTheSameOnDeviceAndHostForAnySize) {
  for (const unsigned size : {0U, 1U, 7U, 8U, 9U, 4095U, 4096U, 1000003U}) {
    const Bytes bytes(size);
    EXPECT_EQ(on_device({bytes.device()}), hash_on_host({bytes.host()})) << size;
  }
}

TEST(OutputHash, FitsADouble) {
  const Bytes bytes(1000);
  EXPECT_LT(on_device({bytes.device()}), std::uint64_t{1} << 48);
}

TEST(OutputHash, ChangesWithAnyBitAnywhere) {
  Bytes bytes(1003);
  const std::uint64_t before = on_device({bytes.device()});
  for (const unsigned at : {0U, 500U, 999U, 1002U}) {
    bytes[at] ^= 1;
    EXPECT_NE(on_device({bytes.device()}), before) << at;
    bytes[at] ^= 1;
  }
  EXPECT_EQ(on_device({bytes.device()}), before);
}

TEST(OutputHash, ChangesWithOrderLengthAndSplit) {
  Bytes bytes(64);
  const std::uint64_t before = on_device({bytes.device()});
  std::swap(bytes[0], bytes[8]);
  EXPECT_NE(on_device({bytes.device()}), before);
  std::swap(bytes[0], bytes[8]);
  const OutputSpan whole = bytes.device();
  const OutputSpan first{whole.data, 32};
  const OutputSpan second{static_cast<const unsigned char*>(whole.data) + 32, 32};
  EXPECT_NE(on_device({first, second}), before);
  EXPECT_NE(on_device({first, second}), on_device({second, first}));
  EXPECT_NE(on_device({first}), before);
}

TEST(OutputHash, IsThatOfTheDataAsIfThereWereNoPadding) {
  struct Shape {
    std::size_t element_bytes, element_data_bytes;
  };
  for (const auto [element_bytes, data_bytes] :
       {Shape{16, 12}, Shape{4, 3}, Shape{2, 1}, Shape{8, 8}, Shape{256, 33}}) {
    for (const unsigned elements : {0U, 1U, 2U, 5U, 257U, 100003U}) {
      Bytes padded(elements * element_bytes);
      Bytes packed(elements * data_bytes);
      for (std::size_t at = 0; at < elements * data_bytes; ++at)
        packed[at] = padded[at / data_bytes * element_bytes + at % data_bytes];
      OutputSpan output = padded.device();
      output.element_bytes = element_bytes;
      output.element_data_bytes = data_bytes;
      EXPECT_EQ(on_device({output}), hash_on_host({packed.host()})) << elements << " of " << element_bytes;
      output.data = padded.host().data;
      EXPECT_EQ(hash_on_host({output}), hash_on_host({packed.host()})) << elements << " of " << element_bytes;
    }
  }
}

TEST(OutputHash, ChangesWithAnyBitOfDataAndWithNoneOfPadding) {
  Bytes bytes(16 * 1003);
  const auto hash = [&] {
    OutputSpan output = bytes.device();
    output.element_bytes = 16;
    output.element_data_bytes = 12;
    return on_device({output});
  };
  const std::uint64_t before = hash();
  for (const unsigned element : {0U, 500U, 1002U}) {
    for (unsigned at = element * 16; at < element * 16 + 16; ++at) {
      bytes[at] ^= 1;
      EXPECT_EQ(hash() == before, at % 16 >= 12) << at;
      bytes[at] ^= 1;
    }
  }
}

}  // namespace
}  // namespace warpmark::test
