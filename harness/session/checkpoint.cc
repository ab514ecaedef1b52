#include "harness/session/checkpoint.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

#include "fmt/format.h"
#include "harness/run/input_error.h"
#include "harness/run/json_file.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

void probe(const fs::path& output, std::size_t expected_bytes) {
  std::error_code none;
  if (fs::is_directory(output, none))
    throw InputError(output.string(), "is a directory", "name a file, as in -o run.json");
  if (fs::exists(output, none) && !fs::is_regular_file(output, none)) {
    throw InputError(output.string(), "is not a regular file", "name a file, as in -o run.json");
  }
  const fs::path trial = fmt::format("{}.{}.probe", output.string(), getpid());
  errno = 0;
  std::ofstream out(trial, std::ios::binary);
  const std::vector<char> block(64 * 1024, ' ');
  for (std::size_t size = 0; out && size < expected_bytes; size += block.size()) {
    out.write(block.data(), static_cast<std::streamsize>(block.size()));
  }
  out.close();
  const int reason = errno;
  const bool written = !out.fail();
  fs::remove(trial, none);
  if (!written) {
    throw InputError(output.string(), fmt::format("cannot be written: {}", std::strerror(reason)),
                     fmt::format("choose another -o, or make room for {} KiB", expected_bytes / 1024));
  }
}

}  // namespace

Checkpoint::Checkpoint(fs::path output, std::size_t expected_bytes)
    : output_(std::move(output)), part_(output_.string() + ".part") {
  if (!output_.empty()) probe(output_, expected_bytes);
}

bool Checkpoint::part_exists() const { return !output_.empty() && fs::exists(part_); }

fs::path Checkpoint::set_part_aside() const {
  fs::path aside = part_.string() + ".old";
  for (int n = 2; fs::exists(aside); ++n) aside = fmt::format("{}.old{}", part_.string(), n);
  fs::rename(part_, aside);
  return aside;
}

std::optional<Run> Checkpoint::load() const {
  if (part_exists()) return read_run(part_);
  if (!output_.empty() && fs::exists(output_)) return read_run(output_);
  return std::nullopt;
}

void Checkpoint::save(const Run& run) const {
  if (!output_.empty()) write(run, part_);
}

void Checkpoint::finish(const Run& run) const {
  if (output_.empty()) return;
  write(run, output_);
  std::error_code none;
  fs::remove(part_, none);
}

/// When `file` cannot be written any more, what was measured goes to the temporary directory instead.
void Checkpoint::write(const Run& run, const fs::path& file) const {
  try {
    write_run(run, file);
  } catch (const InputError& error) {
    const fs::path refuge =
        fs::temp_directory_path() / fmt::format("warpmark-{}-{}", getpid(), part_.filename().string());
    try {
      write_run(run, refuge);
    } catch (const InputError&) {
      throw error;  // what earlier processes measured is in OUTPUT.part
    }
    throw InputError(fmt::format("{}\nwhat was measured is kept in {}", error.what(), refuge.string()), "to go on",
                     fmt::format("mv {} {} and repeat the command with --resume", refuge.string(), part_.string()));
  }
}

}  // namespace warpmark
