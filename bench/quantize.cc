#include "bench/quantize.h"

namespace warpmark::bench {

void register_quantize(Suite& suite) {
  register_quantize_mxfp8(suite);
  register_quantize_nvfp4(suite);
  register_quantize_fp8(suite);
  suite.pair("quantize", "arm", "broken", "fixed");
}

}  // namespace warpmark::bench
