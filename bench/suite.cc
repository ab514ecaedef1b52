#include "bench/suite.h"

namespace warpmark::bench {

void register_suite(Suite& suite) {
  register_canary(suite);
  register_copy(suite);
  register_stream(suite);
  register_provenance(suite);
  register_aligned_types(suite);
  register_ceiling(suite);
  register_quantize(suite);
}

}  // namespace warpmark::bench
