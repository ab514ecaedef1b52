// What a card reaches at best, as a baseline keeps it: measured ceilings, and the share of the peaks that they are.
#pragma once

#include <map>
#include <string>

namespace warpmark {

/// The bandwidth of one way to use the memory: a STREAM kernel, or a mix of bytes read and written. Decimal GB/s, bytes
/// read plus bytes written.
struct Ceiling {
  double best_gbps = 0;    // of the best configuration, its median over processes
  double median_gbps = 0;  // over configurations
  double spread = 0;       // of the best one, over processes: (highest - lowest) / median
  int configurations = 0;
  std::string row;  // the best configuration's key
};

/// One card, calibrated on one day.
struct Calibration {
  std::string date;  // ISO 8601 day
  std::string driver;
  std::string timer;
  std::string commit;  // source revision of what measured
  int sm_mhz = 0;      // as observed under load
  int memory_mhz = 0;
  int processes = 0;
  double peak_gbps_datasheet = 0;  // 0 where the model is in no list
  double peak_gbps_driver = 0;     // 0 where the driver does not say
  double factor_of_datasheet = 0;  // best triad over the peak; 0 where that is unknown
  double factor_of_driver = 0;
  std::map<std::string, Ceiling> ceilings;  // "triad", "copy", "read", "write", "2to1", ...
};

/// By the card's UUID: cards of one model differ. A card that is calibrated again replaces what was known of it.
using Calibrations = std::map<std::string, Calibration>;

}  // namespace warpmark
