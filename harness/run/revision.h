// Which source a program was built from. Generated anew by every build (ci/cmake/build_facts.cmake).
#pragma once

#include <string_view>

namespace warpmark {

/// The commit, "-dirty" appended where tracked files differ from it: "74349c2-dirty". "unknown" outside a repository.
std::string_view source_revision();

}  // namespace warpmark
