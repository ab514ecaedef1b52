// What --gpu_info answers: the card, its present state, and what this program can measure on it.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/measure/device.h"
#include "harness/measure/options.h"

namespace warpmark {

/// {"warpmark": facts, "state": {...}}; what is unknown is null. It tries what it tells of: the timer, and, where
/// --gpu_counters asks for some, the hardware counters. Throws CudaError where no kernel of this program runs on the
/// card.
nlohmann::ordered_json card_info(const Device& device, const Options& options);

}  // namespace warpmark
