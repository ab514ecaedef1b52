#include "harness/session/orchestrator.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "harness/run/input_error.h"
#include "harness/run/json_file.h"
#include "harness/session/cannot_run_here.h"
#include "session_fixture.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

class OrchestratorTest : public SessionTest {
 protected:
  RunPlan plan(std::vector<std::string> args = {}, int processes = 2) {
    RunPlan plan;
    args.push_back("--fake_order=" + file("order"));
    args.push_back("--fake_starts=" + file("starts"));
    plan.bench = fake(std::move(args));
    plan.processes = processes;
    plan.seed = 7;
    plan.row_timeout = std::chrono::milliseconds(300);
    return plan;
  }

  warpmark::Run measured(const RunPlan& plan) { return measure(plan, progress); }

  /// The order of keys in each start of the program.
  std::vector<std::vector<std::string>> orders() const {
    std::vector<std::vector<std::string>> starts(1);
    std::istringstream lines(read(file("order")));
    for (std::string line; std::getline(lines, line);) {
      if (line.empty()) {
        starts.emplace_back();
      } else {
        starts.back().push_back(line);
      }
    }
    starts.pop_back();
    return starts;
  }

  std::size_t starts() const { return fs::exists(file("starts")) ? fs::file_size(file("starts")) : 0; }

  static std::vector<std::string> errors_of(const warpmark::Run& run, const std::string& key) {
    std::vector<std::string> errors;
    for (const Row& row : run.rows) {
      if (row.key == key && row.error) errors.push_back(*row.error);
    }
    return errors;
  }

  /// Each of `processes` measured each of the fake's six keys exactly once.
  static void expect_complete(const warpmark::Run& run, int processes) {
    std::map<std::string, std::multiset<int>> seen;
    for (const Row& row : run.rows) seen[row.key].insert(row.process);
    EXPECT_EQ(seen.size(), 6U);
    for (const auto& [key, in] : seen) {
      EXPECT_EQ(in.size(), static_cast<std::size_t>(processes)) << key;
      EXPECT_EQ(std::set<int>(in.begin(), in.end()).size(), static_cast<std::size_t>(processes)) << key;
    }
  }

  RememberingProgress progress;
};

TEST_F(OrchestratorTest, every_process_measures_every_row_once) {
  const warpmark::Run run = measured(plan({}, 3));
  expect_complete(run, 3);
  EXPECT_EQ(run.facts.gpu.name, "NVIDIA Test");
  EXPECT_EQ(run.context["warpmark"]["seed"], 7);
  EXPECT_EQ(starts(), 3U);
}

TEST_F(OrchestratorTest, progress_reaches_every_process_and_never_exceeds_the_total) {
  measured(plan());
  ASSERT_FALSE(progress.positions.empty());
  EXPECT_EQ(progress.positions.back().process, 1);
  for (const Position& position : progress.positions) EXPECT_LT(position.done, position.total);
}

TEST_F(OrchestratorTest, the_order_differs_between_processes_and_repeats_with_the_seed) {
  measured(plan());
  measured(plan());
  const auto order = orders();
  ASSERT_EQ(order.size(), 4U);
  EXPECT_NE(order[0], order[1]);
  EXPECT_EQ(order[0], order[2]);
  EXPECT_EQ(order[1], order[3]);
}

TEST_F(OrchestratorTest, without_a_seed_a_random_one_is_recorded_and_reproduces_the_order) {
  RunPlan random = plan();
  random.seed.reset();
  RunPlan again = plan();
  again.seed = measured(random).context["warpmark"]["seed"].get<std::uint64_t>();
  measured(again);
  const auto order = orders();
  EXPECT_EQ(order[0], order[2]);
  EXPECT_EQ(order[1], order[3]);
}

TEST_F(OrchestratorTest, unshuffled_is_the_programs_order) {
  RunPlan plain = plan();
  plain.shuffle = false;
  measured(plain);
  EXPECT_EQ(orders()[1], list_keys(plain.bench));
}

TEST_F(OrchestratorTest, a_crash_is_an_error_row_and_the_rest_goes_on) {
  const warpmark::Run run = measured(plan({"--fake_crash=stream/d"}));
  expect_complete(run, 2);
  const auto errors = errors_of(run, "stream/d");
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(errors[0], "killed by signal 11 (SIGSEGV): about to touch stream/d");
  EXPECT_THAT(progress.messages, Contains(HasSubstr("stream/d: killed by signal 11 (SIGSEGV)")));
  EXPECT_EQ(std::count_if(run.rows.begin(), run.rows.end(), [](const Row& row) { return row.error.has_value(); }), 2);
}

TEST_F(OrchestratorTest, a_row_that_crashed_twice_is_not_tried_again) {
  const warpmark::Run run = measured(plan({"--fake_crash=stream/d"}, 4));
  expect_complete(run, 4);
  const auto errors = errors_of(run, "stream/d");
  ASSERT_EQ(errors.size(), 4U);
  EXPECT_THAT(errors[2], AllOf(HasSubstr("not tried again after 2 failures"), HasSubstr("SIGSEGV")));
  EXPECT_EQ(errors[2], errors[3]);
  EXPECT_LE(starts(), 6U);
}

TEST_F(OrchestratorTest, an_exit_in_the_middle_is_an_error_row) {
  const warpmark::Run run = measured(plan({"--fake_exit=copy/b:3"}));
  expect_complete(run, 2);
  EXPECT_EQ(errors_of(run, "copy/b").at(0), "exit code 3: giving up on copy/b");
}

TEST_F(OrchestratorTest, a_kill_from_outside_is_an_error_row) {
  const warpmark::Run run = measured(plan({"--fake_kill=copy/b"}));
  expect_complete(run, 2);
  EXPECT_EQ(errors_of(run, "copy/b").at(0), "killed by signal 9 (SIGKILL)");
}

TEST_F(OrchestratorTest, a_hang_is_an_error_row_and_the_rest_goes_on) {
  const warpmark::Run run = measured(plan({"--fake_hang=copy/c"}));
  expect_complete(run, 2);
  EXPECT_EQ(errors_of(run, "copy/c").at(0), "hung: no result in 0.3 s");
}

TEST_F(OrchestratorTest, a_crash_in_the_only_row_is_an_error_row) {
  RunPlan one = plan({"--fake_crash=copy/a"});
  one.keys = {"copy/a"};
  const warpmark::Run run = measured(one);
  ASSERT_EQ(run.rows.size(), 2U);
  EXPECT_EQ(run.facts.gpu.name, "NVIDIA Test");
}

TEST_F(OrchestratorTest, an_error_row_of_the_program_is_kept_as_it_is) {
  const warpmark::Run run = measured(plan({"--fake_error=copy/a:CUDA OOM"}));
  expect_complete(run, 2);
  EXPECT_THAT(errors_of(run, "copy/a"), testing::ElementsAre("CUDA OOM", "CUDA OOM"));
  EXPECT_EQ(starts(), 2U);
}

TEST_F(OrchestratorTest, a_row_that_the_program_does_not_report_is_an_error_row) {
  const warpmark::Run run = measured(plan({"--fake_omit=copy/a"}));
  expect_complete(run, 2);
  EXPECT_THAT(errors_of(run, "copy/a").at(0), HasSubstr("not report"));
}

TEST_F(OrchestratorTest, a_program_that_dies_before_its_first_row_three_times_is_given_up_with_its_words) {
  EXPECT_THAT(message_of<InputError>([&] { measured(plan({"--fake_start=5"})); }),
              AllOf(HasSubstr("ended 3 times before its first row: exit code 5"), HasSubstr("| cannot start today")));
  EXPECT_EQ(starts(), 3U);
}

TEST_F(OrchestratorTest, two_bad_starts_are_survived) {
  const warpmark::Run run = measured(plan({"--fake_start=segv", "--fake_faulty_starts=2"}));
  expect_complete(run, 2);
  EXPECT_EQ(starts(), 4U);
  EXPECT_TRUE(std::none_of(run.rows.begin(), run.rows.end(), [](const Row& row) { return row.error.has_value(); }));
}

TEST_F(OrchestratorTest, rubbish_instead_of_results_is_an_input_error) {
  EXPECT_THAT(message_of<InputError>([&] { measured(plan({"--fake_start=rubbish"})); }),
              AllOf(HasSubstr("wrote no results"), HasSubstr("rubbish"), testing::Not(HasSubstr("\033"))));
}

TEST_F(OrchestratorTest, a_start_that_hangs_is_given_up) {
  EXPECT_THAT(message_of<InputError>([&] { measured(plan({"--fake_start=hang"})); }),
              HasSubstr("hung: no result in 0.3 s"));
}

TEST_F(OrchestratorTest, exit_77_is_cannot_run_here_with_its_reason) {
  EXPECT_EQ(message_of<CannotRunHere>([&] { measured(plan({"--fake_start=no_gpu"})); }), "the card fell off the bus");
}

TEST_F(OrchestratorTest, exit_2_is_an_input_error_with_its_words) {
  EXPECT_THAT(message_of<InputError>([&] { measured(plan({"--fake_start=2"})); }), HasSubstr("cannot start today"));
  EXPECT_EQ(starts(), 1U);
}

TEST_F(OrchestratorTest, a_finished_run_is_in_the_output_and_its_part_is_gone) {
  RunPlan plan = this->plan();
  plan.output = file("run.json");
  const warpmark::Run run = measured(plan);
  EXPECT_EQ(read_run(file("run.json")).rows.size(), run.rows.size());
  EXPECT_FALSE(fs::exists(file("run.json.part")));
  EXPECT_EQ(program_of(read_run(file("run.json"))), FAKE_BENCH);
}

TEST_F(OrchestratorTest, once_a_row_has_begun_exit_77_and_2_are_errors_of_the_row_and_no_skip) {
  for (const char* code : {"77", "2"}) {
    const warpmark::Run run = measured(plan({std::string("--fake_exit=stream/e:") + code}));
    std::size_t errors = 0;
    for (const Row& row : run.rows) {
      EXPECT_EQ(row.error.has_value(), row.key == "stream/e") << row.key;
      if (row.error) ++errors;
    }
    EXPECT_GT(errors, 0U);
    EXPECT_LT(errors, run.rows.size());
  }
}

TEST_F(OrchestratorTest, an_interrupted_run_that_is_not_resumed_is_set_aside_not_overwritten) {
  write_run(measured(plan()), file("run.json.part"));
  RunPlan plan = this->plan();
  plan.output = file("run.json");
  measured(plan);
  EXPECT_TRUE(fs::exists(file("run.json.part.old")));
  EXPECT_THAT(progress.messages, Contains(HasSubstr("run.json.part.old")));
}

TEST_F(OrchestratorTest, resume_measures_only_what_is_missing_in_the_same_order) {
  RunPlan plan = this->plan();
  plan.output = file("run.json");
  warpmark::Run partial = measured(plan);
  std::erase_if(partial.rows, [](const Row& row) { return row.process == 1 && row.key >= "stream"; });
  write_run(partial, file("run.json.part"));

  plan.resume = true;
  plan.seed.reset();
  const warpmark::Run run = measured(plan);
  expect_complete(run, 2);
  const auto order = orders();
  ASSERT_EQ(order.size(), 3U);
  EXPECT_THAT(order[2], testing::UnorderedElementsAre("stream/d", "stream/e", "stream/f"));
  std::vector<std::string> of_the_first_time;
  std::copy_if(order[1].begin(), order[1].end(), std::back_inserter(of_the_first_time),
               [](const std::string& key) { return key >= "stream"; });
  EXPECT_EQ(order[2], of_the_first_time);
  EXPECT_EQ(run.context["warpmark"]["seed"], 7);
  EXPECT_FALSE(fs::exists(file("run.json.part")));
}

TEST_F(OrchestratorTest, resume_adds_processes_to_a_finished_run) {
  RunPlan plan = this->plan();
  plan.output = file("run.json");
  measured(plan);
  plan.resume = true;
  plan.processes = 3;
  expect_complete(measured(plan), 3);
  EXPECT_EQ(starts(), 3U);
}

TEST_F(OrchestratorTest, resume_with_nothing_there_begins_and_says_so) {
  RunPlan plan = this->plan();
  plan.output = file("run.json");
  plan.resume = true;
  expect_complete(measured(plan), 2);
  EXPECT_THAT(progress.messages, Contains(HasSubstr("nothing to resume")));
}

TEST_F(OrchestratorTest, resume_refuses_another_seed_other_arguments_and_another_program) {
  RunPlan plan = this->plan();
  plan.output = file("run.json");
  warpmark::Run run = measured(plan);
  plan.resume = true;

  RunPlan other_seed = plan;
  other_seed.seed = 8;
  EXPECT_THAT(message_of<InputError>([&] { measured(other_seed); }), HasSubstr("--seed 7, not 8"));

  RunPlan other_args = plan;
  other_args.bench.args.emplace_back("--benchmark_filter=copy");
  EXPECT_THAT(message_of<InputError>([&] { measured(other_args); }), HasSubstr("other arguments"));

  run.context["warpmark"]["program_hash"] = "0";
  write_run(run, file("run.json"));
  EXPECT_THAT(message_of<InputError>([&] { measured(plan); }), HasSubstr("another build"));
}

TEST_F(OrchestratorTest, resume_refuses_a_file_that_warpmark_run_did_not_write) {
  RunPlan plan = this->plan();
  plan.output = file("run.json");
  plan.resume = true;
  std::ofstream(file("run.json")) << R"({"context": {}, "benchmarks": []})";
  EXPECT_THAT(message_of<InputError>([&] { measured(plan); }), HasSubstr("not written by warpmark run"));
}

TEST_F(OrchestratorTest, an_output_that_cannot_be_written_is_found_before_anything_is_measured) {
  RunPlan plan = this->plan();
  plan.output = dir.path();
  EXPECT_THROW(measured(plan), InputError);
  EXPECT_EQ(starts(), 0U);
}

TEST_F(OrchestratorTest, more_processes_are_numbered_after_those_there_are) {
  RunPlan plan = this->plan();
  plan.first_process = 5;
  for (const Row& row : measured(plan).rows) EXPECT_THAT(row.process, testing::AnyOf(5, 6));
}

}  // namespace
}  // namespace warpmark
