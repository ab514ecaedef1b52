// The input cases end to end: from files to messages and exit codes.
#include "cli_fixture.h"
#include "fmt/format.h"
#include "harness/baseline/baseline.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class InputCase : public CliTest {
 protected:
  struct Entry {
    Entry(std::string of, double us = 10, std::string failed = "")  // NOLINT(google-explicit-constructor)
        : key(std::move(of)), time_us(us), error(std::move(failed)) {}

    std::string key;
    double time_us;
    std::string error;
  };

  /// A run of five agreeing processes on the test card.
  static warpmark::Run run_of(const std::vector<Entry>& entries) {
    warpmark::Run run;
    run.facts.gpu.name = "NVIDIA Test";
    run.facts.gpu.uuid = "GPU-fake";
    run.facts.gpu.arch = "sm_90";
    run.facts.gpu.sm_count = 132;
    run.facts.gpu.memory_gib = 140;
    run.facts.gpu.power_limit_w = 700;
    run.facts.gpu.mig = "none";
    run.facts.driver = "580.159.04";
    run.facts.timer = "cupti";
    run.context = {{"date", "2026-12-01T00:00:00"}};
    for (int process = 0; process < 5; ++process) {
      for (const Entry& entry : entries) {
        Row row;
        row.key = entry.key;
        row.name = entry.key;
        row.process = process;
        row.time_us = entry.time_us;
        if (!entry.error.empty()) row.error = entry.error;
        run.rows.push_back(row);
      }
    }
    return run;
  }

  std::string written(const warpmark::Run& run, const std::string& name = "run.json") const {
    write_run(run, file(name));
    return file(name);
  }

  Outcome record(const warpmark::Run& run) const {
    return warpmark({"record", written(run, "base.json"), "--baselines", baselines()});
  }

  Baseline baseline() const { return read_baseline(baselines() + "/nvidia-test.yaml"); }
};

TEST_F(InputCase, C03_an_empty_or_cut_file_exits_2_with_line_and_column) {
  record(run_of({{"k"}}));
  write("empty.json", "");
  const std::string whole = text_of_file(written(run_of({{"k"}, {"j"}})));
  write("cut.json", whole.substr(0, whole.find(R"("j")")));
  for (const char* name : {"empty.json", "cut.json"}) {
    for (const char* command : {"check", "record"}) {
      const Outcome outcome = warpmark({command, file(name), "--baselines", baselines()});
      EXPECT_EQ(outcome.exit_code, 2) << command << ' ' << name;
      EXPECT_THAT(outcome.err, testing::ContainsRegex(std::string(name) + ":[0-9]+:[0-9]+"));
      EXPECT_EQ(outcome.out, "");
    }
  }
}

TEST_F(InputCase, C10_an_errored_row_fails_and_is_not_recorded) {
  record(run_of({{"k"}, {"j"}}));
  const warpmark::Run errored = run_of({{"k", 10.02}, {"j", 0, "CUDA OOM"}, {"new", 0, "CUDA OOM"}});
  const Outcome outcome = check(written(errored));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("CUDA OOM"), Not(HasSubstr("improved"))));

  const Outcome recorded = record(errored);
  EXPECT_EQ(recorded.exit_code, 1);
  EXPECT_THAT(recorded.out, AllOf(HasSubstr("refused"), HasSubstr("CUDA OOM")));
  EXPECT_FALSE(baseline().rows.contains("new"));
  EXPECT_TRUE(baseline().rows.contains("k"));
}

TEST_F(InputCase, C12_a_baseline_of_0_exits_2) {
  record(run_of({{"k", 12.5}}));
  const std::string yaml = baselines() + "/nvidia-test.yaml";
  std::string text = text_of_file(yaml);
  text.replace(text.find("12.5"), 4, "0.00");
  std::ofstream(yaml) << text;
  const Outcome outcome = check(written(run_of({{"k", 12.5}})));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("nvidia-test.yaml:"));
}

TEST_F(InputCase, C15_no_overlap_exits_3) {
  record(run_of({{"k"}, {"j"}}));
  const Outcome outcome = check(written(run_of({{"k/bytes:16"}, {"j/bytes:16"}})));
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.out, HasSubstr("0 of 2 compared"));
}

TEST_F(InputCase, C16_a_missing_row_fails_unless_it_was_removed_on_purpose) {
  record(run_of({{"k"}, {"j"}}));
  const Outcome missing = check(written(run_of({{"k"}})));
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.out, HasSubstr("missing"));
  EXPECT_THAT(missing.last_line(), HasSubstr("1 missing"));

  std::ofstream(baselines() + "/nvidia-test.policy.yaml") << "warpmark_policy: 1\nremoved: [j]\n";
  EXPECT_EQ(check(file("run.json")).exit_code, 0);
}

TEST_F(InputCase, C17_nine_of_ten_errored_fails_with_the_counts_on_the_last_line) {
  std::vector<Entry> good;
  std::vector<Entry> bad;
  for (int i = 0; i < 10; ++i) {
    good.emplace_back(fmt::format("k{}", i));
    bad.emplace_back(fmt::format("k{}", i), 10, i == 0 ? "" : "CUDA OOM");
  }
  record(run_of(good));
  const Outcome outcome = check(written(run_of(bad)));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.last_line(), AllOf(HasSubstr("9 error"), HasSubstr("1 pass")));
}

TEST_F(InputCase, C18_all_faster_passes_as_stale_and_256_regressions_exit_1) {
  std::vector<Entry> base;
  std::vector<Entry> faster;
  std::vector<Entry> slower;
  for (int i = 0; i < 256; ++i) {
    const std::string key = fmt::format("k{}", i);
    base.emplace_back(key, 10);
    faster.emplace_back(key, 7);
    slower.emplace_back(key, 13);
  }
  record(run_of(base));
  const Outcome stale = check(written(run_of(faster)));
  EXPECT_EQ(stale.exit_code, 0);
  EXPECT_THAT(stale.out, HasSubstr("record"));
  EXPECT_THAT(stale.last_line(), HasSubstr("256 improved"));
  const Outcome red = check(written(run_of(slower)));
  EXPECT_EQ(red.exit_code, 1);
  EXPECT_THAT(red.last_line(), HasSubstr("256 regression"));
}

TEST_F(InputCase, C19_keys_that_yaml_would_misread_come_back_identical) {
  const std::vector<std::string> keys = {"no", "null", "1e3", "- x", "k: v", "#c", "trailing "};
  const std::vector<Entry> entries(keys.begin(), keys.end());
  EXPECT_EQ(record(run_of(entries)).exit_code, 0);
  for (const std::string& key : keys) EXPECT_TRUE(baseline().rows.contains(key)) << key;
  const Outcome outcome = check(written(run_of(entries)));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_THAT(outcome.last_line(), HasSubstr("7 pass"));
}

TEST_F(InputCase, C20_a_misspelt_key_exits_2_with_a_suggestion) {
  record(run_of({{"k"}}));
  std::ofstream(baselines() + "/nvidia-test.policy.yaml") << "warpmark_policy: 1\ntolerence: 5%\n";
  const Outcome outcome = check(written(run_of({{"k"}})));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("nvidia-test.policy.yaml:2"), HasSubstr("tolerance")));
}

TEST_F(InputCase, C25_another_power_limit_is_inconclusive) {
  record(run_of({{"k"}}));
  warpmark::Run run = run_of({{"k", 15}});
  run.facts.gpu.power_limit_w = 450;
  const Outcome outcome = check(written(run));
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("inconclusive"), HasSubstr("power limit")));
  EXPECT_EQ(check(file("run.json"), {"--inconclusive", "warn"}).exit_code, 3) << "nothing was compared";
}

TEST_F(InputCase, a_run_of_a_card_without_baseline_exits_77_and_says_how_to_make_one) {
  const Outcome outcome = check(written(run_of({{"k"}})), {"--json", file("v.json")});
  EXPECT_EQ(outcome.exit_code, 77);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("no baseline for NVIDIA Test"), HasSubstr("warpmark record")));
  const auto json = nlohmann::json::parse(text_of_file(file("v.json")));
  EXPECT_THAT(json["skipped"], HasSubstr("no baseline for NVIDIA Test"));
  EXPECT_THAT(json["headlines"][0], HasSubstr("remedy: make one"));
}

TEST_F(InputCase, a_plain_google_benchmark_file_does_not_say_its_gpu_and_exits_2) {
  write("plain.json", R"({"context": {}, "benchmarks": []})");
  const Outcome outcome = check(file("plain.json"));
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("does not say on which GPU"));
}

TEST_F(InputCase, new_rows_pass_unless_a_baseline_is_required) {
  record(run_of({{"k"}}));
  const std::string run = written(run_of({{"k"}, {"new"}}));
  EXPECT_EQ(check(run).exit_code, 0);
  EXPECT_EQ(check(run, {"--require-baseline"}).exit_code, 1);
}

TEST_F(InputCase, colour_only_when_asked_for) {
  record(run_of({{"k"}}));
  const std::string run = written(run_of({{"k", 15}}));
  EXPECT_EQ(check(run).out.find('\033'), std::string::npos);
  EXPECT_NE(check(run, {"--color", "always"}).out.find('\033'), std::string::npos);
}

TEST_F(InputCase, verbose_shows_rows_that_pass) {
  record(run_of({{"k-that-passes"}}));
  const std::string run = written(run_of({{"k-that-passes"}}));
  EXPECT_THAT(check(run).out, Not(HasSubstr("k-that-passes")));
  EXPECT_THAT(check(run, {"--verbose"}).out, HasSubstr("k-that-passes"));
}

TEST_F(InputCase, a_folder_of_baselines_that_is_not_there_is_a_mistake_and_no_skip) {
  const Outcome outcome = warpmark({"check", written(run_of({{"k"}})), "--baselines", file("baslines")});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("baslines"));
}

TEST_F(InputCase, a_dry_run_shows_the_changes_and_writes_nothing) {
  const Outcome outcome = warpmark({"record", written(run_of({{"k"}})), "--baselines", baselines(), "--dry-run"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("added"), HasSubstr("would write")));
  EXPECT_TRUE(std::filesystem::is_empty(baselines()));
}

TEST_F(InputCase, of_many_rows_that_are_added_the_first_are_shown) {
  std::vector<Entry> rows;
  for (int i = 0; i < 12; ++i) rows.push_back({"k" + std::to_string(i)});
  const std::string run = written(run_of(rows));
  const Outcome outcome = warpmark({"record", run, "--baselines", baselines(), "--dry-run"});
  EXPECT_THAT(outcome.out, HasSubstr("... and 2 more added (--verbose shows all)"));
  EXPECT_THAT(outcome.last_line(), HasSubstr("12 added"));
  EXPECT_THAT(warpmark({"record", run, "--baselines", baselines(), "--dry-run", "--verbose"}).out,
              Not(HasSubstr("more added")));
}

TEST_F(InputCase, several_runs_become_several_sessions) {
  warpmark::Run other = run_of({{"k"}});
  other.facts.gpu.uuid = "GPU-other";
  const Outcome outcome =
      warpmark({"record", written(run_of({{"k"}}), "a.json"), written(other, "b.json"), "--baselines", baselines()});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(baseline().sessions.size(), 2U);
}

TEST_F(InputCase, another_make_of_the_same_name_gets_a_file_of_its_own) {
  record(run_of({{"k"}}));
  warpmark::Run slice = run_of({{"k"}});
  slice.facts.gpu.sm_count = 16;
  slice.facts.gpu.memory_gib = 18;
  slice.facts.gpu.mig = "1g.18gb";
  EXPECT_EQ(record(slice).exit_code, 0);
  EXPECT_EQ(baseline().gpu.sm_count, 132);
  EXPECT_EQ(check(written(slice)).exit_code, 0);
}

TEST_F(InputCase, changed_results_are_recorded_only_when_accepted) {
  warpmark::Run before = run_of({{"k"}, {"j"}});
  warpmark::Run after = run_of({{"k"}, {"j"}});
  after.context = {{"date", "2026-12-02T00:00:00"}};
  for (Row& row : before.rows) row.counters["gpu_output_hash"] = 1;
  for (Row& row : after.rows) row.counters["gpu_output_hash"] = row.key == "k" ? 2 : 1;
  record(before);
  EXPECT_EQ(record(after).exit_code, 1);
  EXPECT_EQ(baseline().rows.at("k").output_hash, 1U);
  after.context = {{"date", "2026-12-03T00:00:00"}};
  EXPECT_EQ(warpmark({"record", written(after), "--baselines", baselines(), "--accept-numerics"}).exit_code, 0);
  EXPECT_EQ(baseline().rows.at("k").output_hash, 2U);
}

}  // namespace
}  // namespace warpmark
