#include "harness/session/interleave.h"

#include <algorithm>
#include <filesystem>

#include "harness/compare/comparison.h"
#include "harness/compare/sides.h"
#include "harness/run/input_error.h"
#include "harness/run/json_file.h"
#include "harness/session/cannot_run_here.h"
#include "harness/session/digest.h"
#include "harness/session/loaded_files.h"
#include "session_fixture.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class InterleaveTest : public SessionTest {
 protected:
  /// Two settings of the fake program, told apart by its arguments.
  InterleavePlan plan(const std::vector<std::string>& before, const std::vector<std::string>& after) {
    InterleavePlan plan;
    plan.before = fake(before);
    plan.after = fake(after);
    for (BenchProgram* bench : {&plan.before, &plan.after}) {
      bench->args.push_back("--fake_starts=" + file(bench == &plan.before ? "starts_a" : "starts_b"));
      bench->args.push_back("--fake_order=" + file("order"));
    }
    plan.each.seed = 7;
    plan.each.row_timeout = std::chrono::milliseconds(300);
    plan.most_processes = 8;
    return plan;
  }

  warpmark::Run measured(const InterleavePlan& plan) { return measure_interleaved(plan, progress).run; }

  static compare::Comparison compared(const warpmark::Run& run) {
    return compare::compare(compare::match_sides(run, "run"), {});
  }

  static std::vector<std::string> keys_of(const std::vector<compare::Pair>& pairs, compare::Change change) {
    std::vector<std::string> keys;
    for (const compare::Pair& pair : pairs)
      if (pair.change == change) keys.push_back(pair.key);
    return keys;
  }

  std::size_t starts(const char* side) const { return fs::file_size(file(side)); }

  RememberingProgress progress;
};

TEST_F(InterleaveTest, finds_the_slowed_row_and_no_other_in_six_processes_of_each_side) {
  const warpmark::Run run =
      measured(plan({"--fake_noise=0.0005"}, {"--fake_noise=0.0005", "--fake_slow=stream/e:1.01"}));
  const compare::Comparison comparison = compared(run);
  EXPECT_THAT(keys_of(comparison.pairs, compare::Change::slower), ElementsAre("stream/e"));
  EXPECT_EQ(comparison.count(compare::Change::same), 5U);
  EXPECT_EQ(starts("starts_a"), 6U);
  EXPECT_EQ(starts("starts_b"), 6U);
  EXPECT_EQ(run.rows.size(), 2U * 6 * 6);
  for (const Position& position : progress.positions) EXPECT_TRUE(position.budget_left.has_value());
}

TEST_F(InterleaveTest, takes_the_sides_in_turns_a_b_b_a) {
  InterleavePlan four = plan({}, {});
  four.most_processes = 4;
  for (BenchProgram* bench : {&four.before, &four.after}) {
    bench->environment = {bench == &four.before ? "WHO=a" : "WHO=b"};
    bench->args.push_back("--fake_who=" + file("who"));
  }
  measured(four);
  EXPECT_EQ(read(file("who")), "abbaabba");
}

TEST_F(InterleaveTest, measures_further_only_what_is_not_known_well_enough) {
  InterleavePlan noisy = plan({"--fake_noise=0.05"}, {"--fake_slow=none:1"});
  const compare::Comparison comparison = compared(measured(noisy));
  EXPECT_EQ(starts("starts_a"), 8U);
  EXPECT_EQ(comparison.count(compare::Change::unknown), 6U);
}

TEST_F(InterleaveTest, ends_with_its_budget_and_says_so) {
  InterleavePlan slow = plan({"--fake_start_ms=300"}, {});
  slow.budget = std::chrono::seconds(1);
  slow.each.row_timeout = std::chrono::seconds(10);  // nothing hangs here, however busy the machine is
  const compare::Comparison comparison = compared(measured(slow));
  EXPECT_LT(starts("starts_a"), 5U);
  EXPECT_EQ(comparison.pairs.size(), 6U);
  EXPECT_THAT(progress.messages, Contains(HasSubstr("the budget is spent after ")));
}

TEST_F(InterleaveTest, a_row_that_crashes_one_side_is_not_compared_nor_tried_again) {
  const compare::Comparison comparison = compared(measured(plan({}, {"--fake_crash=stream/d"})));
  EXPECT_EQ(comparison.pairs.size(), 5U);
  ASSERT_EQ(comparison.not_compared.size(), 1U);
  EXPECT_THAT(comparison.not_compared[0].why, AllOf(HasSubstr("failed in"), HasSubstr("SIGSEGV")));
  const auto crashes =
      std::count_if(progress.messages.begin(), progress.messages.end(),
                    [](const std::string& message) { return message.find("SIGSEGV") != std::string::npos; });
  EXPECT_EQ(crashes, 1);
}

TEST_F(InterleaveTest, a_side_that_no_longer_starts_ends_the_measuring_and_loses_nothing) {
  const warpmark::Run run = measured(plan({}, {"--fake_start=5", "--fake_fine_starts=2"}));
  EXPECT_EQ(compared(run).pairs.size(), 6U);
  EXPECT_THAT(progress.messages, Contains(AllOf(HasSubstr("cannot start today"), HasSubstr("is compared"))));
}

TEST_F(InterleaveTest, a_side_that_never_starts_is_refused) {
  EXPECT_THAT(message_of<InputError>([&] { measured(plan({}, {"--fake_start=5"})); }), HasSubstr("cannot start today"));
}

TEST_F(InterleaveTest, results_that_differ_are_a_verdict) {
  const compare::Comparison comparison =
      compared(measured(plan({"--fake_hash=none"}, {"--fake_hash=copy/b:2", "--fake_slow=copy/b:1.1"})));
  EXPECT_THAT(keys_of(comparison.pairs, compare::Change::results_differ), ElementsAre("copy/b"));
  const auto pair = std::find_if(comparison.pairs.begin(), comparison.pairs.end(),
                                 [](const compare::Pair& of) { return of.key == "copy/b"; });
  EXPECT_THAT(pair->reason, HasSubstr("of the times: slower"));
}

TEST_F(InterleaveTest, the_same_bytes_started_alike_are_refused_unless_told_to) {
  InterleavePlan same = plan({}, {});
  same.before.args = same.after.args = {};
  EXPECT_THAT(message_of<InputError>([&] { measured(same); }),
              AllOf(HasSubstr("is the same file as"), HasSubstr("sha256:")));
  fs::copy_file(FAKE_BENCH, file("copy"));
  same.after.path = file("copy");
  EXPECT_THAT(message_of<InputError>([&] { measured(same); }), HasSubstr("of the same bytes as"));
  same.allow_identical = true;
  EXPECT_EQ(compared(measured(same)).count(compare::Change::same), 6U);
  std::ofstream(file("copy"), std::ios::app) << "another build";
  same.allow_identical = false;
  EXPECT_EQ(compared(measured(same)).pairs.size(), 6U);
}

TEST_F(InterleaveTest, two_cards_no_gpu_and_nothing_in_common_are_refused_before_measuring) {
  EXPECT_THAT(message_of<InputError>([&] { measured(plan({}, {"--fake_uuid=GPU-other"})); }),
              HasSubstr("card GPU-other"));
  EXPECT_THROW(measured(plan({}, {"--fake_gpu=none"})), CannotRunHere);
  EXPECT_THAT(message_of<NothingComparable>([&] { measured(plan({}, {"--fake_keys=x,y"})); }), HasSubstr("0 of 8"));
  EXPECT_FALSE(fs::exists(file("starts_a")));
}

TEST_F(InterleaveTest, the_file_holds_both_sides_and_what_they_were_and_is_compared_again) {
  InterleavePlan two = plan({"--fake_row_ms=60", "--fake_keys=copy/a,copy/b"}, {"--fake_keys=copy/b,copy/c"});
  fs::copy_file(FAKE_BENCH, file("build a"));
  two.before.path = file("build a");
  two.before.environment = {"SIDE=one two"};
  two.before.args.emplace_back("--fake_label_of=SIDE");
  two.output = file("ab.json");
  std::ofstream(file("ab.json.part")) << "of another run";
  measured(two);
  const warpmark::Run run = read_run(file("ab.json"));
  ASSERT_TRUE(compare::holds_sides(run));
  EXPECT_EQ(read(file("ab.json.part.old")), "of another run");
  EXPECT_FALSE(fs::exists(file("ab.json.part")));
  const auto& before = run.context["warpmark"]["ab"]["before"];
  EXPECT_EQ(before["program"], file("build a"));
  EXPECT_EQ(before["digest"], digest_of(FAKE_BENCH));
  EXPECT_EQ(before["revision"], "abc1234");
  EXPECT_EQ(before["gpu_uuid"], "GPU-fake");
  EXPECT_NE(before["host"], "");
  EXPECT_TRUE(before["libraries"].is_array());
  const compare::Comparison comparison = compared(run);
  EXPECT_THAT(comparison.before, HasSubstr("SIDE='one two' '"));
  ASSERT_EQ(comparison.pairs.size(), 1U);
  EXPECT_EQ(comparison.pairs[0].label, "one two");
  EXPECT_EQ(comparison.pairs[0].estimate.basis, "6 processes");
  EXPECT_EQ(comparison.not_compared.size(), 2U);
}

TEST(LoadedFiles, are_what_is_mapped_as_code_from_outside_of_the_system) {
  EXPECT_THAT(loaded_files_of_maps("55d0-55d1 r-xp 00001000 08:01 42    /opt/build/my bench\n"
                                   "55d1-55d2 rw-p 00001000 08:01 42    /opt/build/data\n"
                                   "7f00-7f01 r-xp 00000000 08:01 43    /usr/lib/x86_64-linux-gnu/libc.so.6\n"
                                   "7f02-7f03 r-xp 00000000 08:01 44    /usr/local/cuda/lib64/libcudart.so.13\n"
                                   "7f04-7f05 r-xp 00000000 00:00 0     [vdso]\n"
                                   "7f06-7f07 rwxp 00000000 00:05 9     /dev/zero (deleted)\n"
                                   "7f08-7f09 r-xp 00000000 08:01 45    /opt/build/libkernels.so (deleted)"),
              ElementsAre("/opt/build/libkernels.so (deleted)", "/opt/build/my bench",
                          "/usr/local/cuda/lib64/libcudart.so.13"));
  EXPECT_THAT(loaded_files_of_maps("rubbish\n/\n\n"), IsEmpty());
}

TEST(LoadedFiles, of_this_process_hold_this_program) {
  EXPECT_THAT(loaded_files(getpgrp()), Contains(fs::read_symlink("/proc/self/exe").string()));
}

TEST_F(InterleaveTest, a_digest_is_that_of_the_bytes) {
  std::ofstream(file("abc")) << "abc";
#ifdef WARPMARK_HAS_OPENSSL
  EXPECT_EQ(digest_of(file("abc")), "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
#endif
  const std::string of_abc = digest_of(file("abc"));
  std::ofstream(file("abc"), std::ios::app) << "d";
  EXPECT_NE(digest_of(file("abc")), of_abc);
  EXPECT_THROW(digest_of(file("absent")), InputError);
}

}  // namespace
}  // namespace warpmark
