#include "harness/run/near_miss.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace warpmark {
namespace {

/// A third of the letters wrong is another word, not a slip.
constexpr std::size_t letters_per_slip = 3;

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // From the part of `a` seen so far to each beginning of `b`, and the same for one and two characters less of `a`.
  std::vector<std::size_t> distances(b.size() + 1);
  std::iota(distances.begin(), distances.end(), 0U);
  std::vector<std::size_t> before = distances;
  std::vector<std::size_t> before_that = distances;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::swap(before_that, before);
    std::swap(before, distances);
    distances[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      distances[j + 1] = std::min({before[j] + (a[i] == b[j] ? 0 : 1), before[j + 1] + 1, distances[j] + 1});
      const bool is_swap = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j];
      if (is_swap) distances[j + 1] = std::min(distances[j + 1], before_that[j - 1] + 1);
    }
  }
  return distances.back();
}

std::optional<std::string> near_miss(std::string_view word, const std::vector<std::string>& known) {
  const auto distance = [&](const std::string& candidate) { return edit_distance(word, candidate); };
  const auto nearest = std::min_element(known.begin(), known.end(),
                                        [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  if (nearest == known.end() || distance(*nearest) * letters_per_slip > nearest->size()) return std::nullopt;
  return *nearest;
}

}  // namespace warpmark
