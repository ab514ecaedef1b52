#include "harness/cli/usage_error.h"

#include <string>
#include <vector>

#include "fmt/format.h"
#include "harness/run/near_miss.h"

namespace warpmark {
namespace {

/// The command that was being parsed: the innermost that was named.
CLI::App& command_of(CLI::App& app) {
  const std::vector<CLI::App*> named = app.get_subcommands();
  return named.empty() ? app : command_of(*named.back());
}

/// "warpmark history show"
std::string full_name(const CLI::App& command) {
  const CLI::App* above = command.get_parent();
  return above == nullptr ? command.get_name() : full_name(*above) + " " + command.get_name();
}

std::vector<std::string> command_names(const CLI::App& above) {
  std::vector<std::string> names;
  for (const CLI::App* command : above.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

/// "--json" and so on; what is no option's name is none of these.
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known, const std::string& otherwise) {
  const auto meant = near_miss(word, known);
  return meant ? fmt::format("did you mean {}?", *meant) : otherwise;
}

bool is_option(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

InputError unknown_word(const CLI::App& command, const std::vector<std::string>& words) {
  const std::string help = full_name(command) + " --help";
  for (const std::string& word : words) {
    if (!is_option(word)) continue;
    const std::string name = word.substr(0, word.find('='));
    return {word, "is no option of " + full_name(command),
            did_you_mean(name, option_names(command), help + " lists them; a benchmark program's follow --")};
  }
  const std::string& word = words.front();
  const bool takes_bench =
      command.get_name() == "run" || command.get_name() == "gate" || command.get_name() == "doctor";
  return {word, "is one word too many for " + full_name(command),
          takes_bench ? fmt::format("write -- before a benchmark program and its arguments: -- {}", word)
                      : help + " tells which it takes"};
}

InputError no_command(const CLI::App& command, const std::vector<std::string>& words) {
  const std::string help = full_name(command) + " --help lists the commands";
  if (words.empty()) return {full_name(command), "which of its commands is not said", help};
  const std::string& word = words.front();
  if (is_option(word)) return unknown_word(command, words);
  return {word, "no such command of " + full_name(command), did_you_mean(word, command_names(command), help)};
}

/// Words as people know them from the help.
InputError missing_option(const CLI::App& command, const CLI::ParseError& error) {
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_required() || option->count() > 0) continue;
    const std::string type = option->get_type_name();
    const std::string value = type.starts_with("TEXT:") ? type.substr(type.find(':') + 1) : type;
    const std::string name = option->get_positional() ? value : option->get_name() + " " + value;
    return {full_name(command), name + " is missing: " + option->get_description(),
            full_name(command) + " --help shows examples"};
  }
  return {full_name(command), error.what(), full_name(command) + " --help shows examples"};
}

}  // namespace

InputError usage_error(CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = command_of(app);
  const std::vector<std::string> extras = app.remaining(true);
  const bool lacks_command = !command_names(command).empty();
  if (lacks_command && dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) return no_command(command, extras);
  if (!extras.empty()) return unknown_word(command, extras);
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) return missing_option(command, error);
  return {full_name(command), error.what(), full_name(command) + " --help describes it"};
}

}  // namespace warpmark
