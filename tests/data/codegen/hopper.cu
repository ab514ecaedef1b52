// Kernels with instructions that Hopper brought. hopper.sm_90a.txt is their machine code.
#include <cstdint>

__device__ unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__global__ void bulk(const void* in, void* out) {
  __shared__ alignas(128) char s[1024];
  __shared__ uint64_t bar;
  const unsigned at = shared_address(s);
  const unsigned barrier = shared_address(&bar);
  asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(barrier));
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 1024, [%2];" ::"r"(at),
               "l"(in), "r"(barrier));
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 1024;" ::"l"(out), "r"(at));
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], 1024;" ::"l"(out), "r"(at));
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], 1024;" ::"l"(in));
}

__global__ void tensor(const void* map) {
  __shared__ alignas(128) char s[1024];
  __shared__ uint64_t bar;
  const unsigned at = shared_address(s);
  asm volatile(
      "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%3];" ::"r"(at),
      "l"(map), "r"(0), "r"(shared_address(&bar)));
  asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {%1}], [%2];" ::"l"(map), "r"(0), "r"(at));
}

__global__ void cluster(unsigned value) {
  __shared__ unsigned s[4];
  __shared__ uint64_t bar;
  unsigned there, barrier_there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(there) : "r"(shared_address(s)));
  asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(barrier_there) : "r"(shared_address(&bar)));
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(there), "r"(value),
               "r"(barrier_there));
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1,%1};" ::"r"(shared_address(s)), "r"(value));
}

__global__ void warpgroup(uint64_t a, uint64_t b, float* out) {
  float c[4] = {};
  asm volatile("wgmma.fence.sync.aligned;");
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "l"(a), "l"(b));
  asm volatile("wgmma.commit_group.sync.aligned;");
  asm volatile("wgmma.wait_group.sync.aligned 0;");
  out[threadIdx.x] = c[0] + c[1] + c[2] + c[3];
}

/// A load that no table here knows: it reduces over the memories of several GPUs.
__global__ void multimem(const float* p, float* out) {
  float x;
  asm volatile("multimem.ld_reduce.relaxed.sys.global.add.f32 %0, [%1];" : "=f"(x) : "l"(p));
  *out = x;
}
