// What ends a command early without being bad input; each has its own exit code.
#pragma once

#include <stdexcept>

namespace warpmark {

/// No GPU, or no baseline for this one: exit code 77, which ctest shows as skipped.
class CannotRunHere : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The run and the baseline have no benchmark in common: exit code 3.
class NothingComparable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace warpmark
