// A device array between guard bytes, for kernels of any size and tail.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "harness/measure/cuda_error.h"

namespace warpmark::test {

/// `count` T of device memory, poisoned, with `guard` bytes before and after that must not change. Each array's guards
/// hold a byte of their own, so that a kernel which copies one array's guard to another is seen to.
template <class T>
class GuardedArray {
 public:
  static constexpr unsigned char poison = 0xa5;

  explicit GuardedArray(std::size_t count) : count_(count) {
    check_cuda(cudaMalloc(&memory_, bytes()), "allocating");
    check_cuda(cudaMemset(memory_, guard_byte_, bytes()), "guarding");
    check_cuda(cudaMemset(data(), poison, count_ * sizeof(T)), "poisoning");
  }
  explicit GuardedArray(const std::vector<T>& values) : GuardedArray(values.size()) {
    check_cuda(cudaMemcpy(data(), values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice), "copying in");
  }
  ~GuardedArray() { cudaFree(memory_); }
  GuardedArray(const GuardedArray&) = delete;
  GuardedArray& operator=(const GuardedArray&) = delete;

  T* data() const { return reinterpret_cast<T*>(static_cast<unsigned char*>(memory_) + guard); }

  /// The values; fails the test when a guard byte changed.
  std::vector<T> values() const {
    std::vector<unsigned char> all(bytes());
    check_cuda(cudaMemcpy(all.data(), memory_, bytes(), cudaMemcpyDeviceToHost), "copying out");
    const auto untouched = [this](unsigned char byte) { return byte == guard_byte_; };
    EXPECT_TRUE(std::all_of(all.begin(), all.begin() + guard, untouched)) << "wrote before the array";
    EXPECT_TRUE(std::all_of(all.end() - guard, all.end(), untouched)) << "wrote behind the array";
    std::vector<T> result(count_);
    std::memcpy(result.data(), all.data() + guard, count_ * sizeof(T));
    return result;
  }

 private:
  static constexpr std::ptrdiff_t guard = 256;  // keeps the alignment of cudaMalloc
  std::size_t bytes() const { return count_ * sizeof(T) + 2 * static_cast<std::size_t>(guard); }

  static inline unsigned char next_guard_byte_ = 0x5a;

  std::size_t count_;
  unsigned char guard_byte_ = next_guard_byte_++;
  void* memory_ = nullptr;
};

/// Array sizes around every boundary the kernels know: packs of up to 8 elements, blocks, and none of them.
inline std::vector<std::size_t> tricky_sizes() {
  std::vector<std::size_t> sizes;
  for (std::size_t n = 1; n <= 33; ++n) sizes.push_back(n);
  for (const unsigned n : {127U, 1023U, 1024U, 1025U, 4096U, 8191U, 32769U, 1000003U}) sizes.push_back(n);
  return sizes;
}

}  // namespace warpmark::test
