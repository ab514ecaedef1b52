// Google Benchmark's reporter for our rows: to the console or stdout, and to a file that is complete at any moment.
#pragma once

#include <benchmark/benchmark.h>

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>

#include "harness/measure/console.h"
#include "harness/measure/row_file.h"
#include "harness/run/run.h"

namespace warpmark {

class RowReporter final : public benchmark::BenchmarkReporter {
 public:
  /// `console` and `file` may be null.
  RowReporter(Console* console, RowFile* file) : console_(console), file_(file) {}

  /// Hands over what Google Benchmark has no place for; ReportRuns picks it up under the same name, in order.
  void measured(Row row);

  /// Writes a row at once, past Google Benchmark.
  void write(const Row& row);

  int errors() const { return errors_; }

  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override;

 private:
  void write_aggregate(const Run& run);

  Console* console_;
  RowFile* file_;
  std::unordered_map<std::string, std::deque<Row>> waiting_;
  int errors_ = 0;
};

}  // namespace warpmark
