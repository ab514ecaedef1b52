#include "harness/measure/arena.h"

#include "harness/measure/cuda_error.h"

namespace warpmark {

Arena::Arena(std::size_t bytes) : bytes_(bytes) {
  if (bytes > 0) {
    check_cuda(cudaMalloc(reinterpret_cast<void**>(&data_), bytes), "allocating the arena of the buffers");
  }
}

Arena::~Arena() { cudaFree(data_); }

}  // namespace warpmark
