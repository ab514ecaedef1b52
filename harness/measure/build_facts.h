// What built this program. The first three are generated for each program (ci/cmake/build_facts.cmake).
#pragma once

#include <string>

namespace warpmark {

std::string device_compiler();  // "nvcc 13.0.88"
std::string host_compiler();    // "GNU 12.2.0"
std::string build_type();       // "Release"

/// The linker's hash of this executable's contents (its GNU build id), in hex; empty where it has none.
std::string binary_build_id();

}  // namespace warpmark
