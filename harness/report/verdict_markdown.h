// Verdicts for a pull request or a job's summary.
#pragma once

#include <string>

#include "harness/gate/verdict.h"
#include "harness/report/markdown_page.h"

namespace warpmark {

/// The outcome and the counts; headlines; what fails, what is undecided and the rest that does not pass, a table each,
/// worst first, with reasons, causes and the commands that measure a row again folded away below; notes. What does not
/// fit into `limit_bytes` is counted: "and N more".
std::string verdict_markdown(const Judgement& judgement, const JudgeOptions& options, const std::string& gate,
                             std::size_t limit_bytes = markdown_limit_bytes);

}  // namespace warpmark
