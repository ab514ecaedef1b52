#include <memory>

#include "harness/cli/commands.h"
#include "harness/cli/judging_options.h"
#include "harness/cli/measuring_options.h"
#include "harness/cli/option_checks.h"
#include "harness/gate/screen.h"
#include "harness/report/rerun.h"
#include "harness/run/input_error.h"
#include "harness/session/gate_session.h"

namespace warpmark {
namespace {

struct GateOptions {
  MeasuringOptions measuring;
  JudgingOptions judging;
  std::optional<int> confirming_processes;
  std::string base;
  bool bisects = false;  // main makes git bisect's exit codes of ours
};

int measure_and_judge(const GateOptions& options, const std::vector<std::string>& bench_words) {
  if (options.measuring.resume && options.measuring.output.empty())
    throw InputError("--resume", "no file to go on with", "name that of the interrupted gate: -o RUN.json");
  if (options.measuring.resume && !options.base.empty())
    throw InputError("--resume", "does not go with --base: the two are measured in turns", "measure anew");
  GatePlan plan;
  plan.screen = options.measuring.plan(bench_program(bench_words));
  if (!options.base.empty()) {
    std::vector<std::string> base_words = bench_words;
    base_words.front() = options.base;
    plan.base = bench_program(base_words);
  }
  plan.confirming_processes = options.confirming_processes;
  plan.baselines = options.judging.baselines;
  plan.options = options.judging.judge_options();
  plan.lock = !options.measuring.no_lock;
  TerminalProgress progress;
  const GateResult result = gate(plan, progress);
  return options.judging.report(result.judgement, result.options,
                                gate_words(bench_words.front(), options.base, options.judging.named_baselines()));
}

int gate_command(const GateOptions& options, const std::vector<std::string>& bench_words) {
  try {
    return measure_and_judge(options, bench_words);
  } catch (const CannotRunHere& why) {
    options.judging.report_skipped(why);
    throw;
  }
}

}  // namespace

void add_gate_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<GateOptions>();
  CLI::App* command = app.add_subcommand("gate", "Measure, judge, and measure the suspects again: what CI calls");
  command->add_option("-o,--output", options->measuring.output, "Keep the run in this file")
      ->check(writable_file())
      ->type_name("RUN.json");
  command
      ->add_option("--confirm", options->confirming_processes,
                   "Further processes that measure the suspects again [as many as they take, 5 or more]")
      ->check(CLI::Range(enough_run_processes, 1000));
  command
      ->add_option("--base", options->base,
                   "Judge by this other build of the program, measured in turns with it, and not by a baseline")
      ->type_name("BENCH");
  command->add_flag("--bisect", options->bisects, "Exit as git bisect run wants it: 0 good, 1 bad, 125 cannot tell");
  options->measuring.add_to(*command);
  options->judging.add_to(*command);
  command->footer(
      std::string(
          "Measures as `run` does, judges as `check` does, and measures again, in further processes, whatever\n"
          "looked slower, faster or undecided: only what shows twice is a regression. Writes RUN.json if asked\n"
          "with -o, and the reports asked for; never a baseline.\n"
          "Examples:\n"
          "  warpmark gate -- build/bin/warpmark_bench\n"
          "  warpmark gate -o run.json -- build/bin/warpmark_bench --benchmark_filter=triad\n"
          "  warpmark gate -o run.json --resume -- build/bin/warpmark_bench\n"
          "  warpmark gate --base main/bin/warpmark_bench -- build/bin/warpmark_bench\n"
          "  git bisect run sh -c 'ci/build --products || exit 125; /tmp/warpmark gate --bisect \\\n"
          "      --baselines /tmp/baselines -- build/bin/warpmark_bench'\n"
          "      warpmark and its baselines copied aside, so that all commits are judged alike\n") +
      judging_exit_codes +
      ", or no GPU,\n130 interrupted.\n"
      "With --bisect: 0 good (0 above), 1 bad (1 above), 125 for all else: a program that is not there or\n"
      "cannot be used, inconclusive, no GPU, usage. Ctrl-C (130) ends the bisection.");
  command->callback([options, &invocation] { invocation.exit_code = gate_command(*options, invocation.bench_words); });
}

}  // namespace warpmark
