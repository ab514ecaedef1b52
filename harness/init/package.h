// Where CMake finds the package of this very warpmark, and what else of this machine it must be told.
#pragma once

#include <filesystem>
#include <string>

namespace warpmark {

struct Package {
  std::string program = "warpmark";  // how to call it
  std::string flags;                 // for CMake's configure step, each with a space in front
  std::string shortcoming;           // why a project cannot be built with it; empty: it can
};

/// Of the warpmark whose executable this is: installed in a prefix, or in the build tree that made it.
/// `cuda_compiler` is the one that it was built with; empty: none.
Package package_of(const std::filesystem::path& executable, const std::string& cuda_compiler);

/// Of this process.
Package own_package();

}  // namespace warpmark
