// The options of every command that judges, and the report they ask for.
#pragma once

#include <string>

#include "CLI/CLI.hpp"
#include "harness/cli/places.h"
#include "harness/gate/verdict.h"
#include "harness/session/cannot_run_here.h"

namespace warpmark {

struct JudgingOptions {
  std::string baselines = default_baselines;
  std::string inconclusive = "fail";
  bool require_baseline = false;
  bool verbose = false;
  std::string color = "auto";
  std::string json;
  std::string markdown;
  std::string junit;

  void add_to(CLI::App& command);
  /// Empty where they are the default.
  std::string named_baselines() const { return baselines == default_baselines ? "" : baselines; }
  /// Throws InputError for a file that this build cannot write.
  JudgeOptions judge_options() const;

  /// Prints the report, the verdict last, writes the files asked for, and returns the exit code. `gate` begins the
  /// commands that measure a row again (rerun.h).
  int report(const Judgement& judgement, const JudgeOptions& options, const std::string& gate) const;

  /// Writes the files asked for where nothing can be judged, lest those of another run be taken for its verdict.
  void report_skipped(const CannotRunHere& why) const;

 private:
  void write_files(const Judgement& judgement, const JudgeOptions& options, const std::string& gate) const;
};

/// The lines of every judging command's help that explain its exit codes.
inline constexpr const char* judging_exit_codes =
    "Exit codes: 0 pass, 1 regression, or a failed or missing benchmark, 2 usage or unreadable input,\n"
    "3 inconclusive or nothing comparable, 77 no baseline for this GPU";

}  // namespace warpmark
