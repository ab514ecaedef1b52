#include <stdexcept>
#include <vector>

#include "harness/measure/cuda_error.h"
#include "harness/measure/sample_sequence.h"
#include "harness/measure/stream_order.h"

namespace warpmark {

namespace {

// Longer than a launch takes to reach the GPU, so that what does not wait for us is seen not to.
constexpr std::uint64_t before_ns = 100'000;
constexpr std::uint64_t after_ns = 1'000;

// A kernel that is told to begin early (programmatic dependent launch) does so when the one before it is about to end.
constexpr std::uint64_t early_ns = 20'000;

// The order on a stream as it shows in the kernels' times.
constexpr std::uint64_t unsharp_ns = 2'000;

__global__ void wait_kernel(std::uint64_t ns) {
  const auto now = [] {
    std::uint64_t time = 0;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    return time;
  };
  const std::uint64_t begun = now();
  while (now() - begun < ns) {
  }
}

}  // namespace

void wait_on_gpu(std::uint64_t ns, cudaStream_t stream) {
  wait_kernel<<<1, 1, 0, stream>>>(ns);
  check_cuda(cudaGetLastError(), "waiting on the GPU");
}

void require_order(const Sample& before, const Sample& call, const Sample& after) {
  if (call.end_ns == 0) return;
  if (call.start_ns + early_ns < before.end_ns) {
    throw std::runtime_error("a kernel ran before its turn on the stream: launch on the stream that the call is given");
  }
  if (call.end_ns > after.start_ns + unsharp_ns) {
    throw std::runtime_error(
        "a kernel still ran when the call was over on its stream: let the stream wait for all that the call forks");
  }
}

void check_stream_order(const Workload& workload, Timer& timer, cudaStream_t stream) {
  const auto sample = [&](const auto& launch) {
    timer.begin(stream);
    ended(launch, [&] { timer.end(stream); });
  };
  sample([&] { wait_on_gpu(before_ns, stream); });
  sample([&] { workload.run(stream); });
  sample([&] { wait_on_gpu(after_ns, stream); });
  check_cuda(cudaDeviceSynchronize(), "running the workload");  // all of it, wherever it runs
  const std::vector<Sample> samples = timer.collect(stream);
  require_order(samples.at(0), samples.at(1), samples.at(2));
}

}  // namespace warpmark
