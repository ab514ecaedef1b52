// `warpmark`: judges and keeps what benchmark programs measure. Exit codes: 0 pass, 1 regression or failure, 2 usage or
// unreadable input, 3 inconclusive or nothing comparable, 77 cannot run here, 130 interrupted.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

#include "fmt/format.h"
#include "harness/cli/commands.h"
#include "harness/cli/help_formatter.h"
#include "harness/cli/usage_error.h"
#include "harness/run/input_error.h"
#include "harness/run/revision.h"
#include "harness/session/cannot_run_here.h"
#include "harness/session/interrupt.h"

namespace warpmark {
namespace {

/// What git bisect run makes of an exit code is its own: 125 leaves a commit out, and anything else from 1 to 127 calls
/// it bad. So only a regression may be 1, and whatever hindered the judging is 125; 128 and more end the bisection.
int bisect_exit_code(int exit_code) {
  constexpr int cannot_tell = 125;
  return exit_code == 0 || exit_code == 1 || exit_code >= 128 ? exit_code : cannot_tell;
}

/// Asked of the words themselves, because a command line that cannot be parsed is no bad commit either.
bool asks_for_bisect(int argc, char** argv) {
  return argc > 1 && std::string_view(argv[1]) == "gate" &&
         std::any_of(argv + 2, argv + argc, [](std::string_view word) { return word == "--bisect"; });
}

/// An empty word is what a script passes whose variable was not set: no option means anything by it.
void refuse_empty_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_type_size() == 0) continue;
    option->transform(CLI::Validator(  // a transform comes before the checks, and need not change anything
        [](const std::string& value) -> std::string {
          return value.empty() ? "is empty\n  remedy: give it a value, or leave it out" : "";
        },
        ""));
  }
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) refuse_empty_values(*command);
}

int fail(const char* kind, const std::exception& error, int exit_code) {
  // Not fmt::print, which throws when nobody listens to stderr.
  static_cast<void>(std::fputs(fmt::format("warpmark: {}: {}\n", kind, error.what()).c_str(), stderr));
  return exit_code;
}

int parse_and_run(CLI::App& app, int argc, char** argv, const Invocation& invocation) {
  try {
    app.parse(argc, argv);
    return invocation.exit_code;
  } catch (const CLI::Success& wanted) {  // --help, --version
    return app.exit(wanted);
  } catch (const CLI::ParseError& error) {
    if (argc < 2) {
      fmt::print("{}", app.help());
      return 2;
    }
    return fail("error", usage_error(app, error), 2);
  } catch (const InputError& error) {
    return fail("error", error, 2);
  } catch (const CannotRunHere& error) {
    return fail("skipped", error, 77);
  } catch (const NothingComparable& error) {
    return fail("inconclusive", error, 3);
  } catch (const Interrupted& error) {
    return fail("stopped", error, 130);
  } catch (const std::filesystem::filesystem_error& error) {
    const InputError unusable(error.path1().string(), error.code().message(),
                              "name a path that is there or can be made, and that you may write to");
    return fail("error", unusable, 2);
  } catch (const std::exception& error) {
    return fail("error", error, 2);
  }
}

}  // namespace
}  // namespace warpmark

int main(int argc, char** argv) {
  using namespace warpmark;
  interrupt::install();

  Invocation invocation;
  int own_words = argc;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) != "--") continue;
    invocation.bench_words.assign(argv + i + 1, argv + argc);
    own_words = i;
    break;
  }

  CLI::App app("A performance regression harness for CUDA kernels.", "warpmark");
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_version_flag("--version", fmt::format("warpmark {} ({})", WARPMARK_VERSION, source_revision()));
  app.require_subcommand(1);
  app.footer(
      "`warpmark COMMAND --help` shows the options of a command, what it writes, and examples.\n"
      "Examples:\n"
      "  warpmark doctor                                     can this machine measure, and what disturbs it\n"
      "  warpmark run -o run.json -- build/bin/my_bench      measure, in fresh processes\n"
      "  warpmark record run.json                            make that the baseline of this GPU model\n"
      "  warpmark gate -- build/bin/my_bench                 what CI calls from then on\n"
      "Exit codes: 0 pass, 1 a regression, or what failed or is missing, 2 usage or unreadable input,\n"
      "3 inconclusive or nothing comparable, 77 cannot run here (no GPU, no baseline), 130 interrupted.");
  add_run_command(app, invocation);
  add_check_command(app, invocation);
  add_gate_command(app, invocation);
  add_record_command(app, invocation);
  add_doctor_command(app, invocation);
  add_codegen_command(app, invocation);
  add_calibrate_command(app, invocation);
  add_compare_command(app, invocation);
  add_history_command(app, invocation);
  add_dashboard_command(app, invocation);
  add_init_command(app, invocation);
  refuse_empty_values(app);
  const int exit_code = parse_and_run(app, own_words, argv, invocation);
  return asks_for_bisect(own_words, argv) ? bisect_exit_code(exit_code) : exit_code;
}
