// `warpmark compare` on real runs of an NVIDIA H200, on a published table, and on bad input.
#include "tests/cli/cli_fixture.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class CompareCommand : public CliTest {
 protected:
  static Outcome compare(Words words) {
    words.insert(words.begin(), "compare");
    return warpmark(words);
  }

  static Outcome refused(const Words& words) {
    Outcome outcome = compare(words);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.out;
    EXPECT_TRUE(outcome.out.empty()) << outcome.out;
    return outcome;
  }

  static std::string study() { return std::string(WARPMARK_TEST_DATA) + "/te_pr3291_gb200.tsv"; }

  /// A plain Google Benchmark file of `name`, one time, in `unit`.
  std::string plain(const std::string& to, const std::string& name, double time, const std::string& unit = "us") const {
    const nlohmann::json entry = {{"name", name}, {"run_type", "iteration"}, {"real_time", time}, {"time_unit", unit}};
    write(to, nlohmann::json({{"context", nlohmann::json::object()}, {"benchmarks", {entry}}}).dump());
    return file(to);
  }
};

TEST_F(CompareCommand, finds_the_triad_that_became_slower_and_nothing_else) {
  const Outcome outcome =
      compare({unpacked("green"), unpacked("red"), "--json", file("c.json"), "--fail-on", "slower"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  EXPECT_THAT(outcome.last_line(), AllOf(HasSubstr(" slower, "), HasSubstr("(90 of 90 compared) -> exit 1")));
  int slower = 0;
  const auto json = nlohmann::json::parse(text_of_file(file("c.json")));
  for (const auto& pair : json["pairs"]) {
    const bool is_triad = pair["key"].get<std::string>().starts_with("stream/triad/");
    EXPECT_EQ(pair["verdict"] == "slower", is_triad) << pair.dump();
    EXPECT_NE(pair["verdict"], "faster") << pair.dump();
    slower += is_triad ? 1 : 0;
  }
  EXPECT_EQ(slower, 16);
  EXPECT_EQ(compare({unpacked("green"), unpacked("red")}).exit_code, 0);
}

TEST_F(CompareCommand, pairs_the_arms_of_one_run) {
  const Outcome outcome = compare({unpacked("green"), "--pair", "arm:broken,arm:fixed"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("before arm:broken, after arm:fixed"), HasSubstr("provenance/minimal/MiB:256"),
                    HasSubstr("have neither arm:broken nor arm:fixed")));
}

TEST_F(CompareCommand, shows_a_published_study_with_its_noise) {
  const Outcome outcome = compare({study(), "--group-by", "name:1", "--control", "specialized/plain/dir:row/*",
                                   "--markdown", file("c.md"), "--only-changed"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("generic"), HasSubstr("+-"), HasSubstr("columns cold_ratio, warm_ratio")));
  EXPECT_THAT(text_of_file(file("c.md")), AllOf(HasSubstr("| `generic` | 96 |"), HasSubstr("<details>")));
}

TEST_F(CompareCommand, units_may_differ_between_files) {
  const Outcome outcome =
      compare({plain("a.json", "k", 2000, "ns"), plain("b.json", "k", 0.001, "ms"), "--json", file("c.json")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto pair = nlohmann::json::parse(text_of_file(file("c.json")))["pairs"][0];
  EXPECT_EQ(pair["ratio"], 2);
  EXPECT_EQ(pair["verdict"], "cannot tell");
  EXPECT_EQ(pair["reason"], "one process");
}

TEST_F(CompareCommand, nothing_in_common_exits_3_and_lists_both) {
  const Outcome outcome = compare({plain("a.json", "k", 1), plain("b.json", "k/n:1", 1)});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("not compared: k (only in "), HasSubstr("not compared: k/n:1 (only in ")));
  EXPECT_THAT(outcome.last_line(), HasSubstr("(0 of 2 compared) -> exit 3"));
}

TEST_F(CompareCommand, fails_on_what_it_is_told_to) {
  const Words files = {plain("a.json", "k", 1), plain("b.json", "k", 2)};
  const auto fail_on = [&](const std::string& what) {
    return compare({files[0], files[1], "--fail-on", what}).exit_code;
  };
  EXPECT_EQ(fail_on("slower"), 0);
  EXPECT_EQ(fail_on("cannot-tell"), 1);
  EXPECT_EQ(fail_on("faster,cannot-tell"), 1);
  EXPECT_EQ(fail_on("not-compared"), 0);
  EXPECT_EQ(fail_on("slow"), 2);
}

TEST_F(CompareCommand, a_file_with_itself_is_refused_unless_told_to) {
  const std::string a = plain("a.json", "k", 1);
  EXPECT_THAT(refused({a, a}).err, HasSubstr("is the same as"));
  std::filesystem::copy(a, file("copy.json"));
  EXPECT_THAT(refused({a, file("copy.json")}).err, HasSubstr("--allow-identical"));
  EXPECT_EQ(compare({a, a, "--allow-identical"}).exit_code, 0);
}

TEST_F(CompareCommand, two_cards_are_refused_unless_told_to) {
  const std::string one = unpacked("baselines/baseline-138b9260");
  const std::string other = unpacked("baselines/baseline-26318cf3");
  EXPECT_THAT(refused({one, other}).err, AllOf(HasSubstr("card GPU-"), HasSubstr("--across-cards")));
  const Outcome outcome = compare({one, other, "--across-cards"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("note: card GPU-"));
}

TEST_F(CompareCommand, bad_input_is_named_with_its_place) {
  const std::string a = plain("a.json", "k", 1);
  EXPECT_THAT(refused({a}).err, HasSubstr("--pair"));
  EXPECT_THAT(refused({a, study()}).err, HasSubstr("name the table alone"));
  EXPECT_THAT(refused({study(), "--pair", "a,b"}).err, HasSubstr("is a table"));
  EXPECT_THAT(refused({a, file("absent.json")}).err, HasSubstr("absent.json"));
  EXPECT_THAT(refused({a, plain("b.json", "k", 2), "--pair", "a,b"}).err, HasSubstr("two files"));
  EXPECT_THAT(refused({study(), "--control", "quantize/*"}).err, HasSubstr("keys look like "));
  EXPECT_THAT(refused({study(), "--group-by", "arm"}).err, HasSubstr("dir, shape"));
  write("empty.json", "");
  EXPECT_THAT(refused({a, file("empty.json")}).err, HasSubstr("empty.json:1:1"));
  write("empty.tsv", "");
  EXPECT_THAT(refused({file("empty.tsv")}).err, HasSubstr("empty.tsv:1: is empty"));
  write("cut.json", text_of_file(a).substr(0, 60));
  EXPECT_THAT(refused({a, file("cut.json")}).err, HasSubstr("cut.json:1:"));
}

TEST_F(CompareCommand, reads_what_a_spreadsheet_writes) {
  write("t.csv", "\xEF\xBB\xBFname;before_us;after_us\r\n\"a|b \"\"c\"\"\";10;9\r\n");
  const Outcome outcome = compare({file("t.csv")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("a|b \"c\""));
  write("t.csv", "name;before_us;after_us\r\na;458,8;453,1\r\n");
  EXPECT_THAT(refused({file("t.csv")}).err, AllOf(HasSubstr("t.csv:2"), HasSubstr("decimal point")));
}

TEST_F(CompareCommand, names_of_any_characters_do_no_harm) {
  const std::string name = "a|`<b>`\n\x1b[2J\"\\/1";
  const Outcome outcome = compare(
      {plain("a.json", name, 1), plain("b.json", name, 2), "--markdown", file("c.md"), "--json", file("c.json")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(Not(HasSubstr("\x1b")), HasSubstr("\\n\\x1b[2J")));
  EXPECT_THAT(text_of_file(file("c.md")), AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("<b>"))));
  EXPECT_EQ(nlohmann::json::parse(text_of_file(file("c.json")))["pairs"][0]["key"], name);
}

}  // namespace
}  // namespace warpmark
