#include <memory>

#include "harness/baseline/run_context.h"
#include "harness/cli/commands.h"
#include "harness/cli/judging_options.h"
#include "harness/report/rerun.h"
#include "harness/run/json_file.h"
#include "harness/session/gate_session.h"

namespace warpmark {
namespace {

struct CheckOptions : JudgingOptions {
  std::string run;
};

int judge_run(const CheckOptions& options) {
  const Run run = read_run(options.run);
  if (run.facts.gpu.name.empty()) throw of_no_gpu(run.facts, options.run);
  const Baseline baseline = require_baseline(options.baselines, run.facts.gpu);
  const Policy policy = find_policy(options.baselines, run.facts.gpu);
  const JudgeOptions judging = options.judge_options();
  return options.report(judge(run, baseline, policy, judging), judging,
                        gate_words(program_of(run), "", options.named_baselines()));
}

int check_command(const CheckOptions& options) {
  try {
    return judge_run(options);
  } catch (const CannotRunHere& why) {
    options.report_skipped(why);
    throw;
  }
}

}  // namespace

void add_check_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Judge a run against the baseline of its GPU model");
  command->add_option("run", options->run, "A file that warpmark run wrote")->required()->type_name("RUN.json");
  options->add_to(*command);
  command->footer(
      std::string(
          "Needs no GPU. Prints every row that is not a pass, with its cause, and writes only the files asked for.\n"
          "Examples:\n"
          "  warpmark check run.json\n"
          "  warpmark check run.json --baselines baselines --inconclusive warn --verbose\n"
          "  warpmark check run.json --markdown comment.md --junit verdicts.xml\n") +
      judging_exit_codes + ".");
  command->callback([options, &invocation] { invocation.exit_code = check_command(*options); });
}

}  // namespace warpmark
