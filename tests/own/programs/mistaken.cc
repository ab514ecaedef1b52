// Declarations that are wrong in the way that the environment variable MISTAKE says.
#include <benchmark/benchmark.h>
#include <warpmark/benchmark.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace {

void nothing(cudaStream_t) {}

void plain(warpmark::Workload& workload) { workload.launch(nothing); }

const warpmark::Benchmarks mistaken([](warpmark::Suite& suite) {
  const char* const mistake = std::getenv("MISTAKE");
  const std::string is = mistake != nullptr ? mistake : "";
  suite.add("right/row", {}, plain);
  if (is == "throws") throw std::runtime_error("no such shape");
  if (is == "throws a number") throw 7;
  if (is == "row throws") {
    suite.add("wrong/row", {}, [](warpmark::Workload&) { throw std::runtime_error("no such shape"); });
  }
  if (is == "twice") suite.add("right/row", {}, plain);
  if (is == "no launch") suite.add("wrong/row", {}, [](warpmark::Workload&) {});
  if (is == "two launches") {
    suite.add("wrong/row", {}, [](warpmark::Workload& workload) {
      workload.launch(nothing);
      workload.launch(nothing);
    });
  }
  if (is == "launch and host") {
    suite.add("wrong/row", {}, [](warpmark::Workload& workload) {
      workload.launch(nothing);
      workload.host([] {});
    });
  }
  if (is == "host with buffer") {
    suite.add("wrong/row", {}, [](warpmark::Workload& workload) {
      workload.output<int>(1);
      workload.host([] {});
    });
  }
  if (is == "passes for a row") {
    benchmark::RegisterBenchmark("wrong/row/l2:cold", [](benchmark::State&) {});
  }
  if (is == "row throws a number") suite.add("wrong/row", {}, [](warpmark::Workload&) { throw 7; });
  if (is == "no pair") suite.pair("right", "arm", "a", "b");
  if (is == "no GPU is that new") {
    suite.add("wrong/row", {}, [](warpmark::Workload& workload) { workload.needs_compute_capability(90); });
  }
  if (is == "writes to a buffer") {
    suite.add("wrong/row", {},
              [](warpmark::Workload& workload) { *const_cast<volatile int*>(workload.output<int>(1).data) = 1; });
  }
  if (is == "two calls on the host") {
    suite.add("wrong/row", {}, [](warpmark::Workload& workload) {
      workload.host([] {});
      workload.host([] {});
    });
  }
  if (is == "bytes below zero") {
    suite.add("wrong/row", {}, [](warpmark::Workload& workload) { workload.writes(std::size_t{4} - 8); });
  }
  if (is == "empty value") suite.add("wrong/row", {{"axis", ""}}, plain);
  if (is == "expects of nothing") {
    suite.add("wrong/row", {}, [](warpmark::Workload& workload) {
      workload.expect(workload.output<int>(0), [](std::size_t) { return 0; });
    });
  }
  if (is == "expects of an input") {
    suite.add("wrong/row", {}, [](warpmark::Workload& workload) {
      workload.output<int>(9);
      workload.expect(workload.input<int>(9, 1), [](std::size_t) { return 0; });
    });
  }
  if (is == "slash in an axis") suite.add("wrong/row", {{"tile", "128/64"}}, plain);
});

}  // namespace
