// The public header of a benchmark: what a kernel's author writes against. See bench/copy.cc for a whole one.
//
// A workload is declared in this order: buffers with their seeded data; the bytes it reads and writes; what its result
// must be; the launch. The declaration runs once to learn its sizes, and again for each place in memory where a small
// workload is measured, so it must not use the GPU itself: device pointers are null the first time, and valid whenever
// the launch or a check runs.
#pragma once

#include <cuda_runtime.h>
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "harness/measure/fill.h"
#include "harness/measure/output_hash.h"
#include "harness/measure/seeded.h"

namespace warpmark {

/// `count` T in device memory, aligned to 2 MiB.
template <class T>
struct Buffer {
  T* data = nullptr;
  std::size_t count = 0;
  std::size_t bytes() const { return count * sizeof(T); }
};

/// An output that is not what the workload expects.
class WrongResult : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Workload {
 public:
  using Launch = std::function<void(cudaStream_t)>;

  /// Input data: data[i] = seeded<T>(seed, i), for float, double and __nv_bfloat16. Filled anew for every row, outside
  /// the measured time. For another T define seeded<T> (seeded.h) and instantiate fill_seeded (fill.cu).
  template <class T>
  Buffer<T> input(std::size_t count, std::uint64_t seed) {
    const Buffer<T> buffer = place<T>(count);
    fills_.push_back([=](cudaStream_t stream) { fill_seeded(buffer.data, buffer.count, seed, stream); });
    return buffer;
  }

  /// Output: poisoned before, hashed and checked after. Elements that no launch writes are part of the hash.
  template <class T>
  Buffer<T> output(std::size_t count) {
    const Buffer<T> buffer = place<T>(count);
    outputs_.push_back({buffer.data, buffer.bytes()});
    return buffer;
  }

  /// What one call moves at least: each byte of memory read or written once. Add up over several calls.
  void reads(std::size_t bytes) { bytes_read_ += bytes; }
  void writes(std::size_t bytes) { bytes_written_ += bytes; }

  /// `output` must hold reference(i) at i, bit by bit unless `agrees(expected, actual)` says otherwise. Checked on the
  /// host for `run` elements at either end and at 14 places in between, or for all if they are fewer; choose a shorter
  /// run where the reference is slow.
  template <class T, class Reference>
  void expect(Buffer<T> output, Reference reference) {
    expect(output, reference, same_bits<T>);
  }
  template <class T, class Reference, class Agrees>
  void expect(Buffer<T> output, Reference reference, Agrees agrees, std::size_t run = 256) {
    checks_.push_back([=] {
      for (const auto& [first, count] : places_to_check(output.count, run)) {
        std::vector<T> actual(count);
        fetch(actual.data(), output.data + first, count * sizeof(T));
        for (std::size_t k = 0; k < count; ++k) {
          const auto expected = reference(first + k);
          if (!agrees(expected, actual[k])) throw wrong(first + k, as_double(expected), as_double(actual[k]));
        }
      }
    });
  }

  /// The call to be measured: one or more kernel launches on `stream` (copies and memsets in it are not timed). It runs
  /// as often as the sampling needs, on the same buffers: its result must not depend on how often, so it may neither
  /// add to an output nor change an input. Errors of the launch are checked by the harness.
  void launch(Launch launch) { launch_ = std::move(launch); }

  /// A word about the row, shown beside it.
  void label(std::string text) { label_ = std::move(text); }

  // For the harness: a declared workload.
  explicit Workload(std::byte* arena, std::string row = {}) : arena_(arena), row_(std::move(row)) {}
  bool has_launch() const { return launch_ != nullptr; }
  std::size_t bytes_needed() const { return used_; }
  std::size_t bytes_read() const { return bytes_read_; }
  std::size_t bytes_written() const { return bytes_written_; }
  const std::vector<OutputSpan>& outputs() const { return outputs_; }
  const std::string& label() const { return label_; }
  void fill_inputs(cudaStream_t stream) const;
  void poison_outputs(cudaStream_t stream) const;
  void check_outputs() const;           // throws WrongResult
  void run(cudaStream_t stream) const;  // in an NVTX range of the row's name; throws CudaError

 private:
  static constexpr std::size_t placement_bytes = std::size_t{2} << 20;  // the size of a GPU page

  template <class T>
  Buffer<T> place(std::size_t count) {
    auto* const data = arena_ == nullptr ? nullptr : reinterpret_cast<T*>(arena_ + used_);
    used_ += (count * sizeof(T) + placement_bytes - 1) / placement_bytes * placement_bytes;
    return {data, count};
  }

  template <class T>
  static bool same_bits(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;  // NOLINT(bugprone-suspicious-memory-comparison): bits are meant
  }
  template <class T>
  static double as_double(const T& value) {
    return static_cast<double>(static_cast<float>(value));
  }
  static double as_double(double value) { return value; }

  static std::vector<std::pair<std::size_t, std::size_t>> places_to_check(std::size_t count, std::size_t run);
  static void fetch(void* to, const void* from, std::size_t bytes);
  static WrongResult wrong(std::size_t index, double expected, double actual);

  std::byte* arena_;
  std::string row_;
  std::size_t used_ = 0;
  std::size_t bytes_read_ = 0;
  std::size_t bytes_written_ = 0;
  std::vector<OutputSpan> outputs_;
  std::vector<std::function<void(cudaStream_t)>> fills_;
  std::vector<std::function<void()>> checks_;
  Launch launch_;
  std::string label_;
};

}  // namespace warpmark
