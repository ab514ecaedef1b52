// FP8 with one scale for the tensor, given: the gated casts.
#pragma once

#include "kernels/quantize/reference/elements.h"

namespace warpmark::quantize::reference {

struct Fp8 {
  std::vector<std::uint8_t> data;  // E4M3, row-major
  float amax;                      // before scaling, NaN aside
  float scale_inverse;
};

Fp8 fp8(const Elements& elements, float scale);

}  // namespace warpmark::quantize::reference
