// What before and after have in common, ready to be estimated: the one form of every kind of input.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/estimate.h"

namespace warpmark::compare {

struct Match {
  std::string key;
  std::string label;  // what the input says of it in words
  Observations observed;
  std::string doubt;            // why its times do not decide; empty where they do
  bool results_differ = false;  // the two sides' output hashes do
};

/// A row that has no counterpart, or whose measurement failed on a side.
struct NotCompared {
  std::string key;
  std::string why;  // "only in before.json"
};

struct Matched {
  std::string before;  // what the sides are called: file names, or values of the paired axis
  std::string after;
  std::vector<Match> matches;  // in the order of the input
  std::vector<NotCompared> not_compared;
  std::vector<std::string> notes;
};

}  // namespace warpmark::compare
