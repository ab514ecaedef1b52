// A census of a binary as runs and baselines hold it: the machine code that one GPU would execute.
#pragma once

#include <string>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/codegen/census.h"

namespace warpmark {

/// Globs for the targets whose machine code a GPU of `arch` ("sm_90") may run: its own and older ones of its family.
std::vector<std::string> targets_of(const std::string& arch);

/// The kernels of `census` for a GPU of `arch`, each for the newest target that it can run.
MachineCode machine_code_of(const codegen::Census& census, const std::string& arch);

/// A row whose kernels are no longer those that were measured.
struct StaleRow {
  std::string key;
  std::string kernel;  // one that is not in the build; empty: all are, and their code differs
};

struct Staleness {
  std::vector<StaleRow> rows;
  std::size_t compared = 0;        // rows whose hash was held against the build
  std::vector<std::string> notes;  // why others were not
};

/// Holds the machine code of a build against what the baseline's rows were measured with. Rows measured with another
/// compiler, or without a hash, are not compared, and said.
Staleness find_stale_rows(const Baseline& baseline, const codegen::Census& census);

}  // namespace warpmark
