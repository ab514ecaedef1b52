// The files of `web/` and the chart library, as they were at build time.
#pragma once

#include <span>
#include <string_view>

namespace warpmark::history {

struct WebAsset {
  std::string_view name;  // "style.css"
  std::string_view text;
};

/// In the order in which the page loads them.
std::span<const WebAsset> web_assets();

}  // namespace warpmark::history
