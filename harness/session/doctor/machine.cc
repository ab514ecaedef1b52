#include "harness/session/doctor/machine.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <system_error>

#include "harness/run/input_error.h"
#include "harness/session/find_tools.h"
#include "harness/session/tool_runner.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

/// "13.0.88" of "Cuda compilation tools, release 13.0, V13.0.88".
std::string version_in(const std::string& text) {
  const auto mark = text.find(", V");
  if (mark == std::string::npos) return "";
  const std::string rest = text.substr(mark + 3);
  return rest.substr(0, rest.find_first_not_of("0123456789."));
}

/// Space alone does not tell: quotas, read-only mounts and permissions show only when something is written.
std::string try_to_write_in(const fs::path& folder) {
  constexpr std::size_t bytes = 64 * 1024;
  std::string name = (folder / "warpmark-doctor-XXXXXX").string();
  const int file = mkstemp(name.data());
  if (file < 0) return std::strerror(errno);
  const std::string text(bytes, '\n');
  const bool written = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  std::string obstacle = written ? "" : std::strerror(errno);
  close(file);
  unlink(name.c_str());
  return obstacle;
}

FolderFound look_at_folder(const fs::path& folder) {
  FolderFound found{folder, std::nullopt, try_to_write_in(folder)};
  std::error_code unknown;
  const fs::space_info space = fs::space(folder, unknown);
  if (!unknown) found.free_bytes = space.available;
  return found;
}

std::string first_line(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

void look_at_power_supplies(const fs::path& root, Machine& machine) {
  std::error_code none;
  for (const auto& supply : fs::directory_iterator(root / "sys/class/power_supply", none)) {
    const std::string type = first_line(supply.path() / "type");
    // Batteries of mice and keyboards are supplies too, of scope Device.
    if (type == "Battery" && first_line(supply.path() / "scope") != "Device") machine.has_battery = true;
    if (type == "Mains")
      machine.on_mains = machine.on_mains.value_or(false) || first_line(supply.path() / "online") == "1";
  }
}

}  // namespace

ToolFound look_at_tool(const std::string& name) {
  constexpr auto patience = std::chrono::seconds(20);
  const auto path = installed_tool(name);
  if (!path) return {};
  try {
    ToolLimits limits;
    limits.timeout = patience;
    const codegen::ToolAnswer answer = run_tool_calls({{{*path, "--version"}, {}}}, limits).at(0);
    return {*path, answer.exit_code == 0 && answer.signal == 0 ? version_in(answer.out) : ""};
  } catch (const InputError&) {  // it is there, and cannot be started
    return {*path, ""};
  }
}

Machine look_at_machine(const fs::path& runs, const fs::path& system_root) {
  Machine machine;
  machine.nvcc = look_at_tool("nvcc");
  machine.cuobjdump = look_at_tool("cuobjdump");
  machine.nvdisasm = look_at_tool("nvdisasm");
  machine.runs = look_at_folder(runs);
  std::error_code none;
  const fs::path temporary = fs::temp_directory_path(none);
  machine.temporary = none ? FolderFound{"TMPDIR", std::nullopt, none.message()} : look_at_folder(temporary);
  const std::string kernel = first_line(system_root / "proc/sys/kernel/osrelease");
  if (kernel.find("icrosoft") != std::string::npos) machine.wsl_kernel = kernel;
  look_at_power_supplies(system_root, machine);
  return machine;
}

}  // namespace warpmark
