#include "harness/measure/google_benchmarks.h"

#include <cmath>
#include <sstream>
#include <string_view>

namespace warpmark {

namespace {

class Listing final : public benchmark::BenchmarkReporter {
 public:
  Listing() {
    SetOutputStream(&names_);
    SetErrorStream(&complaints_);
  }
  bool ReportContext(const Context& /*context*/) override { return true; }
  void ReportRuns(const std::vector<Run>& /*runs*/) override {}
  std::istream& names() { return names_; }

 private:
  std::stringstream names_;
  std::stringstream complaints_;  // that there are none
};

/// A regular expression, of either kind that Google Benchmark may be built with, that finds this name only.
std::string expression_of(const std::vector<std::string>& names) {
  std::string expression = "^(";
  for (const std::string& name : names) {
    if (expression.back() != '(') expression += '|';
    for (const char c : name) {
      if (std::string_view("\\^$.|?*+()[{").find(c) != std::string_view::npos) expression += '\\';
      expression += c;
    }
  }
  return expression + ")$";
}

/// Why a run failed. Google Benchmark 1.8 renamed the field, and tells failures from skips.
template <class Run>
void tell_failure(const Run& run, Row& row) {
  constexpr int with_message = 1;
  constexpr int with_error = 2;
  if constexpr (requires { run.error_occurred; }) {
    if (run.error_occurred) row.error = run.error_message;
  } else {
    if (static_cast<int>(run.skipped) == with_error) row.error = run.skip_message;
    if (static_cast<int>(run.skipped) == with_message) row.skipped = run.skip_message;
  }
}

}  // namespace

std::optional<std::string> give_flags(const std::vector<std::string>& flags) {
  std::vector<std::string> words = {"benchmark"};
  words.insert(words.end(), flags.begin(), flags.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  return count > 1 ? std::optional<std::string>(arguments[1]) : std::nullopt;
}

std::vector<std::string> google_benchmark_names() {
  Listing listing;
  give_flags({"--benchmark_list_tests=true"});
  benchmark::RunSpecifiedBenchmarks(&listing, nullptr, "all");
  give_flags({"--benchmark_list_tests=false"});
  std::vector<std::string> names;
  for (std::string name; std::getline(listing.names(), name);) names.push_back(name);
  return names;
}

void run_google_benchmarks(const std::vector<std::string>& names, benchmark::BenchmarkReporter& reporter) {
  benchmark::RunSpecifiedBenchmarks(&reporter, nullptr, expression_of(names));
}

Row row_of(const benchmark::BenchmarkReporter::Run& run) {
  Row row;
  row.name = run.benchmark_name();
  row.key = key_of(row.name);
  row.timer = row.name.ends_with("/manual_time") ? "manual" : "host";
  row.label = run.report_label;
  row.threads = static_cast<int>(run.threads);
  row.repetition = static_cast<int>(run.repetition_index);
  row.repetitions = static_cast<int>(run.repetitions);
  tell_failure(run, row);
  if (row.error || row.skipped) return row;
  row.time_us = run.GetAdjustedRealTime() / benchmark::GetTimeUnitMultiplier(run.time_unit) * 1e6;
  for (const auto& [name, counter] : run.counters) {
    if (std::isfinite(counter.value)) row.counters[name] = counter.value;
  }
  return row;
}

}  // namespace warpmark
