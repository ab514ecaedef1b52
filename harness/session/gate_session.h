// One evening of the gate: measure, judge, measure the suspects again, judge again.
#pragma once

#include <filesystem>
#include <optional>

#include "harness/baseline/baseline.h"
#include "harness/gate/verdict.h"
#include "harness/run/run.h"
#include "harness/session/orchestrator.h"
#include "harness/session/progress.h"

namespace warpmark {

struct GatePlan {
  RunPlan screen;
  std::optional<BenchProgram> base;         // another build, measured in turns, in place of a baseline
  std::optional<int> confirming_processes;  // none: as many as the suspects take (suspects.h)
  std::filesystem::path baselines;
  JudgeOptions options;
  bool lock = true;  // keep other warpmark runs off the card meanwhile
};

struct GateResult {
  Run run;            // the suspects' further processes are numbered after those of the screen
  Baseline baseline;  // or what the base showed, in the screen
  Policy policy;
  JudgeOptions options;  // with the keys that were meant to be measured
  Judgement judgement;
};

/// The program's canaries are measured along, whatever its filter selects. Throws, before anything is measured,
/// CannotRunHere when there is no GPU or no baseline for it, and NothingComparable when the baseline has none of the
/// benchmarks; besides all that measure() throws. A plan that resumes takes the screen from its output, or measures
/// what that lacks, and confirms anew.
GateResult gate(const GatePlan& plan, Progress& progress);

/// The baseline of the GPU's model, or CannotRunHere with how to make one.
Baseline require_baseline(const std::filesystem::path& baselines, const GpuFacts& gpu);

}  // namespace warpmark
