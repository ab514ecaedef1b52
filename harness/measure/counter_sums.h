// From the counters that were asked for to the metrics to collect, and back. No CUDA in here.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "harness/measure/counter_plan.h"
#include "harness/run/counter_values.h"

namespace warpmark {

class CounterSums {
 public:
  /// `supports` says whether the GPU has a metric. Throws InputError for a required one that it lacks.
  CounterSums(const std::vector<Counter>& plan, const std::function<bool(const std::string& metric)>& supports);

  /// Each metric once.
  const std::vector<std::string>& metrics() const { return metrics_; }

  /// The counters' names in the plan's order, and those that this GPU cannot count.
  std::vector<std::string> names() const;
  const std::vector<std::string>& lacking() const { return lacking_; }

  /// A call's counters from the metrics' values of each of its kernels: the sums over them. Absent are a quotient with
  /// nothing to divide by, and of several kernels a metric that cannot be added up (its name does not end in .sum).
  CounterValues of(const std::vector<std::vector<double>>& kernels) const;

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  struct Sum {
    std::string name;
    std::size_t metric;
    double scale;
    std::size_t per;  // the metric that it is divided by, or none
  };
  std::size_t index_of(const std::string& metric);

  std::vector<std::string> metrics_;
  std::vector<Sum> sums_;
  std::vector<std::string> lacking_;
};

}  // namespace warpmark
