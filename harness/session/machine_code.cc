#include "harness/session/machine_code.h"

#include <fmt/format.h>

#include <set>

#include "harness/baseline/machine_code.h"
#include "harness/codegen/census.h"
#include "harness/run/input_error.h"
#include "harness/session/child_process.h"
#include "harness/session/find_tools.h"
#include "harness/session/temp_dir.h"

namespace warpmark {

void add_machine_code(Run& run, const std::string& program, const codegen::Tools& tools) {
  std::set<std::string> launched;
  for (const Row& row : run.rows) launched.insert(row.kernels.begin(), row.kernels.end());
  if (launched.empty()) return;
  const TempDir folder;
  const std::string& arch = run.facts.gpu.arch;
  run.code = machine_code_of(codegen::take_census({program}, {targets_of(arch), true}, tools, folder.path()), arch);
  std::erase_if(run.code.kernels, [&](const auto& kernel) { return !launched.contains(kernel.first); });
}

void try_to_add_machine_code(Run& run, const std::string& program, Progress& progress) {
  try {
    add_machine_code(run, find_program(program), find_tools({}, {}, ToolLimits{}));
  } catch (const InputError& error) {
    progress.message(fmt::format("the run holds no machine code: {}", error.what()));
  }
}

}  // namespace warpmark
