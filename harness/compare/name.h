// A benchmark's name taken apart: what comes before and after is paired and grouped by its components.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpmark::compare {

/// `quantize/generic/gelu/dir:row/l2:cold`: the parts quantize, generic and gelu, and the axes dir and l2. A plain
/// Google Benchmark name is all parts: `BM_copy<std::byte>/1024` has no axis.
struct Name {
  std::vector<std::string_view> parts;
  std::vector<std::pair<std::string_view, std::string_view>> axes;  // in the name's order

  std::optional<std::string_view> axis(std::string_view wanted) const;
};

/// A view of `key`, valid as long as it.
Name name_of(std::string_view key);

/// The value of one axis alone: name_of(key).axis(axis).
std::optional<std::string_view> axis_of(std::string_view key, std::string_view axis);

/// `key` without its component `axis:...`.
std::string without_axis(std::string_view key, std::string_view axis);

/// `key` with its component `from` replaced by `to`, or removed where `to` is empty; nothing where it has no such
/// component.
std::optional<std::string> with_component(std::string_view key, std::string_view from, std::string_view to);

}  // namespace warpmark::compare
