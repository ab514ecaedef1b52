#include <warpmark/benchmark.h>

#include "bench/suite.h"

int main(int argc, char** argv) {
  return warpmark::benchmark_main(argc, argv, [](warpmark::Suite& suite) {
    warpmark::bench::register_canary(suite);
    warpmark::bench::register_copy(suite);
    warpmark::bench::register_stream(suite);
    warpmark::bench::register_provenance(suite);
    warpmark::bench::register_aligned_types(suite);
    warpmark::bench::register_ceiling(suite);
    warpmark::bench::register_quantize(suite);
  });
}
