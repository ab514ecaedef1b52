// What each fusion computes of one element: `value` of its inputs, in the order grad, x or grad, a, g as far as it has
// them.
#pragma once

#include "kernels/quantize/activation.cuh"
#include "kernels/quantize/quantize.h"

namespace warpmark::quantize {

/// The elements of one place in the matrix, in fp32.
template <unsigned count>
struct Values {
  float of[count];
};

/// Shape of a fusion: inputs and outputs, whether x holds a and g side by side, whether an element is what was read,
/// so that there is nothing to compute or to round, and whether the sums of columns are wanted.
template <unsigned inputs_, unsigned outputs_>
struct FusionShape {
  static constexpr unsigned inputs = inputs_;
  static constexpr unsigned outputs = outputs_;
  static constexpr bool gated = false;
  static constexpr bool identity = false;
  static constexpr bool takes_grad = inputs_ > 1;
};

namespace fusion {

struct plain : FusionShape<1, 1> {
  static constexpr bool identity = true;
  __device__ static Values<1> value(const Values<1>& in) { return in; }
};

struct dbias : plain {
  static constexpr bool takes_grad = true;
};

struct gelu : FusionShape<1, 1> {
  __device__ static Values<1> value(const Values<1>& in) { return {Gelu::value(in.of[0])}; }
};

struct dgelu : FusionShape<2, 1> {
  __device__ static Values<1> value(const Values<2>& in) { return {multiply(Gelu::derivative(in.of[1]), in.of[0])}; }
};

struct dbias_dgelu : dgelu {};

struct dsilu : FusionShape<2, 1> {
  __device__ static Values<1> value(const Values<2>& in) { return {multiply(Silu::derivative(in.of[1]), in.of[0])}; }
};

template <class Activation>
struct GatedForward : FusionShape<2, 1> {
  static constexpr bool gated = true;
  static constexpr bool takes_grad = false;
  __device__ static Values<1> value(const Values<2>& in) { return {multiply(Activation::value(in.of[0]), in.of[1])}; }
};

template <class Activation>
struct GatedBackward : FusionShape<3, 2> {
  static constexpr bool gated = true;
  __device__ static Values<2> value(const Values<3>& in) {
    const float grad = in.of[0];
    const float a = in.of[1];
    const float g = in.of[2];
    return {multiply(multiply(Activation::derivative(a), grad), g), multiply(Activation::value(a), grad)};
  }
};

struct swiglu : GatedForward<Silu> {};
struct geglu : GatedForward<Gelu> {};
struct dswiglu : GatedBackward<Silu> {};
struct dgeglu : GatedBackward<Gelu> {};

}  // namespace fusion

}  // namespace warpmark::quantize
