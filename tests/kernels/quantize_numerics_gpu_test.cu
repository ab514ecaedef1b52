// The numerics as the device computes them: encoders against CUDA's headers over every bit pattern there is,
// activations against double over every bf16.
#include <cuda_fp4.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "harness/measure/cuda_error.h"
#include "kernels/quantize/activation.cuh"
#include "kernels/quantize/e8m0.cuh"
#include "kernels/quantize/nvfp4_scale.cuh"

namespace warpmark::test {

using namespace quantize;

/// How often two functions of a bit pattern differ, and the smallest pattern for which they do.
struct Differences {
  unsigned long long count;
  unsigned long long first;
};

template <class Ours, class Theirs>
__global__ void compare_kernel(Differences* differences, std::uint64_t patterns) {
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t p = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; p < patterns; p += threads) {
    const float value = float_of(static_cast<std::uint32_t>(p));
    if (Ours::of(value) == Theirs::of(value)) continue;
    atomicAdd(&differences->count, 1ULL);
    atomicMin(&differences->first, static_cast<unsigned long long>(p));
  }
}

struct OurE8m0 {
  __device__ static std::uint32_t of(float value) { return e8m0_ceil(value); }
};
struct TheirE8m0 {
  __device__ static std::uint32_t of(float value) {
    return __nv_cvt_float_to_e8m0(value, __NV_SATFINITE, cudaRoundPosInf);
  }
};
struct OurE2m1 {
  __device__ static std::uint32_t of(float value) { return to_e2m1(value); }
};
struct TheirE2m1 {
  __device__ static std::uint32_t of(float value) { return __nv_cvt_float_to_fp4(value, __NV_E2M1, cudaRoundNearest); }
};

template <class Format>
__global__ void fp8_kernel(std::uint16_t* out, const float* in, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) out[i] = to_fp8_pair<Format>(in[i], -in[i]);
}

struct GeluValue {
  template <class T>
  __host__ __device__ static T of(T x) {
    return Gelu::value(x);
  }
};
struct GeluDerivative {
  template <class T>
  __host__ __device__ static T of(T x) {
    return Gelu::derivative(x);
  }
};
struct SiluValue {
  template <class T>
  __host__ __device__ static T of(T x) {
    return Silu::value(x);
  }
};
struct SiluDerivative {
  template <class T>
  __host__ __device__ static T of(T x) {
    return Silu::derivative(x);
  }
};

template <class Function>
__global__ void activation_kernel(float* out, const float* in, std::size_t count) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) out[i] = Function::of(in[i]);
}

__global__ void tile_scale_kernel(Nvfp4TileScale* out, const float* in, std::size_t count, float tensor_amax) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < count) out[i] = nvfp4_tile_scale(in[i], nvfp4_tensor_scale(tensor_amax));
}

namespace {

constexpr unsigned block = 256;

/// Memory that host and device see, freed at the end of the test.
template <class T>
class Managed {
 public:
  explicit Managed(std::size_t count) {
    check_cuda(cudaMallocManaged(&data_, count * sizeof(T)), "allocating managed memory");
  }
  ~Managed() { cudaFree(data_); }
  Managed(const Managed&) = delete;
  Managed& operator=(const Managed&) = delete;
  T* get() const { return data_; }
  T& operator[](std::size_t i) const { return data_[i]; }

 private:
  T* data_ = nullptr;
};

void run_to_end() {
  check_cuda(cudaGetLastError(), "launching");
  check_cuda(cudaDeviceSynchronize(), "running the kernel");
}

template <class Ours, class Theirs>
void expect_no_difference(std::uint64_t patterns) {
  const Managed<Differences> differences(1);
  differences[0] = {0, patterns};
  compare_kernel<Ours, Theirs><<<4096, block>>>(differences.get(), patterns);
  run_to_end();
  EXPECT_EQ(differences[0].count, 0U) << "first at pattern " << differences[0].first;
}

constexpr std::size_t bf16_values = 0x10000;

/// Every bf16 as fp32; out[i] = kernel(in[i]) for each.
template <class Out, class Launch>
std::vector<Out> over_all_bf16(Launch launch) {
  const Managed<float> in(bf16_values);
  const Managed<Out> out(bf16_values);
  for (std::uint32_t i = 0; i < bf16_values; ++i) in[i] = float_of(i << 16);
  launch(out.get(), in.get());
  run_to_end();
  return {out.get(), out.get() + bf16_values};
}

/// Steps of bf16 between two of its values; none between NaNs and between zeros.
std::int64_t bf16_steps(float a, float b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 0 : INT32_MAX;
  const auto ordinal = [](float value) {
    const auto magnitude = static_cast<std::int64_t>((bits_of(value) & ~sign_bit) >> 16);
    return std::signbit(value) ? -magnitude : magnitude;
  };
  return std::abs(ordinal(a) - ordinal(b));
}

template <class Function>
void expect_near_double(const std::string& name) {
  const auto device = over_all_bf16<float>([](float* out, const float* in) {
    activation_kernel<Function><<<bf16_values / block, block>>>(out, in, bf16_values);
  });
  std::int64_t worst_bf16_steps = 0;
  int other_bf16 = 0;
  int worst_code_steps = 0;
  int other_codes = 0;
  for (std::uint32_t i = 0; i < bf16_values; ++i) {
    const float x = float_of(i << 16);
    const float exact = round_to_bf16(static_cast<float>(Function::of(static_cast<double>(x))));
    const float approximate = round_to_bf16(device[i]);
    const std::int64_t steps = bf16_steps(approximate, exact);
    EXPECT_LE(steps, 1) << name << "(" << x << ") is " << approximate << ", not " << exact;
    worst_bf16_steps = std::max(worst_bf16_steps, steps);
    other_bf16 += steps == 0 ? 0 : 1;
    const int code_steps = std::abs(int{to_fp8<E4M3>(approximate)} - int{to_fp8<E4M3>(exact)});
    if (code_steps == 0x80) continue;  // 0 and -0
    worst_code_steps = std::max(worst_code_steps, code_steps);
    other_codes += code_steps == 0 ? 0 : 1;
  }
  EXPECT_LE(worst_code_steps, 1) << name;
  EXPECT_LE(other_bf16, static_cast<int>(bf16_values / 1000)) << name;
  testing::Test::RecordProperty(name + "_worst_bf16_steps", static_cast<int>(worst_bf16_steps));
  testing::Test::RecordProperty(name + "_other_bf16", other_bf16);
  testing::Test::RecordProperty(name + "_worst_code_steps", worst_code_steps);
  testing::Test::RecordProperty(name + "_other_codes", other_codes);
}

TEST(E8m0OnTheDevice, RoundsUpAsTheCudaHeaderDoesForEveryNonNegativePattern) {
  expect_no_difference<OurE8m0, TheirE8m0>(std::uint64_t{1} << 31);
}

TEST(E2m1OnTheDevice, RoundsAsTheCudaHeaderDoesForEveryPattern) {
  expect_no_difference<OurE2m1, TheirE2m1>(std::uint64_t{1} << 32);
}

template <class Format>
void expect_host_codes() {
  const auto device = over_all_bf16<std::uint16_t>([](std::uint16_t* out, const float* in) {
    fp8_kernel<Format><<<bf16_values / block, block>>>(out, in, bf16_values);
  });
  for (std::uint32_t i = 0; i < bf16_values; ++i) {
    const float value = float_of(i << 16);
    ASSERT_EQ(device[i], to_fp8_pair<Format>(value, -value)) << value;
  }
}

TEST(Fp8OnTheDevice, IsTheHostsForEveryBf16) {
  expect_host_codes<E4M3>();
  expect_host_codes<E5M2>();
}

TEST(ActivationOnTheDevice, IsWithinAStepOfDoubleForEveryBf16) {
  expect_near_double<GeluValue>("gelu");
  expect_near_double<GeluDerivative>("dgelu");
  expect_near_double<SiluValue>("silu");
  expect_near_double<SiluDerivative>("dsilu");
}

TEST(Nvfp4ScaleOnTheDevice, IsTheHostsForEveryTileAndTensor) {
  for (const float tensor_amax : {0.0F, 1.0F, 5.3F, 2688.0F, 21504.0F, 1e-30F, 1e-40F, 3e38F, INFINITY}) {
    const auto device = over_all_bf16<Nvfp4TileScale>([&](Nvfp4TileScale* out, const float* in) {
      tile_scale_kernel<<<bf16_values / block, block>>>(out, in, bf16_values, tensor_amax);
    });
    for (std::uint32_t i = 0; i <= 0x7f80; ++i) {
      const Nvfp4TileScale host = nvfp4_tile_scale(float_of(i << 16), nvfp4_tensor_scale(tensor_amax));
      ASSERT_EQ(device[i].code, host.code) << tensor_amax << ", " << float_of(i << 16);
      ASSERT_EQ(bits_of(device[i].reciprocal), bits_of(host.reciprocal)) << tensor_amax << ", " << float_of(i << 16);
    }
  }
}

}  // namespace
}  // namespace warpmark::test
