// What is asked of the machine itself, with or without a GPU: a CUDA toolkit, the disassembler, room for files, and
// whether it is one that measures badly by its nature. Everything is looked at: programs are run, folders written to.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace warpmark {

/// A program of the CUDA toolkit.
struct ToolFound {
  std::string path;     // empty: none found
  std::string version;  // "13.0.88"; empty where it does not run or does not tell
};

struct FolderFound {
  std::filesystem::path path;
  std::optional<std::uint64_t> free_bytes;
  std::string obstacle;  // why no file can be written there; empty where one could
};

struct Machine {
  ToolFound nvcc;
  ToolFound cuobjdump;
  ToolFound nvdisasm;
  FolderFound runs;        // where `warpmark run -o run.json` writes
  FolderFound temporary;   // TMPDIR: the rows of processes that run, locks, disassembled code
  std::string wsl_kernel;  // the kernel's name under Windows; empty elsewhere
  bool has_battery = false;
  std::optional<bool> on_mains;  // absent where no supply tells
};

/// The program where harness/session/find_tools.h looks for it, asked for its version.
ToolFound look_at_tool(const std::string& name);

/// `system_root` is /, or in tests a folder that holds another machine's /proc and /sys.
Machine look_at_machine(const std::filesystem::path& runs, const std::filesystem::path& system_root = "/");

}  // namespace warpmark
