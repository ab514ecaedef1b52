// What datasheets say of memory bandwidth: the denominator people expect beside the driver-derived one. The figures
// stand in a file beside the baselines, each with its source, and people add to it.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace warpmark {

struct Datasheet {
  double peak_gbps = 0;  // decimal
  std::string source;
  std::string place;  // where in the file it stands: "gpus.yaml:12"
};

/// By the name CUDA gives the GPU.
using Datasheets = std::map<std::string, Datasheet>;

/// `gpus.yaml` in `dir`; none where there is no such file. Throws InputError (file, line, key, suggestion for a near
/// miss) for an unknown key, a GPU that stands there twice, a peak that is not above 0, or a missing source.
Datasheets read_datasheets(const std::filesystem::path& dir);

/// The name of that file.
inline constexpr const char* datasheets_file = "gpus.yaml";

}  // namespace warpmark
