#include "harness/init/package.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <system_error>

#include "harness/run/programs_in_path.h"
#include "harness/run/shell_words.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code none;
  return fs::exists(path, none);
}

/// In a folder that is the same once the printed commands have changed the current one.
std::optional<fs::path> in_path(const std::string& name) {
  for (const fs::path& program : programs_in_path(name))
    if (program.is_absolute()) return program;
  return std::nullopt;
}

/// CMake looks in these without being told.
bool is_system_prefix(const fs::path& prefix) { return prefix == "/usr" || prefix == "/usr/local"; }

bool is_installed_in(const fs::path& prefix) {
  for (const char* lib : {"lib", "lib64"})
    if (is_there(prefix / lib / "cmake/warpmark/warpmarkConfig.cmake")) return true;
  // Debian's CMake installs into lib/<triplet> below /usr.
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(prefix / "lib", none))
    if (is_there(entry.path() / "cmake/warpmark/warpmarkConfig.cmake")) return true;
  return false;
}

void locate(Package& package, const fs::path& above) {
  if (is_there(above / "warpmarkConfig.cmake"))
    package.flags += " -Dwarpmark_DIR=" + shell_word(above.string());
  else if (!is_installed_in(above))
    package.shortcoming =
        "this warpmark is no package that CMake could find; in its build tree: cmake --install build --prefix PREFIX";
  else if (!is_system_prefix(above))
    package.flags += " -DCMAKE_PREFIX_PATH=" + shell_word(above.string());
}

}  // namespace

Package package_of(const fs::path& executable, const std::string& cuda_compiler) {
  Package package;
  const fs::path found = in_path("warpmark").value_or("");
  std::error_code none;
  if (!fs::equivalent(found, executable, none)) package.program = shell_word(executable.string());
  if (in_path("ninja")) package.flags += " -G Ninja";
  locate(package, executable.parent_path().parent_path());
  if (cuda_compiler.empty())
    package.shortcoming = "this warpmark was built without CUDA; build it with a CUDA toolkit";
  else if (std::getenv("CUDACXX") == nullptr && !in_path("nvcc") && is_there(cuda_compiler))
    package.flags += " -DCMAKE_CUDA_COMPILER=" + shell_word(cuda_compiler);
  return package;
}

Package own_package() {
  std::error_code none;
  return package_of(fs::read_symlink("/proc/self/exe", none), WARPMARK_CUDA_COMPILER);
}

}  // namespace warpmark
