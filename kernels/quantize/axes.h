// What the casts may compute on the way from bf16 to fewer bits.
#pragma once

namespace warpmark::quantize {

/// An element of a plain cast, of an activation and of its backward pass. With dbias, the sums of the columns are an
/// output of their own. From x: plain, gelu; from grad: dbias; from both: the rest.
enum class Fusion { plain, dbias, gelu, dgelu, dsilu, dbias_dgelu };

/// Activation and gate in one matrix, side by side: act(a) * g, and the backward pass towards a and g.
enum class GatedFusion { swiglu, geglu, dswiglu, dgeglu };

constexpr bool is_backward(GatedFusion fusion) {
  return fusion == GatedFusion::dswiglu || fusion == GatedFusion::dgeglu;
}

}  // namespace warpmark::quantize
