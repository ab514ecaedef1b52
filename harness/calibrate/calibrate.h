// From a run to the ceilings of its card: what the memory gives at best, kernel by kernel, and what share of its peak.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/baseline/calibration.h"
#include "harness/baseline/datasheet.h"
#include "harness/run/run.h"

namespace warpmark {

struct CalibrateOptions {
  double spread_limit = 0.01;  // of a best configuration over processes; an H200's triad spreads by 0.2 %
};

/// A card's calibration, and what keeps it from being one.
struct Calibrated {
  Calibration calibration;
  std::string datasheet_source;           // of its peak; empty where that is unknown
  std::vector<std::string> inconclusive;  // why it must not be kept: throttled, disturbed, too wide a spread, ...
  std::vector<std::string> notes;         // what was left out, and why
};

/// The ceilings of the run's card from its cold STREAM rows ("triad", "copy", "read", "write") and its cold rows of
/// quantize/ceiling ("2to1", ...), each whose working set is at least four times the L2.
///
/// Throws InputError for a run that is no calibration: not by warpmark, timed by CUDA events, without the rows, with
/// one that failed, with a STREAM kernel measured only within the L2; and for a datasheet peak that was exceeded,
/// because then the profile is wrong.
Calibrated calibrate(const Run& run, const Datasheets& datasheets, const CalibrateOptions& options = {});

}  // namespace warpmark
