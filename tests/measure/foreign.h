// A kernel that the program holds for sm_120 only, in SASS: other GPUs cannot run it.
#pragma once

#include <cuda_runtime.h>

namespace warpmark::test {

constexpr int foreign_major = 12;

void launch_foreign(cudaStream_t stream);

}  // namespace warpmark::test
