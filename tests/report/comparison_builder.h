// A comparison with one of most things.
#pragma once

#include <fmt/format.h>

#include <string>

#include "harness/compare/comparison.h"

namespace warpmark {

inline compare::Match match(const std::string& key, double before_us, double after_us) {
  compare::Match match;
  match.key = key;
  for (const double noise : {0.9999, 1.0, 1.0001}) {
    match.observed.before_us.push_back(before_us * noise);
    match.observed.after_us.push_back(after_us * noise);
  }
  return match;
}

inline compare::Comparison mixed_comparison(bool with_control) {
  compare::Matched matched;
  matched.before = "arm:broken";
  matched.after = "arm:fixed";
  for (const char* cache : {"cold", "warm"}) {
    matched.matches.push_back(match(fmt::format("q/gelu/dir:row/shape:1x2/l2:{}", cache), 458.8, 381.7));
    matched.matches.push_back(match(fmt::format("q/gelu/dir:row/shape:2x2/l2:{}", cache), 100, 101));
    matched.matches.push_back(match(fmt::format("q/plain/dir:row/shape:1x2/l2:{}", cache), 50, 50.1));
  }
  matched.matches.front().label = "Llama-3-8B hidden";
  matched.matches.pop_back();  // the control was not measured warm
  compare::Match alone;
  alone.key = "q/gelu/dir:col/shape:1x2/l2:warm";
  alone.observed.before_us = {10};
  alone.observed.after_us = {9};
  matched.matches.push_back(alone);
  matched.not_compared = {{"q/new/l2:cold", "only in arm:fixed"}};
  matched.notes = {"driver 580 in A, 590 in B"};
  compare::Options options;
  if (with_control) options.control = {"q/plain/*"};
  compare::Comparison comparison = compare::compare(matched, options);
  compare::sort(comparison.pairs, compare::Order::importance);
  return comparison;
}

}  // namespace warpmark
