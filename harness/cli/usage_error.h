// A command line that cannot be parsed, in words: what is wrong with it, and what was meant.
#pragma once

#include "CLI/CLI.hpp"
#include "harness/run/input_error.h"

namespace warpmark {

/// What to say of `error`, which `app` threw of its words.
InputError usage_error(CLI::App& app, const CLI::ParseError& error);

}  // namespace warpmark
