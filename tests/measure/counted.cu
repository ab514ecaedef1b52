#include <cstdint>

#include "tests/measure/counted.h"

namespace warpmark::test {

namespace {

constexpr unsigned block = 256;

__device__ std::size_t my_index() { return std::size_t{blockIdx.x} * block + threadIdx.x; }

}  // namespace

__global__ void narrow_kernel(float* out, const float* in) { out[my_index()] = in[my_index()]; }

__global__ void wide_kernel(float4* out, const float4* in) { out[my_index()] = in[my_index()]; }

/// Through another thread's element and back, or the compiler would keep it in a register.
__device__ void exchange(float* staged, float* out, const float* in) {
  staged[threadIdx.x ^ 1U] = in[my_index() ^ 1U];
  __syncthreads();
  out[my_index()] = staged[threadIdx.x];
}

__global__ void shared_kernel(float* out, const float* in) {
  __shared__ float staged[block];
  exchange(staged, out, in);
}

__global__ void generic_kernel(float* out, const float* in) {
  constexpr std::uintptr_t alignment = 128;
  extern __shared__ unsigned char raw[];
  const std::uintptr_t aligned = (reinterpret_cast<std::uintptr_t>(raw) + alignment - 1) / alignment * alignment;
  exchange(reinterpret_cast<float*>(aligned), out, in);
}

/// `shift` is 0, which the compiler cannot know: an array indexed by what it does not know lies in local memory.
__global__ void local_kernel(float* out, const float* in, unsigned shift) {
  constexpr unsigned slots = 32;
  volatile float staged[slots];
  staged[threadIdx.x % slots] = in[my_index()];
  out[my_index()] = staged[(threadIdx.x + shift) % slots];
}

__global__ void strided_kernel(float* out, const float* in, std::size_t count) {
  constexpr std::size_t stride = 32;
  const std::size_t i = my_index() * stride;
  out[my_index()] = in[i % count + i / count];
}

/// The store never happens: seeded data is not 2. The compiler cannot know.
__global__ void read_kernel(float* out, const float4* in) {
  const float4 quad = in[my_index()];
  if (quad.x + quad.y + quad.z + quad.w == 8) out[0] = quad.x;
}

namespace {

unsigned blocks_for(std::size_t threads) { return static_cast<unsigned>(threads / block); }

}  // namespace

void copy_narrow(float* out, const float* in, std::size_t count, cudaStream_t stream) {
  narrow_kernel<<<blocks_for(count), block, 0, stream>>>(out, in);
}

void copy_wide(float* out, const float* in, std::size_t count, cudaStream_t stream) {
  wide_kernel<<<blocks_for(count / 4), block, 0, stream>>>(reinterpret_cast<float4*>(out),
                                                           reinterpret_cast<const float4*>(in));
}

void copy_by_shared(float* out, const float* in, std::size_t count, cudaStream_t stream) {
  shared_kernel<<<blocks_for(count), block, 0, stream>>>(out, in);
}

void copy_by_generic(float* out, const float* in, std::size_t count, cudaStream_t stream) {
  constexpr std::size_t shared_bytes = 2048;
  generic_kernel<<<blocks_for(count), block, shared_bytes, stream>>>(out, in);
}

void copy_by_local(float* out, const float* in, std::size_t count, cudaStream_t stream) {
  local_kernel<<<blocks_for(count), block, 0, stream>>>(out, in, 0);
}

void copy_strided(float* out, const float* in, std::size_t count, cudaStream_t stream) {
  strided_kernel<<<blocks_for(count), block, 0, stream>>>(out, in, count);
}

void copy_twice(float* out, const float* in, std::size_t count, cudaStream_t stream) {
  copy_narrow(out, in, count, stream);
  copy_wide(out, in, count, stream);
}

void read_wide(float* out, const float* in, std::size_t count, cudaStream_t stream) {
  read_kernel<<<blocks_for(count / 4), block, 0, stream>>>(out, reinterpret_cast<const float4*>(in));
}

}  // namespace warpmark::test
