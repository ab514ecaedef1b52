// How --help looks: usage with the words after `--`, options with their unit and default, and not what CLI11 says of
// its own types and checks.
#pragma once

#include <string>

#include "CLI/CLI.hpp"

namespace warpmark {

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_option_usage(const CLI::Option* option) const override;
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
};

}  // namespace warpmark
