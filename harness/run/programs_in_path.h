// Programs as the shell finds them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpmark {

/// A file that may be executed.
bool is_program(const std::filesystem::path& file);

/// The programs of that name in the folders of PATH, in their order: the shell would start the first. An empty folder
/// there stands for the current one, as in the shell; relative ones stay relative.
std::vector<std::filesystem::path> programs_in_path(const std::string& name);

}  // namespace warpmark
