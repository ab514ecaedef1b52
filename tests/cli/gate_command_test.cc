#include "cli_fixture.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class GateCommandTest : public CliTest {
 protected:
  Outcome gate(const Words& bench_args, Words more = {}) const {
    more.insert(more.begin(), {"gate", "--baselines", baselines()});
    return with_bench(more, bench_args);
  }

  std::size_t starts() const { return fs::exists(file("starts")) ? fs::file_size(file("starts")) : 0; }
  std::string count_starts() const { return "--fake_starts=" + file("starts"); }
};

TEST_F(GateCommandTest, an_unchanged_program_is_green_in_five_processes) {
  record_baseline();
  const Outcome outcome = gate({count_starts()});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  EXPECT_THAT(outcome.last_line(), HasSubstr("6 pass"));
  EXPECT_EQ(starts(), 5U);
}

TEST_F(GateCommandTest, a_kernel_3_percent_slower_is_red_once_confirmed_and_named) {
  record_baseline();
  const Outcome outcome = gate({"--fake_slow=stream/e:1.03", count_starts()}, {"-o", file("run.json")});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("regression"), HasSubstr("stream/e"), HasSubstr("3.0")));
  EXPECT_THAT(outcome.last_line(), HasSubstr("1 regression"));
  EXPECT_THAT(outcome.err, HasSubstr("1 suspect, measured again in 5 fresh processes: stream/e"));
  EXPECT_EQ(starts(), 10U);

  const warpmark::Run run = read_run(file("run.json"));
  EXPECT_EQ(run.rows.size(), 6U * 5 + 5);
  EXPECT_EQ(check(file("run.json")).exit_code, 1);
}

TEST_F(GateCommandTest, suspects_get_another_process_for_each_in_which_the_card_held_its_clocks_back) {
  record_baseline();
  const Outcome outcome = gate({"--fake_slow=stream/e:1.03", "--fake_held_back=stream/e:7", count_starts()});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.out;
  EXPECT_THAT(outcome.err, HasSubstr("clocks were held back in some: 1 more process"));
  EXPECT_EQ(starts(), 11U);
}

TEST_F(GateCommandTest, a_red_row_is_counted_once_more_for_its_cause_where_the_baseline_has_counters) {
  record_baseline({}, {"--counters"});
  const Outcome outcome =
      gate({"--fake_slow=stream/e:1.03", "--fake_counter=stream/e:400", count_starts()}, {"--json", file("v.json")});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("1 benchmark once more, with hardware counters"));
  EXPECT_THAT(outcome.out, HasSubstr("cause: executed global loads 100 -> 400"));
  EXPECT_EQ(starts(), 11U);
  const auto json = nlohmann::json::parse(text_of_file(file("v.json")));
  EXPECT_EQ(json["exit_code"], 1);
  EXPECT_EQ(json["verdicts"][0]["key"], "stream/e");
  EXPECT_EQ(json["verdicts"][0]["causes"][0], "executed global loads 100 -> 400");
}

TEST_F(GateCommandTest, counters_that_the_policy_gates_turn_a_row_red_at_an_unchanged_time) {
  record_baseline({}, {"--counters"});
  write("baselines/nvidia-test.policy.yaml", "warpmark_policy: 1\ncounters: {gpu_inst_*: exact}\n");
  EXPECT_EQ(gate({}).exit_code, 0);
  const Outcome outcome = gate({"--fake_counter=stream/e:400", count_starts()}, {"-o", file("run.json")});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("counter changed"), HasSubstr("gpu_inst_global_ld 100 -> 400")));
  EXPECT_EQ(starts(), 6U);
  EXPECT_EQ(check(file("run.json")).exit_code, 1);  // the file says it as well
}

TEST_F(GateCommandTest, a_cast_measured_again_without_its_ceiling_has_no_percent_of_it) {
  const std::string cast = "quantize/cast/shape:1000x1000/l2:cold";
  const Words bench = {"--fake_keys=" + cast + ",quantize/ceiling/bytes:2to1/shape:1000x1000/l2:cold",
                       "--fake_moves=2,1"};
  record_baseline(bench);
  Words slow = bench;
  slow.push_back("--fake_slow=" + cast + ":2");
  EXPECT_EQ(gate(slow, {"-o", file("run.json")}).exit_code, 1);
  int confirming = 0;
  for (const Row& row : read_run(file("run.json")).rows) {
    EXPECT_EQ(row.counter("gpu_ceiling_percent").has_value(), row.key == cast && row.process < 5) << row.key;
    confirming += row.process >= 5;
  }
  EXPECT_EQ(confirming, 5);
}

TEST_F(GateCommandTest, a_flake_of_the_screen_is_not_confirmed_and_green) {
  record_baseline();
  const Outcome outcome = gate({"--fake_slow=stream/e:1.03", count_starts(), "--fake_faulty_starts=5"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_EQ(starts(), 10U);
}

TEST_F(GateCommandTest, no_baseline_for_the_card_exits_77_before_measuring_and_says_how_to_make_one) {
  const Outcome outcome = gate({count_starts()});
  EXPECT_EQ(outcome.exit_code, 77);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("no baseline for NVIDIA Test, 132 SMs"), HasSubstr("warpmark record")));
  EXPECT_EQ(starts(), 0U);
}

TEST_F(GateCommandTest, no_gpu_exits_77_with_the_reason) {
  const Outcome outcome = gate({"--fake_gpu=none"});
  EXPECT_EQ(outcome.exit_code, 77);
  EXPECT_THAT(outcome.err, HasSubstr("no CUDA driver"));
}

TEST_F(GateCommandTest, a_skipped_gate_replaces_the_verdicts_of_another_night_by_its_reason) {
  record_baseline();
  const Words reports = {"--json", file("v.json"), "--markdown", file("v.md")};
  EXPECT_EQ(gate({}, reports).exit_code, 0);
  EXPECT_EQ(gate({"--fake_gpu=none"}, reports).exit_code, 77);
  const auto json = nlohmann::json::parse(text_of_file(file("v.json")));
  EXPECT_EQ(json["exit_code"], 77);
  EXPECT_THAT(json["skipped"], HasSubstr("no CUDA driver"));
  EXPECT_TRUE(json["verdicts"].empty());
  EXPECT_THAT(text_of_file(file("v.md")), HasSubstr("**SKIPPED**: "));
}

TEST_F(GateCommandTest, nothing_in_common_with_the_baseline_exits_3_before_measuring) {
  record_baseline();
  const Outcome outcome = gate({"--fake_keys=copy/a/bytes:16,copy/b/bytes:16", count_starts()});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("0 of 2 compared"));
  EXPECT_EQ(starts(), 0U);
}

TEST_F(GateCommandTest, a_filter_leaves_the_other_rows_of_the_baseline_out) {
  record_baseline();
  const Outcome outcome = gate({"--benchmark_filter=copy"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_THAT(outcome.last_line(), HasSubstr("3 pass"));
}

// Canaries.

const std::string with_canaries = "--fake_keys=canary/copy/l2:warm,copy/a,copy/b,canary/copy/l2:cold,stream/e";

TEST_F(GateCommandTest, canaries_are_measured_first_and_last_whatever_the_filter_says) {
  record_baseline({with_canaries});
  const Outcome outcome = gate({with_canaries, "--benchmark_filter=copy/[ab]", "--fake_order=" + file("order")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  std::istringstream order(text_of_file(file("order")));
  std::vector<std::string> keys;
  for (std::string key; std::getline(order, key);) {
    if (!key.empty()) {
      keys.push_back(key);
      continue;
    }
    EXPECT_EQ(keys.size(), 4U);
    EXPECT_EQ(keys.front(), "canary/copy/l2:cold");
    EXPECT_EQ(keys.back(), "canary/copy/l2:warm");
    keys.clear();
  }
}

TEST_F(GateCommandTest, a_card_that_drifted_is_inconclusive_and_not_red) {
  record_baseline({with_canaries});
  const Outcome outcome =
      gate({with_canaries, "--fake_slow=canary/copy/l2:cold:1.02,canary/copy/l2:warm:1.02,stream/e:1.03"});
  EXPECT_EQ(outcome.exit_code, 3) << outcome.out;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("inconclusive (drift)  stream/e"), HasSubstr("note: the card drifted")));
}

TEST_F(GateCommandTest, a_card_that_calms_down_while_the_suspects_are_measured_again_is_judged_by_them) {
  record_baseline({with_canaries});
  const Outcome outcome = gate(
      {with_canaries, "--fake_slow=canary/copy/l2:warm:1.02,stream/e:1.03", count_starts(), "--fake_faulty_starts=5"});
  EXPECT_THAT(outcome.out, testing::Not(HasSubstr("regression (")));
  EXPECT_EQ(starts(), 10U);
}

TEST_F(GateCommandTest, a_canary_that_fails_leaves_slow_rows_undecided_and_is_not_recorded) {
  record_baseline({with_canaries});
  const Words broken = {with_canaries, "--fake_error=canary/copy/l2:warm:illegal address", "--fake_slow=stream/e:1.03"};
  const Outcome outcome = gate(broken, {"-o", file("run.json")});
  EXPECT_EQ(outcome.exit_code, 3) << outcome.out;
  EXPECT_THAT(outcome.out, HasSubstr("canary canary/copy/l2:warm could not be measured: illegal address"));
  const std::string before = text_of_file(file("baselines/nvidia-test.yaml"));
  const Outcome record = warpmark({"record", file("run.json"), "--baselines", baselines()});
  EXPECT_EQ(record.exit_code, 2);
  EXPECT_THAT(record.err, HasSubstr("the canary canary/copy/l2:warm failed"));
  EXPECT_EQ(text_of_file(file("baselines/nvidia-test.yaml")), before);
}

// Another build instead of a baseline.

TEST_F(GateCommandTest, a_base_is_measured_in_turns_and_judges_without_a_baseline) {
  write("base", "#!/bin/sh\nexec " FAKE_BENCH " \"$@\" --fake_slow= --fake_order=/dev/null\n");
  fs::permissions(file("base"), fs::perms::owner_all);
  const Outcome outcome =
      gate({"--fake_slow=stream/e:1.03", count_starts(), "--fake_order=" + file("order")}, {"--base", file("base")});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.out << outcome.err;
  EXPECT_THAT(outcome.last_line(), HasSubstr("1 regression, 5 pass"));
  EXPECT_THAT(outcome.out, testing::Not(HasSubstr("provisional")));
  EXPECT_EQ(starts(), 20U) << "five of each, and five of each again for the suspect";

  EXPECT_EQ(gate({}, {"--base", file("base")}).exit_code, 0);
  const Outcome absent = gate({}, {"--base", file("none")});
  EXPECT_EQ(absent.exit_code, 2);
  EXPECT_THAT(absent.err, HasSubstr(file("none")));
  EXPECT_EQ(gate({}, {"--base", file("base"), "--resume", "-o", file("run.json")}).exit_code, 2);
}

TEST_F(GateCommandTest, resume_goes_on_with_the_screen_that_is_there) {
  record_baseline();
  EXPECT_EQ(gate({}, {"--resume"}).exit_code, 2) << "with which file?";
  ASSERT_EQ(with_bench({"run", "-o", file("run.json"), "--processes", "3"}, {}).exit_code, 0);
  const Outcome outcome = gate({count_starts()}, {"-o", file("run.json"), "--resume"});
  EXPECT_EQ(outcome.exit_code, 2) << "other arguments of the program";
  ASSERT_EQ(with_bench({"run", "-o", file("run.json"), "--processes", "3"}, {count_starts()}).exit_code, 0);
  EXPECT_EQ(gate({count_starts()}, {"-o", file("run.json"), "--resume"}).exit_code, 0);
  EXPECT_EQ(starts(), 5U) << "three of the run, two of the gate";
}

TEST_F(GateCommandTest, a_policy_that_cannot_be_read_is_said_of_any_gpu_and_before_one_is_asked_for) {
  write("baselines/nvidia-other.policy.yaml", "warpmark_policy: 1\ntolerence: 1%\n");
  const Outcome outcome = gate({"--fake_gpu=none"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("nvidia-other.policy.yaml:2: tolerence: unknown key"),
                                 HasSubstr("did you mean tolerance?")));
}

TEST_F(GateCommandTest, a_slice_of_the_card_is_not_judged_by_the_whole_ones_baseline) {
  record_baseline();
  const Outcome outcome = gate({"--fake_mig=1g.18gb", count_starts()});
  EXPECT_EQ(outcome.exit_code, 77);
  EXPECT_THAT(outcome.err, HasSubstr("no baseline for NVIDIA Test, 132 SMs, 140 GiB, MIG 1g.18gb"));
  EXPECT_EQ(starts(), 0U);
}

TEST_F(GateCommandTest, fewer_processes_than_the_minimum_decide_nothing) {
  record_baseline();
  ASSERT_EQ(with_bench({"run", "-o", file("run.json"), "--processes", "4"}, {"--fake_slow=stream/e:1.03"}).exit_code,
            0);
  const Outcome outcome = check(file("run.json"));
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.out, HasSubstr("inconclusive (too few processes)  stream/e"));
}

TEST_F(GateCommandTest, verdicts_go_to_markdown_and_junit_as_well) {
  record_baseline();
  const Outcome outcome = gate({"--fake_slow=stream/e:1.03"},
                               {"--markdown", file("v.md"), "--junit", file("v.xml"), "--json", file("v.json")});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
  EXPECT_THAT(text_of_file(file("v.md")),
              AllOf(HasSubstr("**FAIL**: 0 missing, 1 regression, 5 pass"), HasSubstr("`stream/e`")));
  EXPECT_THAT(text_of_file(file("v.xml")), AllOf(HasSubstr("failures=\"1\""), HasSubstr("name=\"stream/e\"")));
  EXPECT_EQ(gate({}, {"--markdown", file("none/v.md")}).exit_code, 2);
}

TEST_F(GateCommandTest, a_crashing_benchmark_is_red) {
  record_baseline();
  const Outcome outcome = gate({"--fake_crash=copy/b"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("SIGSEGV"));
}

TEST_F(GateCommandTest, a_benchmark_that_vanished_is_red) {
  record_baseline();
  const Outcome outcome = gate({"--fake_omit=copy/b"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out, HasSubstr("copy/b"));
}

}  // namespace
}  // namespace warpmark
