#include <gmock/gmock.h>

#include "harness/run/input_error.h"
#include "harness/run/json_file.h"
#include "tests/run/scratch_folder.h"

namespace warpmark {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

Run part(double time_us) {
  warpmark::Run run;
  run.context = {{"date", "2026-12-01T10:00:00+00:00"},
                 {"warpmark", {{"schema", 1}, {"binary_build_id", "ab"}, {"seed", 42}}}};
  run.facts.gpu.name = "NVIDIA H200";
  run.facts.gpu.uuid = "GPU-1";
  run.facts.driver = "580.159.04";
  run.facts.timer = "cupti";
  Row row;
  row.key = row.name = "k";
  row.time_us = time_us;
  run.rows = {row};
  run.notes = {{"k", "a note"}};
  return run;
}

TEST(MergeInto, an_empty_run_takes_over_facts_and_context) {
  warpmark::Run run;
  merge_into(run, part(10), 0);
  EXPECT_EQ(run.facts.gpu.name, "NVIDIA H200");
  EXPECT_EQ(run.context["date"], "2026-12-01T10:00:00+00:00");
  EXPECT_THAT(run.rows, SizeIs(1));
}

TEST(MergeInto, numbers_rows_and_lists_processes) {
  warpmark::Run run;
  for (int process = 0; process < 3; ++process) merge_into(run, part(10 + process), process);
  ASSERT_THAT(run.rows, SizeIs(3));
  EXPECT_EQ(run.rows[2].process, 2);
  EXPECT_EQ(run.rows[2].time_us, 12);
  EXPECT_THAT(run.notes, SizeIs(1));
  const auto& processes = run.context["warpmark"]["processes"];
  ASSERT_THAT(processes, SizeIs(3));
  EXPECT_EQ(processes[2].dump(), R"({"process":2,"date":"2026-12-01T10:00:00+00:00","seed":42})");
}

TEST(MergeInto, the_reader_accepts_what_it_made) {
  warpmark::Run run;
  for (int process = 0; process < 2; ++process) merge_into(run, part(10 + process), process);
  const ScratchFolder folder;
  write_run(run, folder.path() / "run.json");
  const warpmark::Run back = read_run(folder.path() / "run.json");
  ASSERT_THAT(back.rows, SizeIs(2));
  EXPECT_EQ(back.rows[1].process, 1);
  EXPECT_EQ(back.context, run.context);
}

TEST(MergeInto, plain_files_merge_too) {
  warpmark::Run run;
  warpmark::Run plain = part(10);
  plain.facts = {};
  plain.context = {{"host_name", "h"}};
  merge_into(run, plain, 0);
  merge_into(run, plain, 1);
  const ScratchFolder folder;
  write_run(run, folder.path() / "run.json");
  EXPECT_EQ(read_run(folder.path() / "run.json").rows.at(1).process, 1);
}

TEST(MergeInto, refuses_a_process_of_another_card_timer_driver_or_program) {
  const auto refusal = [](const auto& change) -> std::string {
    warpmark::Run run;
    merge_into(run, part(10), 0);
    warpmark::Run other = part(10);
    change(other);
    try {
      merge_into(run, other, 1);
    } catch (const InputError& error) {
      EXPECT_THAT(run.rows, SizeIs(1));
      return error.what();
    }
    return "accepted";
  };
  EXPECT_THAT(refusal([](warpmark::Run& r) { r.facts.gpu.uuid = "GPU-2"; }),
              HasSubstr("UUID is \"GPU-2\", and \"GPU-1\""));
  EXPECT_THAT(refusal([](warpmark::Run& r) { r.facts.gpu.name = "NVIDIA A100"; }), HasSubstr("GPU"));
  EXPECT_THAT(refusal([](warpmark::Run& r) { r.facts.timer = "event"; }), HasSubstr("timer"));
  EXPECT_THAT(refusal([](warpmark::Run& r) { r.facts.driver = "570.1"; }), HasSubstr("driver"));
  EXPECT_THAT(refusal([](warpmark::Run& r) { r.context["warpmark"]["binary_build_id"] = "cd"; }),
              HasSubstr("build id of the program"));
}

}  // namespace
}  // namespace warpmark
