#include "harness/init/new_project.h"

#include <fmt/format.h>
#include <unistd.h>

#include <system_error>

#include "harness/init/project_files.h"
#include "harness/init/unfinished_files.h"
#include "harness/run/input_error.h"
#include "harness/run/shell_words.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

void require_room(const fs::path& folder) {
  if (folder.empty()) throw InputError("the folder's name", "is empty", "name a new folder");
  std::error_code error;
  if (!fs::exists(folder, error)) return;
  if (!fs::is_directory(folder, error)) throw InputError(folder.string(), "is no folder", "name a new one");
  if (access(folder.c_str(), R_OK | W_OK | X_OK) != 0)
    throw InputError(folder.string(), "cannot be written to", "name a folder of yours");
  if (!fs::is_empty(folder, error))
    throw InputError(folder.string(), "is not empty, and nothing is overwritten",
                     "name a new folder, and copy from it what your project lacks");
}

}  // namespace

void write_project(const fs::path& folder) {
  require_room(folder);
  UnfinishedFiles files;
  files.make_folder(folder);
  for (const EmbeddedFile& file : project_files()) files.write(folder / file.name, file.text);
  files.keep();
}

std::string next_steps(const fs::path& folder, const Package& package) {
  std::string text = fmt::format("{}: a kernel, its benchmark, and what judges the two\n", folder.string());
  for (const EmbeddedFile& file : project_files()) text += fmt::format("  {}\n", file.name);
  text += fmt::format(
      "\n"
      "Build, and judge the machine code (needs no GPU):\n"
      "  cd {0}\n"
      "  cmake -B build{1} && cmake --build build && ctest --test-dir build -L perf -V\n"
      "\n"
      "On a machine with a GPU, measure, and make that its baseline:\n"
      "  {2} run -o run.json -- build/my_bench\n"
      "  {2} record run.json --baselines baselines\n"
      "\n"
      "From then on this judges the times as well:\n"
      "  cmake --build build && ctest --test-dir build -L perf -V\n",
      shell_word(folder.string()), package.flags, package.program);
  if (const fs::path folder_of = fs::path(package.program).parent_path(); !folder_of.empty())
    text += fmt::format(
        "\nWhat it says of a red calls it warpmark:\n"
        "  export PATH={}:$PATH\n",
        shell_word(folder_of.string()));
  if (!package.shortcoming.empty()) text += fmt::format("\nnote: {}\n", package.shortcoming);
  return text;
}

}  // namespace warpmark
