// NVBench's JSON (`--json FILE`): its benchmarks' states become a Run's rows.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/run/entry.h"
#include "harness/run/run.h"

namespace warpmark {

/// A state's mean GPU times: those of isolated launches, before which NVBench clears the L2, are the row `l2:cold`,
/// those of batches `l2:warm`; of a benchmark that does not use the GPU, the CPU's. The relative standard deviation of
/// the samples stands in the row's label: it is that of one process, and no interval comes of it. Other numbers are
/// counters by their tags. A skipped state is a skipped row.
class NvbenchReader {
 public:
  using Json = nlohmann::ordered_json;

  explicit NvbenchReader(std::string file) : file_(std::move(file)) {}

  void take_devices(const Json& devices) { devices_ = devices; }

  /// A benchmark, which is told from Google Benchmark's by its `states`. Throws InputError naming file and benchmark
  /// for what NVBench does not write.
  void take(const std::string& name, const Entry::Value& states);

  /// Adds the rows, and the facts of the card if it was one.
  void finish(Run& run);

 private:
  void take_state(const Json& state, const std::string& name);
  Row row_of(const std::string& key, const std::map<std::string, const Json*>& summaries, const char* tag) const;
  [[noreturn]] void fail(const std::string& name, const std::string& what) const;

  std::string file_;
  Json devices_;
  std::vector<Row> rows_;
  std::set<int> used_;  // devices
};

}  // namespace warpmark
