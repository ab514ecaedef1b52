#include "kernels/quantize/reference/elements.h"

#include <cmath>

#include "kernels/quantize/activation.cuh"

namespace warpmark::quantize::reference {

namespace {

double number(const Input& from, std::size_t i) { return static_cast<double>(from(i)); }

double element(Fusion fusion, const Input& x, const Input& grad, std::size_t i) {
  switch (fusion) {
    case Fusion::plain:
      return number(x, i);
    case Fusion::dbias:
      return number(grad, i);
    case Fusion::gelu:
      return Gelu::value(number(x, i));
    case Fusion::dgelu:
    case Fusion::dbias_dgelu:
      return Gelu::derivative(number(x, i)) * number(grad, i);
    case Fusion::dsilu:
      return Silu::derivative(number(x, i)) * number(grad, i);
  }
  return NAN;
}

double value_of(GatedFusion fusion, double a) {
  const bool silu = fusion == GatedFusion::swiglu || fusion == GatedFusion::dswiglu;
  return silu ? Silu::value(a) : Gelu::value(a);
}

double derivative_of(GatedFusion fusion, double a) {
  return fusion == GatedFusion::dswiglu ? Silu::derivative(a) : Gelu::derivative(a);
}

}  // namespace

Input input(const __nv_bfloat16* values) {
  return [=](std::size_t i) { return __bfloat162float(values[i]); };
}

Elements elements(Fusion fusion, std::size_t rows, std::size_t cols, const Input& x, const Input& grad) {
  return {rows, cols, [=](std::size_t row, std::size_t col) {
            return static_cast<float>(element(fusion, x, grad, row * cols + col));
          }};
}

Elements elements(Fusion fusion, std::size_t rows, std::size_t cols, const __nv_bfloat16* x,
                  const __nv_bfloat16* grad) {
  return elements(fusion, rows, cols, input(x), input(grad));
}

Elements elements(GatedFusion fusion, std::size_t rows, std::size_t cols, const Input& gated, const Input& grad) {
  if (!is_backward(fusion)) {
    return {rows, cols, [=](std::size_t row, std::size_t col) {
              const double a = number(gated, row * 2 * cols + col);
              const double g = number(gated, row * 2 * cols + cols + col);
              return static_cast<float>(value_of(fusion, a) * g);
            }};
  }
  return {rows, 2 * cols, [=](std::size_t row, std::size_t col) {
            const bool towards_gate = col >= cols;
            const std::size_t pair = towards_gate ? col - cols : col;
            const double a = number(gated, row * 2 * cols + pair);
            const double g = number(gated, row * 2 * cols + cols + pair);
            const double upstream = number(grad, row * cols + pair);
            if (towards_gate) return static_cast<float>(value_of(fusion, a) * upstream);
            return static_cast<float>(derivative_of(fusion, a) * upstream * g);
          }};
}

Elements elements(GatedFusion fusion, std::size_t rows, std::size_t cols, const __nv_bfloat16* gated,
                  const __nv_bfloat16* grad) {
  return elements(fusion, rows, cols, input(gated), input(grad));
}

ColumnSum column_sum(const Elements& elements, std::size_t col) {
  ColumnSum result{0.0, 0.0};
  for (std::size_t row = 0; row < elements.rows; ++row) {
    const auto value = static_cast<double>(elements.at(row, col));
    result.sum += value;
    result.magnitude += std::fabs(value);
  }
  return result;
}

}  // namespace warpmark::quantize::reference
