// Which benchmarks a run meant to measure: only among those can one be missing.
#pragma once

#include <optional>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace warpmark {

/// An explicit list of keys, or else a `--benchmark_filter` as Google Benchmark reads it: POSIX extended, found
/// anywhere in the name, a leading `-` negates, empty or `all` is everything. The filter was matched against names that
/// may end in `/manual_time`, so a key is tried with and without.
class Selection {
 public:
  /// Throws InputError when `filter` is no regular expression.
  Selection(const std::vector<std::string>& keys, const std::string& filter);

  [[nodiscard]] bool contains(const std::string& key) const;

 private:
  std::set<std::string> keys_;
  std::optional<std::regex> pattern_;
  bool negated_ = false;
};

}  // namespace warpmark
