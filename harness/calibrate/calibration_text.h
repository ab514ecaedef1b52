// A calibration in the forms people and tools want.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/calibrate/calibrate.h"

namespace warpmark {

/// A table of the ceilings, the factors with what they are factors of, notes, and why it is inconclusive.
std::string calibration_text(const Calibrated& calibrated, const GpuFacts& gpu);

/// The lines of a TileOPs hardware profile that warpmark can measure: the peak in bytes a second, written as TileOPs
/// does, and the factor over it. The peak is the datasheet's; the driver's where no datasheet gives one. Throws
/// InputError where there is neither.
std::string tileops_text(const Calibrated& calibrated, const GpuFacts& gpu);

/// All of it, with the percent of ceiling of the run's other rows.
nlohmann::ordered_json calibration_json(const Calibrated& calibrated, const Run& run);

}  // namespace warpmark
