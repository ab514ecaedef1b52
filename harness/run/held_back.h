// Rows during which the card held its clocks back.
#pragma once

#include <vector>

#include "harness/run/run.h"

namespace warpmark {

/// The highest SM clock that a row of the run saw, MHz; 0 where none says.
double highest_sm_mhz(const Run& run);

/// Whether the row's gpu_throttle (NVML's clocks event reasons) tells of more than ordinary work. The power cap alone,
/// by which a card at full work keeps within its limit, counts where the SM clock fell by more than 1 % below
/// `highest_sm_mhz`, or is unknown; every other reason counts always.
bool held_back(const Row& row, double highest_sm_mhz);

/// The rows of one benchmark without those held back, where at least three processes are left; otherwise all of them.
std::vector<const Row*> without_held_back(const std::vector<const Row*>& rows, double highest_sm_mhz);

/// The run without those rows, benchmark by benchmark.
Run without_held_back(const Run& run);

}  // namespace warpmark
