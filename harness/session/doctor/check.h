// One line of the doctor's list: what was looked at, what was found, and what to do about it.
#pragma once

#include <string>

namespace warpmark {

struct Check {
  enum class Level { ok, warn, fail, unknown } level = Level::unknown;
  std::string subject;
  std::string finding;
  std::string remedy = {};  // a command to paste, or what to do; empty where there is nothing to do
};

}  // namespace warpmark
