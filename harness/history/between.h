// What else differs between two nights: where a change came from, as far as the history can say.
#pragma once

#include <string>
#include <vector>

#include "harness/history/store.h"

namespace warpmark::history {

/// Source revision, driver, CUDA, compiler, card, clocks, power limit, ECC, host: a line each that differs, such as
/// "driver 570.1 -> 580.2". What one of both does not know is not compared.
std::vector<std::string> context_between(const Night& before, const Night& after);

/// Machine code of the kernels that a benchmark launches, and executed accesses and bytes: "registers 22 -> 24".
std::vector<std::string> measured_between(History& history, const Point& before, const Point& after);

/// A metric of the machine code, summed over the kernels that the point's benchmark launches; empty where unknown.
std::map<std::string, std::uint64_t> code_metrics(History& history, const Point& point);

}  // namespace warpmark::history
