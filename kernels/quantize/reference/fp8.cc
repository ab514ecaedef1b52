#include "kernels/quantize/reference/fp8.h"

#include <cmath>

#include "kernels/quantize/fp8.cuh"

namespace warpmark::quantize::reference {

Fp8 fp8(const Elements& elements, float scale) {
  Fp8 result{{}, 0.0F, reciprocal(scale)};
  result.data.reserve(elements.rows * elements.cols);
  for (std::size_t row = 0; row < elements.rows; ++row) {
    for (std::size_t col = 0; col < elements.cols; ++col) {
      const float value = elements.at(row, col);
      if (std::fabs(value) > result.amax) result.amax = std::fabs(value);
      result.data.push_back(to_fp8<E4M3>(multiply(scale, value)));
    }
  }
  return result;
}

}  // namespace warpmark::quantize::reference
