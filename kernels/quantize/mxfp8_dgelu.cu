#include "kernels/quantize/mxfp8_launch.cuh"

namespace warpmark::quantize {

WARPMARK_MXFP8_PAIRS(dgelu)

}  // namespace warpmark::quantize
