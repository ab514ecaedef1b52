// Kernels with known machine code, for every target. common.sm_80.txt and common.sm_120.txt are theirs.
#include <cuda_fp16.h>

#include <cstdint>

__global__ void widths(uint8_t* a, uint16_t* b, uint32_t* c, uint2* d, uint4* e, int n) {
  const int i = threadIdx.x;
  if (i < n) a[i] += 1;
  if (i < n + 5) b[i] *= 3;
  c[i] ^= 5;
  uint2 two = d[i];
  two.x += two.y;
  d[i + 1] = two;
  uint4 four = e[i];
  four.x += four.w;
  e[i + 1] = four;
}

__global__ void shared_and_atomics(int* out, const int* in, float* sum) {
  __shared__ int s[256];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  atomicAdd(&s[out[0] & 255], 1);
  atomicAdd(out, s[255 - threadIdx.x]);
  atomicMax(out + 2, atomicExch(out + 1, 7));
  atomicAdd(sum, 1.0f);
}

__global__ void generic(int** p, int n) {
  __shared__ int s[32];
  int* q = (n & 1) != 0 ? s + n : p[n];
  *q += 2;
  *p[1] = atomicAdd(q + 2, 4);
}

__global__ void async_copies(const uint4* in, uint4* out) {
  __shared__ uint4 s[32];
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(&s[threadIdx.x]));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(in + threadIdx.x));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(at), "l"(in + threadIdx.x + 32));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(in + threadIdx.x + 64));
  asm volatile("cp.async.wait_all;");
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}

__global__ void tiles(const half* in, float* out) {
  __shared__ half s[512];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(s + threadIdx.x * 8));
  unsigned a[4];
  float c[4] = {};
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3])
               : "r"(at));
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%4,%5}, {%0,%1,%2,%3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]));
  out[threadIdx.x] = c[0] + c[1] + c[2] + c[3];
}

/// Twenty values live at once, and not the registers for them.
__global__ void __maxnreg__(24) spills(float* p, int n) {
  float a[20];
#pragma unroll
  for (int i = 0; i < 20; ++i) a[i] = p[i * n];
#pragma unroll
  for (int i = 0; i < 20; ++i) p[i * n + 1] = a[19 - i] * a[(i * 7) % 20];
}

__global__ void local_array(int* p, int n) {
  int a[12];
#pragma unroll
  for (int i = 0; i < 12; ++i) a[(i * n) % 12] = p[i];
  p[12] = a[n % 12];
}
