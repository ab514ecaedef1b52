// The order in which a process measures: random, and the same everywhere for the same seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpmark {

std::vector<std::string> shuffled(std::vector<std::string> keys, std::uint64_t seed, int process);

}  // namespace warpmark
