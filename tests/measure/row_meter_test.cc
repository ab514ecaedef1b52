#include "harness/measure/row_meter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/measure/cuda_error.h"
#include "tests/measure/measured_row.h"
#include "tests/measure/spin.h"

namespace warpmark::test {

struct alignas(2) Padded {
  unsigned char data;
};

}  // namespace warpmark::test

template <>
inline constexpr std::size_t warpmark::element_data_bytes<warpmark::test::Padded> = 1;

namespace warpmark::test {
namespace {

using testing::HasSubstr;

constexpr std::size_t count = 1 << 20;

void copy_by_memcpy_and_spin(Workload& workload) {
  const auto out = workload.output<float>(count);
  const auto in = workload.input<float>(count, 5);
  workload.reads(in.bytes());
  workload.writes(out.bytes());
  workload.expect(out, [](std::size_t i) { return seeded<float>(5, i); });
  workload.launch([=](cudaStream_t stream) {
    check_cuda(cudaMemcpyAsync(out.data, in.data, in.bytes(), cudaMemcpyDeviceToDevice, stream), "copying");
    spin(20'000, stream);
  });
}

class RowMeterTest : public testing::Test {
 protected:
  Row measure(const Declare& declare) {
    return measured_row(declare, [this] {
      if (interrupt_) throw Interrupted();
    });
  }
  bool interrupt_ = false;
};

TEST_F(RowMeterTest, MeasuresVerifiesAndHashes) {
  const Row row = measure(copy_by_memcpy_and_spin);
  ASSERT_FALSE(row.error) << *row.error;
  EXPECT_EQ(row.key, "test/row/size:1/l2:cold");
  EXPECT_GT(row.time_us, 19);
  EXPECT_GE(row.counters.at("gpu_samples"), 10);
  EXPECT_EQ(row.counters.at("gpu_bytes_read"), count * sizeof(float));
  std::vector<float> expected(count);
  for (std::size_t i = 0; i < count; ++i) expected[i] = seeded<float>(5, i);
  EXPECT_EQ(row.counters.at("gpu_output_hash"),
            static_cast<double>(hash_on_host({{expected.data(), expected.size() * sizeof(float)}})));
}

TEST_F(RowMeterTest, AnInputMayHoldDataOfOnesOwn) {
  const auto value = [](std::size_t i) { return static_cast<int>(i * i % 1009); };
  const Row row = measure([=](Workload& workload) {
    const auto out = workload.output<int>(count);
    const auto in = workload.input<int>(count, value);
    workload.expect(out, value);
    workload.launch([=](cudaStream_t stream) {
      check_cuda(cudaMemcpyAsync(out.data, in.data, in.bytes(), cudaMemcpyDeviceToDevice, stream), "copying");
      spin(1000, stream);
    });
  });
  ASSERT_FALSE(row.error) << *row.error;
}

TEST_F(RowMeterTest, DataOfOnesOwnThatCannotBeMadeFailsTheRow) {
  const Row row = measure([](Workload& workload) {
    workload.input<int>(1, [](std::size_t) -> int { throw std::runtime_error("no such file"); });
    workload.launch([](cudaStream_t stream) { spin(1000, stream); });
  });
  EXPECT_EQ(row.error, "no such file");
}

TEST_F(RowMeterTest, AnOutputThatNobodyWroteIsAnError) {
  const Row row = measure([](Workload& workload) {
    const auto out = workload.output<float>(count);
    workload.expect(out, [](std::size_t) { return 0.0F; });
    workload.launch([](cudaStream_t stream) { spin(1000, stream); });
  });
  ASSERT_TRUE(row.error);
  EXPECT_THAT(*row.error, HasSubstr("wrong result: element 0 is"));
  EXPECT_TRUE(row.counters.empty());
}

TEST_F(RowMeterTest, OneWrongElementAtTheEndIsAnError) {
  const Row row = measure([](Workload& workload) {
    const auto out = workload.output<unsigned char>(count);
    workload.expect(out, [](std::size_t) { return static_cast<unsigned char>(7); });
    workload.launch([=](cudaStream_t stream) {
      check_cuda(cudaMemsetAsync(out.data, 7, count, stream), "writing");
      check_cuda(cudaMemsetAsync(out.data + count - 1, 8, 1, stream), "writing");
      spin(1000, stream);
    });
  });
  ASSERT_TRUE(row.error);
  EXPECT_THAT(*row.error, HasSubstr("element 1048575 is 8, expected 7"));
}

TEST_F(RowMeterTest, OneElementCopiedTooManyIsAnError) {
  const Row row = measure([](Workload& workload) {
    const auto out = workload.output<float>(count - 1);
    const auto in = workload.input<float>(count - 1, 5);
    workload.expect(out, [](std::size_t i) { return seeded<float>(5, i); });
    workload.launch([=](cudaStream_t stream) {
      const std::size_t too_many = in.bytes() + sizeof(float);
      check_cuda(cudaMemcpyAsync(out.data, in.data, too_many, cudaMemcpyDeviceToDevice, stream), "copying");
      spin(1000, stream);
    });
  });
  ASSERT_TRUE(row.error);
  EXPECT_THAT(*row.error, HasSubstr("byte 0 behind buffer 0, in order of declaration, was written to"));
}

TEST_F(RowMeterTest, PaddingMayHoldWhateverItLikes) {
  std::vector<double> hashes;
  for (const int padding : {1, 2}) {
    const Row row = measure([=](Workload& workload) {
      const auto out = workload.output<Padded>(count);
      workload.expect(out, [](std::size_t) { return Padded{7}; });
      workload.launch([=](cudaStream_t stream) {
        check_cuda(cudaMemsetAsync(out.data, padding, out.bytes(), stream), "padding");
        check_cuda(cudaMemset2DAsync(out.data, sizeof(Padded), 7, 1, count, stream), "writing");
        spin(1000, stream);
      });
    });
    ASSERT_FALSE(row.error) << *row.error;
    hashes.push_back(row.counters.at("gpu_output_hash"));
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST_F(RowMeterTest, CallsThatLaunchNowOneKernelNowTwoAreAnError) {
  const Row row = measure([](Workload& workload) {
    workload.launch([calls = 0](cudaStream_t stream) mutable {
      spin(5'000, stream);
      if (++calls % 3 == 0) spin(5'000, stream);
    });
  });
  ASSERT_TRUE(row.error);
  EXPECT_THAT(*row.error, HasSubstr("kernels in one sample"));
}

TEST_F(RowMeterTest, RunningOutOfMemoryIsAnErrorOfItsRowOnly) {
  const Row row = measure([](Workload& workload) {
    workload.launch([](cudaStream_t) {
      void* too_much = nullptr;
      check_cuda(cudaMalloc(&too_much, std::size_t{1} << 50), "allocating a petabyte");
    });
  });
  ASSERT_TRUE(row.error);
  EXPECT_THAT(*row.error, HasSubstr("cudaErrorMemoryAllocation while allocating a petabyte"));
  EXPECT_FALSE(measure(copy_by_memcpy_and_spin).error);
}

TEST_F(RowMeterTest, ARowThatDoesNotFitIsSkippedWithTheReason) {
  const Row row = measure([](Workload& workload) {
    workload.output<float>(std::size_t{1} << 45);
    workload.launch([](cudaStream_t) {});
  });
  ASSERT_TRUE(row.skipped);
  EXPECT_THAT(*row.skipped, HasSubstr("needs 131072.00 GiB of GPU memory"));
}

TEST_F(RowMeterTest, ARowForNewerGpusIsSkippedWithTheReason) {
  const Row row = measure([](Workload& workload) {
    workload.needs_compute_capability(20, 9);
    workload.launch([](cudaStream_t) {});
  });
  ASSERT_TRUE(row.skipped);
  EXPECT_THAT(*row.skipped, HasSubstr("needs sm_209 or newer, this "));
}

TEST_F(RowMeterTest, StopsWhenAsked) {
  interrupt_ = true;
  EXPECT_THROW(measure(copy_by_memcpy_and_spin), Interrupted);
}

// Last: the process cannot use the GPU afterwards. ctest runs each test in a process of its own.
TEST_F(RowMeterTest, ZFaultLosesTheGpuAndNamesTheRow) {
  try {
    measure([](Workload& workload) { workload.launch([](cudaStream_t stream) { fault(stream); }); });
    FAIL() << "the fault went unnoticed";
  } catch (const GpuLost& lost) {
    EXPECT_EQ(lost.row.key, "test/row/size:1/l2:cold");
    EXPECT_THAT(*lost.row.error, HasSubstr("cudaErrorIllegalAddress"));
  }
}

}  // namespace
}  // namespace warpmark::test
