// Two builds measured in turns on one card, A B B A, in fresh processes: what drifts meets both.
#pragma once

#include <chrono>
#include <filesystem>

#include "harness/run/run.h"
#include "harness/session/bench_program.h"
#include "harness/session/orchestrator.h"
#include "harness/session/progress.h"

namespace warpmark {

struct InterleavePlan {
  BenchProgram before;
  BenchProgram after;
  RunPlan each;                  // of every process: the row timeout, the seed, whether to shuffle
  std::filesystem::path output;  // of the run that holds both, its .part after every round; empty: nothing is written
  int most_processes = 20;       // of each side
  double precision = 0.003;      // a row is measured no further once its interval reaches no further from its ratio
  std::chrono::seconds budget{900};  // no process is started that would not end within it
  bool allow_identical = false;      // the two may be the same bytes, started alike
  bool lock = true;                  // keep other warpmark runs off the card meanwhile
};

struct Interleaved {
  Run run;                   // of both sides: see compare/sides.h
  bool interrupted = false;  // by the user; what there was is in `run`
};

/// At least six processes of each side, where budget and `most_processes` allow, before a row counts as known. Rows of
/// one side are listed, not measured; those that failed on a side are not measured again. Once each side has measured,
/// neither Ctrl-C nor a side that can no longer be started loses anything.
/// Throws before anything is measured: InputError when the two are one, or on two cards or of two timers, when the
/// programs cannot be used, or `output` not be written; NothingComparable when they have no row in common;
/// CannotRunHere when there is no GPU.
Interleaved measure_interleaved(const InterleavePlan& plan, Progress& progress);

}  // namespace warpmark
