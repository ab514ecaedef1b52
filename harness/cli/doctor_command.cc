#include <algorithm>
#include <memory>

#include "fmt/format.h"
#include "harness/cli/commands.h"
#include "harness/cli/places.h"
#include "harness/session/cannot_run_here.h"
#include "harness/session/doctor.h"
#include "harness/session/ncu_line.h"

namespace warpmark {
namespace {

struct DoctorOptions {
  std::string baselines = default_baselines();
  std::string ncu_row;  // empty: diagnose
};

int doctor_command(const DoctorOptions& options, const std::vector<std::string>& bench_words) {
  const BenchProgram bench =
      bench_program(bench_words.empty() ? std::vector<std::string>{default_bench()} : bench_words);
  if (!options.ncu_row.empty()) {
    fmt::print("{}\n", ncu_line(bench, options.ncu_row));
    return 0;
  }
  try {
    const auto checks = diagnose(ask_gpu(bench), options.baselines, today());
    fmt::print("{}", to_text(checks));
    const bool can_measure = std::none_of(checks.begin(), checks.end(),
                                          [](const Check& check) { return check.level == Check::Level::fail; });
    return can_measure ? 0 : 2;
  } catch (const CannotRunHere& reason) {
    fmt::print("{}", to_text(diagnose_no_gpu(reason.what())));
    return 77;
  }
}

}  // namespace

void add_doctor_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<DoctorOptions>();
  CLI::App* command = app.add_subcommand("doctor", "What this machine can measure, what disturbs it, how to mend it");
  command->add_option("--baselines", options->baselines, "Folder of the baselines")
      ->type_name("DIR")
      ->capture_default_str();
  command
      ->add_option("--ncu", options->ncu_row,
                   "Only print the command line that shows this row to Nsight Compute; needs no GPU")
      ->type_name("NAME");
  command->footer(
      "Examples:\n"
      "  warpmark doctor\n"
      "  warpmark doctor -- build/bin/my_bench --gpu_device=1\n"
      "  warpmark doctor --ncu copy/aligned/elements:1048576/l2:warm    (add -o REPORT to what it prints for ncu-ui)\n"
      "Without BENCH it asks warpmark_bench beside this program.\n"
      "Exit codes: 0 can measure (warnings allowed), 2 something must be mended first, 77 no GPU.");
  command->callback(
      [options, &invocation] { invocation.exit_code = doctor_command(*options, invocation.bench_words); });
}

}  // namespace warpmark
