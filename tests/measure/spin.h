// A kernel of known duration.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace warpmark::test {

/// One thread that waits on the GPU's own clock for `ns`; 0 is the empty kernel.
void spin(std::uint64_t ns, cudaStream_t stream);

/// A kernel that stores to address 0: the GPU is lost to the process.
void fault(cudaStream_t stream);

}  // namespace warpmark::test
