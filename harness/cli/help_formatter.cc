#include "harness/cli/help_formatter.h"

#include <string_view>

namespace warpmark {
namespace {

/// CLI11 does not know of the words after `--`, which main takes away before it parses.
const char* words_of(std::string_view command) {
  if (command == "run" || command == "gate") return " -- BENCH [args]";
  if (command == "doctor") return " [-- BENCH [args]]";
  return command == "compare" ? " | --ab -- BENCH_A [BENCH_B] [-- args]" : "";
}

/// "INT" of "INT:INT in [1 - 1000]", and "{fail,warn}" of "TEXT:{fail,warn}".
std::string type_text(const std::string& type_and_checks) {
  const auto colon = type_and_checks.find(':');
  if (colon == std::string::npos) return type_and_checks;
  const auto brace = type_and_checks.find('{', colon);
  return brace == std::string::npos ? type_and_checks.substr(0, colon) : type_and_checks.substr(brace);
}

}  // namespace

std::string HelpFormatter::make_usage(const CLI::App* app, std::string name) const {
  std::string usage = CLI::Formatter::make_usage(app, std::move(name));
  const std::string command = app->get_name();
  usage.erase(usage.find_last_not_of('\n') + 1);
  return usage + words_of(command) + "\n";
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  std::string text;
  if (option->get_type_size() != 0) {
    if (const std::string type = type_text(option->get_type_name()); !type.empty()) text += " " + type;
    if (!option->get_default_str().empty()) text += "=" + option->get_default_str();
    if (option->get_expected_max() == CLI::detail::expected_max_vector_size) text += " ...";
  }
  return option->get_required() ? text + " (required)" : text;
}

}  // namespace warpmark
