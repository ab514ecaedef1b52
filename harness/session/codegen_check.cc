#include "harness/session/codegen_check.h"

#include <algorithm>

#include "harness/baseline/census_file.h"
#include "harness/baseline/expectations.h"
#include "harness/baseline/machine_code.h"
#include "harness/session/temp_dir.h"

namespace warpmark {
namespace {

/// Takes out of `known` the kernels that deviate and were only recalled: which instructions make them deviate, and
/// where they were written, is to be shown. Whether there were any.
bool forget_deviating(codegen::RecordedCensus& known, const codegen::Judgement& judgement,
                      const codegen::Census& census) {
  bool has_forgotten = false;
  for (const codegen::Finding& finding : judgement.findings) {
    if (finding.deviations.empty()) continue;
    const auto kernel = std::find_if(census.kernels.begin(), census.kernels.end(), [&](const codegen::Kernel& one) {
      return one.name == finding.kernel && one.target == finding.target;
    });
    if (kernel == census.kernels.end() || kernel->is_disassembled) continue;
    known[kernel->target][kernel->compiler].erase(kernel->name);
    has_forgotten = true;
  }
  return has_forgotten;
}

std::vector<codegen::Expectation> expectations_for(const CodegenCheck& check) {
  if (!check.expectations.empty()) return read_expectations(check.expectations);
  const std::filesystem::path file = expectations_file(check.baselines);
  return std::filesystem::exists(file) ? read_expectations(file) : std::vector<codegen::Expectation>{};
}

}  // namespace

codegen::Judgement check_codegen(const CodegenCheck& check, const codegen::Tools& tools) {
  const std::vector<codegen::Expectation> expectations = expectations_for(check);
  codegen::RecordedCensus recorded;
  std::vector<Baseline> baselines;
  if (!check.baselines.empty()) {
    recorded = read_recorded_census(check.baselines);
    baselines = read_baselines(check.baselines);
  }
  const codegen::Wanted wanted{check.targets, check.with_harness || has_harness(recorded)};
  codegen::RecordedCensus known = check.disassemble_all ? codegen::RecordedCensus{} : recorded;
  for (;;) {
    const TempDir folder;
    const codegen::Census census = codegen::take_census(check.binaries, wanted, tools, folder.path(), known);
    codegen::Judgement judgement = codegen::judge(census, expectations, recorded, check.filter);
    if (forget_deviating(known, judgement, census)) continue;
    for (const Baseline& baseline : baselines) judge_measured_code(judgement, baseline, census, check.filter);
    return judgement;
  }
}

}  // namespace warpmark
