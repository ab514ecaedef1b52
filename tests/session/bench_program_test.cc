#include "harness/session/bench_program.h"

#include "harness/run/input_error.h"
#include "harness/session/cannot_run_here.h"
#include "session_fixture.h"

namespace warpmark {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using BenchProgramTest = SessionTest;

TEST_F(BenchProgramTest, lists_keys_without_run_time_suffixes_under_the_users_filter) {
  EXPECT_THAT(list_keys(fake({"--benchmark_filter=stream"})), ElementsAre("stream/d", "stream/e", "stream/f"));
}

TEST_F(BenchProgramTest, a_key_listed_twice_counts_once) {
  EXPECT_THAT(list_keys(fake({"--fake_keys=a,b,a"})), ElementsAre("a", "b"));
}

TEST_F(BenchProgramTest, a_filter_that_matches_nothing_is_an_input_error_with_the_programs_words) {
  EXPECT_THAT(message_of<InputError>([] { list_keys(fake({"--benchmark_filter=nonesuch"})); }),
              HasSubstr("no benchmark matches nonesuch"));
}

TEST_F(BenchProgramTest, a_program_that_lists_nothing_is_an_input_error) {
  EXPECT_THAT(message_of<InputError>([] { list_keys({"/bin/true", {}}); }), HasSubstr("no benchmark matches"));
}

TEST_F(BenchProgramTest, rubbish_for_a_list_is_an_input_error) {
  EXPECT_THAT(message_of<InputError>([] {
                list_keys({"/bin/sh", {"-c", "printf '\\001\\377\\n'"}});
              }),
              HasSubstr("rubbish"));
}

TEST_F(BenchProgramTest, tells_the_facts_and_state_of_the_card) {
  const GpuInfo info = ask_gpu(fake({"--fake_gpu=NVIDIA H200", R"(--fake_state={"other_processes": 2})"}));
  EXPECT_EQ(info.facts.gpu.name, "NVIDIA H200");
  EXPECT_EQ(info.facts.gpu.sm_count, 132);
  EXPECT_EQ(info.state["other_processes"], 2);
}

TEST_F(BenchProgramTest, without_a_gpu_the_reason_is_told) {
  EXPECT_EQ(message_of<CannotRunHere>([] { ask_gpu(fake({"--fake_gpu=none"})); }), "no CUDA driver on this machine");
}

TEST_F(BenchProgramTest, a_program_that_knows_nothing_of_the_question_is_an_input_error) {
  EXPECT_THAT(message_of<InputError>([] { ask_gpu({"/bin/echo", {}}); }), HasSubstr("no usable answer to --gpu_info"));
}

TEST_F(BenchProgramTest, refused_arguments_are_shown) {
  EXPECT_THAT(message_of<InputError>([] { ask_gpu(fake({"--fake_usage"})); }), HasSubstr("unknown flag --fake_usage"));
}

TEST_F(BenchProgramTest, flags_that_warpmark_sets_are_refused) {
  EXPECT_THAT(message_of<InputError>([] {
                bench_program({FAKE_BENCH, "--benchmark_out=x.json"});
              }),
              HasSubstr("warpmark sets this flag"));
  EXPECT_THAT(message_of<InputError>([] { bench_program({}); }), HasSubstr("put it after --"));
}

TEST_F(BenchProgramTest, the_last_line_is_safe_to_store) {
  EXPECT_EQ(last_line("first\n\x1b[31mCUDA \xffOOM\x1b[0m\n  \n"), "[31mCUDA \xef\xbf\xbdOOM[0m");
  EXPECT_EQ(last_line(""), "");
}

TEST_F(BenchProgramTest, another_build_has_another_hash) {
  std::ofstream(file("a")) << "one";
  std::ofstream(file("b")) << "two";
  EXPECT_NE(hash_of({file("a"), {}}), hash_of({file("b"), {}}));
  EXPECT_EQ(hash_of({file("a"), {}}), hash_of({file("a"), {"--other=args"}}));
}

}  // namespace
}  // namespace warpmark
