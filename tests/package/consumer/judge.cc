// The judging half as a library: how many rows a recorded run has, and of which card.
#include <cstdio>

#include "harness/baseline/baseline.h"
#include "harness/run/json_file.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const warpmark::Run run = warpmark::read_run(argv[1]);
  std::printf("%zu rows, %s\n", run.rows.size(), warpmark::gpu_model(run.facts.gpu).c_str());
}
