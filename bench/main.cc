#include <warpmark/benchmark.h>

#include "bench/suite.h"

int main(int argc, char** argv) { return warpmark::benchmark_main(argc, argv, warpmark::bench::register_suite); }
