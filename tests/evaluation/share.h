#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace warpmark {

/// `hits` of `all` in percent, with Wilson's interval at 95 %: honest at 0 of n and n of n too.
inline std::string share_text(double hits, double all) {
  if (all == 0) return "-";
  constexpr double z = 1.959964;
  const double share = hits / all;
  const double centre = (share + z * z / (2 * all)) / (1 + z * z / all);
  const double reach = z * std::sqrt(share * (1 - share) / all + z * z / (4 * all * all)) / (1 + z * z / all);
  return fmt::format("{:.2f} % ({:.2f} to {:.2f})", 100 * share, 100 * std::max(0.0, centre - reach),
                     100 * std::min(1.0, centre + reach));
}

}  // namespace warpmark
