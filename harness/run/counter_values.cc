#include "harness/run/counter_values.h"

#include <algorithm>
#include <stdexcept>

namespace warpmark {
namespace {

/// Where the counter of that name stands, or would.
template <class Sorted>
auto place_of(Sorted& sorted, std::string_view name) {
  // Most files are sorted themselves.
  if (sorted.empty() || sorted.back().first < name) return sorted.end();
  return std::lower_bound(sorted.begin(), sorted.end(), name,
                          [](const auto& counter, std::string_view wanted) { return counter.first < wanted; });
}

}  // namespace

CounterValues::CounterValues(std::initializer_list<value_type> counters) {
  for (const auto& [name, value] : counters) (*this)[name] = value;
}

double& CounterValues::operator[](std::string_view name) {
  const auto place = place_of(sorted_, name);
  if (place != sorted_.end() && place->first == name) return place->second;
  return sorted_.emplace(place, name, 0.0)->second;
}

CounterValues::const_iterator CounterValues::find(std::string_view name) const {
  const auto place = place_of(sorted_, name);
  return place != sorted_.end() && place->first == name ? place : sorted_.end();
}

double CounterValues::at(std::string_view name) const {
  const auto found = find(name);
  if (found == end()) throw std::out_of_range("no counter " + std::string(name));
  return found->second;
}

void CounterValues::merge(const CounterValues& others) {
  for (const auto& [name, value] : others)
    if (!contains(name)) (*this)[name] = value;
}

void CounterValues::erase(std::string_view name) {
  const auto found = find(name);
  if (found != end()) sorted_.erase(found);
}

}  // namespace warpmark
