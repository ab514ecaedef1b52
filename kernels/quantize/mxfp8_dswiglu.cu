#include "kernels/quantize/mxfp8_launch.cuh"

namespace warpmark::quantize {

WARPMARK_MXFP8_PAIRS(dswiglu)

}  // namespace warpmark::quantize
