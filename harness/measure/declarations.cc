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

/// The compiler knows where a block of declarations ends; what it added last is nearer to what failed in it.
InputError failed_in(const Suite& suite, std::size_t rows_before, const std::string& block_end,
                     const std::string& what) {
  const bool added_any = suite.rows().size() > rows_before && !suite.rows().back().place.empty();
  return {added_any ? suite.rows().back().place : block_end,
          fmt::format("{}: {}", added_any ? "after this benchmark" : "in the declarations that end here", what),
          "mend the declaration: nothing was measured"};
}

void run(Suite& suite, const std::function<void(Suite&)>& declare, const std::string& block_end) {
  const std::size_t rows_before = suite.rows().size();
  try {
    declare(suite);
  } catch (const InputError&) {
    throw;
  } catch (const DeclarationError& failure) {
    throw InputError(failure.place(), failure.what(), failure.remedy());
  } catch (const std::exception& failure) {
    throw failed_in(suite, rows_before, block_end, failure.what());
  } catch (...) {
    throw failed_in(suite, rows_before, block_end, "threw something that is no std::exception");
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
