// What is known of the terminal that stdout may be.
#pragma once

#include <string>

#include "CLI/CLI.hpp"

namespace warpmark {

/// --color auto, always or never.
void add_color_option(CLI::App& command, std::string& color);

/// What `color` comes to: "auto" colours a terminal, unless NO_COLOR says otherwise.
bool wants_colour(const std::string& color);

/// In columns; `otherwise` where stdout is no terminal.
int terminal_width(int otherwise);

}  // namespace warpmark
