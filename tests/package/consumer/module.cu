// Compiled to PTX, and loaded from a file when the program runs (loaded_kernel.h).
extern "C" __global__ void increment(float* out, const float* in, unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] + 1;
}
