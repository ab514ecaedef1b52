// Machine code for people at a terminal: the census, the difference of two, and the verdict on one.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "harness/codegen/census.h"
#include "harness/codegen/difference.h"
#include "harness/codegen/judge.h"

namespace warpmark {

/// A table for each target, a kernel a line: registers, instructions, and its accesses as "4 x 32". Columns that would
/// be empty are left out.
void print_census(std::ostream& out, const codegen::Census& census);

/// Every metric of every kernel that is not 0.
void print_all_metrics(std::ostream& out, const codegen::Census& census);

/// For each kernel that differs, its metrics before and after, and the accesses that came and went, with their lines.
void print_difference(std::ostream& out, const std::vector<codegen::KernelDifference>& differences);

/// Findings, notes, and the counts with the exit code in the last line. `program` is for the commands that show more,
/// and `baselines` for those that record, which must not write elsewhere; empty: none were judged by.
void print_codegen_judgement(std::ostream& out, const codegen::Judgement& judgement, const std::string& program,
                             const std::string& baselines, int exit_code);

}  // namespace warpmark
