// Kernels with instructions that Blackwell brought. blackwell.sm_100a.txt is their machine code.
#include <cstdint>

struct alignas(32) Wide {
  float lane[8];
};

__global__ void wide(const Wide* __restrict__ in, Wide* __restrict__ out) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void tensor_memory(unsigned t, uint64_t a, uint64_t b, unsigned* out) {
  unsigned x;
  asm volatile(
      "{.reg .pred p; setp.ne.u32 p, 1, 0; tcgen05.mma.cta_group::1.kind::f16 [%0], %1, %2, %3, p;}" ::"r"(t), "l"(a),
      "l"(b), "r"(0));
  asm volatile("tcgen05.cp.cta_group::1.128x256b [%0], %1;" ::"r"(t), "l"(a));
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(x) : "r"(t));
  asm volatile("tcgen05.wait::ld.sync.aligned;");
  asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(t), "r"(x + 1));
  asm volatile("tcgen05.wait::st.sync.aligned;");
  out[threadIdx.x] = x;
}
