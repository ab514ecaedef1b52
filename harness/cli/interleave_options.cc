#include "harness/cli/interleave_options.h"

#include <algorithm>
#include <chrono>

#include "fmt/format.h"
#include "harness/cli/option_checks.h"
#include "harness/run/input_error.h"

namespace warpmark {
namespace {

using Words = std::vector<std::string>;

void require_variables(const char* option, const Words& variables) {
  for (const std::string& variable : variables)
    if (variable.find('=') == std::string::npos || variable.starts_with('='))
      throw InputError(fmt::format("{} {}", option, variable), "sets no variable", "write NAME=VALUE");
}

BenchProgram side(const std::string& program, const Words& shared, const Words& own, const Words& environment) {
  Words words = {program};
  words.insert(words.end(), shared.begin(), shared.end());
  words.insert(words.end(), own.begin(), own.end());
  BenchProgram bench = bench_program(words);
  bench.environment = environment;
  return bench;
}

}  // namespace

void InterleaveOptions::add_to(CLI::App& command) {
  constexpr const char* group = "Measuring two builds in turns";
  const auto words = [&command](const char* name, Words& into, const char* what, const char* type) {
    command.add_option(name, into, what)->allow_extra_args(false)->type_name(type)->group(group);
  };
  command.add_flag("--ab", measures, "Measure BENCH_A and BENCH_B, A B B A, in fresh processes on one GPU")
      ->group(group);
  command.add_option("-o,--output", output, "Keep both sides' rows in this file")
      ->check(writable_file())
      ->type_name("RUN.json")
      ->group(group);
  words("--before-arg", before_args, "One argument of BENCH_A alone", "ARG");
  words("--after-arg", after_args, "One argument of BENCH_B alone, which may be the same program", "ARG");
  words("--before-env", before_environment, "A variable of BENCH_A's environment", "NAME=VALUE");
  words("--after-env", after_environment, "A variable of BENCH_B's environment", "NAME=VALUE");
  command.add_option("--processes", processes, "At most so many fresh processes of each side")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str()
      ->group(group);
  command.add_option("--precision", precision, "A row ends once its interval is within this share of its ratio")
      ->check(CLI::Range(1e-6, 1.0).description(""))
      ->capture_default_str()
      ->group(group);
  command.add_option("--budget", budget_s, "Seconds after which no further process is begun")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str()
      ->group(group);
  command.add_option("--seed", seed, "Seed of the order of benchmarks; random unless given, recorded always")
      ->group(group);
  command.add_option("--row-timeout", row_timeout_s, "Seconds after which a benchmark without a result has hung")
      ->check(CLI::Range(0.01, 86400.0))
      ->capture_default_str()
      ->group(group);
  command.add_flag("--no-lock", no_lock, "Do not wait for another warpmark run on the same card")->group(group);
}

InterleavePlan InterleaveOptions::plan(const std::vector<std::string>& words, bool allow_identical) const {
  const auto dashes = std::find(words.begin(), words.end(), "--");
  const Words programs(words.begin(), dashes);
  const Words shared(dashes == words.end() ? dashes : dashes + 1, words.end());
  if (programs.empty() || programs.size() > 2)
    throw InputError("--ab", fmt::format("is of two benchmark programs, and {} are named", programs.size()),
                     "as in: compare --ab -- BENCH_A BENCH_B -- --benchmark_filter=triad");
  require_variables("--before-env", before_environment);
  require_variables("--after-env", after_environment);
  InterleavePlan plan;
  plan.before = side(programs.front(), shared, before_args, before_environment);
  plan.after = side(programs.back(), shared, after_args, after_environment);
  plan.each.seed = seed;
  plan.each.row_timeout = std::chrono::milliseconds(static_cast<long>(row_timeout_s * 1000));
  plan.output = output;
  plan.most_processes = processes;
  plan.precision = precision;
  plan.budget = std::chrono::seconds(budget_s);
  plan.allow_identical = allow_identical;
  plan.lock = !no_lock;
  return plan;
}

}  // namespace warpmark
