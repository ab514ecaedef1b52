#include "kernels/quantize/mxfp8_launch.cuh"

namespace warpmark::quantize {

WARPMARK_MXFP8_PAIRS(plain)
WARPMARK_MXFP8_ARM(plain, col, direct)
WARPMARK_MXFP8_ARM(plain, both, direct)

}  // namespace warpmark::quantize
