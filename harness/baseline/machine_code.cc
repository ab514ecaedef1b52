#include "harness/baseline/machine_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "harness/baseline/sass.h"
#include "harness/codegen/names.h"
#include "harness/codegen/place.h"

namespace warpmark {
namespace {

/// 90 of "sm_90" and "sm_90a"; 0 of anything else.
int number_of(const std::string& target) {
  constexpr std::string_view prefix = "sm_";
  int number = 0;
  if (target.starts_with(prefix)) std::from_chars(target.data() + prefix.size(), target.data() + target.size(), number);
  return number;
}

KernelCode code_of(const codegen::Kernel& kernel) {
  KernelCode code{kernel.hash, kernel.metrics, {}};
  for (const codegen::Access& access : kernel.accesses) {
    if (access.places.empty()) continue;
    const std::string place = codegen::place_text(access.places.front());
    for (const std::string& metric : access.metrics) {
      std::vector<std::string>& places = code.places[metric];
      if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
    }
  }
  return code;
}

/// The kernel of the row to name: one that is not in the build, or else its first.
const std::string& culprit(const BaselineRow& row, const MachineCode& code) {
  const auto gone = std::find_if(row.kernels.begin(), row.kernels.end(),
                                 [&](const std::string& kernel) { return !code.kernels.contains(kernel); });
  return gone == row.kernels.end() ? row.kernels.front() : *gone;
}

}  // namespace

std::vector<std::string> targets_of(const std::string& arch) {
  const int family = number_of(arch) / 10;
  return {fmt::format("sm_{}?", family), fmt::format("sm_{}?a", family), fmt::format("sm_{}?f", family)};
}

MachineCode machine_code_of(const codegen::Census& census, const std::string& arch) {
  MachineCode code;
  std::map<std::string, int> newest;  // the target that a kernel's code in `code` is of
  for (const codegen::Kernel& kernel : census.kernels) {
    const int target = number_of(kernel.target);
    const bool runs = target / 10 == number_of(arch) / 10 && target <= number_of(arch);
    if (!runs || target < newest[kernel.name]) continue;
    newest[kernel.name] = target;
    code.compiler = kernel.compiler;
    code.kernels[kernel.name] = code_of(kernel);
  }
  return code;
}

void judge_measured_code(codegen::Judgement& judgement, const Baseline& baseline, const codegen::Census& census,
                         const std::string& filter) {
  const MachineCode code = machine_code_of(census, baseline.gpu.arch);
  if (code.kernels.empty()) return;  // built for other GPUs
  const std::string file = baseline.file.filename().string();
  std::size_t unknown = 0;
  std::size_t absent = 0;
  std::map<std::string, std::size_t> recompiled;                      // rows, by the baseline's compiler
  std::map<std::string, std::vector<const std::string*>> unmeasured;  // keys, by kernel
  const auto is_built = [&](const std::string& kernel) { return code.kernels.contains(kernel); };
  for (const auto& [key, row] : baseline.rows) {
    const auto is_selected = [&](const std::string& kernel) { return codegen::matches(filter, kernel); };
    if (!row.kernels.empty() && std::none_of(row.kernels.begin(), row.kernels.end(), is_selected)) continue;
    const Session* session = newest_session(baseline, row);
    if (!row.sass || row.kernels.empty() || session == nullptr) {
      ++unknown;
    } else if (std::none_of(row.kernels.begin(), row.kernels.end(), is_built)) {
      ++absent;
    } else if (!is_of_compiler(*session, code.compiler)) {
      ++recompiled[session->compiler];
    } else {
      ++judgement.measured;
      if (sass_of(row.kernels, code) != row.sass) unmeasured[culprit(row, code)].push_back(&key);
    }
  }
  for (const auto& [kernel, keys] : unmeasured) {
    const bool is_gone = !code.kernels.contains(kernel);
    codegen::Finding finding;
    finding.kind = codegen::Finding::Kind::unmeasured;
    finding.kernel = kernel;
    finding.target = baseline.gpu.arch;
    finding.because =
        fmt::format("{} row{} of the baseline measured {}, the first is {}", keys.size(), keys.size() == 1 ? "" : "s",
                    is_gone ? "it, and it is gone" : "other machine code", *keys.front());
    finding.place = file;
    judgement.findings.insert(judgement.findings.begin(), finding);
  }
  if (unknown > 0)
    judgement.notes.push_back(
        fmt::format("{}: {} rows hold no hash of their machine code: record them again", file, unknown));
  if (absent > 0) judgement.notes.push_back(fmt::format("{}: {} rows are of kernels that are not here", file, absent));
  for (const auto& [compiler, rows] : recompiled) {
    judgement.notes.push_back(fmt::format("{}: {} rows were measured with {}, this build is of nvcc {}: not compared",
                                          file, rows, compiler, code.compiler));
  }
}

}  // namespace warpmark
