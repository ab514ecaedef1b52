// The one allocation that every row's buffers are cut from: allocating gigabytes a row would cost more than measuring
// it.
#pragma once

#include <cstddef>

namespace warpmark {

class Arena {
 public:
  /// Throws CudaError when there is not that much memory.
  explicit Arena(std::size_t bytes);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t bytes_;
};

}  // namespace warpmark
