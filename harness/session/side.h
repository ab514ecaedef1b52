// One of two builds that are measured in turns: its program, and what is known and kept of it.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>

#include "harness/run/run.h"
#include "harness/session/bench_program.h"

namespace warpmark {

class Side {
 public:
  /// `component` is what its rows' keys end in.
  Side(BenchProgram bench, std::string component);

  const BenchProgram& bench() const { return bench_; }
  const std::string& digest() const { return digest_; }  // of the program's file

  /// The program with its arguments and environment, as a shell would take it.
  std::string name() const;

  /// Notes which files the running program is made of.
  void inspect(pid_t group);

  /// Adds the rows of its process number `round`.
  void take(Run part, int round);

  /// Says of a row that the other side lacks it, so that it is not measured.
  void lacks_counterpart(const std::string& key);

  /// Adds its rows to `run`, their keys ending in the component; the facts and context of the first side are the run's.
  void append_to(Run& run) const;

  /// What `run`'s context says of it.
  nlohmann::ordered_json to_json() const;

 private:
  BenchProgram bench_;
  std::string component_;
  std::string digest_;
  std::map<std::string, std::string> loaded_;  // file -> its digest, empty until a process has ended
  Run run_;
  std::vector<Row> rows_without_facts_;  // of processes that ended before they wrote anything
};

}  // namespace warpmark
