// The table a person reads while a benchmark program runs.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "harness/measure/timer.h"
#include "harness/run/run.h"

namespace warpmark {

class Console {
 public:
  /// `longest_key` sets the width of the first column. `hardware_counters` are shown below a row that has them, and how
  /// it was launched.
  Console(std::ostream& out, std::size_t longest_key, std::vector<std::string> hardware_counters = {})
      : out_(out), width_(longest_key), hardware_counters_(std::move(hardware_counters)) {}

  /// What is measured on, and what the columns mean.
  void heading(const RunFacts& facts, const std::string& timer_reason);
  void row(const Row& row);
  void aggregate(const std::string& name, double time_us);

 private:
  void columns();
  void hardware(const Row& row);

  std::ostream& out_;
  std::size_t width_;
  std::vector<std::string> hardware_counters_;
};

/// "1465.2 us", "3.4794 us", "12.345 ms": five significant digits.
std::string time_text(double time_us);

}  // namespace warpmark
