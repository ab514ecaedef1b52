#include "harness/codegen/expectation.h"

#include "fmt/format.h"

namespace warpmark::codegen {

bool Bound::holds(std::uint64_t count) const {
  switch (relation) {
    case Relation::equal:
      return count == value;
    case Relation::at_least:
      return count >= value;
    case Relation::at_most:
      return count <= value;
  }
  return false;
}

std::string to_string(const Bound& bound) {
  switch (bound.relation) {
    case Bound::Relation::equal:
      break;
    case Bound::Relation::at_least:
      return fmt::format(">= {}", bound.value);
    case Bound::Relation::at_most:
      return fmt::format("<= {}", bound.value);
  }
  return std::to_string(bound.value);
}

}  // namespace warpmark::codegen
