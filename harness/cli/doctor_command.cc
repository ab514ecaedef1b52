#include <filesystem>
#include <memory>

#include "fmt/format.h"
#include "harness/cli/commands.h"
#include "harness/cli/option_checks.h"
#include "harness/cli/places.h"
#include "harness/run/text_file.h"
#include "harness/session/cannot_run_here.h"
#include "harness/session/doctor.h"
#include "harness/session/ncu_line.h"

namespace warpmark {
namespace {

struct DoctorOptions {
  std::string baselines = default_baselines;
  std::string ncu_row;  // empty: diagnose
  std::string json;
};

struct Diagnosis {
  std::vector<Check> checks;
  int exit_code = 0;
};

Diagnosis without_gpu(const std::string& reason, const Machine& machine, const std::string& baselines) {
  return {diagnose_no_gpu(reason, machine, baselines), 77};
}

Diagnosis diagnosis(const DoctorOptions& options, const std::vector<std::string>& bench_words) {
  const Machine machine = look_at_machine(std::filesystem::current_path());
  // A build that only judges has no program that could ask: that is not the user's mistake.
  if (bench_words.empty() && !std::filesystem::exists(default_bench()))
    return without_gpu("not looked for: no warpmark_bench beside this program, and none named after --", machine,
                       options.baselines);
  const auto words = bench_words.empty() ? std::vector<std::string>{default_bench()} : bench_words;
  try {
    auto checks = diagnose(ask_gpu_and_try_counters(bench_program(words)), machine, options.baselines, today());
    return {checks, can_measure(checks) ? 0 : 2};
  } catch (const CannotRunHere& reason) {
    return without_gpu(reason.what(), machine, options.baselines);
  }
}

int doctor_command(const DoctorOptions& options, const std::vector<std::string>& bench_words) {
  if (!options.ncu_row.empty()) {
    const auto words = bench_words.empty() ? std::vector<std::string>{default_bench()} : bench_words;
    fmt::print("{}\n", ncu_line(bench_program(words), options.ncu_row));
    return 0;
  }
  const Diagnosis found = diagnosis(options, bench_words);
  fmt::print("{}", to_text(found.checks));
  if (!options.json.empty()) replace_text(options.json, to_json(found.checks).dump(2) + "\n");
  return found.exit_code;
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
  command->add_option("--json", options->json, "Write the list as JSON as well")
      ->check(writable_file())
      ->type_name("FILE");
  command->footer(
      "Looks at: driver, CUPTI's timer, hardware counters (by trying), clocks, power limit, persistence, ECC, MIG,\n"
      "display, compute mode, virtual GPUs, other processes and memory in use, throttling; CUDA toolkit, "
      "disassembler,\n"
      "disk and temporary folder (by writing), WSL, laptop; the card's baseline. Each line is ok, warn, FAIL or ?, "
      "for\n"
      "what this machine does not tell; behind -> stands what to do, to be pasted. Nothing is changed.\n"
      "Without BENCH it asks warpmark_bench beside this program. Without a GPU it looks at the rest.\n"
      "Examples:\n"
      "  warpmark doctor\n"
      "  warpmark doctor --json doctor.json -- build/bin/my_bench --gpu_device=1\n"
      "  warpmark doctor --ncu copy/aligned/elements:1048576/l2:warm    (add -o REPORT to what it prints for ncu-ui)\n"
      "Exit codes: 0 can measure (warnings allowed), 2 something must be mended first, or usage, 77 no GPU.");
  command->callback(
      [options, &invocation] { invocation.exit_code = doctor_command(*options, invocation.bench_words); });
}

}  // namespace warpmark
