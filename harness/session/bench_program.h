// A benchmark program and the questions it answers without measuring (see protocol.h).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/run/run.h"

namespace warpmark {

struct BenchProgram {
  std::string path;
  std::vector<std::string> args;              // the user's; passed along with every question
  std::vector<std::string> environment = {};  // NAME=VALUE, set for it alone
};

/// From the words after `--`. Throws InputError when there are none, or when they contain a flag that warpmark sets.
BenchProgram bench_program(const std::vector<std::string>& words);

/// What the program says about the card: the facts of a run, and its present state as a JSON object.
struct GpuInfo {
  RunFacts facts;
  nlohmann::json state;
};

/// Throws CannotRunHere when the program finds no usable GPU, InputError when it does not answer the question.
GpuInfo ask_gpu(const BenchProgram& bench);

/// The keys that the program's arguments select, in its order, each once. Throws InputError when there are none.
std::vector<std::string> list_keys(const BenchProgram& bench);

/// The keys of its canaries (drift.h), whatever its arguments select; empty where it has none.
std::vector<std::string> list_canaries(const BenchProgram& bench);

/// A hash of the program file, so that a resumed run is not continued by another build.
std::string hash_of(const BenchProgram& bench);

/// The last line of a program's output that says something, safe to show and to store; empty when there is none.
std::string last_line(const std::string& output);

/// The last few lines of a program's output, indented for a message.
std::string tail_for_message(const std::string& output);

}  // namespace warpmark
