// The census as it was recorded, to hold a new one against.
#pragma once

#include <map>
#include <string>

#include "harness/codegen/metrics.h"

namespace warpmark::codegen {

struct RecordedKernel {
  std::string hash;
  Metrics metrics;
  bool is_intact = true;   // as it was counted: no hand, and no merge of files, has changed it since
  bool is_edited = false;  // and one has: its checksum, which old records lack, is another's

  bool operator==(const RecordedKernel&) const = default;
};

/// Of one target: by compiler, then by mangled name.
using RecordedTarget = std::map<std::string, std::map<std::string, RecordedKernel>>;

/// By target.
using RecordedCensus = std::map<std::string, RecordedTarget>;

/// Whether it holds kernels of warpmark itself: whoever once asked for them keeps them under watch.
bool has_harness(const RecordedCensus& recorded);

}  // namespace warpmark::codegen
