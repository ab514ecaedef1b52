// Values over nights, as the dashboard's files hold them: short, because there are a thousand benchmarks by a year of
// nights.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

namespace warpmark::history {

/// A time or counter as the pages show it: five significant digits; null where it is not a finite number.
nlohmann::ordered_json shown(double value);

/// Values as they are, or, where that is shorter, `{"runs": [value, count, ...]}`.
nlohmann::ordered_json column(const std::vector<nlohmann::ordered_json>& values);

/// The same of numbers, each as `shown`; what is not a number is null.
nlohmann::ordered_json column(const std::vector<double>& values);

}  // namespace warpmark::history
