#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fmt/format.h"
#include "fmt/ranges.h"
#include "harness/baseline/baseline.h"
#include "harness/calibrate/calibration_text.h"
#include "harness/calibrate/sweep.h"
#include "harness/cli/commands.h"
#include "harness/cli/places.h"
#include "harness/run/input_error.h"
#include "harness/run/json_file.h"

namespace warpmark {
namespace {

struct CalibrationOptions : CalibrateOptions {
  std::string run;
  std::string baselines = default_baselines;
  std::string format = "text";
  bool sweep = false;
  bool dry_run = false;
};

/// The baseline of the run's GPU model, which a calibration is written into.
Baseline baseline_to_calibrate(const std::string& dir, const GpuFacts& gpu) {
  if (auto found = find_baseline(dir, gpu)) return std::move(*found);
  std::vector<std::string> models;
  for (const Baseline& other : read_baselines(dir)) models.push_back(gpu_model(other.gpu));
  throw InputError(dir,
                   fmt::format("holds no baseline of {}{}{}", gpu_model(gpu), models.empty() ? "" : ", but of ",
                               fmt::join(models, "; ")),
                   "record a run of this card first, or look with --dry-run");
}

std::string formatted(const Calibrated& calibrated, const Run& run, const std::string& format) {
  if (format == "json") return calibration_json(calibrated, run).dump(2) + "\n";
  if (format == "tileops") return tileops_text(calibrated, run.facts.gpu);
  return calibration_text(calibrated, run.facts.gpu);
}

int calibrate_command(const CalibrationOptions& options) {
  const Run run = read_run(options.run);
  if (options.sweep) {
    fmt::print("{}", sweep_text(run));
    return 0;
  }
  const Calibrated calibrated = calibrate(run, read_datasheets(options.baselines), options);
  const bool is_text = options.format == "text";  // other formats are for programs: nothing else on stdout
  if (!calibrated.inconclusive.empty()) {
    if (options.format != "tileops") fmt::print("{}", formatted(calibrated, run, options.format));
    std::cerr << "inconclusive, nothing written"
              << (is_text ? "" : fmt::format(": {}", fmt::join(calibrated.inconclusive, "; "))) << '\n';
    return 3;
  }
  fmt::print("{}", formatted(calibrated, run, options.format));
  if (options.dry_run) return 0;
  Baseline baseline = baseline_to_calibrate(options.baselines, run.facts.gpu);
  baseline.calibrations[run.facts.gpu.uuid] = calibrated.calibration;
  write_baseline(baseline, baseline.file);
  if (is_text) fmt::print("wrote {}\n", baseline.file.string());
  return 0;
}

}  // namespace

void add_calibrate_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<CalibrationOptions>();
  CLI::App* command = app.add_subcommand("calibrate", "What a card's memory gives at best, and its share of the peak");
  command->add_option("run", options->run, "A run with --gpu_calibration, or of a sweep")
      ->required()
      ->type_name("RUN.json");
  command
      ->add_option("--baselines", options->baselines, "Folder of the baselines and of gpus.yaml, the datasheet peaks")
      ->type_name("DIR")
      ->capture_default_str();
  command->add_option("--format", options->format, "text: a table; tileops: the lines of a TileOPs profile; json: all")
      ->check(CLI::IsMember({"text", "tileops", "json"}))
      ->capture_default_str();
  command->add_option("--spread-limit", options->spread_limit, "Widest spread over processes of a best configuration")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  command->add_flag("--dry-run", options->dry_run, "Show it, and leave the baseline alone");
  command->add_flag("--sweep", options->sweep,
                    "Show bandwidth against size and block instead, from rows of stream_sweep");
  command->footer(
      "Writes the section `calibration` of DIR/<gpu>.yaml, an entry a card, unless --dry-run, --sweep or an "
      "inconclusive\n"
      "run. GB/s are decimal. Needs no GPU.\n"
      "Examples:\n"
      "  warpmark run -o run.json -- build/bin/warpmark_bench --benchmark_filter=stream/triad --gpu_calibration\n"
      "  warpmark calibrate run.json                      into the card's baseline\n"
      "  warpmark calibrate run.json --format tileops --dry-run\n"
      "  warpmark run -o sweep.json --processes 1 -- build/bin/warpmark_bench --benchmark_filter=stream_sweep/triad\n"
      "  warpmark calibrate sweep.json --sweep            --gpu_sweep_mib=64,512 of warpmark_bench sets the sizes\n"
      "Exit codes: 0 calibrated, 2 usage, unreadable input or a run that is no calibration, 3 inconclusive: "
      "throttled,\n"
      "disturbed, one process, or too wide a spread.");
  command->callback([options, &invocation] { invocation.exit_code = calibrate_command(*options); });
}

}  // namespace warpmark
