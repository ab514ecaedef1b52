#include "harness/measure/counter_sums.h"

#include <algorithm>

#include "harness/run/input_error.h"

namespace warpmark {

CounterSums::CounterSums(const std::vector<Counter>& plan,
                         const std::function<bool(const std::string& metric)>& supports) {
  for (const Counter& counter : plan) {
    const auto metric = std::find_if(counter.metrics.begin(), counter.metrics.end(), supports);
    if (metric != counter.metrics.end() && (counter.per.empty() || supports(counter.per))) {
      const std::size_t index = index_of(*metric);
      sums_.push_back({counter.name, index, counter.scale, counter.per.empty() ? none : index_of(counter.per)});
    } else if (counter.required) {
      throw InputError("--gpu_counters=" + counter.metrics.front(), "is no metric of this GPU",
                       "ncu --query-metrics lists them; a figure of one is written as in dram__bytes_read.sum");
    } else {
      lacking_.push_back(counter.name);
    }
  }
}

std::size_t CounterSums::index_of(const std::string& metric) {
  const auto index = static_cast<std::size_t>(std::find(metrics_.begin(), metrics_.end(), metric) - metrics_.begin());
  if (index == metrics_.size()) metrics_.push_back(metric);
  return index;
}

std::vector<std::string> CounterSums::names() const {
  std::vector<std::string> names;
  for (const Sum& sum : sums_) names.push_back(sum.name);
  return names;
}

CounterValues CounterSums::of(const std::vector<std::vector<double>>& kernels) const {
  const auto total = [&](std::size_t metric) {
    double sum = 0;
    for (const std::vector<double>& values : kernels) sum += values.at(metric);
    return sum;
  };
  CounterValues counters;
  for (const Sum& sum : sums_) {
    if (kernels.size() > 1 && !metrics_[sum.metric].ends_with(".sum")) continue;
    const double divisor = sum.per == none ? 1 : total(sum.per);
    if (divisor > 0) counters[sum.name] = total(sum.metric) * sum.scale / divisor;
  }
  return counters;
}

}  // namespace warpmark
