#include "harness/session/find_tools.h"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include "fmt/format.h"
#include "harness/run/input_error.h"
#include "harness/run/programs_in_path.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> folders_above_program() {
  std::error_code none;
  std::vector<fs::path> folders;
  for (fs::path dir = fs::read_symlink("/proc/self/exe", none).parent_path(); dir.has_relative_path();
       dir = dir.parent_path())
    folders.push_back(dir / ".deps/cuda/bin");
  return folders;
}

std::vector<fs::path> toolkit_folders() {
  std::vector<fs::path> folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* home = std::getenv(variable)) folders.push_back(fs::path(home) / "bin");
  folders.emplace_back("/usr/local/cuda/bin");
  return folders;
}

std::optional<std::string> first_in(const std::vector<fs::path>& folders, const std::string& name) {
  for (const fs::path& folder : folders) {
    const fs::path candidate = folder / name;
    if (is_program(candidate)) return candidate.string();
  }
  return std::nullopt;
}

std::optional<std::string> in_path(const std::string& name) {
  const std::vector<fs::path> found = programs_in_path(name);
  return found.empty() ? std::nullopt : std::optional(found.front().string());
}

/// `built_with` is what CMake found: empty or "...-NOTFOUND" where it found none.
std::optional<std::string> unnamed_tool(const std::string& name, const fs::path& built_with) {
  if (built_with.has_parent_path()) {
    if (auto found = first_in({built_with.parent_path()}, name)) return found;
  }
  if (auto found = first_in(folders_above_program(), name)) return found;
  if (auto found = in_path(name)) return found;
  return first_in(toolkit_folders(), name);
}

std::string find_tool(const std::string& name, const std::string& named, const fs::path& built_with) {
  if (!named.empty()) {
    const fs::path path = named;
    const auto found = path.has_parent_path() ? first_in({path.parent_path()}, path.filename()) : in_path(named);
    if (found) return *found;
    throw InputError(fmt::format("--{} {}", name, named), "is no program that can be run", "check the path");
  }
  if (const auto found = unnamed_tool(name, built_with)) return *found;
  throw InputError(
      name, "is not in PATH, nor in a CUDA toolkit",
      fmt::format(
          "install it with the CUDA toolkit, or `pip install nvidia-cuda-{0}` and name it with --{0}; in a clone of "
          "warpmark, ci/setup does that",
          name));
}

}  // namespace

codegen::Tools find_tools(const std::string& cuobjdump, const std::string& nvdisasm, const ToolLimits& limits) {
  return {find_tool("cuobjdump", cuobjdump, WARPMARK_CUOBJDUMP), find_tool("nvdisasm", nvdisasm, WARPMARK_NVDISASM),
          [limits](const std::vector<codegen::ToolCall>& calls) { return run_tool_calls(calls, limits); }};
}

std::optional<std::string> installed_tool(const std::string& name) {
  fs::path built_with;
  if (name == "cuobjdump") built_with = WARPMARK_CUOBJDUMP;
  if (name == "nvdisasm") built_with = WARPMARK_NVDISASM;
  return unnamed_tool(name, built_with);
}

}  // namespace warpmark
