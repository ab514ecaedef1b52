// What the launchers of the casts refuse, before they touch CUDA: no GPU is needed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "kernels/quantize/quantize.h"

namespace warpmark::test {
namespace {

using namespace quantize;

constexpr std::size_t too_many = (std::size_t{1} << 30) + 32;

/// An address that is aligned, and one that is not; nothing is ever read there.
template <class T>
T* address(std::size_t offset = 0) {
  return reinterpret_cast<T*>(std::uintptr_t{4096} + offset);
}

/// Tensors that every cast of the kind takes.
Mxfp8Tensors mxfp8_tensors() {
  return {64,
          128,
          address<__nv_bfloat16>(),
          address<__nv_bfloat16>(),
          address<std::uint8_t>(),
          address<std::uint8_t>(),
          address<std::uint8_t>(),
          address<std::uint8_t>(),
          address<float>()};
}
Fp8Tensors fp8_tensors() {
  return {64,
          128,
          address<__nv_bfloat16>(),
          address<__nv_bfloat16>(),
          address<float>(),
          address<std::uint8_t>(),
          address<float>(),
          address<float>()};
}
Nvfp4Tensors nvfp4_tensors() {
  return {64,
          128,
          address<__nv_bfloat16>(),
          address<float>(),
          address<std::uint8_t>(),
          address<std::uint8_t>(),
          address<std::uint8_t>(),
          address<std::uint8_t>()};
}

template <class Call>
void expect_refused(const std::string& argument, Call call) {
  try {
    call();
    ADD_FAILURE() << "took a bad " << argument;
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), testing::StartsWith(argument + ":"));
  }
}

/// `change` spoils the tensors; the launch must name `argument`.
template <class Tensors>
void expect_refused(const std::string& argument, void (*launch)(const Tensors&, cudaStream_t), Tensors tensors,
                    const std::function<void(Tensors&)>& change) {
  change(tensors);
  expect_refused(argument, [&] { launch(tensors, nullptr); });
}

/// A member pointer that must be neither null nor misaligned.
template <class Tensors, class T>
void expect_needed(const std::string& argument, void (*launch)(const Tensors&, cudaStream_t), const Tensors& tensors,
                   T* Tensors::*member) {
  SCOPED_TRACE(argument);
  expect_refused<Tensors>(argument, launch, tensors, [=](Tensors& t) { t.*member = nullptr; });
  expect_refused<Tensors>(argument, launch, tensors, [=](Tensors& t) { t.*member = address<T>(8); });
}

template <class Tensors>
void expect_sizes_checked(void (*launch)(const Tensors&, cudaStream_t), const Tensors& tensors,
                          std::size_t row_multiple, std::size_t col_multiple) {
  expect_refused<Tensors>("rows", launch, tensors, [](Tensors& t) { t.rows = 0; });
  expect_refused<Tensors>("cols", launch, tensors, [](Tensors& t) { t.cols = 0; });
  expect_refused<Tensors>("rows", launch, tensors, [](Tensors& t) { t.rows = too_many; });
  expect_refused<Tensors>("cols", launch, tensors, [](Tensors& t) { t.cols = too_many; });
  expect_refused<Tensors>("cols", launch, tensors, [=](Tensors& t) { t.cols = 3 * col_multiple / 2; });
  if (row_multiple > 1) {
    expect_refused<Tensors>("rows", launch, tensors, [=](Tensors& t) { t.rows = 3 * row_multiple / 2; });
  }
}

/// Which inputs a fusion reads.
struct Needs {
  bool grad, x;
};

template <class Fusion, class Arm>
void expect_mxfp8_checks(const Needs& needs, std::size_t col_multiple, std::size_t row_direction_multiple) {
  const Mxfp8Tensors good = mxfp8_tensors();
  const auto row = mxfp8<Fusion, dir::row, Arm>;
  const auto col = mxfp8<Fusion, dir::col, Arm>;
  const auto both = mxfp8<Fusion, dir::both, Arm>;
  expect_sizes_checked(row, good, 1, row_direction_multiple);
  expect_sizes_checked(col, good, 1, col_multiple);
  expect_sizes_checked(both, good, 1, col_multiple);
  for (const auto launch : {row, col, both}) {
    if (needs.grad) expect_needed("grad", launch, good, &Mxfp8Tensors::grad);
    if (needs.x) expect_needed("x", launch, good, &Mxfp8Tensors::x);
    if (sum_rows < Fusion >> 0) expect_needed("partial_sums", launch, good, &Mxfp8Tensors::partial_sums);
  }
  for (const auto launch : {row, both}) {
    expect_needed("row", launch, good, &Mxfp8Tensors::row);
    expect_needed("row_scales", launch, good, &Mxfp8Tensors::row_scales);
  }
  for (const auto launch : {col, both}) {
    expect_needed("col", launch, good, &Mxfp8Tensors::col);
    expect_needed("col_scales", launch, good, &Mxfp8Tensors::col_scales);
  }
}

/// An arm, complete as types of tests have to be.
template <class T>
struct Of {
  using Arm = T;
};

template <class>
class QuantizeArguments : public testing::Test {};
using Arms = testing::Types<Of<arm::broken>, Of<arm::fixed>>;

class ArmNames {
 public:
  template <class T>
  static std::string GetName(int) {  // NOLINT(readability-identifier-naming): what GoogleTest calls
    return std::is_same_v<T, Of<arm::broken>> ? "broken" : "fixed";
  }
};
TYPED_TEST_SUITE(QuantizeArguments, Arms, ArmNames);

TYPED_TEST(QuantizeArguments, OfMxfp8AreNamedWhereTheyAreRefused) {
  using Arm = typename TypeParam::Arm;
  expect_mxfp8_checks<fusion::plain, Arm>({false, true}, 16, 128);
  expect_mxfp8_checks<fusion::gelu, Arm>({false, true}, 16, 16);
  expect_mxfp8_checks<fusion::dgelu, Arm>({true, true}, 16, 16);
  expect_mxfp8_checks<fusion::dsilu, Arm>({true, true}, 16, 16);
  expect_mxfp8_checks<fusion::dbias, Arm>({true, false}, 16, 16);
  expect_mxfp8_checks<fusion::dbias_dgelu, Arm>({true, true}, 16, 16);
  expect_mxfp8_checks<fusion::swiglu, Arm>({false, true}, 32, 32);
  expect_mxfp8_checks<fusion::geglu, Arm>({false, true}, 32, 32);
  expect_mxfp8_checks<fusion::dswiglu, Arm>({true, true}, 32, 32);
}

TYPED_TEST(QuantizeArguments, OfNaiveMxfp8AreNamedWhereTheyAreRefused) {
  using Arm = typename TypeParam::Arm;
  const Mxfp8Tensors good = mxfp8_tensors();
  for (const auto launch : {mxfp8_naive<naive::scalar, Arm>, mxfp8_naive<naive::aliasing, Arm>}) {
    expect_sizes_checked(launch, good, 1, 128);
    expect_needed("x", launch, good, &Mxfp8Tensors::x);
    expect_needed("row", launch, good, &Mxfp8Tensors::row);
    expect_needed("row_scales", launch, good, &Mxfp8Tensors::row_scales);
  }
}

template <class Fusion, class Arm>
void expect_fp8_checks(bool backward) {
  const Fp8Tensors good = fp8_tensors();
  const auto launch = fp8_gated<Fusion, Arm>;
  expect_sizes_checked(launch, good, 1, 32);
  if (backward) expect_needed("grad", launch, good, &Fp8Tensors::grad);
  expect_needed("x", launch, good, &Fp8Tensors::x);
  expect_needed("scale", launch, good, &Fp8Tensors::scale);
  expect_needed("out", launch, good, &Fp8Tensors::out);
  expect_needed("amax", launch, good, &Fp8Tensors::amax);
  expect_needed("scale_inverse", launch, good, &Fp8Tensors::scale_inverse);
}

TYPED_TEST(QuantizeArguments, OfFp8AreNamedWhereTheyAreRefused) {
  using Arm = typename TypeParam::Arm;
  expect_fp8_checks<fusion::swiglu, Arm>(false);
  expect_fp8_checks<fusion::geglu, Arm>(false);
  expect_fp8_checks<fusion::dswiglu, Arm>(true);
  expect_fp8_checks<fusion::dgeglu, Arm>(true);
}

TYPED_TEST(QuantizeArguments, OfNvfp4AreNamedWhereTheyAreRefused) {
  using Arm = typename TypeParam::Arm;
  const Nvfp4Tensors good = nvfp4_tensors();
  const auto row = nvfp4<dir::row, Arm>;
  const auto col = nvfp4<dir::col, Arm>;
  const auto both = nvfp4<dir::both, Arm>;
  for (const auto launch : {row, col, both}) {
    expect_sizes_checked(launch, good, 32, 32);
    expect_needed("x", launch, good, &Nvfp4Tensors::x);
    expect_needed("amax", launch, good, &Nvfp4Tensors::amax);
  }
  for (const auto launch : {row, both}) {
    expect_needed("row", launch, good, &Nvfp4Tensors::row);
    expect_needed("row_scales", launch, good, &Nvfp4Tensors::row_scales);
  }
  for (const auto launch : {col, both}) {
    expect_needed("col", launch, good, &Nvfp4Tensors::col);
    expect_needed("col_scales", launch, good, &Nvfp4Tensors::col_scales);
  }
}

TEST(SumPartialsArguments, AreNamedWhereTheyAreRefused) {
  auto* const dbias = address<__nv_bfloat16>();
  const auto* const sums = address<float>();
  expect_refused("count", [=] { sum_partials(dbias, sums, 0, 64, nullptr); });
  expect_refused("cols", [=] { sum_partials(dbias, sums, 2, 0, nullptr); });
  expect_refused("cols", [=] { sum_partials(dbias, sums, 2, too_many, nullptr); });
  expect_refused("dbias", [=] { sum_partials(nullptr, sums, 2, 64, nullptr); });
  expect_refused("partial_sums", [=] { sum_partials(dbias, nullptr, 2, 64, nullptr); });
  expect_refused("partial_sums", [=] { sum_partials(dbias, address<float>(4), 2, 64, nullptr); });
}

}  // namespace
}  // namespace warpmark::test
