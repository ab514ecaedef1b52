// The files of `web/` and the chart library, as they were at build time.
#pragma once

#include "harness/run/embedded_file.h"

namespace warpmark::history {

/// In the order in which the page loads them.
std::span<const EmbeddedFile> web_assets();

}  // namespace warpmark::history
