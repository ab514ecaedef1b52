// `history` and `dashboard` of a build without SQLite or Chart.js: they say so.
#include "harness/cli/commands.h"
#include "harness/run/input_error.h"

namespace warpmark {
namespace {

void add_absent(CLI::App& app, const char* name, const char* description) {
  CLI::App* command = app.add_subcommand(name, description);
  command->allow_extras();
  command->footer(
      "Examples:\n"
      "  ci/setup && ci/build     installs what it needs, and builds it\n"
      "Exit codes: 2, always.");
  command->callback([name] {
    throw InputError(name, "was left out of this build: SQLite or Chart.js was missing",
                     "ci/setup installs libsqlite3-dev and libjs-chart.js; then build again");
  });
}

}  // namespace

void add_history_command(CLI::App& app, Invocation& /*invocation*/) {
  add_absent(app, "history", "Runs over time (not in this build)");
}

void add_dashboard_command(CLI::App& app, Invocation& /*invocation*/) {
  add_absent(app, "dashboard", "The history as web pages (not in this build)");
}

}  // namespace warpmark
