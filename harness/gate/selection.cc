#include "harness/gate/selection.h"

#include "harness/run/input_error.h"

namespace warpmark {

Selection::Selection(const std::vector<std::string>& keys, const std::string& filter)
    : keys_(keys.begin(), keys.end()), negated_(filter.starts_with('-')) {
  if (!keys_.empty() || filter.empty() || filter == "all") return;
  try {
    pattern_.emplace(filter.substr(negated_ ? 1 : 0), std::regex::extended);
  } catch (const std::regex_error& error) {
    throw InputError("--benchmark_filter=" + filter, std::string("is no regular expression: ") + error.what(),
                     "the run records this filter in context.warpmark; measure again with a valid one");
  }
}

bool Selection::contains(const std::string& key) const {
  if (!keys_.empty()) return keys_.contains(key);
  if (!pattern_) return true;
  const bool found = std::regex_search(key, *pattern_) || std::regex_search(key + "/manual_time", *pattern_);
  return found != negated_;
}

}  // namespace warpmark
