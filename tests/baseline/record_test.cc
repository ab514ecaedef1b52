#include "harness/baseline/record.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "harness/run/input_error.h"
#include "harness/run/json_file.h"

namespace warpmark {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

Row row(const std::string& key, int process, double time_us) {
  Row row;
  row.key = row.name = key;
  row.process = process;
  row.time_us = time_us;
  row.counters["gpu_sm_mhz"] = 1965;
  return row;
}

/// Three processes of benchmark k on card `uuid`.
warpmark::Run run_on(const std::string& uuid, double shift_us = 0) {
  warpmark::Run run;
  run.context = {{"date", "2026-12-01T10:00:00+00:00"}};
  run.facts.gpu.name = "NVIDIA H200";
  run.facts.gpu.uuid = uuid;
  run.facts.gpu.sm_count = 132;
  run.facts.gpu.memory_gib = 140;
  run.facts.gpu.sm_mhz = 1980;
  run.facts.gpu.memory_mhz = 3201;
  run.facts.gpu.ecc = true;
  run.facts.driver = "580.159.04";
  run.facts.compiler = "nvcc 13.0.88";
  run.facts.timer = "cupti";
  for (int process = 0; process < 3; ++process) run.rows.push_back(row("k", process, 1465 + shift_us + process));
  return run;
}

Baseline recorded(const warpmark::Run& run) {
  Baseline baseline = baseline_for(run);
  record(baseline, run);
  return baseline;
}

std::string record_refusal(Baseline baseline, const warpmark::Run& run) {
  try {
    record(baseline, run);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

std::vector<std::pair<RecordChange::Kind, std::string>> kinds(const std::vector<RecordChange>& changes) {
  std::vector<std::pair<RecordChange::Kind, std::string>> all;
  for (const RecordChange& change : changes) all.emplace_back(change.kind, change.key);
  return all;
}

TEST(Record, a_first_run_makes_session_s1) {
  Baseline baseline = baseline_for(run_on("GPU-1"));
  const auto changes = record(baseline, run_on("GPU-1"));
  EXPECT_THAT(kinds(changes), ElementsAre(Pair(RecordChange::Kind::added, "k")));
  EXPECT_EQ(changes[0].text, "1466.0 us, 3 processes");
  EXPECT_EQ(baseline.gpu.uuid, "");
  ASSERT_EQ(baseline.sessions.size(), 1U);
  EXPECT_EQ(baseline.sessions[0].id, "s1");
  EXPECT_EQ(baseline.sessions[0].date, "2026-12-01");
  EXPECT_EQ(baseline.sessions[0].uuid, "GPU-1");
  EXPECT_EQ(baseline.sessions[0].sm_mhz, 1965);  // as seen under load
  EXPECT_EQ(baseline.sessions[0].memory_mhz, 3201);
  EXPECT_THAT(baseline.rows.at("k").time_us.at("s1"), ElementsAre(1465, 1466, 1467));
}

TEST(Record, another_card_is_another_session) {
  Baseline baseline = recorded(run_on("GPU-1"));
  const auto changes = record(baseline, run_on("GPU-2", -1));
  EXPECT_THAT(kinds(changes), ElementsAre(Pair(RecordChange::Kind::extended, "k")));
  EXPECT_EQ(changes[0].text, "1466.0 -> 1465.0 us (-0.07 %)");
  ASSERT_EQ(baseline.sessions.size(), 2U);
  EXPECT_THAT(baseline.rows.at("k").time_us.at("s2"), ElementsAre(1464, 1465, 1466));
}

TEST(Record, the_same_card_and_day_extend_the_session) {
  Baseline baseline = recorded(run_on("GPU-1"));
  record(baseline, run_on("GPU-1", 0.5));
  EXPECT_EQ(baseline.sessions.size(), 1U);
  EXPECT_THAT(baseline.rows.at("k").time_us.at("s1"), ElementsAre(1465, 1466, 1467, 1465.5, 1466.5, 1467.5));
}

TEST(Record, another_driver_or_day_on_the_same_card_is_another_session) {
  Baseline baseline = recorded(run_on("GPU-1"));
  warpmark::Run run = run_on("GPU-1", 0.5);
  run.facts.driver = "590.1";
  record(baseline, run);
  run = run_on("GPU-1", 0.7);
  run.context["date"] = "2026-12-02T10:00:00+00:00";
  record(baseline, run);
  EXPECT_EQ(baseline.sessions.size(), 3U);
  EXPECT_EQ(baseline.sessions[2].id, "s3");
}

TEST(Record, a_new_id_is_never_one_that_was_used) {
  Baseline baseline = recorded(run_on("GPU-1"));
  baseline.sessions[0].id = "s7";
  record(baseline, run_on("GPU-2"));
  EXPECT_EQ(baseline.sessions[1].id, "s8");
}

TEST(Record, takes_one_value_per_process_the_median_of_its_repetitions) {
  warpmark::Run run = run_on("GPU-1");
  run.rows = {row("k", 0, 10), row("k", 0, 30), row("k", 0, 11), row("k", 1, 12)};
  EXPECT_THAT(recorded(run).rows.at("k").time_us.at("s1"), ElementsAre(11, 12));
}

TEST(Record, leaves_unmeasured_benchmarks_alone) {
  Baseline baseline = recorded(run_on("GPU-1"));
  warpmark::Run run = run_on("GPU-2");
  for (Row& each : run.rows) each.key = "j";
  EXPECT_THAT(kinds(record(baseline, run)), ElementsAre(Pair(RecordChange::Kind::added, "j")));
  EXPECT_THAT(baseline.rows.at("k").time_us, UnorderedElementsAre(Pair("s1", ElementsAre(1465, 1466, 1467))));
}

TEST(InputCase, C10_an_errored_row_is_not_recorded) {
  warpmark::Run run = run_on("GPU-1");
  run.rows.push_back(row("j", 0, 0));
  run.rows.back().error = "CUDA OOM";
  Baseline baseline = baseline_for(run);
  const auto changes = record(baseline, run);
  EXPECT_THAT(kinds(changes),
              ElementsAre(Pair(RecordChange::Kind::refused, "j"), Pair(RecordChange::Kind::added, "k")));
  EXPECT_EQ(changes[0].text, "failed: CUDA OOM (process 0)");
  EXPECT_FALSE(baseline.rows.contains("j"));
}

TEST(InputCase, C10_one_errored_process_refuses_the_benchmark) {
  warpmark::Run run = run_on("GPU-1");
  run.rows.push_back(row("j", 0, 10));
  run.rows.push_back(row("j", 1, 0));
  run.rows.back().error = "wrong result";
  Baseline baseline = baseline_for(run);
  EXPECT_THAT(kinds(record(baseline, run)),
              ElementsAre(Pair(RecordChange::Kind::refused, "j"), Pair(RecordChange::Kind::added, "k")));
}

TEST(InputCase, C11_a_skipped_row_is_not_recorded) {
  warpmark::Run run = run_on("GPU-1");
  run.rows.push_back(row("j", 0, 0));
  run.rows.back().skipped = "needs sm_100";
  Baseline baseline = baseline_for(run);
  EXPECT_EQ(record(baseline, run)[0].text, "skipped: needs sm_100 (process 0)");
  EXPECT_FALSE(baseline.rows.contains("j"));
}

TEST(InputCase, C06_aggregates_are_not_recorded) {
  warpmark::Run run = run_on("GPU-1");
  run.rows.push_back(row("j", 0, 10));
  run.rows.back().is_aggregate_fallback = true;
  Baseline baseline = baseline_for(run);
  EXPECT_THAT(record(baseline, run)[0].text, HasSubstr("no raw values"));
}

TEST(InputCase, C02_a_time_that_is_not_finite_is_not_recorded) {
  warpmark::Run run = run_on("GPU-1");
  run.rows.push_back(parse_run(R"({"benchmarks": [{"name": "j", "real_time": NaN, "time_unit": "us"}]})", "f").rows[0]);
  Baseline baseline = baseline_for(run);
  EXPECT_THAT(kinds(record(baseline, run)),
              ElementsAre(Pair(RecordChange::Kind::refused, "j"), Pair(RecordChange::Kind::added, "k")));
}

TEST(Record, refuses_throttled_rows) {
  warpmark::Run run = run_on("GPU-1");
  run.rows.push_back(row("j", 2, 10));
  run.rows.back().counters["gpu_throttle"] = 8;
  Baseline baseline = baseline_for(run);
  EXPECT_EQ(record(baseline, run)[0].text, "the clock was throttled (process 2)");
  EXPECT_FALSE(baseline.rows.contains("j"));
}

warpmark::Run hashed(warpmark::Run run, double hash) {
  for (Row& each : run.rows) each.counters["gpu_output_hash"] = hash;
  return run;
}

TEST(Record, refuses_changed_numerics_unless_they_are_accepted) {
  Baseline baseline = recorded(hashed(run_on("GPU-1"), 7));
  EXPECT_EQ(baseline.rows.at("k").output_hash, 7U);
  EXPECT_THAT(record_refusal(baseline, hashed(run_on("GPU-2"), 8)), HasSubstr("numerics changed"));
  const auto changes = record(baseline, hashed(run_on("GPU-2"), 8), {}, {.numerics = true});
  EXPECT_THAT(kinds(changes), ElementsAre(Pair(RecordChange::Kind::rehashed, "k")));
  EXPECT_EQ(baseline.rows.at("k").output_hash, 8U);
}

/// `run` of a kernel whose machine code hashes to `hash`.
warpmark::Run of_code(warpmark::Run run, const std::string& hash) {
  for (Row& each : run.rows) each.kernels = {"kernel"};
  run.code.kernels["kernel"] = {hash, {}, {}};
  return run;
}

TEST(Record, changed_machine_code_that_moved_replaces_the_times_of_before) {
  Baseline baseline = recorded(of_code(run_on("GPU-1"), "aa"));
  record(baseline, of_code(run_on("GPU-2", 3), "aa"));
  const auto changes = record(baseline, of_code(run_on("GPU-3", -100), "bb"));
  EXPECT_THAT(kinds(changes), ElementsAre(Pair(RecordChange::Kind::replaced, "k")));
  EXPECT_THAT(changes[0].text, HasSubstr("2 older sessions of it forgotten"));
  EXPECT_THAT(baseline.rows.at("k").time_us, ElementsAre(Pair("s3", testing::SizeIs(3))));
  EXPECT_EQ(baseline.sessions.size(), 3U) << "other rows may need them";
  EXPECT_THAT(kinds(record(baseline, of_code(run_on("GPU-1", -60), "bb"))),
              ElementsAre(Pair(RecordChange::Kind::extended, "k")));
  EXPECT_EQ(baseline.rows.at("k").time_us.size(), 2U);
}

TEST(Record, times_that_agree_are_kept_whatever_the_machine_code) {
  Baseline baseline = recorded(of_code(run_on("GPU-1"), "aa"));
  EXPECT_THAT(kinds(record(baseline, of_code(run_on("GPU-2", 10), "bb"))),
              ElementsAre(Pair(RecordChange::Kind::extended, "k")));
  EXPECT_EQ(baseline.rows.at("k").time_us.size(), 2U);
}

TEST(Record, times_that_differ_are_kept_unless_they_are_known_to_be_of_another_program) {
  Baseline baseline = recorded(run_on("GPU-1"));
  record(baseline, run_on("GPU-2", -100));
  EXPECT_EQ(baseline.rows.at("k").time_us.size(), 2U);
  const auto changes = record(baseline, run_on("GPU-3", -200), {}, {.outdated_sessions = {"s1", "s2"}});
  EXPECT_THAT(kinds(changes), ElementsAre(Pair(RecordChange::Kind::replaced, "k")));
  record(baseline, run_on("GPU-4", -300), {}, {.outdated_sessions = {"s1", "s2"}});
  EXPECT_THAT(baseline.rows.at("k").time_us, ElementsAre(Pair("s3", testing::_), Pair("s4", testing::_)));
}

TEST(Record, takes_another_compilers_results_as_the_new_ones) {
  Baseline baseline = recorded(hashed(run_on("GPU-1"), 7));
  warpmark::Run run = hashed(run_on("GPU-1"), 8);
  run.facts.compiler = "nvcc 13.1.5";
  EXPECT_THAT(kinds(record(baseline, run)), ElementsAre(Pair(RecordChange::Kind::extended, "k")));
  EXPECT_EQ(baseline.rows.at("k").output_hash, 8U);
}

TEST(Record, refuses_results_that_differ_between_processes) {
  warpmark::Run run = hashed(run_on("GPU-1"), 7);
  run.rows[1].counters["gpu_output_hash"] = 8;
  EXPECT_THAT(record_refusal(baseline_for(run), run), HasSubstr("differ from process to process"));
}

TEST(Record, keeps_the_counters_that_the_policy_gates) {
  warpmark::Run run = run_on("GPU-1");
  for (Row& each : run.rows) each.counters["gpu_cycles"] = 8388608;
  Policy policy;
  policy.counters.push_back({"gpu_cyc*", true, 0, CounterRule::Better::none});
  Baseline baseline = baseline_for(run);
  record(baseline, run, policy);
  EXPECT_THAT(baseline.rows.at("k").counters, ElementsAre(Pair("gpu_cycles", 8388608)));
  EXPECT_THAT(recorded(run).rows.at("k").counters, IsEmpty());
}

TEST(Record, keeps_what_explains_a_time_whatever_the_policy) {
  warpmark::Run run = run_on("GPU-1");
  for (Row& row : run.rows) row.counters["gpu_registers"] = 16;
  EXPECT_THAT(recorded(run).rows.at("k").counters, ElementsAre(Pair("gpu_registers", 16)));
}

TEST(Record, keeps_the_kernels_and_the_hash_of_their_machine_code_of_the_newest_session) {
  warpmark::Run run = run_on("GPU-1");
  for (Row& row : run.rows) row.kernels = {"kernel"};
  run.code.kernels["kernel"].hash = "aa";
  Baseline baseline = recorded(run);
  EXPECT_THAT(baseline.rows.at("k").kernels, ElementsAre("kernel"));
  EXPECT_EQ(baseline.rows.at("k").sass, "aa");

  warpmark::Run without = run_on("GPU-2", 1);
  record(baseline, without);
  EXPECT_EQ(baseline.rows.at("k").sass, std::nullopt);  // of the code just measured nothing is known
}

TEST(Record, throws_when_the_run_is_of_other_things_than_the_baseline) {
  const Baseline baseline = recorded(run_on("GPU-1"));
  const auto refusal_after = [&](const auto& change) {
    warpmark::Run run = run_on("GPU-2");
    change(run);
    return record_refusal(baseline, run);
  };
  EXPECT_THAT(refusal_after([](auto& run) { run.facts.gpu.sm_count = 16; }), HasSubstr("NVIDIA H200, 16 SMs"));
  EXPECT_THAT(refusal_after([](auto& run) { run.facts.timer = "event"; }),
              HasSubstr("timer is cupti, the run's event"));
  EXPECT_THAT(refusal_after([](auto& run) { run.facts.timer = ""; }), HasSubstr("with which timer"));
  EXPECT_THAT(refusal_after([](auto& run) { run.facts.gpu = {}; }), HasSubstr("does not say on which GPU"));
  EXPECT_THAT(refusal_after([](auto& run) { run.context["warpmark"]["other_processes"] = 2; }),
              HasSubstr("2 other processes"));
  EXPECT_THAT(refusal_after([](auto& run) { run.context.erase("date"); }), HasSubstr("on which day"));
  EXPECT_THAT(refusal_after([](auto& run) { run.context["date"] = "2018/12/01 10:00"; }), HasSubstr("on which day"));
  EXPECT_THAT(refusal_after([](auto& run) { run.context = {}; }), HasSubstr("on which day"));
  EXPECT_THAT(refusal_after([](auto& run) { run.rows.clear(); }), HasSubstr("holds no benchmarks"));
  EXPECT_EQ(refusal_after([](auto& run) { run.context["warpmark"]["other_processes"] = 0; }), "accepted");
}

TEST(Record, throws_and_changes_nothing_when_no_row_can_be_recorded) {
  Baseline baseline = recorded(run_on("GPU-1"));
  warpmark::Run run = run_on("GPU-2");
  for (Row& each : run.rows) each.error = "CUDA OOM";
  EXPECT_THROW(record(baseline, run), InputError);
  EXPECT_EQ(baseline.sessions.size(), 1U);
  EXPECT_EQ(baseline.rows.at("k").time_us.size(), 1U);
}

TEST(Record, refuses_a_run_that_is_already_recorded) {
  EXPECT_THAT(record_refusal(recorded(run_on("GPU-1")), run_on("GPU-1")),
              HasSubstr("session s1 already holds this run"));
}

}  // namespace
}  // namespace warpmark
