// Memory of casts as large as models: inputs seeded where they lie, outputs hashed where they lie.
#pragma once

#include <warpmark/fill.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "harness/measure/cuda_error.h"
#include "harness/measure/output_hash.h"
#include "tests/kernels/quantize_outputs.h"

namespace warpmark::test {

inline constexpr std::uint64_t seed_x = 1;
inline constexpr std::uint64_t seed_grad = 2;

struct Shape {
  std::size_t rows, cols;
  std::size_t elements() const { return rows * cols; }
};

/// Device memory without guards, freed at the end of the test.
class DeviceBytes {
 public:
  explicit DeviceBytes(std::size_t bytes) { check_cuda(cudaMalloc(&data_, bytes), "allocating"); }
  ~DeviceBytes() { cudaFree(data_); }
  DeviceBytes(const DeviceBytes&) = delete;
  DeviceBytes& operator=(const DeviceBytes&) = delete;
  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  void* data_ = nullptr;
};

inline bool fits(std::size_t bytes) {
  std::size_t free = 0;
  std::size_t total = 0;
  check_cuda(cudaMemGetInfo(&free, &total), "asking for free memory");
  return bytes + (std::size_t{1} << 30) < free;
}

/// Seeded inputs, for every cast of up to so many elements.
class SeededInputs {
 public:
  SeededInputs(std::size_t x_count, std::size_t grad_count)
      : x_{x_count * sizeof(__nv_bfloat16)}, grad_{std::max<std::size_t>(grad_count, 1) * sizeof(__nv_bfloat16)} {
    fill_seeded(x_.as<__nv_bfloat16>(), x_count, seed_x, nullptr);
    fill_seeded(grad_.as<__nv_bfloat16>(), grad_count, seed_grad, nullptr);
  }
  const __nv_bfloat16* x() const { return x_.as<__nv_bfloat16>(); }
  const __nv_bfloat16* grad() const { return grad_.as<__nv_bfloat16>(); }

 private:
  DeviceBytes x_, grad_;
};

/// Outputs one behind another in one block of memory, poisoned before each cast.
class OutputBlock {
 public:
  explicit OutputBlock(std::size_t bytes) : memory_{bytes}, bytes_{bytes} {}

  void poison() {
    check_cuda(cudaMemset(memory_.as<void>(), output_poison, bytes_), "poisoning");
    used_ = 0;
    spans_.clear();
  }
  std::uint8_t* take(std::size_t bytes) {
    std::uint8_t* const first = memory_.as<std::uint8_t>() + used_;
    used_ += (bytes + 255) / 256 * 256;
    if (used_ > bytes_) throw std::logic_error("the outputs' block is too small");
    spans_.push_back({first, bytes});
    return first;
  }
  std::uint64_t hash() {
    check_cuda(cudaGetLastError(), "launching the cast");
    return hasher_.hash(spans_, nullptr);
  }

 private:
  DeviceBytes memory_;
  std::size_t bytes_;
  std::size_t used_ = 0;
  std::vector<OutputSpan> spans_;
  OutputHasher hasher_;
};

}  // namespace warpmark::test
