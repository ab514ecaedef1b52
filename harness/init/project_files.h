// The files of `project/`, as they were at build time.
#pragma once

#include "harness/run/embedded_file.h"

namespace warpmark {

std::span<const EmbeddedFile> project_files();

}  // namespace warpmark
