// A kernel that is launched through the driver API, as Triton and other just-in-time compilers launch theirs.
#pragma once

#include <cuda_runtime.h>

namespace consumer {

/// out[i] = in[i] + 1, by the kernel of module.cu. Throws std::runtime_error when the module cannot be loaded.
void increment(float* out, const float* in, unsigned count, cudaStream_t stream);

}  // namespace consumer
