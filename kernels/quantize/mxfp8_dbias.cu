#include "kernels/quantize/mxfp8_launch.cuh"

namespace warpmark::quantize {

WARPMARK_MXFP8_PAIRS(dbias)
WARPMARK_MXFP8_ARM(dbias, row, direct)
WARPMARK_MXFP8_ARM(dbias, col, direct)
WARPMARK_MXFP8_ARM(dbias, both, direct)

}  // namespace warpmark::quantize
