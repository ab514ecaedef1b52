// What a machine lacks for building, disassembling and keeping runs, and whether it is a kind that measures badly.
#pragma once

#include <string>
#include <vector>

#include "harness/session/doctor/check.h"
#include "harness/session/doctor/machine.h"

namespace warpmark {

/// Toolkit, disassembler, disk, temporary folder, WSL. `built_with` is the compiler of the benchmark program, "nvcc
/// 13.0.88", or empty where nobody told: a disassembler must not be older.
std::vector<Check> machine_checks(const Machine& machine, const std::string& built_with);

/// Of a machine with a GPU named so: laptops have clocks that follow the battery and the heat.
Check laptop_check(const Machine& machine, const std::string& gpu_name);

}  // namespace warpmark
