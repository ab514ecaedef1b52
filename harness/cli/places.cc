#include "harness/cli/places.h"

#include <chrono>
#include <filesystem>
#include <system_error>

#include "fmt/chrono.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

fs::path executable_dir() {
  std::error_code none;
  return fs::read_symlink("/proc/self/exe", none).parent_path();
}

}  // namespace

std::string default_baselines() {
  std::error_code none;
  if (fs::is_directory("baselines", none)) return "baselines";
  const fs::path bin = executable_dir();
  for (const auto& dir : {bin.parent_path(), bin.parent_path().parent_path()}) {
    if (fs::is_directory(dir / "baselines", none)) return (dir / "baselines").string();
  }
  return "baselines";
}

std::string default_bench() { return (executable_dir() / "warpmark_bench").string(); }

std::string today() {
  return fmt::format("{:%Y-%m-%d}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

}  // namespace warpmark
