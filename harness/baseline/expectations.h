// `codegen/expectations.yaml` in the baselines: what people demand of machine code. The tool only reads it.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/codegen/expectation.h"

namespace warpmark {

/// Where it stands in a folder of baselines.
std::filesystem::path expectations_file(const std::filesystem::path& baselines);

/// Throws InputError (file, line, key, suggestion for a near miss) for anything but a valid file.
std::vector<codegen::Expectation> read_expectations(const std::filesystem::path& file);

}  // namespace warpmark
