#include "harness/session/loaded_files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace warpmark {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool is_of_system(std::string_view path) {
  for (const std::string_view folder :
       {"/lib", "/usr/lib", "/bin/", "/usr/bin/", "/sbin/", "/usr/sbin/", "/dev/", "/proc/", "/memfd:", "/SYSV"})
    if (path.starts_with(folder)) return true;
  return false;
}

/// The process group in the text of /proc/PID/stat: "PID (NAME) STATE PARENT GROUP ...", where NAME may hold anything.
pid_t group_of(const std::string& stat) {
  std::istringstream fields(stat.substr(std::min(stat.size(), stat.rfind(')') + 1)));
  std::string state;
  pid_t parent = 0;
  pid_t group = 0;
  fields >> state >> parent >> group;
  return group;
}

}  // namespace

std::set<std::string> loaded_files_of_maps(std::string_view maps) {
  std::set<std::string> files;
  while (!maps.empty()) {
    const std::string_view line = maps.substr(0, maps.find('\n'));
    maps.remove_prefix(std::min(maps.size(), line.size() + 1));
    const auto permissions = line.find(' ');
    const auto path = line.find('/');  // the first one: none of the columns before holds any
    if (permissions == std::string_view::npos || path == std::string_view::npos) continue;
    const bool is_code = line.substr(permissions + 1, 4).find('x') != std::string_view::npos;
    if (is_code && !is_of_system(line.substr(path))) files.emplace(line.substr(path));
  }
  return files;
}

std::set<std::string> loaded_files(pid_t group) {
  std::set<std::string> files;
  std::error_code ended;
  for (fs::directory_iterator process("/proc", ended), end; !ended && process != end; process.increment(ended)) {
    const fs::path& folder = process->path();
    const bool is_process = std::isdigit(static_cast<unsigned char>(folder.filename().string().front())) != 0;
    if (is_process && group_of(text_of(folder / "stat")) == group)
      files.merge(loaded_files_of_maps(text_of(folder / "maps")));
  }
  return files;
}

}  // namespace warpmark
