// From the files that a user names to what they have in common.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/matched.h"

namespace warpmark::compare {

struct Inputs {
  std::vector<std::string> files;        // one or two
  std::string pair;                      // "arm:broken,arm:fixed": both sides are in one run
  std::vector<std::string> key_columns;  // more columns of a table that name what was measured
  bool across_cards = false;             // two cards or hosts are compared all the same
  bool allow_identical = false;          // as are two files of the same bytes
};

/// Two runs; one run and a pair; one run of two builds (see sides.h); or one text table of times before and after. A
/// file that begins with a brace is a run.
/// Throws InputError where the files are not that, cannot be read, or may not be compared.
Matched read_matched(const Inputs& inputs);

}  // namespace warpmark::compare
