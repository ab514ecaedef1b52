#include <memory>
#include <optional>
#include <string>

#include "fmt/format.h"
#include "harness/cli/commands.h"
#include "harness/cli/places.h"
#include "harness/history/site.h"
#include "harness/run/input_error.h"

namespace warpmark {
namespace {

struct DashboardOptions {
  std::string db = default_history;
  std::string output;
  std::string baselines = default_baselines;
  std::optional<double> floor;
};

int dashboard_command(const DashboardOptions& options) {
  history::History history(options.db, history::Database::Access::read);
  if (history.nights().empty()) throw InputError(options.db, "the history is empty", "warpmark history add RUN.json");
  const history::TrendOptions trends{options.floor, history.benchmarks().size()};
  const history::SiteSummary written = write_site(history, {options.output, options.baselines, trends});
  fmt::print("{}/index.html: GPU models {}, nights {}, benchmarks {}, changes {}\n", options.output, written.gpus,
             written.nights, written.benchmarks, written.changes);
  return 0;
}

}  // namespace

void add_dashboard_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<DashboardOptions>();
  CLI::App* command = app.add_subcommand("dashboard", "The history as web pages that need no server");
  command->add_option("-o,--output", options->output, "Folder, new or that of an older dashboard")
      ->required()
      ->type_name("DIR");
  command->add_option("--db", options->db, "The history, one SQLite file")->type_name("FILE")->capture_default_str();
  command
      ->add_option("--baselines", options->baselines, "Folder of the baselines: peaks and calibrations of the roofline")
      ->type_name("DIR")
      ->capture_default_str();
  command
      ->add_option("--floor", options->floor,
                   "Least change, relative [the tolerance that the gate held it to, at least 0.01]")
      ->check(CLI::Range(0.0, 10.0).description(""));
  command->footer(
      "Writes DIR/index.html and what it loads. What is red, what changed, and a page for each benchmark.\n"
      "Examples:\n"
      "  warpmark dashboard -o site && xdg-open site/index.html\n"
      "Exit codes: 0 written, 2 usage, unreadable input or a folder that cannot be written: an older dashboard there "
      "is\n"
      "then untouched.");
  command->callback([options, &invocation] { invocation.exit_code = dashboard_command(*options); });
}

}  // namespace warpmark
