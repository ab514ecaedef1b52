// Every kind of call that a launch function may make: its kernels are seen, added up, and its result verified.
#include "tests/measure/launch_kinds.h"

#include <cuda.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include "harness/measure/cuda_error.h"
#include "tests/measure/measured_row.h"
#include "tests/measure/spin.h"

namespace warpmark::test {
namespace {

using testing::HasSubstr;

constexpr std::size_t written = 1000;
constexpr std::uint64_t short_spin_ns = 20'000;
constexpr double shortest_us = 19;  // the two clocks are read at different steps

class LaunchKinds : public testing::Test {
 protected:
  void SetUp() override {
    if (!knows_kernels()) GTEST_SKIP() << "no CUPTI here";
  }
};

TEST_F(LaunchKinds, SeveralKernelsInACallAddUp) {
  const Row row = measured_row([](Workload& workload) {
    const auto out = workload.output<int>(written);
    workload.expect(out, [](std::size_t) { return 7; });
    workload.launch([=](cudaStream_t stream) {
      spin(short_spin_ns, stream);
      spin(short_spin_ns, stream);
      set_all(out.data, written, 7, stream);
    });
  });
  ASSERT_FALSE(row.error) << *row.error;
  EXPECT_EQ(row.kernels.size(), 3U);
  EXPECT_GT(row.time_us, 2 * shortest_us);
  EXPECT_GE(row.counters.at("gpu_span_us"), row.time_us);
}

/// What a stream captured, ready to launch.
class Graph {
 public:
  template <class Work>
  Graph(cudaStream_t stream, const Work& work) {
    cudaGraph_t graph = nullptr;
    check_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "capturing");
    work(stream);
    check_cuda(cudaStreamEndCapture(stream, &graph), "capturing");
    const cudaError_t made = cudaGraphInstantiate(&executable_, graph, 0);
    cudaGraphDestroy(graph);
    check_cuda(made, "instantiating a graph");
  }
  ~Graph() { cudaGraphExecDestroy(executable_); }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  void launch(cudaStream_t stream) const { check_cuda(cudaGraphLaunch(executable_, stream), "launching a graph"); }

 private:
  cudaGraphExec_t executable_ = nullptr;
};

TEST_F(LaunchKinds, AGraphsKernelsAreSeenEachAndAddUp) {
  const Row row = measured_row([](Workload& workload) {
    const auto out = workload.output<int>(written);
    workload.expect(out, [](std::size_t) { return 7; });
    workload.launch(
        [=](cudaStream_t stream) {
          return Graph(stream, [=](cudaStream_t captured) {
            spin(short_spin_ns, captured);
            spin(short_spin_ns, captured);
            set_all(out.data, written, 7, captured);
          });
        },
        [](const Graph& graph, cudaStream_t stream) { graph.launch(stream); });
  });
  ASSERT_FALSE(row.error) << *row.error;
  EXPECT_EQ(row.kernels.size(), 3U);
  EXPECT_GT(row.time_us, 2 * shortest_us);
}

TEST_F(LaunchKinds, ACooperativeLaunchIsSeen) {
  constexpr unsigned blocks = 8;
  const Row row = measured_row([](Workload& workload) {
    const auto out = workload.output<int>(blocks);
    const auto scratch = workload.output<int>(blocks);
    workload.expect(out, [](std::size_t) { return static_cast<int>(blocks); });
    workload.launch([=](cudaStream_t stream) { count_blocks(out.data, scratch.data, blocks, stream); });
  });
  ASSERT_FALSE(row.error) << *row.error;
  ASSERT_EQ(row.kernels.size(), 1U);
  EXPECT_THAT(row.kernels[0], HasSubstr("cooperative_kernel"));
}

/// A stream beside the one that a call is given.
struct Side {
  Side() {
    check_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "creating a stream");
    check_cuda(cudaEventCreateWithFlags(&forked, cudaEventDisableTiming), "creating an event");
    check_cuda(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming), "creating an event");
  }
  ~Side() {
    cudaEventDestroy(forked);
    cudaEventDestroy(joined);
    cudaStreamDestroy(stream);
  }
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  void fork(cudaStream_t from) const {
    check_cuda(cudaEventRecord(forked, from), "forking");
    check_cuda(cudaStreamWaitEvent(stream, forked, 0), "forking");
  }
  void join(cudaStream_t to) const {
    check_cuda(cudaEventRecord(joined, stream), "joining");
    check_cuda(cudaStreamWaitEvent(to, joined, 0), "joining");
  }

  cudaStream_t stream = nullptr;
  cudaEvent_t forked = nullptr;
  cudaEvent_t joined = nullptr;
};

TEST_F(LaunchKinds, WhatIsForkedToAnotherStreamAndJoinedAddsUp) {
  const Row row = measured_row([](Workload& workload) {
    workload.launch([](cudaStream_t) { return Side(); },
                    [](const Side& side, cudaStream_t stream) {
                      side.fork(stream);
                      spin(short_spin_ns, side.stream);
                      spin(short_spin_ns, stream);
                      side.join(stream);
                    });
  });
  ASSERT_FALSE(row.error) << *row.error;
  EXPECT_EQ(row.kernels.size(), 2U);
  EXPECT_GT(row.time_us, 2 * shortest_us);
}

TEST_F(LaunchKinds, WhatIsForkedAndNotJoinedFailsTheRow) {
  const Row row = measured_row([](Workload& workload) {
    workload.launch([](cudaStream_t) { return Side(); },
                    [](const Side& side, cudaStream_t stream) {
                      side.fork(stream);
                      spin(50 * short_spin_ns, side.stream);
                      spin(short_spin_ns, stream);
                    });
  });
  ASSERT_TRUE(row.error);
  EXPECT_THAT(*row.error, HasSubstr("let the stream wait for all that the call forks"));
}

constexpr const char* set_words_ptx = R"(
.version 7.0
.target sm_80
.address_size 64
.visible .entry set_words(.param .u64 out, .param .u32 value) {
  .reg .b32 %r<3>;
  .reg .b64 %a<4>;
  ld.param.u64 %a1, [out];
  ld.param.u32 %r1, [value];
  mov.u32 %r2, %tid.x;
  cvta.to.global.u64 %a2, %a1;
  mul.wide.u32 %a3, %r2, 4;
  add.s64 %a2, %a2, %a3;
  st.global.u32 [%a2], %r1;
  ret;
}
)";

/// The driver's functions, found as a program that does not link the driver finds them.
template <class Function>
Function* of_driver(const char* name) {
  void* function = nullptr;
  check_cuda(cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, nullptr),
             "asking for a function of the driver");
  return reinterpret_cast<Function*>(function);
}

void check_driver(CUresult result) {
  if (result != CUDA_SUCCESS) throw std::runtime_error("the driver API refuses: " + std::to_string(result));
}

/// A module loaded at run time, as Triton does.
class Module {
 public:
  explicit Module(const char* image) {
    check_driver(of_driver<decltype(cuModuleLoadData)>("cuModuleLoadData")(&module_, image));
  }
  ~Module() { of_driver<decltype(cuModuleUnload)>("cuModuleUnload")(module_); }
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  CUfunction function(const char* name) const {
    CUfunction found = nullptr;
    check_driver(of_driver<decltype(cuModuleGetFunction)>("cuModuleGetFunction")(&found, module_, name));
    return found;
  }

 private:
  CUmodule module_ = nullptr;
};

TEST_F(LaunchKinds, ALaunchThroughTheDriverIsSeen) {
  constexpr unsigned words = 256;
  const Row row = measured_row([](Workload& workload) {
    const auto out = workload.output<unsigned>(words);
    workload.expect(out, [](std::size_t) { return 7U; });
    workload.launch(
        [](cudaStream_t) { return std::make_unique<Module>(set_words_ptx); },
        [=](const std::unique_ptr<Module>& module, cudaStream_t stream) {
          static const auto launch = of_driver<decltype(cuLaunchKernel)>("cuLaunchKernel");
          auto* data = out.data;
          unsigned value = 7;
          void* arguments[] = {&data, &value};
          check_driver(launch(module->function("set_words"), 1, 1, 1, words, 1, 1, 0, stream, arguments, nullptr));
        });
  });
  ASSERT_FALSE(row.error) << *row.error;
  EXPECT_THAT(row.kernels, testing::ElementsAre("set_words"));
}

TEST_F(LaunchKinds, WhatIsPreparedIsMadeOnceAndDestroyedAfterTheRow) {
  struct Counts {
    int made = 0;
    int launched = 0;
    int destroyed = 0;
  };
  const auto counts = std::make_shared<Counts>();
  const Row row = measured_row([=](Workload& workload) {
    workload.launch(
        [=](cudaStream_t) {
          ++counts->made;
          return std::shared_ptr<Counts>(counts.get(), [](Counts* of) { ++of->destroyed; });
        },
        [](const std::shared_ptr<Counts>& of, cudaStream_t stream) {
          ++of->launched;
          spin(1000, stream);
        });
  });
  ASSERT_FALSE(row.error) << *row.error;
  EXPECT_EQ(counts->made, 1);
  EXPECT_EQ(counts->destroyed, 1);
  EXPECT_GT(counts->launched, 1);
}

}  // namespace
}  // namespace warpmark::test
