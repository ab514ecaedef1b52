#include "harness/session/doctor/machine_checks.h"

#include <algorithm>

#include "fmt/format.h"
#include "harness/session/doctor/card_report.h"

namespace warpmark {
namespace {

using Level = Check::Level;

constexpr std::uint64_t mib = 1 << 20;
constexpr std::uint64_t needed_bytes = 64 * mib;   // a run of twelve processes takes 20 MB, and is written twice
constexpr std::uint64_t roomy_bytes = 1024 * mib;  // below, a history of a year (150 MB) and its dashboard get tight
constexpr const char* oldest_toolkit = "12.8";
constexpr const char* install_toolkit =
    "sudo apt-get install cuda-toolkit-13-0  # in NVIDIA's repository; in a clone of warpmark: ci/setup";

std::string tool_text(const ToolFound& tool) {
  return fmt::format("{} ({})", tool.version.empty() ? "does not run" : tool.version, tool.path);
}

Check toolkit(const ToolFound& nvcc) {
  if (nvcc.path.empty()) {
    return {Level::warn, "CUDA toolkit", "no nvcc in PATH, CUDA_HOME or /usr/local/cuda: kernels cannot be built here",
            install_toolkit};
  }
  if (nvcc.version.empty() || version_number(nvcc.version) < version_number(oldest_toolkit)) {
    return {Level::warn, "CUDA toolkit", fmt::format("nvcc {}, and warpmark needs {}", tool_text(nvcc), oldest_toolkit),
            install_toolkit};
  }
  return {Level::ok, "CUDA toolkit", "nvcc " + tool_text(nvcc)};
}

Check disassembler(const Machine& machine, const std::string& built_with) {
  const std::string remedy =
      "sudo apt-get install cuda-cuobjdump-13-0 cuda-nvdisasm-13-0  # in NVIDIA's repository; in a clone of warpmark: "
      "ci/setup";
  std::string missing;
  std::string found;
  std::string old;
  const std::string compiler = built_with.substr(built_with.find(' ') + 1);  // of "nvcc 13.0.88"
  for (const auto& [name, tool] :
       {std::pair("cuobjdump", &machine.cuobjdump), std::pair("nvdisasm", &machine.nvdisasm)}) {
    if (tool->path.empty()) {
      missing += (missing.empty() ? "no " : ", no ") + std::string(name);
      continue;
    }
    found += fmt::format("{}{} {}", found.empty() ? "" : ", ", name, tool_text(*tool));
    if (tool->version.empty() || version_number(tool->version) < version_number(compiler)) old = name;
  }
  if (!missing.empty()) {
    return {
        Level::warn, "disassembler",
        missing + ": machine code cannot be checked, and is no cause of a red" + (found.empty() ? "" : "; " + found),
        remedy};
  }
  if (old.empty()) return {Level::ok, "disassembler", found};
  return {Level::warn, "disassembler", fmt::format("{}; the program was built with {}", found, built_with), remedy};
}

std::string size_text(std::uint64_t bytes) {
  const double as_mib = static_cast<double>(bytes) / mib;
  return as_mib < 1024 ? fmt::format("{:.0f} MiB", as_mib) : fmt::format("{:.0f} GiB", as_mib / 1024);
}

Check folder(const FolderFound& found, const char* subject, const std::string& remedy) {
  if (!found.obstacle.empty())
    return {Level::fail, subject, fmt::format("{} cannot be written: {}", found.path.string(), found.obstacle), remedy};
  if (!found.free_bytes) return {Level::unknown, subject, found.path.string() + ": not told how much is free"};
  const std::string finding = fmt::format("{} free in {}", size_text(*found.free_bytes), found.path.string());
  if (*found.free_bytes >= roomy_bytes) return {Level::ok, subject, finding};
  return {*found.free_bytes < needed_bytes ? Level::fail : Level::warn, subject, finding, remedy};
}

Check wsl(const std::string& kernel) {
  if (kernel.empty()) return {Level::ok, "WSL", "no"};
  return {Level::warn, "WSL", kernel + ": Windows shares the GPU, and holds its clocks and its counters' permission",
          "nvidia-smi -lgc MHZ  # in Windows, as administrator; counters: NVIDIA Control Panel, Developer"};
}

}  // namespace

std::vector<Check> machine_checks(const Machine& machine, const std::string& built_with) {
  return {toolkit(machine.nvcc), disassembler(machine, built_with),
          folder(machine.runs, "disk", "df -h .  # then write elsewhere: warpmark run -o /other/folder/run.json"),
          folder(machine.temporary, "temporary folder", "export TMPDIR=/other/folder  # one with room, df -h shows it"),
          wsl(machine.wsl_kernel)};
}

Check laptop_check(const Machine& machine, const std::string& gpu_name) {
  const bool by_name = gpu_name.find("Laptop") != std::string::npos || gpu_name.find("Max-Q") != std::string::npos;
  if (!by_name && !machine.has_battery) return {Level::ok, "laptop", "no"};
  std::string finding = by_name ? "by the name of its GPU" : "it has a battery";
  if (machine.on_mains && !*machine.on_mains) {
    return {Level::warn, "laptop", finding + ", and runs on it: the card is held to a fraction of its power",
            "plug it in"};
  }
  return {Level::warn, "laptop", finding + ": heat and the power that CPU and GPU share move its clocks",
          "sudo nvidia-smi --lock-gpu-clocks=MHZ  # one that it keeps under load; nvidia-smi -q -d SUPPORTED_CLOCKS"};
}

}  // namespace warpmark
