#include "harness/codegen/extract.h"

#include <algorithm>
#include <string_view>

#include "fmt/format.h"
#include "harness/codegen/binary_file.h"
#include "harness/run/input_error.h"
#include "harness/run/text_file.h"

namespace warpmark::codegen {
namespace {

namespace fs = std::filesystem;

struct Container {
  std::size_t binary;
  fs::path folder;
};

constexpr const char* container_name = "x.fatbin";

/// Writes the containers of a binary into folders of their own.
void split(std::size_t binary, const fs::path& path, const BinaryFile& file, const fs::path& folder,
           std::vector<Container>& containers) {
  const auto parts = file.containers();
  if (parts.empty()) {
    if (!file.is_binary()) {
      throw InputError(path.string(), "is no program, library, object, archive, fatbin or cubin",
                       "name a file that the CUDA compiler or linker wrote");
    }
    throw InputError(path.string(), "holds no device code", "name a program that has kernels linked into it");
  }
  for (const std::string_view part : parts) {
    Container container{binary, folder / std::to_string(containers.size())};
    fs::create_directories(container.folder);
    replace_text(container.folder / container_name, part);
    containers.push_back(std::move(container));
  }
}

/// "ELF file    2: copy.sm_90.cubin", a line for each.
std::vector<std::string> listed(std::string_view answer) {
  std::vector<std::string> names;
  while (!answer.empty()) {
    const std::string_view line = answer.substr(0, answer.find('\n'));
    answer.remove_prefix(std::min(answer.size(), line.size() + 1));
    const auto colon = line.find(": ");
    if (line.starts_with("ELF file") && colon != std::string_view::npos) names.emplace_back(line.substr(colon + 2));
  }
  return names;
}

/// "sm_90a" of "copy.2.sm_90a.cubin".
std::string target_in(const std::string& name) {
  const std::string stem = fs::path(name).stem().string();
  const auto at = stem.rfind(".sm_");
  return at == std::string::npos ? "" : stem.substr(at + 1);
}

void add_extracted(const Container& container, const std::vector<std::string>& names, const std::string& binary,
                   std::vector<Cubin>& cubins) {
  for (const std::string& name : names) {
    // Twice the same name in one container would be one file.
    const bool is_once = std::count(names.begin(), names.end(), name) == 1;
    if (!is_once || !fs::is_regular_file(container.folder / name)) {
      throw InputError(binary, fmt::format("cuobjdump lists {} in it, but extracts no such file", name),
                       "name the cuobjdump of the toolkit that built it with --cuobjdump");
    }
    cubins.push_back(
        {container.binary, container.folder / name, target_in(name), fmt::format("{} ({})", binary, name)});
  }
}

}  // namespace

std::vector<Cubin> extract_cubins(const std::vector<fs::path>& binaries, const Tools& tools, const fs::path& folder) {
  std::vector<Cubin> cubins;
  std::vector<Container> containers;
  for (std::size_t i = 0; i < binaries.size(); ++i) {
    const BinaryFile file(binaries[i]);
    if (file.is_cubin())
      cubins.push_back({i, fs::absolute(binaries[i]), "", binaries[i].string()});
    else
      split(i, binaries[i], file, folder, containers);
  }

  std::vector<ToolCall> calls;
  std::vector<std::string> subjects;
  for (const Container& container : containers) {
    calls.push_back({{tools.cuobjdump, "--list-elf", container_name}, container.folder});
    calls.push_back({{tools.cuobjdump, "--extract-elf", "all", container_name}, container.folder});
    subjects.insert(subjects.end(), 2, binaries[container.binary].string());
  }
  std::vector<std::vector<std::string>> names(containers.size());
  run_tools(tools, calls, subjects, [&](std::size_t call, const ToolAnswer& answer) {
    if (call % 2 == 0) names[call / 2] = listed(answer.out);
  });
  for (std::size_t i = 0; i < containers.size(); ++i)
    add_extracted(containers[i], names[i], binaries[containers[i].binary].string(), cubins);

  for (std::size_t i = 0; i < binaries.size(); ++i) {
    if (std::any_of(cubins.begin(), cubins.end(), [&](const Cubin& cubin) { return cubin.binary == i; })) continue;
    throw InputError(binaries[i].string(),
                     "holds device code, but no machine code: only PTX, or what the linker optimises",
                     "build it for the targets themselves (CMAKE_CUDA_ARCHITECTURES=90-real, nvcc -arch=sm_90)");
  }
  return cubins;
}

}  // namespace warpmark::codegen
