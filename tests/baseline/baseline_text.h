// Baselines from and to their text.
#pragma once

#include <string>

#include "harness/baseline/baseline.h"
#include "harness/run/text_file.h"
#include "tests/run/scratch_folder.h"

namespace warpmark {

inline Baseline read(const std::string& text) {
  const ScratchFolder folder;
  replace_text(folder.path() / "b.yaml", text);
  return read_baseline(folder.path() / "b.yaml");
}

inline std::string written(const Baseline& baseline) {
  const ScratchFolder folder;
  write_baseline(baseline, folder.path() / "b.yaml");
  return read_text(folder.path() / "b.yaml");
}

}  // namespace warpmark
