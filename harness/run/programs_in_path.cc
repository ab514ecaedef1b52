#include "harness/run/programs_in_path.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <system_error>

namespace warpmark {

namespace fs = std::filesystem;

bool is_program(const fs::path& file) {
  std::error_code none;
  return fs::is_regular_file(file, none) && access(file.c_str(), X_OK) == 0;
}

std::vector<fs::path> programs_in_path(const std::string& name) {
  std::vector<fs::path> programs;
  const char* const variable = std::getenv("PATH");
  std::istringstream folders(variable == nullptr ? "" : variable);
  for (std::string folder; std::getline(folders, folder, ':');) {
    fs::path candidate = fs::path(folder.empty() ? "." : folder) / name;
    if (is_program(candidate)) programs.push_back(std::move(candidate));
  }
  return programs;
}

}  // namespace warpmark
