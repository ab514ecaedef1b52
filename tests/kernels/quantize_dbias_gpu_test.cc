// The sums of columns that dbias is made of.
#include "tests/kernels/quantize_mxfp8_casts.h"

namespace warpmark::test {
namespace {

using namespace quantize;
using reference::column_sum;
using reference::Elements;

constexpr double fp32_rounding = 0x1p-24;
constexpr double bf16_rounding = 0x1p-8;

/// Some rows of a matrix.
Elements rows_of(const Elements& from, std::size_t first, std::size_t count) {
  return {count, from.cols, [&from, first](std::size_t row, std::size_t col) { return from.at(first + row, col); }};
}

/// What fp32 may add wrongly of a column, and what its elements may be wrong by.
double error_of_sum(const Elements& elements, const Elements& factors, std::size_t col) {
  return static_cast<double>(elements.rows) * fp32_rounding * column_sum(elements, col).magnitude +
         activation_error * column_sum(factors, col).magnitude;
}

class DbiasOnTheGpu : public testing::TestWithParam<Mxfp8Fusion> {
 protected:
  void check(const CastCase& from) {
    SCOPED_TRACE(GetParam().name + ", " + from.where());
    const Elements elements = GetParam().elements(from);
    const Elements factors = GetParam().factors(from);
    for (const Mxfp8Direction& direction : GetParam().directions) {
      SCOPED_TRACE(direction.name);
      const Outputs got = run(GetParam(), direction, direction.arms[0], from);
      const auto partial_sums = find(got, "partial_sums")->as<float>();
      check_partial_sums(elements, factors, partial_sums);
      if (HasFailure()) return;
      check_dbias(elements, factors, partial_sums);
      if (HasFailure()) return;
    }
  }

 private:
  void check_partial_sums(const Elements& elements, const Elements& factors, const std::vector<float>& got) {
    for (std::size_t first = 0, chunk = 0; first < elements.rows; first += GetParam().sum_rows, ++chunk) {
      const std::size_t count = std::min(GetParam().sum_rows, elements.rows - first);
      const Elements part = rows_of(elements, first, count);
      for (std::size_t col = 0; col < elements.cols; ++col) {
        ASSERT_NEAR(got[chunk * elements.cols + col], column_sum(part, col).sum,
                    error_of_sum(part, rows_of(factors, first, count), col))
            << "partial_sums[" << chunk << "][" << col << "]";
      }
    }
  }

  /// Exactly the partial sums added in order, which is near the sum of the column.
  void check_dbias(const Elements& elements, const Elements& factors, const std::vector<float>& partial_sums) {
    const std::size_t cols = elements.cols;
    const GuardedArray<float> in(partial_sums);
    const GuardedArray<__nv_bfloat16> out(cols);
    sum_partials(out.data(), in.data(), partial_sums.size() / cols, cols, nullptr);
    check_cuda(cudaDeviceSynchronize(), "adding partial sums");
    const auto dbias = out.values();
    for (std::size_t col = 0; col < cols; ++col) {
      float sum = 0.0F;
      for (std::size_t i = col; i < partial_sums.size(); i += cols) sum += partial_sums[i];
      const auto got = static_cast<double>(__bfloat162float(dbias[col]));
      ASSERT_EQ(got, static_cast<double>(round_to_bf16(sum))) << "dbias[" << col << "]";
      const double exact = column_sum(elements, col).sum;
      ASSERT_NEAR(got, exact, bf16_rounding * std::fabs(exact) + error_of_sum(elements, factors, col))
          << "dbias[" << col << "]";
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Every, DbiasOnTheGpu,
                         testing::ValuesIn(mxfp8_fusions_where([](const Mxfp8Fusion& f) { return f.sum_rows > 0; })),
                         name_of);

TEST_P(DbiasOnTheGpu, OfSmallMatricesIsTheSumOfEachColumn) { check(seeded_case(GetParam().reads, 129, 48)); }

TEST_P(DbiasOnTheGpu, IsTheSumOfEachColumn) {
  for (const std::size_t rows : ragged_rows) {
    check(seeded_case(GetParam().reads, rows, 160));
    if (HasFailure()) return;
  }
  for (const CastCase& from : edge_cases(GetParam().reads, 245, 48)) {
    if (!from.random) continue;
    check(from);
    if (HasFailure()) return;
  }
}

TEST(SumPartials, AddsInOrderAndWritesNothingElse) {
  constexpr std::size_t cols = 77;
  for (const std::size_t count : {1U, 7U, 8U, 9U, 256U}) {
    std::vector<float> values(count * cols);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::ldexp(seeded<float>(1, i), int(i % 21));
    const GuardedArray<float> in(values);
    const GuardedArray<__nv_bfloat16> out(cols);
    sum_partials(out.data(), in.data(), count, cols, nullptr);
    check_cuda(cudaDeviceSynchronize(), "adding partial sums");
    const auto got = out.values();
    for (std::size_t col = 0; col < cols; ++col) {
      float sum = 0.0F;
      for (std::size_t i = 0; i < count; ++i) sum += values[i * cols + col];
      ASSERT_EQ(__bfloat162float(got[col]), round_to_bf16(sum)) << count << " sums, column " << col;
    }
  }
}

}  // namespace
}  // namespace warpmark::test
