// Reading and writing Runs as Google Benchmark JSON, strictly.
#pragma once

#include <filesystem>
#include <string>

#include "harness/run/run.h"

namespace warpmark {

/// Reads a Google Benchmark JSON file (ours or a plain one), or NVBench's (see nvbench_reader.h). Bare NaN and
/// Infinity, which Google Benchmark writes, are tolerated in counters (absent, with a note) and make a row with such a
/// time an error row. Throws InputError with file, line and column for anything that is not a complete Google Benchmark
/// JSON file.
Run read_run(const std::filesystem::path& file);

/// The same, from its text; `name` stands for the file in messages.
Run parse_run(std::string text, const std::string& name);

/// Writes strict JSON: to a temporary file beside `file`, which replaces `file` only once complete; on any failure
/// (no space, no permission) the old `file` is untouched and InputError says why.
void write_run(const Run& run, const std::filesystem::path& file);

/// The JSON of one row, as it stands in the `benchmarks` array; used by whoever writes rows one at a time.
nlohmann::ordered_json to_json(const Row& row);

/// `facts` as the object that stands under `context.warpmark`.
nlohmann::ordered_json to_json(const RunFacts& facts);

/// Appends another process's rows to `run`, numbering them `process`, and lists it in `context.warpmark.processes` with
/// its date and order seed. An empty `run` takes over `part`'s facts and context. Throws InputError when `part` was
/// measured on another GPU, timer, driver or binary than `run`.
void merge_into(Run& run, Run part, int process);

}  // namespace warpmark
