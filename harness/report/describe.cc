#include "harness/report/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace warpmark {

namespace {

/// Enumerators are spelled as the words for people are, with underscores; `new` alone is a keyword.
std::string enumerator(std::string_view words) {
  std::string name(words);
  std::replace(name.begin(), name.end(), ' ', '_');
  return name == "new" ? "new_row" : name;
}

const char* enumerator(Bound bound) {
  switch (bound) {
    case Bound::policy:
      return "policy";
    case Bound::policy_override:
      return "policy_override";
    case Bound::noise_floor:
      return "noise_floor";
  }
  return "?";
}

/// JSON's escapes of a string are C++'s too.
std::string literal(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::string describe(const Verdict& verdict) {
  return fmt::format(
      "Verdict{{.key = {}, .status = Status::{}, .reason = Reason::{}, .detail = {}, .baseline_us = {}, .run_us = {}, "
      ".ratio = {}, .tolerance = {}, .bound = Bound::{}, .run_processes = {}, .baseline_processes = {}, "
      ".baseline_sessions = {}}}",
      literal(verdict.key), enumerator(to_string(verdict.status)), enumerator(to_string(verdict.reason)),
      literal(verdict.detail), verdict.baseline_us, verdict.run_us, verdict.ratio, verdict.tolerance,
      enumerator(verdict.bound), verdict.run_processes, verdict.baseline_processes, verdict.baseline_sessions);
}

}  // namespace warpmark
