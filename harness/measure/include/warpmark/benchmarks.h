// Benchmarks that declare themselves where they stand, for a program whose main is ours (CMake: warpmark::bench_main).
//
//   const warpmark::Benchmarks mine([](warpmark::Suite& suite) {
//     suite.add("family/kernel", {{"elements", 1024}}, [](warpmark::Workload& workload) { ... });
//   });
#pragma once

#include <warpmark/suite.h>

#include <functional>
#include <source_location>

namespace warpmark {

class Benchmarks {
 public:
  /// `declare` runs when main does; what it throws ends the program, with this place in the message.
  explicit Benchmarks(std::function<void(Suite&)> declare,
                      const std::source_location& where = std::source_location::current());
};

}  // namespace warpmark
