// `warpmark codegen check` without its words: binaries held against what a folder of baselines says of their code.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/codegen/judge.h"
#include "harness/codegen/tools.h"

namespace warpmark {

struct CodegenCheck {
  std::vector<std::filesystem::path> binaries;
  std::vector<std::string> targets;    // globs; empty: all
  std::filesystem::path baselines;     // empty: none, and so no record
  std::filesystem::path expectations;  // empty: those of the baselines, if any
  std::string filter = "*";
  bool with_harness = false;     // also warpmark's own kernels; those of a record that has some are judged in any case
  bool disassemble_all = false;  // also the code that the record knows; the judgement is the same
};

/// Expectations, the record, and the code behind each baseline's rows. Throws InputError for what cannot be read.
codegen::Judgement check_codegen(const CodegenCheck& check, const codegen::Tools& tools);

}  // namespace warpmark
