// Where a run is kept: OUTPUT.part after every process, OUTPUT at the end. What was measured is never lost.
#pragma once

#include <filesystem>
#include <optional>

#include "harness/run/run.h"

namespace warpmark {

class Checkpoint {
 public:
  /// Tries the output's directory before minutes are spent on measuring: throws InputError when `output` is a
  /// directory, or about `expected_bytes` cannot be written beside it. An empty `output` keeps nothing.
  Checkpoint(std::filesystem::path output, std::size_t expected_bytes);

  /// The interrupted run beside `output`, else the finished one there, else nothing.
  std::optional<Run> load() const;

  bool part_exists() const;

  /// Renames the interrupted run's file, so that this run does not overwrite it, and says to what.
  std::filesystem::path set_part_aside() const;

  const std::filesystem::path& part() const { return part_; }

  void save(const Run& run) const;    // to OUTPUT.part
  void finish(const Run& run) const;  // to OUTPUT, and OUTPUT.part goes

 private:
  void write(const Run& run, const std::filesystem::path& file) const;

  std::filesystem::path output_;
  std::filesystem::path part_;
};

}  // namespace warpmark
