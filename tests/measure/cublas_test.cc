// A library's call: cuBLAS, with its handle prepared.
#include <cublas_v2.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <stdexcept>

#include "tests/measure/measured_row.h"

namespace warpmark::test {
namespace {

constexpr int side = 64;
constexpr std::size_t matrix_elements = std::size_t{side} * side;

void check_cublas(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) throw std::runtime_error(cublasGetStatusString(status));
}

struct Destroy {
  void operator()(cublasHandle_t handle) const { cublasDestroy(handle); }
};
using Handle = std::unique_ptr<cublasContext, Destroy>;

Handle make_handle(cudaStream_t stream) {
  cublasHandle_t handle = nullptr;
  check_cublas(cublasCreate(&handle));
  Handle owned(handle);
  check_cublas(cublasSetStream(handle, stream));
  return owned;
}

/// Element i of a product of square matrices that lie column by column.
double product_at(std::size_t i) {
  double sum = 0;
  for (std::size_t k = 0; k < side; ++k) {
    sum += static_cast<double>(seeded<float>(1, i % side + k * side)) * seeded<float>(2, k + i / side * side);
  }
  return sum;
}

TEST(Cublas, ItsKernelsAreTimedAndItsResultVerified) {
  const Row row = measured_row([](Workload& workload) {
    const auto a = workload.input<float>(matrix_elements, 1);
    const auto b = workload.input<float>(matrix_elements, 2);
    const auto c = workload.output<float>(matrix_elements);
    workload.expect(c, product_at, [](double expected, float actual) { return std::abs(expected - actual) < 1e-2; });
    workload.launch(make_handle, [=](const Handle& handle, cudaStream_t) {
      const float one = 1;
      const float zero = 0;
      check_cublas(cublasSgemm(handle.get(), CUBLAS_OP_N, CUBLAS_OP_N, side, side, side, &one, a.data, side, b.data,
                               side, &zero, c.data, side));
    });
  });
  ASSERT_FALSE(row.error) << *row.error;
  EXPECT_GT(row.time_us, 0);
  EXPECT_EQ(row.kernels.empty(), !knows_kernels());
}

}  // namespace
}  // namespace warpmark::test
