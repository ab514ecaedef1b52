#include "harness/session/machine_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include "harness/codegen/census.h"
#include "harness/codegen/names.h"
#include "harness/run/input_error.h"
#include "harness/session/child_process.h"
#include "harness/session/find_tools.h"
#include "harness/session/temp_dir.h"

namespace warpmark {
namespace {

/// 90 of "sm_90" and "sm_90a"; 0 of anything else.
int number_of(const std::string& target) {
  constexpr std::string_view prefix = "sm_";
  int number = 0;
  if (target.starts_with(prefix)) std::from_chars(target.data() + prefix.size(), target.data() + target.size(), number);
  return number;
}

/// Machine code runs on its own GPU and on later ones of the same major number.
std::vector<std::string> family_of(const std::string& arch) {
  const int major = number_of(arch) / 10;
  return {fmt::format("sm_{}?", major), fmt::format("sm_{}?a", major), fmt::format("sm_{}?f", major)};
}

/// "kernels/copy/copy.cu:35", from the working directory where the source lies below it.
std::string text_of(const codegen::SourceLine& line) {
  const auto relative = std::filesystem::path(line.file).lexically_relative(std::filesystem::current_path());
  const bool is_below = !relative.empty() && *relative.begin() != "..";
  return fmt::format("{}:{}", is_below ? relative.string() : line.file, line.line);
}

KernelCode code_of(const codegen::Kernel& kernel) {
  KernelCode code;
  code.hash = kernel.hash;
  code.metrics = kernel.metrics;
  for (const codegen::Access& access : kernel.accesses) {
    if (access.places.empty()) continue;
    const std::string place = text_of(access.places.front());
    for (const std::string& metric : access.metrics) {
      std::vector<std::string>& places = code.places[metric];
      if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
    }
  }
  return code;
}

}  // namespace

void add_machine_code(Run& run, const std::string& program, const codegen::Tools& tools) {
  std::set<std::string> launched;
  for (const Row& row : run.rows) launched.insert(row.kernels.begin(), row.kernels.end());
  if (launched.empty()) return;
  const TempDir folder;
  const codegen::Census census = codegen::take_census({program}, family_of(run.facts.gpu.arch), tools, folder.path());
  std::map<std::string, int> newest;  // the target that each kernel's code in `run` is of
  for (const codegen::Kernel& kernel : census.kernels) {
    const int target = number_of(kernel.target);
    if (!launched.contains(kernel.name) || target > number_of(run.facts.gpu.arch) || target < newest[kernel.name])
      continue;
    newest[kernel.name] = target;
    run.code.compiler = kernel.compiler;
    run.code.kernels[kernel.name] = code_of(kernel);
  }
}

void try_to_add_machine_code(Run& run, const std::string& program, Progress& progress) {
  try {
    add_machine_code(run, find_program(program), find_tools({}, {}, ToolLimits{}));
  } catch (const InputError& error) {
    progress.message(fmt::format("the run holds no machine code: {}", error.what()));
  }
}

}  // namespace warpmark
