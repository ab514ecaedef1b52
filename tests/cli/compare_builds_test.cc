// `warpmark compare --ab`, and `gate --bisect`: what they are called with, exit with and keep.
#include <thread>

#include "cli_fixture.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class CompareBuilds : public CliTest {
 protected:
  static Outcome ab(Words words, const Words& after_dashes) {
    words.insert(words.begin(), {"compare", "--ab"});
    words.push_back("--");
    words.insert(words.end(), after_dashes.begin(), after_dashes.end());
    return warpmark(words);
  }
};

TEST_F(CompareBuilds, measures_two_settings_of_one_program_and_says_what_differs) {
  const Words words = {"--after-arg=--fake_slow=stream/e:1.02", "-o", file("ab.json")};
  const Outcome outcome = ab(words, {FAKE_BENCH, "--", "--benchmark_filter=stream"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.last_line(), HasSubstr("1 slower, 0 faster, 0 cannot tell, 2 same"));
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("--benchmark_filter=stream"), HasSubstr("note: after: ")));
  EXPECT_THAT(outcome.err, HasSubstr("left"));

  const Outcome again = warpmark({"compare", file("ab.json"), "--fail-on", "slower"});
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.out, HasSubstr("before " + std::string(FAKE_BENCH)));
  // It is a plain file otherwise, but one run of two builds is nobody's baseline.
  EXPECT_EQ(check(file("ab.json")).exit_code, 77);
  EXPECT_EQ(warpmark({"record", file("ab.json"), "--baselines", baselines()}).exit_code, 2);
}

TEST_F(CompareBuilds, results_that_differ_fail) {
  const Outcome outcome =
      ab({"--before-arg=--fake_hash=none", "--after-arg=--fake_hash=copy/a:2", "--junit", file("j.xml")}, {FAKE_BENCH});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  EXPECT_THAT(outcome.last_line(), HasSubstr("1 with other results, 0 slower"));
  EXPECT_THAT(text_of_file(file("j.xml")), HasSubstr("<failure message=\"results differ: "));
}

TEST_F(CompareBuilds, the_same_program_twice_is_refused) {
  const Outcome outcome = ab({}, {FAKE_BENCH});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("is the same file as"), HasSubstr("--allow-identical")));
  EXPECT_EQ(ab({"--allow-identical", "--processes", "2"}, {FAKE_BENCH, FAKE_BENCH}).exit_code, 0);
}

TEST_F(CompareBuilds, ctrl_c_compares_and_keeps_what_there_is) {
  ChildProcess child = start({"compare", "--ab", "-o", file("ab.json"), "--before-arg=--fake_order=" + file("a"),
                              "--after-arg=--fake_order=" + file("b"), "--", FAKE_BENCH, "--", "--fake_row_ms=40"});
  for (int i = 0; i < 1000 && std::ranges::count(text_of_file(file("b")), '\n') < 8; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  child.send(SIGINT);
  const Outcome outcome = finish(child);
  EXPECT_EQ(outcome.exit_code, 130) << outcome.err;
  EXPECT_THAT(outcome.last_line(), HasSubstr("(6 of 6 compared)"));
  EXPECT_THAT(outcome.err, HasSubstr("what was measured until then is compared above"));
  EXPECT_EQ(warpmark({"compare", file("ab.json")}).exit_code, 0);
}

TEST_F(CompareBuilds, words_that_make_no_sense_are_refused) {
  const auto refused = [](const Outcome& outcome) {
    EXPECT_EQ(outcome.exit_code, 2) << outcome.out;
    EXPECT_THAT(outcome.err, HasSubstr("remedy: "));
    return outcome.err;
  };
  EXPECT_THAT(refused(ab({}, {})), HasSubstr("0 are named"));
  EXPECT_THAT(refused(ab({}, {FAKE_BENCH, FAKE_BENCH, FAKE_BENCH})), HasSubstr("3 are named"));
  EXPECT_THAT(refused(ab({"--after-env", "X"}, {FAKE_BENCH})), HasSubstr("NAME=VALUE"));
  EXPECT_THAT(refused(ab({file("a.json")}, {FAKE_BENCH})), HasSubstr("--ab measures"));
  EXPECT_THAT(refused(ab({}, {FAKE_BENCH, file("absent")})), HasSubstr("no such file"));
  EXPECT_THAT(ab({"--after-arg=--fake_usage"}, {FAKE_BENCH}).err, HasSubstr("unknown flag --fake_usage"));
  EXPECT_THAT(refused(ab({"--after-arg=--gpu_rows=x"}, {FAKE_BENCH})), HasSubstr("sets this flag itself"));
  EXPECT_THAT(refused(ab({"--after-arg=x", "-o", file("absent/ab.json")}, {FAKE_BENCH})), HasSubstr("absent"));
  EXPECT_THAT(refused(with_bench({"compare"}, {})), HasSubstr("--ab"));
  EXPECT_THAT(refused(warpmark({"compare"})), HasSubstr("no file is named"));
  EXPECT_EQ(ab({"--processes", "0"}, {FAKE_BENCH}).exit_code, 2);
  EXPECT_EQ(ab({"--after-arg=--fake_gpu=none"}, {FAKE_BENCH}).exit_code, 77);
  EXPECT_EQ(ab({"--after-arg=--fake_keys=x"}, {FAKE_BENCH}).exit_code, 3);
}

class Bisect : public CliTest {
 protected:
  Outcome bisect(const Words& bench_args, Words more = {}) const {
    more.insert(more.begin(), {"gate", "--bisect", "--baselines", baselines()});
    return with_bench(more, bench_args);
  }
};

TEST_F(Bisect, a_good_commit_is_0_and_a_bad_one_1) {
  record_baseline();
  EXPECT_EQ(bisect({}).exit_code, 0);
  EXPECT_EQ(bisect({"--fake_slow=stream/e:1.1"}).exit_code, 1);
}

TEST_F(Bisect, whatever_hinders_the_judging_is_125) {
  EXPECT_EQ(bisect({}).exit_code, 125) << "no baseline";
  record_baseline();
  EXPECT_EQ(bisect({"--fake_gpu=none"}).exit_code, 125) << "no GPU";
  EXPECT_EQ(bisect({"--fake_usage"}).exit_code, 125) << "a commit without an argument";
  EXPECT_EQ(bisect({"--fake_keys=x"}).exit_code, 125) << "nothing in common";
  EXPECT_EQ(bisect({"--fake_start=1"}).exit_code, 125) << "it cannot be started";
  EXPECT_EQ(bisect({}, {"--processes", "none"}).exit_code, 125) << "a usage error is no bad commit";
  EXPECT_EQ(warpmark({"gate", "--bisect", "--baselines", baselines(), "--", file("absent")}).exit_code, 125);
  EXPECT_EQ(warpmark({"gate", "--baselines", baselines(), "--", file("absent")}).exit_code, 2);
}

TEST_F(Bisect, ctrl_c_ends_the_bisection) {
  record_baseline();
  ChildProcess child = start({"gate", "--bisect", "--baselines", baselines(), "--", FAKE_BENCH, "--fake_row_ms=100",
                              "--fake_order=" + file("order")});
  for (int i = 0; i < 500 && text_of_file(file("order")).empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  child.send(SIGINT);
  EXPECT_EQ(finish(child).exit_code, 130);
}

}  // namespace
}  // namespace warpmark
