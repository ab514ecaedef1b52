// Judges a census: does every kernel keep what people expect of it, and is it what was recorded?
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/codegen/census.h"
#include "harness/codegen/expectation.h"
#include "harness/codegen/recorded.h"

namespace warpmark::codegen {

/// The metric of a deviation in which no count deviates, but the code does, by its hash.
inline constexpr const char* code_itself = "code";

/// A metric that is not as it should be.
struct Deviation {
  std::string metric;  // of an expectation: a glob
  std::string expected;
  std::string found;
  std::vector<Access> accesses;  // what counts for it, or, where nothing does, for its other widths
};

struct Finding {
  enum class Kind {
    unexpected,  // breaks an expectation
    changed,     // is not what was recorded with the same compiler
    vanished,    // was recorded, and is not there
    unmeasured,  // is not the code whose times a baseline holds
    added,       // was not recorded; does not fail
    recompiled,  // is not what was recorded with another compiler; does not fail
  };
  Kind kind = Kind::unexpected;
  std::string kernel;  // mangled
  std::string target;
  std::vector<Deviation> deviations;
  std::string because;  // of an expectation
  std::string place;    // where that stands

  bool fails() const { return kind < Kind::added; }
};

struct Judgement {
  std::vector<Finding> findings;  // failures first
  std::vector<std::string> notes;
  std::size_t kernels = 0;   // judged, each once for every target
  std::size_t names = 0;     // of them, however many targets they have
  std::size_t targets = 0;   // that they have
  std::size_t expected = 0;  // of them, under an expectation
  std::size_t recorded = 0;  // of them, held against the same compiler's record
  std::size_t measured = 0;  // rows of baselines whose machine code was held against the build's

  bool failed() const;
  bool compared_nothing() const { return expected == 0 && recorded == 0 && measured == 0; }
};

/// `filter` is a glob for the kernels to judge; an expectation that matches none of the census, filtered or not, throws
/// InputError, because it would guard nothing. Only targets that the census has are judged.
Judgement judge(const Census& census, const std::vector<Expectation>& expectations, const RecordedCensus& recorded,
                const std::string& filter = "*");

}  // namespace warpmark::codegen
