// Order statistics of a handful of values.
#pragma once

#include <vector>

namespace warpmark {

/// The middle value, or the mean of the two middle ones; 0 of nothing.
double median(std::vector<double> values);

double mean(const std::vector<double>& values);

}  // namespace warpmark
