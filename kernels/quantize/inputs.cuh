// A fusion's inputs among a cast's tensors.
#pragma once

#include "kernels/quantize/arguments.h"
#include "kernels/quantize/fusion.cuh"
#include "kernels/quantize/tile.cuh"

namespace warpmark::quantize {

template <class Fusion, class Tensors>
void require_inputs(const Tensors& tensors) {
  if (Fusion::takes_grad) require_pointer(tensors.grad, "grad");
  if (Fusion::inputs > unsigned{Fusion::takes_grad}) require_pointer(tensors.x, "x");
}

/// The inputs in the order of Fusion::value.
template <class Fusion, class Tensors>
void set_inputs(Matrix<const __nv_bfloat16> (&in)[Fusion::inputs], const Tensors& tensors) {
  const auto cols = static_cast<unsigned>(tensors.cols);
  unsigned k = 0;
  if (Fusion::takes_grad) in[k++] = {tensors.grad, cols};
  if (Fusion::gated) {
    in[k++] = {tensors.x, 2 * cols};
    in[k++] = {tensors.x + cols, 2 * cols};
  } else if (k < Fusion::inputs) {
    in[k++] = {tensors.x, cols};
  }
}

}  // namespace warpmark::quantize
