// How much slower the first workload of a pair is than the second: tighter than either time. No CUDA in here.
#pragma once

#include <optional>
#include <span>

#include "harness/measure/sample_sequence.h"

namespace warpmark {

/// Time of the first over time of the second, with its 95 % confidence interval.
struct PairRatio {
  double ratio = 0;
  double low = 0;
  double high = 0;
};

/// Nothing where there are too few turns for an interval (`fewest_samples`), or a time is 0.
///
/// A turn is a block of a paired design: its two halves share the place in memory, the clock and the temperature, and
/// what they share cancels in the logarithm of their ratio, turn by turn (G. E. P. Box, J. S. Hunter, W. G. Hunter,
/// "Statistics for Experimenters", 2nd ed., 2005, chapter 3: paired comparison, blocking). The centre of
/// these logarithms and its interval are those of statistics.h, so a turn that something disturbed is trimmed. The
/// ratio is that of the paired samples; the quotient of the two rows' times lies within their intervals around it.
///
/// The interval holds for this process: in another one the pair lies on other pages of memory.
std::optional<PairRatio> pair_ratio(std::span<const Turn> turns, double step_us);

}  // namespace warpmark
