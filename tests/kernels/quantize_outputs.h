// What a cast wrote: its outputs by name, byte by byte, so that every cast is collected and compared alike.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/kernels/guarded_array.h"

namespace warpmark::test {

inline constexpr std::uint8_t output_poison = GuardedArray<std::uint8_t>::poison;

struct Output {
  std::string name;
  std::vector<std::uint8_t> bytes;

  /// The bytes as values of another type.
  template <class T>
  std::vector<T> as() const {
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
  }
};
using Outputs = std::vector<Output>;

inline const Output* find(const Outputs& outputs, const std::string& name) {
  const auto found = std::find_if(outputs.begin(), outputs.end(), [&](const Output& o) { return o.name == name; });
  return found == outputs.end() ? nullptr : &*found;
}

/// Device memory of a cast's outputs, poisoned and guarded.
class OutputMemory {
 public:
  std::uint8_t* add(const std::string& name, std::size_t bytes) {
    arrays_.push_back({name, std::make_unique<GuardedArray<std::uint8_t>>(bytes)});
    return arrays_.back().array->data();
  }

  /// Once everything launched has run. `cast` is what failures name.
  Outputs collect(const std::string& cast) const {
    check_cuda(cudaGetLastError(), ("launching " + cast).c_str());
    check_cuda(cudaDeviceSynchronize(), ("running " + cast).c_str());
    Outputs outputs;
    for (const Array& array : arrays_) {
      SCOPED_TRACE(cast + ": " + array.name);
      outputs.push_back({array.name, array.array->values()});
    }
    return outputs;
  }

 private:
  struct Array {
    std::string name;
    std::unique_ptr<GuardedArray<std::uint8_t>> array;
  };
  std::vector<Array> arrays_;
};

inline testing::AssertionResult same_bytes(const Output& expected, const Output& got) {
  if (expected.bytes.size() != got.bytes.size()) {
    return testing::AssertionFailure() << got.name << ": " << got.bytes.size() << " bytes, not "
                                       << expected.bytes.size();
  }
  if (expected.bytes == got.bytes) return testing::AssertionSuccess();
  std::size_t count = 0;
  std::string first;
  for (std::size_t i = 0; i < got.bytes.size(); ++i) {
    if (expected.bytes[i] == got.bytes[i]) continue;
    if (count++ == 0) {
      first = fmt::format("byte {}: expected {:#04x}, got {:#04x}", i, expected.bytes[i], got.bytes[i]);
    }
  }
  return testing::AssertionFailure() << fmt::format("{}, {}; {} of {} bytes differ", got.name, first, count,
                                                    got.bytes.size());
}

/// Every output that both have.
inline testing::AssertionResult same_bytes(const Outputs& expected, const Outputs& got) {
  std::size_t compared = 0;
  for (const Output& output : got) {
    const Output* other = find(expected, output.name);
    if (other == nullptr) continue;
    ++compared;
    if (const auto same = same_bytes(*other, output); !same) return same;
  }
  if (compared == 0) return testing::AssertionFailure() << "no output to compare";
  return testing::AssertionSuccess();
}

}  // namespace warpmark::test
