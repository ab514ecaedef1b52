// The machine code behind a run: what its kernels are made of, taken from the program that launched them.
#pragma once

#include <string>

#include "harness/codegen/tools.h"
#include "harness/run/run.h"
#include "harness/session/progress.h"

namespace warpmark {

/// Fills `run.code` with the kernels that its rows launched, as they stand in `program` for the run's GPU (the newest
/// of its family that the GPU can run). A kernel that is not in `program` itself, but in a library it loads, stays out.
/// Throws InputError where the machine code cannot be had.
void add_machine_code(Run& run, const std::string& program, const codegen::Tools& tools);

/// The same with this machine's tools. A run without machine code is a run all the same: where it cannot be had,
/// `progress` says why.
void try_to_add_machine_code(Run& run, const std::string& program, Progress& progress);

}  // namespace warpmark
