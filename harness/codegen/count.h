// From a function's instructions to its part of the census.
#pragma once

#include "harness/codegen/census.h"
#include "harness/codegen/listing.h"
#include "harness/codegen/resource_usage.h"

namespace warpmark::codegen {

Kernel count(const Listing& listing, const Function& function, const Resources& resources);

}  // namespace warpmark::codegen
