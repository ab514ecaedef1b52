// The main of a program that only declares: see warpmark/benchmarks.h.
#include <warpmark/main.h>

int main(int argc, char** argv) { return warpmark::benchmark_main(argc, argv); }
