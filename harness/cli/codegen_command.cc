#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <set>

#include "harness/baseline/census_file.h"
#include "harness/cli/commands.h"
#include "harness/cli/option_checks.h"
#include "harness/cli/places.h"
#include "harness/codegen/names.h"
#include "harness/report/codegen_json.h"
#include "harness/report/codegen_text.h"
#include "harness/run/input_error.h"
#include "harness/run/text_file.h"
#include "harness/session/codegen_check.h"
#include "harness/session/find_tools.h"
#include "harness/session/temp_dir.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

/// What all three take.
struct CensusOptions {
  std::vector<std::string> binaries;
  std::vector<std::string> targets;
  std::string cuobjdump;
  std::string nvdisasm;
  bool with_harness = false;
  int tool_timeout_s = 120;

  void add_to(CLI::App& command) {
    command.add_option("binaries", binaries, "Programs, libraries, objects, archives, fatbins or cubins")
        ->required()
        ->type_name("BINARY");
    command.add_option("--target", targets, "Only these targets, such as sm_90 or 'sm_1*'; may be repeated")
        ->allow_extra_args(false)
        ->type_name("GLOB");
    command.add_flag("--with-harness", with_harness,
                     "Also the kernels of warpmark itself, which fill, hash and wait in every program that links it");
    command.add_option("--cuobjdump", cuobjdump, "The cuobjdump to use")->type_name("PROGRAM");
    command.add_option("--nvdisasm", nvdisasm, "The nvdisasm to use")->type_name("PROGRAM");
    command.add_option("--tool-timeout", tool_timeout_s, "Seconds that a call of either may take")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
  }

  codegen::Tools tools() const {
    ToolLimits limits;
    limits.timeout = std::chrono::seconds(tool_timeout_s);
    return find_tools(cuobjdump, nvdisasm, limits);
  }

  codegen::Census census(const std::vector<std::string>& files, bool has_to_have_harness = false) const {
    const TempDir folder;
    const codegen::Wanted wanted{targets, with_harness || has_to_have_harness};
    return codegen::take_census({files.begin(), files.end()}, wanted, tools(), folder.path());
  }
};

struct ShowOptions : CensusOptions {
  std::string filter = "*";
  bool diff = false;
  bool json = false;
  bool all_metrics = false;

  codegen::Census selected(const std::vector<std::string>& files) const {
    codegen::Census all = census(files);
    std::erase_if(all.kernels, [&](const codegen::Kernel& kernel) { return !codegen::matches(filter, kernel.name); });
    return all;
  }
};

struct CodegenCheckOptions : CensusOptions {
  std::string baselines;  // empty: the default, or with expectations of their own, none
  std::string expectations;
  std::string filter = "*";
  std::string json;
  bool disassemble_all = false;
};

struct RecordOptions : CensusOptions {
  std::string baselines = "baselines";  // here, and nowhere else: it is written
  bool prune = false;
  bool dry_run = false;
};

void print_json(const nlohmann::ordered_json& json) {
  std::cout << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

int show_difference(const ShowOptions& options) {
  if (options.binaries.size() != 2)
    throw InputError("--diff", "takes two binaries", "name the old one, then the new one");
  const auto differences =
      codegen::difference(options.selected({options.binaries[0]}), options.selected({options.binaries[1]}));
  if (options.json)
    print_json(difference_json(differences));
  else
    print_difference(std::cout, differences);
  return 0;
}

int show_command(const ShowOptions& options) {
  if (options.diff) return show_difference(options);
  const codegen::Census census = options.selected(options.binaries);
  if (census.kernels.empty())
    throw InputError("--filter " + options.filter, "matches no kernel",
                     options.with_harness ? "leave it out to see all"
                                          : "leave it out to see all; warpmark's own are seen --with-harness");
  if (options.json)
    print_json(census_json(census));
  else if (options.all_metrics)
    print_all_metrics(std::cout, census);
  else
    print_census(std::cout, census);
  return 0;
}

int codegen_check_command(const CodegenCheckOptions& options) {
  const bool needs_baselines = options.baselines.empty() && options.expectations.empty();
  const CodegenCheck check{{options.binaries.begin(), options.binaries.end()},
                           options.targets,
                           needs_baselines ? default_baselines : options.baselines,
                           options.expectations,
                           options.filter,
                           options.with_harness,
                           options.disassemble_all};
  const codegen::Judgement judgement = check_codegen(check, options.tools());
  const int exit_code = judgement.failed() ? 1 : judgement.compared_nothing() ? 3 : 0;
  if (!options.json.empty()) {
    replace_text(
        options.json,
        judgement_json(judgement, exit_code).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
            "\n");
  }
  print_codegen_judgement(std::cout, judgement, fmt::format("{}", fmt::join(options.binaries, " ")),
                          check.baselines.string(), exit_code);
  return exit_code;
}

int record_command(const RecordOptions& options) {
  codegen::RecordedCensus recorded = read_recorded_census(options.baselines);
  const auto changes =
      record_census(recorded, options.census(options.binaries, codegen::has_harness(recorded)), options.prune);
  std::set<std::string> targets;
  for (const CensusChange& change : changes) {
    fmt::print("{:<9} {}  {}\n", to_string(change.kind), change.target, codegen::short_name(change.kernel));
    targets.insert(change.target);
  }
  for (const std::string& target : targets) {
    if (options.dry_run)
      fmt::print("would write {}\n", (fs::path(options.baselines) / "codegen" / (target + ".yaml")).string());
    else
      fmt::print("wrote {}\n", write_recorded_target(options.baselines, target, recorded.at(target)).string());
  }
  const auto counted = [](std::size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  fmt::print("{} changed in {}\n", counted(changes.size(), "kernel"), counted(targets.size(), "target"));
  return 0;
}

/// Lines that fit a terminal.
std::string metrics_text() {
  constexpr std::size_t most_columns = 110;
  std::string text;
  std::size_t columns = most_columns;
  for (const std::string& metric : codegen::metric_names()) {
    columns += metric.size() + 1;
    if (columns > most_columns) {
      text += "\n ";
      columns = metric.size() + 2;
    }
    text += " " + metric;
  }
  return text;
}

void add_show(CLI::App& codegen, Invocation& invocation) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command = codegen.add_subcommand("show", "Show what the kernels of binaries are made of");
  options->add_to(*command);
  command->add_option("--filter", options->filter, "Only kernels of such names, leading namespaces left out or not")
      ->type_name("GLOB");
  command->add_flag("--diff", options->diff, "What differs between two binaries, in which kernel and source line");
  command->add_flag("--all-metrics", options->all_metrics, "Every count of every kernel");
  command->add_flag("--json", options->json, "Everything, each access and its source lines included, as JSON");
  command->footer(
      fmt::format("Metrics, the number being the width of an access in bits:{}\n"
                  "Examples:\n"
                  "  warpmark codegen show build/bin/warpmark_bench --filter 'copy::*'\n"
                  "  warpmark codegen show --diff old/warpmark_bench build/bin/warpmark_bench\n"
                  "Exit codes: 0 shown, 2 usage or unreadable input.",
                  metrics_text()));
  command->callback([options, &invocation] { invocation.exit_code = show_command(*options); });
}

void add_check(CLI::App& codegen, Invocation& invocation) {
  auto options = std::make_shared<CodegenCheckOptions>();
  CLI::App* command =
      codegen.add_subcommand("check", "Judge the machine code of binaries: expectations and the record");
  options->add_to(*command);
  command
      ->add_option("--baselines", options->baselines,
                   fmt::format("Folder of the baselines [{}; with --expectations: none]", default_baselines))
      ->check(existing_folder())
      ->type_name("DIR");
  command
      ->add_option("--expectations", options->expectations,
                   "What to expect of the code, instead of codegen/expectations.yaml in the baselines")
      ->type_name("FILE");
  command->add_option("--filter", options->filter, "Judge only kernels of such names")->type_name("GLOB");
  command->add_option("--json", options->json, "Write the verdict as JSON as well")
      ->check(writable_file())
      ->type_name("FILE");
  command->add_flag("--disassemble-all", options->disassemble_all,
                    "Count code anew that is byte for byte the recorded one; takes longer, and finds the same");
  command->footer(
      "Three things fail: code that breaks DIR/codegen/expectations.yaml, code that is not what "
      "DIR/codegen/<target>.yaml\n"
      "recorded of the same compiler, and code that DIR/<gpu>.yaml has times of, changed and not measured again. Needs "
      "no\n"
      "GPU, and writes only FILE.\n"
      "Examples:\n"
      "  warpmark codegen check build/bin/warpmark_bench\n"
      "  warpmark codegen check build/bin/warpmark_bench --target sm_90 --json codegen.json\n"
      "  warpmark codegen check build/my_bench --expectations expectations.yaml\n"
      "Exit codes: 0 pass, 1 code that breaks an expectation or is not what was recorded, 2 usage or unreadable "
      "input,\n"
      "3 nothing to compare with.");
  command->callback([options, &invocation] { invocation.exit_code = codegen_check_command(*options); });
}

void add_record(CLI::App& codegen, Invocation& invocation) {
  auto options = std::make_shared<RecordOptions>();
  CLI::App* command = codegen.add_subcommand("record", "Record the machine code of binaries, to be held against later");
  options->add_to(*command);
  command->add_option("--baselines", options->baselines, "Folder of the baselines")
      ->type_name("DIR")
      ->capture_default_str();
  command->add_flag("--prune", options->prune, "Forget kernels that these binaries no longer have");
  command->add_flag("--dry-run", options->dry_run, "Show what would change and write nothing");
  command->footer(
      "Writes DIR/codegen/<target>.yaml for each target in the binaries. Kernels that they do not hold stay as they "
      "are.\n"
      "Needs no GPU.\n"
      "Examples:\n"
      "  warpmark codegen record build/bin/warpmark_bench --dry-run\n"
      "  warpmark codegen record build/bin/warpmark_bench --prune\n"
      "Exit codes: 0 recorded, 2 usage or unreadable input.");
  command->callback([options, &invocation] { invocation.exit_code = record_command(*options); });
}

}  // namespace

void add_codegen_command(CLI::App& app, Invocation& invocation) {
  CLI::App* codegen = app.add_subcommand("codegen", "What kernels are made of: their machine code, counted and judged");
  codegen->require_subcommand(1);
  codegen->footer(
      "Examples:\n"
      "  warpmark codegen show build/bin/warpmark_bench\n"
      "  warpmark codegen check build/bin/warpmark_bench\n"
      "Exit codes: 0 pass, 1 a failure, 2 usage or unreadable input, 3 nothing to compare with. None needs a GPU.");
  add_show(*codegen, invocation);
  add_check(*codegen, invocation);
  add_record(*codegen, invocation);
}

}  // namespace warpmark
