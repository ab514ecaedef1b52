// Verdicts as JUnit XML, which CI servers show as tests.
#pragma once

#include <string>

#include "harness/gate/verdict.h"

namespace warpmark {

/// A test case each benchmark, its family the class. What fails is a failure, or an error where the benchmark itself
/// did; what is undecided is an error where it makes the exit code one, and skipped otherwise, as new and skipped rows
/// are; a gate that was skipped is one case that says why. Detail, causes and the command that measures it again are
/// the text. Throws as junit_xml does.
std::string verdict_junit(const Judgement& judgement, const JudgeOptions& options, const std::string& gate);

}  // namespace warpmark
