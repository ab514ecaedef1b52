// The `calibration` section of a baseline file.
#pragma once

#include "harness/baseline/calibration.h"
#include "harness/baseline/map_writer.h"
#include "harness/baseline/yaml_value.h"

namespace warpmark {

/// Throws InputError for anything but a valid section.
Calibrations read_calibrations(const YamlValue& section);

/// Bandwidths are written to 0.1 GB/s, shares to 4 digits.
void write_calibrations(MapWriter& yaml, const Calibrations& calibrations);

}  // namespace warpmark
