// FNV-1a, 64 bits (G. Fowler, L. C. Noll, K.-P. Vo): tells contents apart, and guards against nothing.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace warpmark {

class Fnv1a {
 public:
  void add(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3; }
  void add(std::string_view bytes) {
    for (const char byte : bytes) add(static_cast<unsigned char>(byte));
  }

  std::string digits() const { return fmt::format("{:016x}", hash_); }  // 16 of them

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace warpmark
