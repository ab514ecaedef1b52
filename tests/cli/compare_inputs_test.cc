// What `warpmark compare` makes of every doubtful input, on either side, in every format that it writes.
#include "cli_fixture.h"
#include "fmt/format.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class CompareInputs : public CliTest {
 protected:
  static constexpr const char* formats[] = {"markdown", "json", "csv", "junit", "html"};

  /// A Google Benchmark file with these entries, as they stand.
  std::string of_entries(const std::string& name, const std::string& entries) const {
    write(name, R"({"context": {}, "benchmarks": [)" + entries + "]}");
    return file(name);
  }

  static std::string entry(const std::string& name, const std::string& time, const std::string& more = "",
                           const std::string& unit = "us") {
    return R"({"name": ")" + name + R"(", "run_type": "iteration", "real_time": )" + time + R"(, "time_unit": ")" +
           unit + "\"" + more + "}";
  }

  Outcome compare(const Words& files) const {
    Words words = {"compare"};
    words.insert(words.end(), files.begin(), files.end());
    for (const char* format : formats) {
      words.push_back(std::string("--") + format);
      words.push_back(file(std::string("out.") + format));
    }
    return warpmark(words);
  }

  std::string written(const std::string& format) const { return text_of_file(file("out." + format)); }

  /// `entries` against k of 10 us, and the other way round; `check` sees both outcomes.
  template <class Check>
  void on_either_side(const std::string& entries, Check check) const {
    const std::string odd = of_entries("odd.json", entries);
    const std::string plain = of_entries("plain.json", entry("k", "10") + "," + entry("j", "5"));
    for (const Words& files : {Words{odd, plain}, Words{plain, odd}}) check(compare(files));
  }

  void expect_on_either_side(const std::string& entries, int exit_code, const std::string& said) const {
    on_either_side(entries, [&](const Outcome& outcome) {
      EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
      EXPECT_THAT(outcome.out, HasSubstr(said)) << entries;
      for (const char* format : formats) EXPECT_NE(written(format), "") << format;
    });
  }

  /// Refused on either side, with nothing of earlier reports lost.
  void expect_refused(const std::string& entries, const std::string& said) const {
    for (const char* format : formats) write(std::string("out.") + format, "earlier");
    on_either_side(entries, [&](const Outcome& outcome) {
      EXPECT_EQ(outcome.exit_code, 2) << entries;
      EXPECT_EQ(outcome.out, "");
      EXPECT_THAT(outcome.err, AllOf(HasSubstr(said), HasSubstr("remedy: ")));
      for (const char* format : formats) EXPECT_EQ(written(format), "earlier") << format;
    });
  }
};

TEST_F(CompareInputs, a_row_without_a_time_is_listed_and_never_a_change) {
  const std::string j = "," + entry("j", "5");
  const std::string counts = "0 slower, 0 faster, 1 cannot tell, 0 same within noise (1 of 2 compared)";
  for (const auto& [row, why] :
       {std::pair(entry("k", "NaN"), "real_time is not a finite number"),
        std::pair(entry("k", "0"), "real_time is 0, which no measurement takes"),
        std::pair(entry("k", "0", R"(, "error_occurred": true, "error_message": "CUDA OOM")"), "CUDA OOM"),
        std::pair(entry("k", "0", R"(, "skipped": true, "skip_message": "needs sm_90")"), "needs sm_90")}) {
    expect_on_either_side(row + j, 0, why);
    expect_on_either_side(row + j, 0, counts);
    EXPECT_THAT(written("json"), HasSubstr(why));
    EXPECT_THAT(written("csv"), HasSubstr("not compared"));
    EXPECT_THAT(written("junit"), HasSubstr("<skipped message=\"not compared: "));
    EXPECT_THAT(written("html"), HasSubstr("<h2>Not compared</h2>"));
  }
}

TEST_F(CompareInputs, what_says_nothing_of_times_is_noted_and_both_rows_are_compared) {
  const std::string j = "," + entry("j", "5");
  const std::string both = "(2 of 2 compared)";
  expect_on_either_side(entry("k", "10", R"(, "gbps": NaN)") + j, 0, both);
  EXPECT_THAT(written("markdown"), HasSubstr("gbps is not a finite number"));
  expect_on_either_side(entry("k", "10", R"(, "gbps": -Infinity)") + j, 0, both);
  expect_on_either_side(entry("k", "10") + j + R"(,{"name": "k_BigO", "aggregate_name": "BigO", "cpu_coefficient": 1})",
                        0, "1 BigO and RMS entries ignored");
  expect_on_either_side(
      entry("k", "10") + j + R"(,{"name": "k_cv", "run_type": "aggregate", "aggregate_name": "cv", "real_time": 0.03})",
      0, both);
  expect_on_either_side(entry("k/repeats:10", "10") + j, 0, "note: k: named k/repeats:10 in the file");
  expect_on_either_side(entry("k", "10000", "", "ns") + "," + entry("j", "5", "", "\u00b5s"), 0, both);
  EXPECT_EQ(nlohmann::json::parse(written("json"))["pairs"][0]["ratio"], 1);
  expect_on_either_side(entry("k", "10", R"(, "cpu_time": 99)") + j, 0, "  1.0000  ");
  expect_on_either_side(entry("k", "10", R"(, "repetitions": 3)") + j, 0, "repetitions a process in ");
}

TEST_F(CompareInputs, an_aggregate_alone_cannot_tell) {
  expect_on_either_side(
      R"({"name": "k_median", "run_type": "aggregate", "aggregate_name": "median", "real_time": 10, "time_unit": "us"})",
      0, "a file holds only aggregates of it");
}

TEST_F(CompareInputs, rows_of_one_side_are_listed_and_none_in_common_exits_3) {
  expect_on_either_side(entry("k", "10"), 0, "not compared: j (only in ");
  expect_on_either_side(entry("k/bytes:16", "10"), 3, "(0 of 3 compared) -> exit 3");
  for (const char* format : formats) EXPECT_THAT(written(format), HasSubstr("bytes")) << format;
}

TEST_F(CompareInputs, what_cannot_be_read_is_refused_with_its_place) {
  expect_refused(entry("k", "10", "", "min"), "odd.json: benchmark `k`: time_unit `min`");
  expect_refused(entry("k", "10") + ",", "odd.json:1:");
  expect_refused(entry("k", "\"fast\""), "benchmark `k`: real_time is not a number");
  expect_refused(entry("k", "10", R"(, "real_time": 11)"), "`real_time` stands there twice");
  expect_refused(R"({"real_time": 1})", "entry 1 of `benchmarks` has no name");
  expect_refused("1", "entry 1 of `benchmarks` has no name");
  expect_refused(entry("k", "10", R"(, "label": "\ud800")"), "odd.json:1:");
  expect_refused("\xff", "odd.json:1:");
  expect_refused(R"({"name": "k", "states": 1})", "NVBench's benchmark `k`");
}

TEST_F(CompareInputs, an_nvbench_file_with_skipped_states_is_compared_like_any_other) {
  const auto states = [this](const std::string& name, double seconds) {
    write(name, fmt::format(R"({{"devices": [], "benchmarks": [{{"name": "copy", "states": [
        {{"axis_values": [{{"name": "N", "type": "int64", "value": "16"}}], "summaries": [{{"tag": "nv/cold/time/gpu/mean",
          "data": [{{"name": "value", "type": "float64", "value": "{}"}}]}}], "is_skipped": false}},
        {{"axis_values": [{{"name": "N", "type": "int64", "value": "99"}}], "is_skipped": true,
          "skip_reason": "too large"}}]}}]}})",
                            seconds));
    return file(name);
  };
  const Outcome outcome = compare({states("a.json", 0.002), states("b.json", 0.001)});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("2000.0"), HasSubstr("2.0000"), HasSubstr("one process"),
                                 HasSubstr("not compared: copy/N:99 (skipped in "), HasSubstr("too large")));
  of_entries("plain.json", entry("copy/N:16/l2:cold", "10"));
  EXPECT_EQ(compare({file("a.json"), file("plain.json")}).exit_code, 0) << "a plain file says nothing of its timer";
}

TEST_F(CompareInputs, names_that_are_marks_of_a_format_harm_none) {
  const std::string name = R"(a|b,`c`\"d'\n\u001b[2J<script>x</script>&amp;]]>/1)";
  const Outcome outcome = compare({of_entries("a.json", entry(name, "1")), of_entries("b.json", entry(name, "2"))});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, Not(HasSubstr("\x1b")));
  for (const char* format : {"markdown", "csv", "junit", "html"}) EXPECT_THAT(written(format), Not(HasSubstr("\x1b")));
  EXPECT_THAT(written("html"), Not(HasSubstr("<script>x")));
  EXPECT_THAT(written("junit"), Not(HasSubstr("<script>x")));
  EXPECT_EQ(compare({file("out.csv")}).exit_code, 0) << "its own CSV is a table of times";
}

TEST_F(CompareInputs, a_file_that_cannot_be_written_is_named) {
  const std::string a = of_entries("a.json", entry("k", "1"));
  const std::string b = of_entries("b.json", entry("k", "2"));
  for (const char* format : formats) {
    const Outcome outcome = warpmark({"compare", a, b, std::string("--") + format, file("absent/out")});
    EXPECT_EQ(outcome.exit_code, 2) << format;
    EXPECT_THAT(outcome.err, HasSubstr("absent/out"));
  }
}

}  // namespace
}  // namespace warpmark
