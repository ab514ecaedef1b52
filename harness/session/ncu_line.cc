#include "harness/session/ncu_line.h"

#include <algorithm>

#include "harness/run/input_error.h"
#include "harness/run/near_miss.h"
#include "harness/run/shell_words.h"

namespace warpmark {

namespace {

constexpr const char* ncu = "ncu --profile-from-start off --cache-control none --clock-control none --nvtx --set full";

[[noreturn]] void throw_unknown(const BenchProgram& bench, const std::string& key) {
  const auto near = near_miss(key, list_keys(bench));
  throw InputError(key, "is no benchmark of " + bench.path,
                   near ? "did you mean " + *near + "?" : "--benchmark_list_tests of that program prints the names");
}

bool has_row(BenchProgram bench, const std::string& key) {
  bench.args.push_back(filter_argument(key));
  try {
    const std::vector<std::string> keys = list_keys(bench);
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  } catch (const InputError&) {  // no row matches
    return false;
  }
}

}  // namespace

std::string ncu_line(const BenchProgram& bench, const std::string& name) {
  const std::string key = key_of(name);
  for (const std::string& arg : bench.args) {
    if (arg.starts_with("--benchmark_filter")) {
      throw InputError(arg, "does not go with --ncu, which names the row", "leave it out");
    }
  }
  if (!has_row(bench, key)) throw_unknown(bench, key);
  std::string line = std::string(ncu) + ' ' + shell_word(bench.path);
  for (const std::string& arg : bench.args) line += ' ' + shell_word(arg);
  return line + " --gpu_profile " + filter_word(key);
}

}  // namespace warpmark
