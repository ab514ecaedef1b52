// What a benchmark counted, by name.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpmark {

/// Named numbers, sorted by name. A run holds some for each of its rows, so they lie in one piece of memory, where a
/// std::map would ask for one a counter.
class CounterValues {
 public:
  using value_type = std::pair<std::string, double>;
  using iterator = std::vector<value_type>::const_iterator;  // values change by name alone
  using const_iterator = iterator;

  CounterValues() = default;
  CounterValues(std::initializer_list<value_type> counters);  // NOLINT(google-explicit-constructor)

  /// 0 where it was not there.
  double& operator[](std::string_view name);

  /// end() where it is not there.
  [[nodiscard]] const_iterator find(std::string_view name) const;
  [[nodiscard]] bool contains(std::string_view name) const { return find(name) != end(); }

  /// Throws std::out_of_range where it is not there.
  [[nodiscard]] double at(std::string_view name) const;

  /// Takes those of `others` whose name is not there.
  void merge(const CounterValues& others);

  void reserve(std::size_t counters) { sorted_.reserve(counters); }
  void erase(std::string_view name);
  void clear() { sorted_.clear(); }

  [[nodiscard]] bool empty() const { return sorted_.empty(); }
  [[nodiscard]] std::size_t size() const { return sorted_.size(); }
  [[nodiscard]] const_iterator begin() const { return sorted_.begin(); }
  [[nodiscard]] const_iterator end() const { return sorted_.end(); }

  bool operator==(const CounterValues&) const = default;

 private:
  std::vector<value_type> sorted_;
};

}  // namespace warpmark
