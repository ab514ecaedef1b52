// kernels/copy as one measures it with nothing but Google Benchmark and CUDA events: for docs/your-own-kernels.md,
// which shows the numbers beside warpmark's.
#include <benchmark/benchmark.h>
#include <cuda_runtime.h>

#include "kernels/copy/copy.h"

namespace {

void copy_aligned(benchmark::State& state) {
  const auto elements = static_cast<std::size_t>(state.range(0));
  float* in = nullptr;
  float* out = nullptr;
  cudaEvent_t begin = nullptr;
  cudaEvent_t end = nullptr;
  cudaMalloc(&in, elements * sizeof(float));
  cudaMalloc(&out, elements * sizeof(float));
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  for ([[maybe_unused]] auto _ : state) {
    cudaEventRecord(begin);
    warpmark::copy::aligned(out, in, elements, nullptr);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, begin, end);
    state.SetIterationTime(milliseconds * 1e-3);
  }
  constexpr std::int64_t bytes_a_float = 2 * sizeof(float);  // read and written
  state.SetBytesProcessed(state.iterations() * state.range(0) * bytes_a_float);
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess)
    state.SkipWithError(cudaGetErrorString(error));
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaFree(in);
  cudaFree(out);
}

BENCHMARK(copy_aligned)->Arg(1 << 20)->Arg(1 << 28)->UseManualTime()->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
