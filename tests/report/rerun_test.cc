#include "harness/report/rerun.h"

#include <gtest/gtest.h>

#include <string>

#include "harness/gate/selection.h"

namespace warpmark {
namespace {

std::string filter_of(const std::string& key) {
  const std::string command = rerun_command(gate_words("b"), key);
  const std::string start = "warpmark gate -- b --benchmark_filter='";
  EXPECT_TRUE(command.starts_with(start) && command.ends_with('\'')) << command;
  return command.substr(start.size(), command.size() - start.size() - 1);
}

TEST(Rerun, names_the_row_alone) {
  EXPECT_EQ(rerun_command(gate_words("build/bin/warpmark_bench"), "copy/aligned/l2:warm"),
            "warpmark gate -- build/bin/warpmark_bench --benchmark_filter='^copy/aligned/l2:warm(/|$)'");
}

TEST(Rerun, quotes_what_a_shell_would_read_otherwise) {
  EXPECT_EQ(rerun_command(gate_words("my bench"), "it's"),
            R"(warpmark gate -- 'my bench' --benchmark_filter='^it'\''s(/|$)')");
}

TEST(Rerun, judges_by_the_other_build_that_judged_before) {
  EXPECT_EQ(gate_words("new", "old build/bench"), "warpmark gate --base 'old build/bench' -- new");
}

TEST(Rerun, the_filter_finds_the_key_whatever_is_in_it_and_no_neighbour) {
  for (const std::string key : {R"(a.b[c]\d(e)*f+g?h{i}|j^k$l)", "quantize/shape:8192x8192/arm:fixed", "k: v", "-x"}) {
    const Selection selection({}, filter_of(key));
    EXPECT_TRUE(selection.contains(key)) << key;
    EXPECT_TRUE(selection.contains(key + "/repeats:5")) << key;
    EXPECT_FALSE(selection.contains(key + "0")) << key;
    EXPECT_FALSE(selection.contains("x" + key)) << key;
  }
}

}  // namespace
}  // namespace warpmark
