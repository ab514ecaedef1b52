#include "harness/measure/declarations.h"

#include <fmt/format.h>
#include <warpmark/benchmarks.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/run/input_error.h"

namespace warpmark {

namespace {

struct Declaration {
  std::string file;
  int line;
  std::function<void(Suite&)> declare;
};

/// A function's own, lest a file's declaration come before it is made.
std::vector<Declaration>& declarations() {
  static std::vector<Declaration> all;
  return all;
}

constexpr const char* mend_it = "mend the declaration: nothing was measured";

void run(Suite& suite, const std::function<void(Suite&)>& declare, const std::string& where) {
  try {
    declare(suite);
  } catch (const InputError&) {
    throw;
  } catch (const DeclarationError& failure) {
    throw InputError(failure.place(), failure.what(), mend_it);
  } catch (const std::exception& failure) {
    throw InputError(where, failure.what(), mend_it);
  } catch (...) {
    throw InputError(where, "threw something that is no std::exception", mend_it);
  }
}

}  // namespace

Benchmarks::Benchmarks(const std::function<void(Suite&)>& declare, const char* file, int line) {
  declarations().push_back({file, line, declare});
}

void declare_all(Suite& suite, const std::function<void(Suite&)>& own) {
  std::vector<Declaration> all = declarations();
  std::stable_sort(all.begin(), all.end(), [](const Declaration& a, const Declaration& b) {
    return std::pair<std::string_view, int>(a.file, a.line) < std::pair<std::string_view, int>(b.file, b.line);
  });
  for (const Declaration& each : all) run(suite, each.declare, fmt::format("{}:{}", each.file, each.line));
  if (own) run(suite, own, "the benchmarks' declaration");
}

}  // namespace warpmark
