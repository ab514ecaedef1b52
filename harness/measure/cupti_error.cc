#include "harness/measure/cupti_error.h"

#include <fmt/format.h>

namespace warpmark {

namespace {

const char* text_of(CUptiResult result) {
  const char* text = nullptr;
  cuptiGetResultString(result, &text);
  return text != nullptr ? text : "unknown error";
}

}  // namespace

CuptiError::CuptiError(CUptiResult result, const std::string& doing)
    : std::runtime_error(fmt::format("CUPTI: {} while {}", text_of(result), doing)), result_(result) {}

void check_cupti(CUptiResult result, const char* doing) {
  if (result != CUPTI_SUCCESS) throw CuptiError(result, doing);
}

}  // namespace warpmark
