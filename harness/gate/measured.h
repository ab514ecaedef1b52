// What one run holds of one benchmark, over all its processes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/run/key_index.h"
#include "harness/run/run.h"

namespace warpmark {

/// A view of the run's rows of one key; valid as long as the run.
class Measured {
 public:
  void add(const Row& row) { rows_.push_back(&row); }

  /// One value per process, the unit of replication: the median of its repetitions, us.
  [[nodiscard]] std::vector<double> process_times_us() const;

  /// The same, and which process took it.
  [[nodiscard]] std::map<int, double> time_us_of_process() const;

  /// A counter's median over the repetitions of each process that has it.
  [[nodiscard]] std::map<int, double> counter_of_process(const std::string& name) const;

  /// Every value of a counter, in no particular order.
  [[nodiscard]] std::vector<double> counter(const std::string& name) const;

  /// Mangled names of the kernels it launched; empty where the run does not say.
  [[nodiscard]] std::vector<std::string> kernels() const;

  /// Why the benchmark failed, with the process; a time that is not a positive number is a failure, never a pass.
  [[nodiscard]] std::optional<std::string> error() const;
  [[nodiscard]] std::optional<std::string> skipped() const;

  /// Leaves out the rows in which clocks were held back, where enough others are left (see held_back.h).
  void set_aside_held_back(double highest_sm_mhz);
  [[nodiscard]] int set_aside() const { return set_aside_; }

  /// In how many of the rows that remain clocks were held back.
  [[nodiscard]] int throttled_rows() const { return throttled_; }

  [[nodiscard]] int row_count() const { return static_cast<int>(rows_.size()); }

  /// The file holds aggregates only: one median, and no way to tell how much it means.
  [[nodiscard]] bool only_aggregates() const;

  /// What the rows say of it in words; empty where they do not.
  [[nodiscard]] const std::string& label() const { return rows_.front()->label; }

 private:
  std::vector<const Row*> rows_;
  int set_aside_ = 0;
  int throttled_ = 0;
};

std::map<std::string, Measured> measured_by_key(const Run& run);

/// The same in the run's order, and found by a hash: for runs of many rows. A view of the run, too.
class MeasuredRows {
 public:
  explicit MeasuredRows(const Run& run);

  [[nodiscard]] const std::vector<std::pair<std::string_view, Measured>>& in_order() const { return in_order_; }
  [[nodiscard]] std::size_t size() const { return in_order_.size(); }

  /// Null where the run has no such row. It is looked for at `place` first: two runs are mostly in one order.
  [[nodiscard]] const Measured* find(std::string_view key, std::size_t place = 0) const;

 private:
  std::vector<std::pair<std::string_view, Measured>> in_order_;
  KeyIndex index_;
};

}  // namespace warpmark
