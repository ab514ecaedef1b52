// How many times faster after is than before, and how well that is known.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpmark::compare {

struct Interval {
  double low = 0;
  double high = 0;

  bool contains(double value) const { return low <= value && value <= high; }
};

/// A ratio that one process measured itself, its two arms interleaved.
struct ProcessRatio {
  double ratio = 0;
  std::optional<Interval> interval;  // 95 %, of this process alone
};

/// What is known of one pair. Times and ratios are positive.
struct Observations {
  std::vector<double> before_us = {};          // one value a process
  std::vector<double> after_us = {};           // one value a process
  bool is_paired = false;                      // before_us[i] and after_us[i] are of one process
  std::vector<ProcessRatio> interleaved = {};  // one a process
  double clock_step_us = 0;                    // the coarser one of both sides; 0 where it is not known
};

struct Estimate {
  double before_us = 0;  // geometric means over processes, so that their ratio is the ratio
  double after_us = 0;
  double ratio = 0;                  // before / after: above 1, after is faster
  std::optional<Interval> interval;  // 95 %
  double p = 1;                      // the probability that chance alone moves the ratio as far from 1
  std::string basis;                 // "5 processes each", or what is lacking
};

/// The process is the unit of replication, and ratios are averaged as logarithms. In order of preference:
/// - Interleaved ratios: Student's t over processes; of one process, its own interval.
/// - Both sides measured by the same processes: Student's t over the processes' ratios.
/// - Otherwise Welch's t of the two sides' logarithms, which supposes no equal spreads.
/// A side of one process gives a ratio and no interval. Identical values from a coarse clock are no proof of silence:
/// no side's spread counts for less than that of a uniform error of one clock step (step / sqrt(12)).
Estimate estimate(const Observations& observed);

}  // namespace warpmark::compare
