#include "harness/cli/help_formatter.h"

#include <map>
#include <string_view>

namespace warpmark {
namespace {

/// CLI11 does not know of the words after `--`, which main takes away before it parses.
const char* words_of(std::string_view command) {
  if (command == "run" || command == "gate") return " -- BENCH [args]";
  if (command == "doctor") return " [-- BENCH [args]]";
  return command == "compare" ? " | --ab -- BENCH_A [BENCH_B] [-- args]" : "";
}

/// "N" of "INT:INT in [1 - 1000]", and "{fail,warn}" of "TEXT:{fail,warn}".
std::string type_text(const std::string& type_and_checks) {
  const auto colon = type_and_checks.find(':');
  const auto brace = type_and_checks.find('{', colon == std::string::npos ? type_and_checks.size() : colon);
  if (brace != std::string::npos) return type_and_checks.substr(brace);
  const std::string type = type_and_checks.substr(0, colon);
  static const std::map<std::string, std::string> for_people = {{"INT", "N"}, {"UINT", "N"}, {"FLOAT", "NUMBER"}};
  const auto found = for_people.find(type);
  return found == for_people.end() ? type : found->second;
}

bool takes_any_number(const CLI::Option& option) {
  return option.get_expected_max() == CLI::detail::expected_max_vector_size;
}

/// "RUN.json", "BINARY...", "FILE [FILE]".
std::string positional_text(const CLI::Option& option) {
  const std::string type = type_text(option.get_type_name());
  std::string text = type;
  if (takes_any_number(option)) return text + "...";
  for (int i = 1; i < option.get_expected_max(); ++i) text += " [" + type + "]";
  return text;
}

}  // namespace

std::string HelpFormatter::make_usage(const CLI::App* app, std::string name) const {
  std::string usage = CLI::Formatter::make_usage(app, std::move(name));
  const std::string command = app->get_name();
  usage.erase(usage.find_last_not_of('\n') + 1);
  return usage + words_of(command) + "\n";
}

std::string HelpFormatter::make_option_usage(const CLI::Option* option) const {
  const std::string text = positional_text(*option);
  return option->get_required() ? text : "[" + text + "]";
}

std::string HelpFormatter::make_option_name(const CLI::Option* option, bool is_positional) const {
  return is_positional ? positional_text(*option) : CLI::Formatter::make_option_name(option, false);
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  std::string text;
  if (option->get_type_size() != 0 && !option->get_positional()) {
    const std::string type = type_text(option->get_type_name());
    if (!type.empty()) text += " " + type;
    if (!option->get_default_str().empty()) text += "=" + option->get_default_str();
    if (takes_any_number(*option) && !type.ends_with("...")) text += " ...";
  }
  return option->get_required() ? text + " (required)" : text;
}

}  // namespace warpmark
