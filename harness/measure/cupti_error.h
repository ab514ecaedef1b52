// CUPTI's results as exceptions.
#pragma once

#include <cupti_result.h>

#include <stdexcept>
#include <string>

namespace warpmark {

/// A failed CUPTI call.
class CuptiError : public std::runtime_error {
 public:
  CuptiError(CUptiResult result, const std::string& doing);
  CUptiResult result() const { return result_; }

 private:
  CUptiResult result_;
};

/// Throws CuptiError "CUPTI: ... while `doing`" unless `result` is CUPTI_SUCCESS.
void check_cupti(CUptiResult result, const char* doing);

}  // namespace warpmark
