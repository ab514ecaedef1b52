// From a function's instructions to its part of the census.
#pragma once

#include "harness/codegen/census.h"
#include "harness/codegen/listing.h"
#include "harness/codegen/resource_usage.h"

namespace warpmark::codegen {

/// Raise it when the same code counts differently than before: what was recorded with another is then counted anew.
inline constexpr int counting_revision = 1;

/// The metrics that do not follow from the instructions; what is 0 goes.
void set_resources(Metrics& metrics, const Resources& resources);

Kernel count(const Listing& listing, const Function& function, const Resources& resources);

}  // namespace warpmark::codegen
