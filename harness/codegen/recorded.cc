#include "harness/codegen/recorded.h"

#include <algorithm>

#include "harness/codegen/names.h"

namespace warpmark::codegen {

bool has_harness(const RecordedCensus& recorded) {
  const auto compiler_has = [](const auto& compiler) {
    return std::any_of(compiler.second.begin(), compiler.second.end(),
                       [](const auto& kernel) { return is_of_harness(kernel.first); });
  };
  return std::any_of(recorded.begin(), recorded.end(), [&](const auto& target) {
    return std::any_of(target.second.begin(), target.second.end(), compiler_has);
  });
}

}  // namespace warpmark::codegen
