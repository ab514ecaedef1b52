#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "harness/run/input_error.h"
#include "harness/run/json_file.h"
#include "harness/run/text_file.h"
#include "tests/run/scratch_folder.h"

namespace warpmark {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

Row full_row() {
  Row row;
  row.key = "stream/triad/l2:cold";
  row.name = "stream/triad/l2:cold/manual_time";
  row.process = 3;
  row.repetition = 1;
  row.repetitions = 2;
  row.threads = 4;
  row.time_us = 1465.1234567890124;
  row.label = "a \"label\"\n";
  row.timer = "host";
  row.counters = {{"gpu_gbps", 1.0 / 3}, {"gpu_output_hash", 281474976710655.0}, {"tiny", 5e-324}};
  row.params = {{"bytes", 16}, {"l2", "cold"}};
  row.kernels = {"_Z5triadPf"};
  return row;
}

Run full_run() {
  warpmark::Run run;
  run.context = {{"date", "2026-12-01T10:00:00+00:00"},
                 {"warpmark", {{"schema", 1}, {"binary_build_id", "ab"}, {"gpu", {{"rev", "a1"}}}}}};
  run.facts.gpu = {"NVIDIA H200", "GPU-1", "sm_90", 132, 140, 60, 6016, 3201, 1980, 4800, 4814.304, true, "none", 700};
  run.facts.driver = "580.159.04";
  run.facts.cuda = "13.0";
  run.facts.compiler = "nvcc 13.0.88";
  run.facts.timer = "cupti";
  run.facts.clock_step_ns = 32;
  run.facts.commit = "abc1234";
  run.facts.filter = "triad";
  run.code.compiler = "release 13.0, V13.0.88";
  run.code.kernels["_Z5triadPf"] = {"3fd0", {{"global_load_128", 2}}, {{"global_load_128", {"triad.cu:7"}}}};
  run.rows = {full_row()};
  return run;
}

Run written_and_read(const warpmark::Run& run) {
  const ScratchFolder folder;
  write_run(run, folder.path() / "run.json");
  return read_run(folder.path() / "run.json");
}

TEST(JsonWriter, a_row_comes_back_bit_by_bit) {
  const Row row = full_row();
  const Row back = written_and_read(full_run()).rows.at(0);
  EXPECT_EQ(back.key, row.key);
  EXPECT_EQ(back.name, row.name);
  EXPECT_EQ(back.process, row.process);
  EXPECT_EQ(back.repetition, row.repetition);
  EXPECT_EQ(back.repetitions, row.repetitions);
  EXPECT_EQ(back.threads, row.threads);
  EXPECT_EQ(back.time_us, row.time_us);
  EXPECT_EQ(back.label, row.label);
  EXPECT_EQ(back.timer, row.timer);
  EXPECT_EQ(back.counters, row.counters);
  EXPECT_EQ(back.params, row.params);
  EXPECT_EQ(back.kernels, row.kernels);
}

TEST(JsonWriter, facts_and_unknown_context_come_back) {
  const warpmark::Run run = full_run();
  const warpmark::Run back = written_and_read(run);
  EXPECT_EQ(to_json(back.facts), to_json(run.facts));
  EXPECT_EQ(back.facts.filter, "triad");
  EXPECT_EQ(back.facts.gpu.power_limit_w, 700);
  EXPECT_EQ(back.context["date"], run.context["date"]);
  EXPECT_EQ(back.context["warpmark"]["binary_build_id"], "ab");
  EXPECT_EQ(back.context["warpmark"]["gpu"]["rev"], "a1");
}

TEST(JsonWriter, machine_code_comes_back) {
  const warpmark::Run back = written_and_read(full_run());
  EXPECT_EQ(back.code.compiler, "release 13.0, V13.0.88");
  const KernelCode& kernel = back.code.kernels.at("_Z5triadPf");
  EXPECT_EQ(kernel.hash, "3fd0");
  EXPECT_EQ(kernel.metrics.at("global_load_128"), 2U);
  EXPECT_EQ(kernel.places.at("global_load_128").front(), "triad.cu:7");
}

TEST(JsonWriter, machine_code_of_the_wrong_type_is_refused) {
  const auto refused = [](const char* code) {
    try {
      parse_run(fmt::format(R"({{"context": {{"warpmark": {{"schema": 1, "code": {}}}}}, "benchmarks": []}})", code),
                "f");
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(refused("7"), HasSubstr("context.warpmark.code: is not an object"));
  EXPECT_THAT(refused(R"({"kernels": {"k": {"metrics": {"registers": "many"}}}})"),
              HasSubstr("context.warpmark.code.kernels.k.metrics: is of the wrong type"));
}

TEST(JsonWriter, writing_what_was_read_changes_nothing) {
  const ScratchFolder folder;
  write_run(full_run(), folder.path() / "a.json");
  write_run(read_run(folder.path() / "a.json"), folder.path() / "b.json");
  EXPECT_EQ(read_text(folder.path() / "a.json"), read_text(folder.path() / "b.json"));
}

TEST(JsonWriter, keeps_google_benchmarks_fields_in_its_order) {
  EXPECT_THAT(to_json(full_row()).dump(),
              testing::StartsWith(R"({"name":"stream/triad/l2:cold/manual_time",)"
                                  R"("run_name":"stream/triad/l2:cold/manual_time","run_type":"iteration",)"
                                  R"("repetitions":2,"repetition_index":1,"threads":4,"iterations":1,)"
                                  R"("real_time":1465.1234567890124,"cpu_time":1465.1234567890124,"time_unit":"us",)"));
}

TEST(JsonWriter, errors_and_skips_come_back_as_what_they_were) {
  warpmark::Run run;
  run.rows = {full_row(), full_row()};
  run.rows[0].error = "CUDA OOM";
  run.rows[1].skipped = "needs sm_100";
  const warpmark::Run back = written_and_read(run);
  EXPECT_EQ(back.rows[0].error, "CUDA OOM");
  EXPECT_FALSE(back.rows[0].skipped);
  EXPECT_EQ(back.rows[1].skipped, "needs sm_100");
  EXPECT_FALSE(back.rows[1].error);
  EXPECT_EQ(back.rows[0].time_us, 0);
  // A reader that knows only error_occurred must not take a skipped row for a measurement.
  EXPECT_EQ(to_json(run.rows[1])["error_occurred"], true);
}

TEST(InputCase, C01_what_is_not_finite_never_reaches_the_file) {
  warpmark::Run run;
  run.rows = {full_row(), full_row()};
  run.rows[0].counters["nan"] = NAN;
  run.rows[0].counters["inf"] = -std::numeric_limits<double>::infinity();
  run.rows[1].time_us = NAN;
  const ScratchFolder folder;
  write_run(run, folder.path() / "run.json");
  const std::string text = read_text(folder.path() / "run.json");
  EXPECT_TRUE(nlohmann::json::accept(text));
  EXPECT_THAT(text, Not(HasSubstr("null")));
  const warpmark::Run back = read_run(folder.path() / "run.json");
  EXPECT_EQ(back.rows[0].counters, full_row().counters);
  EXPECT_TRUE(back.rows[1].error);
}

TEST(InputCase, C06_a_fallback_stays_a_fallback) {
  warpmark::Run run;
  run.rows = {full_row()};
  run.rows[0].is_aggregate_fallback = true;
  const warpmark::Run back = written_and_read(run);
  ASSERT_THAT(back.rows, SizeIs(1));
  EXPECT_TRUE(back.rows[0].is_aggregate_fallback);
  EXPECT_EQ(back.rows[0].key, run.rows[0].key);
  EXPECT_EQ(back.rows[0].time_us, run.rows[0].time_us);
}

TEST(JsonWriter, a_run_without_rows_or_facts_is_a_plain_file) {
  const warpmark::Run back = written_and_read(warpmark::Run{});
  EXPECT_THAT(back.rows, SizeIs(0));
  EXPECT_FALSE(back.context.contains("warpmark"));
}

TEST(JsonWriter, a_name_that_is_not_utf8_does_not_cost_the_file) {
  warpmark::Run run;
  run.rows = {full_row()};
  run.rows[0].label = "\xff";
  EXPECT_EQ(written_and_read(run).rows[0].label, "\ufffd");
}

TEST(JsonWriter, says_which_file_could_not_be_written) {
  try {
    write_run(warpmark::Run{}, "/nonexistent/run.json");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("/nonexistent/run.json: cannot be written"));
  }
}

}  // namespace
}  // namespace warpmark
