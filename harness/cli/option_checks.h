// What options are held to before any work begins.
#pragma once

#include "CLI/CLI.hpp"

namespace warpmark {

/// A folder that is there. Throws InputError for any other.
CLI::Validator existing_folder();

/// A file that can be written: tried at once, so that nobody finds out after minutes of measuring. Throws InputError
/// for any other.
CLI::Validator writable_file();

}  // namespace warpmark
