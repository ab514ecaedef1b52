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

std::string default_bench() { return (executable_dir() / "warpmark_bench").string(); }

std::string today() {
  return fmt::format("{:%Y-%m-%d}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

}  // namespace warpmark
