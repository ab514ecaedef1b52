#include "harness/measure/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <utility>

#include "harness/run/input_error.h"
#include "harness/run/near_miss.h"
#include "harness/run/revision.h"

namespace warpmark {

namespace {

/// Beyond any card's memory, and few enough two-byte accesses for a grid of blocks.
constexpr unsigned largest_sweep_mib = 1U << 18U;

constexpr const char* examples = R"(Examples:
  {bench} --benchmark_filter=NAME
      the rows whose name has that in it, as a table
  {bench} --benchmark_filter='NAME/.*l2:warm'
      ... of these, those with a warm L2
  {bench} --benchmark_filter=NAME_sweep --gpu_sweep_mib=64,512
      a family for exploring, over sizes of your own; never run unless named
  {bench} --gpu_calibration
      also what the card reaches at best: see `warpmark calibrate`
  {bench} --benchmark_out=run.json
      every gated row, as Google Benchmark JSON
  {bench} --benchmark_list_tests
      the names; needs no GPU
  {bench} --benchmark_filter=NAME --gpu_counters=memory
      also loads, stores, sectors, L2 and DRAM bytes
  ncu --profile-from-start off {bench} --gpu_profile --benchmark_filter=NAME
      one call a row in Nsight Compute; `warpmark doctor --ncu NAME` prints the whole line for one row
  warpmark gate -- {bench}
      in fresh processes, and judged

Names end in /manual_time, so a filter that ends in $ has to say so: 'l2:cold/manual_time$'.
Other --benchmark_* flags (repetitions, random interleaving, ...) mean what they mean in Google Benchmark;
--benchmark_min_time is for a program's ordinary benchmarks, which run first, by the host's clock: --gpu_precision,
--gpu_samples and --gpu_budget say how long any other row is sampled.
cpu_time is set equal to real_time: the CPU's share of a GPU kernel means nothing here.

Exit codes: 0 measured, 1 a row failed, 2 bad flag, file or filter, 70 the GPU was lost to the process (rows after that
did not run), 77 no usable GPU, 130 interrupted.)";

void add_gpu_flags(CLI::App& app, Options& options) {
  const std::map<std::string, TimerChoice> timers = {
      {"auto", TimerChoice::automatic}, {"cupti", TimerChoice::cupti}, {"event", TimerChoice::event}};
  app.add_option_function<std::string>(
         "--gpu_timer", [timers, &options](const std::string& name) { options.timer = timers.at(name); },
         "cupti: kernel durations; event: CUDA events, 2 to 5 us too long; auto: cupti where it works")
      ->check(CLI::IsMember({"auto", "cupti", "event"}).description(""))
      ->type_name("NAME")
      ->default_str("auto");
  app.add_option("--gpu_precision", options.sampling.precision,
                 "Sample until the 95 % interval of the time is within this share of it: 0.002 is 0.2 %")
      ->check(CLI::Range(1e-6, 1.0).description(""))
      ->type_name("SHARE")
      ->capture_default_str();
  app.add_option("--gpu_samples", options.sampling.most_samples, "... but at most so many samples a row")
      ->check(CLI::Range(1, 1000000).description(""))
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--gpu_budget", options.sampling.budget_ms,
                 "... and at most so many milliseconds a row (half of it for 6 to 100 us, if known to 2.5 times "
                 "the precision by then)")
      ->check(CLI::Range(0.001, 3.6e6).description(""))
      ->type_name("MS")
      ->capture_default_str();
  auto* counters = app.add_option("--gpu_counters", options.counters_asked,
                                  "Also read hardware counters, in a pass after each row's timing: memory, or CUPTI "
                                  "metrics such as dram__bytes_read.sum, separated by commas; list: print the presets")
                       ->type_name("NAME,...");
  app.add_flag(
         "--gpu_count_only", options.count_only,
         "Measure nothing but these counters, many rows at a time: a time is a few samples, no result is verified")
      ->needs(counters);
  auto* profile = app.add_flag("--gpu_profile", options.profile,
                               "Measure nothing: launch each row once between cudaProfilerStart and cudaProfilerStop, "
                               "for a profiler that watches");
  profile->excludes(counters);
  app.add_option("--gpu_device", options.device, "Which GPU, as CUDA_VISIBLE_DEVICES numbers them, from 0")
      ->type_name("N")
      ->capture_default_str();
  app.add_flag("--gpu_calibration", options.calibration,
               "Also measure the rows that tell this card's ceilings, whatever the filter selects");
  app.add_option("--gpu_sweep_mib", options.sweep_mib,
                 "Sizes of the sweeps over size, in whole MiB an array, separated by commas")
      ->delimiter(',')
      ->type_name("MIB")
      ->check(CLI::Range(1U, largest_sweep_mib).description(""))
      ->each([seen = std::set<std::string>()](const std::string& mib) mutable {
        if (!seen.insert(mib).second) throw CLI::ValidationError("--gpu_sweep_mib", mib + " stands there twice");
      });
  app.add_option("--gpu_rows", options.rows_file,
                 "Measure exactly the rows named in this file, one a line, in its order")
      ->type_name("FILE");
  app.add_option("--gpu_progress", options.progress_file, "Append a line to this file as each row begins")
      ->type_name("FILE");
  app.add_flag("--gpu_info", options.info,
               "Print what the card is, its state, and whether --gpu_counters can be had, as JSON, and exit");
}

struct BenchmarkFlags {
  std::string format = "console";
  std::string out_format = "json";
  std::string min_warmup_time;  // ours warm up as long as they need
  std::vector<std::string> context;
};

void add_benchmark_flags(CLI::App& app, Options& options, BenchmarkFlags& flags) {
  app.add_option("--benchmark_filter", options.filter,
                 "Only rows whose name this regular expression finds; -RE: all others [every gated row]")
      ->type_name("RE");
  app.add_flag("--benchmark_list_tests", options.list, "Print the names of the rows and exit");
  app.add_option("--benchmark_out", options.out,
                 "Write Google Benchmark JSON to this file, complete at any moment as FILE.part")
      ->type_name("FILE")
      ->excludes("--gpu_profile");
  app.add_option("--benchmark_out_format", flags.out_format, "Format of that file: json, and no other")
      ->check(CLI::IsMember({"json"}).description(""))
      ->type_name("json");
  app.add_option("--benchmark_format", flags.format, "Format of stdout: console, a table, or json")
      ->check(CLI::IsMember({"console", "json"}).description(""))
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--benchmark_context", flags.context, "Pairs to keep in the JSON's context")
      ->delimiter(',')
      ->type_name("KEY=VALUE");
  app.add_option("--benchmark_min_time", options.min_time,
                 "How long the program's ordinary benchmarks run; other rows know --gpu_precision and --gpu_budget")
      ->type_name("SECONDS");
  app.add_option("--benchmark_min_warmup_time", flags.min_warmup_time)->group("");
}

std::pair<std::string, std::string> key_and_value(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError("--benchmark_context=" + text, "is not key=value", "write, say, --benchmark_context=branch=main");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<std::string> names_of(const std::vector<const CLI::Option*>& flags) {
  std::vector<std::string> names;
  for (const CLI::Option* flag : flags)
    for (const std::string& name : flag->get_lnames()) names.push_back("--" + name);
  return names;
}

}  // namespace

InputError unknown_flag(const std::string& word, const std::vector<std::string>& known) {
  const auto meant = near_miss(word.substr(0, word.find('=')), known);
  return {word, "is not a flag of this program", meant ? "did you mean " + *meant + "?" : "--help lists them"};
}

Options parse_options(int argc, const char* const* argv) {
  Options options;
  BenchmarkFlags flags;
  CLI::App app("Measures GPU kernels: time of the kernels themselves, verified results, one row a kernel variant.");
  const std::string bench = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "warpmark_bench";
  app.footer(fmt::format(examples, fmt::arg("bench", bench)));
  app.set_version_flag("--version", fmt::format("{} {}", bench, source_revision()));
  app.allow_extras();
  app.get_formatter()->column_width(34);
  add_gpu_flags(app, options);
  add_benchmark_flags(app, options, flags);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& done) {
    options.exit_code = app.exit(done);
    return options;
  } catch (const CLI::ParseError& error) {
    throw InputError("command line", error.what(), "--help lists the flags");
  }
  if (options.counters_asked == "list") {
    std::cout << counter_presets_text();
    options.exit_code = 0;
    return options;
  }
  if (app.count("--gpu_counters") > 0) options.counters = parse_counters(options.counters_asked);
  options.json_to_stdout = flags.format == "json";
  for (const std::string& text : flags.context) options.context.push_back(key_and_value(text));
  options.flags = names_of(std::as_const(app).get_options());
  for (const std::string& extra : app.remaining()) {
    if (!extra.starts_with("--benchmark_")) throw unknown_flag(extra, options.flags);
    options.forwarded.push_back(extra);
  }
  return options;
}

}  // namespace warpmark
