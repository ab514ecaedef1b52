#include "harness/compare/name.h"

#include <algorithm>
#include <cctype>

namespace warpmark::compare {
namespace {

/// Calls `take` with each component of `key`.
template <class Take>
void each_component(std::string_view key, Take take) {
  for (;;) {
    const auto slash = key.find('/');
    take(key.substr(0, slash));
    if (slash == std::string_view::npos) return;
    key.remove_prefix(slash + 1);
  }
}

/// Where the colon of `axis:value` stands; npos for a part. The `::` of a C++ name makes no axis.
std::size_t axis_colon(std::string_view component) {
  const auto colon = component.find(':');
  if (colon == 0 || colon == std::string_view::npos) return std::string_view::npos;
  if (component.substr(colon).starts_with("::")) return std::string_view::npos;
  const bool is_word = std::all_of(component.begin(), component.begin() + static_cast<std::ptrdiff_t>(colon),
                                   [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.'; });
  return is_word ? colon : std::string_view::npos;
}

void append(std::string& key, std::string_view component) {
  if (!key.empty()) key += '/';
  key += component;
}

}  // namespace

std::optional<std::string_view> Name::axis(std::string_view wanted) const {
  for (const auto& [axis, value] : axes)
    if (axis == wanted) return value;
  return std::nullopt;
}

std::optional<std::string_view> axis_of(std::string_view key, std::string_view axis) {
  std::optional<std::string_view> value;
  each_component(key, [&](std::string_view component) {
    const auto colon = axis_colon(component);
    if (!value && colon != std::string_view::npos && component.substr(0, colon) == axis)
      value = component.substr(colon + 1);
  });
  return value;
}

Name name_of(std::string_view key) {
  Name name;
  constexpr std::size_t usual = 8;  // more than most names have
  name.parts.reserve(usual);
  name.axes.reserve(usual);
  each_component(key, [&](std::string_view component) {
    const auto colon = axis_colon(component);
    if (colon == std::string_view::npos)
      name.parts.emplace_back(component);
    else
      name.axes.emplace_back(component.substr(0, colon), component.substr(colon + 1));
  });
  return name;
}

std::string without_axis(std::string_view key, std::string_view axis) {
  std::string rest;
  rest.reserve(key.size());
  each_component(key, [&](std::string_view component) {
    if (const auto colon = axis_colon(component); colon == std::string_view::npos || component.substr(0, colon) != axis)
      append(rest, component);
  });
  return rest;
}

std::optional<std::string> with_component(std::string_view key, std::string_view from, std::string_view to) {
  std::string changed;
  bool found = false;
  each_component(key, [&](std::string_view component) {
    const bool is_from = component == from;
    found = found || is_from;
    if (!is_from || !to.empty()) append(changed, is_from ? to : component);
  });
  return found ? std::optional(changed) : std::nullopt;
}

}  // namespace warpmark::compare
