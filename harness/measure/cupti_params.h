// CUPTI's calls take structures that state their own size.
#pragma once

#include <cstddef>

namespace warpmark {

template <class Params>
Params sized(std::size_t bytes) {
  Params params{};
  params.structSize = bytes;
  return params;
}

/// An empty `TYPE`, as in CUPTI_PARAMS(CUpti_RangeProfiler_Start_Params): a macro, because the size has the type's
/// name.
#define CUPTI_PARAMS(TYPE) ::warpmark::sized<TYPE>(TYPE##_STRUCT_SIZE)

}  // namespace warpmark
