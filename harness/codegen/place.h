// Source lines as people read them.
#pragma once

#include <string>

#include "harness/codegen/listing.h"

namespace warpmark::codegen {

/// "kernels/copy/copy.cu:25"; relative to where we are, if below it. "?" where it is not known.
std::string place_text(const SourceLine& place);

}  // namespace warpmark::codegen
