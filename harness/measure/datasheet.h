// What datasheets say of memory bandwidth: the denominator people expect beside the driver-derived one.
#pragma once

#include <string_view>

namespace warpmark {

/// Peak memory bandwidth in GB/s (decimal) by the vendor's datasheet for the model CUDA calls `gpu_name`; 0 if unknown.
double datasheet_peak_gbps(std::string_view gpu_name);

}  // namespace warpmark
