// A census of a binary as runs and baselines hold it: the machine code that one GPU would execute.
#pragma once

#include <string>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/codegen/census.h"
#include "harness/codegen/judge.h"

namespace warpmark {

/// Globs for the targets whose machine code a GPU of `arch` ("sm_90") may run: its own and older ones of its family.
std::vector<std::string> targets_of(const std::string& arch);

/// The kernels of `census` for a GPU of `arch`, each for the newest target that it can run.
MachineCode machine_code_of(const codegen::Census& census, const std::string& arch);

/// Adds to `judgement` what the baseline says of the binaries that `census` is of: kernels that match `filter` and
/// whose machine code is not the one that the baseline's rows were measured with fail, because their times are unknown.
/// Rows measured with another compiler, recorded without machine code, or none of whose kernels is in the binaries, are
/// not compared, and noted.
void judge_measured_code(codegen::Judgement& judgement, const Baseline& baseline, const codegen::Census& census,
                         const std::string& filter);

}  // namespace warpmark
