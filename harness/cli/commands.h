// The subcommands of `warpmark`: each parses its arguments, calls the rooms below, and gives the exit code.
#pragma once

#include <string>
#include <vector>

#include "CLI/CLI.hpp"

namespace warpmark {

/// What commands share: the words after `--`, and the exit code to be set.
struct Invocation {
  std::vector<std::string> bench_words;
  int exit_code = 0;
};

void add_run_command(CLI::App& app, Invocation& invocation);
void add_check_command(CLI::App& app, Invocation& invocation);
void add_gate_command(CLI::App& app, Invocation& invocation);
void add_record_command(CLI::App& app, Invocation& invocation);
void add_doctor_command(CLI::App& app, Invocation& invocation);
void add_codegen_command(CLI::App& app, Invocation& invocation);
void add_calibrate_command(CLI::App& app, Invocation& invocation);
void add_compare_command(CLI::App& app, Invocation& invocation);
void add_history_command(CLI::App& app, Invocation& invocation);
void add_dashboard_command(CLI::App& app, Invocation& invocation);
void add_init_command(CLI::App& app, Invocation& invocation);

}  // namespace warpmark
