#include "harness/measure/datasheet.h"

namespace warpmark {

double datasheet_peak_gbps(std::string_view gpu_name) {
  struct Model {
    std::string_view name;
    double peak_gbps;
  };
  constexpr Model models[] = {
      {"NVIDIA H200", 4800},            // NVIDIA H200 datasheet: 4.8 TB/s
      {"NVIDIA H100 80GB HBM3", 3350},  // NVIDIA H100 datasheet, SXM: 3.35 TB/s
      {"NVIDIA A100-SXM4-80GB", 2039},  // NVIDIA A100 datasheet, 80 GB SXM: 2,039 GB/s
      {"NVIDIA A100-SXM4-40GB", 1555},  // NVIDIA A100 datasheet, 40 GB: 1,555 GB/s
  };
  for (const Model& model : models) {
    if (model.name == gpu_name) return model.peak_gbps;
  }
  return 0;
}

}  // namespace warpmark
