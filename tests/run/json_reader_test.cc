#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "harness/run/input_error.h"
#include "harness/run/json_file.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

std::string file_of(const std::string& entries) {
  return "{\n  \"context\": {\"date\": \"2026-12-01T10:00:00+00:00\"},\n  \"benchmarks\": [\n" + entries + "\n  ]\n}\n";
}

/// An entry as Google Benchmark writes it; `more` are further members, with a leading comma.
std::string entry(const std::string& name, const std::string& real_time, const std::string& unit = "us",
                  const std::string& more = "") {
  return fmt::format(R"(    {{"name": "{0}", "run_name": "{0}", "run_type": "iteration", "repetitions": 1,
      "repetition_index": 0, "threads": 1, "iterations": 1, "real_time": {1}, "cpu_time": 30, "time_unit": "{2}"{3}}})",
                     name, real_time, unit, more);
}

std::string aggregate(const std::string& run_name, const std::string& aggregate_name, const std::string& real_time) {
  return fmt::format(R"(    {{"name": "{0}_{1}", "run_name": "{0}", "run_type": "aggregate", "aggregate_name": "{1}",
      "threads": 1, "iterations": 3, "real_time": {2}, "cpu_time": 30, "time_unit": "us"}})",
                     run_name, aggregate_name, real_time);
}

Run read(const std::string& entries) { return parse_run(file_of(entries), "run.json"); }

/// The message of the InputError that reading `text` must throw.
std::string refusal(const std::string& text) {
  try {
    parse_run(text, "run.json");
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "accepted: " << text;
  return "";
}

std::vector<std::string> texts(const std::vector<Note>& notes) {
  std::vector<std::string> all;
  for (const Note& note : notes) all.push_back(note.where + ": " + note.text);
  return all;
}

TEST(InputCase, C01_bare_NaN_and_Infinity_counters_are_absent_with_a_note) {
  for (const char* value : {"NaN", "nan", "-nan", "-NaN", "Infinity", "-Infinity", "inf", "-inf"}) {
    const warpmark::Run run =
        read(entry("k", "10", "us", fmt::format(", \"gbps\": {}", value)) + ",\n" + entry("j", "5"));
    ASSERT_THAT(run.rows, SizeIs(2)) << value;
    EXPECT_FALSE(run.rows[0].error);
    EXPECT_EQ(run.rows[0].time_us, 10);
    EXPECT_THAT(run.rows[0].counters, IsEmpty());
    EXPECT_EQ(run.rows[1].time_us, 5);
    EXPECT_THAT(texts(run.notes), ElementsAre("k: counter gbps is not a finite number: left out"));
  }
}

TEST(InputCase, C01_NaN_is_tolerated_only_as_a_whole_value) {
  EXPECT_EQ(read(entry("a: NaN, \\\"b: inf", "10", "us", R"(, "label": "x: NaN")")).rows[0].label, "x: NaN");
  EXPECT_THAT(refusal(file_of(entry("k", "10", "us", ", \"gbps\": NaNs"))), HasSubstr("run.json:5:"));
  EXPECT_THAT(refusal(file_of(entry("k", "10", "us", ", NaN: 1"))), HasSubstr("run.json:5:"));
  EXPECT_THAT(refusal(file_of(entry("k", "10", "us", ", \"gbps\": +NaN"))), HasSubstr("run.json:5:"));
}

TEST(InputCase, C02_a_time_that_is_not_finite_is_an_error_row) {
  for (const char* time : {"NaN", "Infinity", "-inf", "null"}) {
    const warpmark::Run run = read(entry("k", time));
    ASSERT_THAT(run.rows, SizeIs(1)) << time;
    EXPECT_EQ(run.rows[0].error, "real_time is not a finite number");
    EXPECT_EQ(run.rows[0].time_us, 0);
  }
}

TEST(JsonReader, a_time_of_zero_or_less_is_an_error_row) {
  for (const char* time : {"0", "0.0", "-3"}) EXPECT_TRUE(read(entry("k", time)).rows[0].error) << time;
}

TEST(InputCase, C03_an_empty_file_is_refused_with_line_and_column) {
  EXPECT_THAT(refusal(""), AllOf(HasSubstr("run.json:1:1: "), HasSubstr("remedy: ")));
}

TEST(InputCase, C03_a_file_cut_after_the_first_entry_is_refused_with_line_and_column) {
  const std::string text =
      "{\"context\": {},\n\"benchmarks\": [\n{\"name\": \"k\", \"real_time\": 1, \"time_unit\": \"us\"},";
  EXPECT_THAT(refusal(text), HasSubstr("run.json:3:50: "));
}

std::string sample() {
  return file_of(
      entry("k", "10", "us", R"(, "gbps": NaN, "params": {"bytes": 16, "l2": "cold"}, "kernels": ["_Z1k"])") + ",\n" +
      entry("k/\u00b5", "1e-3", "ms") + ",\n" + aggregate("k", "cv", "0.01") + ",\n" +
      R"({"name": "e", "error_occurred": true, "error_message": "CUDA \"OOM\""})");
}

TEST(JsonReader, every_truncation_is_refused) {
  const std::string text = sample();
  ASSERT_THAT(parse_run(text, "run.json").rows, SizeIs(3));
  for (std::size_t length = 0; length + 1 < text.size(); ++length)
    EXPECT_THROW(parse_run(text.substr(0, length), "run.json"), InputError) << "cut at " << length;
}

TEST(JsonReader, every_damaged_byte_is_accepted_or_refused_but_never_another_exception) {
  const std::string text = sample();
  int refused = 0;
  for (std::size_t at = 0; at < text.size(); ++at)
    for (const char damage : {'"', '{', ']', ',', ':', '\\', '0', 'N', '\0', '\xff', '\n'}) {
      std::string damaged = text;
      damaged[at] = damage;
      try {
        parse_run(damaged, "run.json");
      } catch (const InputError&) {
        ++refused;
      }
    }
  EXPECT_GT(refused, 0);
}

TEST(InputCase, C04_BigO_and_RMS_are_ignored_and_counted) {
  const warpmark::Run run = read(entry("k", "10") + R"(,
    {"name": "k_BigO", "run_name": "k", "run_type": "aggregate", "aggregate_name": "BigO", "real_coefficient": 1, "big_o": "N"},
    {"name": "k_RMS", "run_name": "k", "run_type": "aggregate", "aggregate_name": "RMS", "rms": 0.1},
    {"name": "j_RMS", "rms": NaN})");
  EXPECT_THAT(keys_of(run), ElementsAre("k"));
  EXPECT_THAT(texts(run.notes), ElementsAre("file: 3 BigO and RMS entries ignored: they hold no time"));
}

TEST(InputCase, C05_aggregates_beside_raw_rows_are_dropped) {
  const warpmark::Run run = read(entry("k", "10") + ",\n" + entry("k", "10") + ",\n" + aggregate("k", "median", "10") +
                                 ",\n" + aggregate("k", "cv", "0.03"));
  EXPECT_THAT(keys_of(run), ElementsAre("k"));
  EXPECT_THAT(run.rows, SizeIs(2));
  EXPECT_FALSE(run.rows[0].is_aggregate_fallback);
}

TEST(InputCase, C06_only_aggregates_yield_the_median_marked_as_fallback) {
  const warpmark::Run run =
      read(aggregate("k/manual_time", "mean", "11") + ",\n" + aggregate("k/manual_time", "median", "10") + ",\n" +
           aggregate("k/manual_time", "stddev", "1") + ",\n" + aggregate("k/manual_time", "cv", "0.1"));
  ASSERT_THAT(run.rows, SizeIs(1));
  EXPECT_EQ(run.rows[0].key, "k");
  EXPECT_EQ(run.rows[0].time_us, 10);
  EXPECT_TRUE(run.rows[0].is_aggregate_fallback);
}

TEST(InputCase, C06_aggregates_without_a_median_are_an_error_row_and_not_silence) {
  const warpmark::Run run = read(aggregate("k", "mean", "11"));
  ASSERT_THAT(run.rows, SizeIs(1));
  EXPECT_EQ(run.rows[0].key, "k");
  EXPECT_TRUE(run.rows[0].error);
}

TEST(InputCase, C07_repeats_or_iterations_suffix_is_the_same_key_with_a_note) {
  for (const char* name : {"k/repeats:10", "k/iterations:1"}) {
    const warpmark::Run run = read(entry(name, "10") + ",\n" + entry(name, "10"));
    EXPECT_THAT(keys_of(run), ElementsAre("k"));
    EXPECT_THAT(texts(run.notes), ElementsAre(fmt::format("k: named {} in the file", name)));
  }
  EXPECT_THAT(read(entry("k/manual_time", "10")).notes, IsEmpty());
}

TEST(InputCase, C07_two_names_with_one_key_are_noted) {
  EXPECT_THAT(texts(read(entry("k", "10") + ",\n" + entry("k/manual_time", "10")).notes),
              ElementsAre("k: k and k/manual_time are taken as one benchmark"));
}

TEST(InputCase, C09_units_including_both_code_points_of_micro) {
  EXPECT_EQ(read(entry("k", "900", "ns")).rows[0].time_us, 0.9);
  EXPECT_EQ(read(entry("k", "2", "us")).rows[0].time_us, 2);
  EXPECT_EQ(read(entry("k", "2", "\u00b5s")).rows[0].time_us, 2);
  EXPECT_EQ(read(entry("k", "2", "\u03bcs")).rows[0].time_us, 2);
  EXPECT_EQ(read(entry("k", "2", "ms")).rows[0].time_us, 2000);
  EXPECT_EQ(read(entry("k", "2", "s")).rows[0].time_us, 2e6);
}

TEST(InputCase, C09_an_unknown_unit_names_the_benchmark) {
  EXPECT_THAT(refusal(file_of(entry("j", "1") + ",\n" + entry("k/x:1", "1", "min"))),
              AllOf(HasSubstr("run.json"), HasSubstr("benchmark `k/x:1`"), HasSubstr("time_unit `min`")));
}

TEST(InputCase, C10_an_errored_row_carries_its_message_and_no_time) {
  const warpmark::Run run = read(entry("k", "0", "us", R"(, "error_occurred": true, "error_message": "CUDA OOM")"));
  EXPECT_EQ(run.rows[0].error, "CUDA OOM");
  EXPECT_EQ(run.rows[0].time_us, 0);
  EXPECT_FALSE(read(entry("k", "1", "us", R"(, "error_occurred": false, "error_message": "")")).rows[0].error);
}

TEST(InputCase, C11_a_skipped_row_carries_its_reason_and_is_no_error) {
  const Row row = read(entry("k", "0", "us", R"(, "skipped": true, "skip_message": "needs sm_90")")).rows[0];
  EXPECT_EQ(row.skipped, "needs sm_90");
  EXPECT_FALSE(row.error);
}

TEST(JsonReader, refuses_what_is_no_google_benchmark_file) {
  EXPECT_THAT(refusal("[]"), HasSubstr("is not a JSON object"));
  EXPECT_THAT(refusal("12"), HasSubstr("is not a JSON object"));
  EXPECT_THAT(refusal("{}"), HasSubstr("has no `benchmarks` array"));
  EXPECT_THAT(refusal(R"({"benchmarks": {}})"), HasSubstr("`benchmarks` is not an array"));
  EXPECT_THAT(refusal(R"({"benchmarks": 3})"), HasSubstr("`benchmarks` is not an array"));
  EXPECT_THAT(refusal(R"({"context": [], "benchmarks": []})"), HasSubstr("`context` is not an object"));
  EXPECT_THAT(refusal(R"({"benchmarks": [], "benchmarks": []})"), HasSubstr("`benchmarks` stands there twice"));
  EXPECT_THAT(refusal(file_of("") + "x"), HasSubstr("run.json:7:1: "));
  EXPECT_THAT(refusal(file_of("3")), HasSubstr("entry 1 of `benchmarks` has no name"));
}

TEST(JsonReader, refuses_broken_entries_by_name) {
  EXPECT_THAT(refusal(file_of(entry("j", "1") + R"(, {"real_time": 1})")),
              HasSubstr("entry 2 of `benchmarks` has no name"));
  EXPECT_THAT(refusal(file_of(R"({"name": "k", "time_unit": "us"})")),
              AllOf(HasSubstr("benchmark `k`"), HasSubstr("has no real_time")));
  EXPECT_THAT(refusal(file_of(entry("k", "\"1\""))), AllOf(HasSubstr("benchmark `k`"), HasSubstr("not a number")));
  EXPECT_THAT(refusal(file_of(R"({"name": "k", "real_time": 1})")), HasSubstr("time_unit `` is not known"));
  EXPECT_THAT(refusal(file_of(R"({"name": "k", "run_type": "dream"})")), HasSubstr("run_type `dream`"));
  EXPECT_THAT(refusal(file_of(entry("k", "1", "us", R"(, "kernels": [1])"))), HasSubstr("`kernels`"));
  EXPECT_THAT(refusal(file_of(entry("k", "1e999"))), HasSubstr("run.json:5:"));
}

TEST(JsonReader, refuses_a_counter_that_replaces_a_field) {
  EXPECT_THAT(refusal(file_of(entry("k", "10", "us", ", \"real_time\": 3"))),
              AllOf(HasSubstr("benchmark `k`"), HasSubstr("`real_time` stands there twice"), HasSubstr("rename it")));
}

TEST(JsonReader, takes_counters_and_our_fields) {
  const Row row = read(entry("k", "10", "us",
                             R"(, "gpu_gbps": 4396.5, "gpu_output_hash": 281474976710655, "items": 3, "process": 4,
      "params": {"type": "f32", "bytes": 16}, "kernels": ["_Z4copyPf", "_Z4fillPf"], "label": "x")"))
                      .rows[0];
  EXPECT_THAT(row.counters, SizeIs(3));
  EXPECT_EQ(row.counters.at("gpu_output_hash"), 281474976710655.0);
  EXPECT_EQ(row.process, 4);
  EXPECT_EQ(row.params.at("type"), "f32");
  EXPECT_EQ(row.params.at("bytes"), 16);
  EXPECT_THAT(row.kernels, ElementsAre("_Z4copyPf", "_Z4fillPf"));
  EXPECT_EQ(row.label, "x");
}

TEST(JsonReader, takes_a_counter_of_a_plain_file_named_like_a_field_of_ours_as_a_counter) {
  const Row row = read(entry("k", "10", "us", R"(, "process": 4.0000000000000000e+00, "kernels": 2.5e+00)")).rows[0];
  EXPECT_EQ(row.process, 0);
  EXPECT_THAT(row.counters, ElementsAre(testing::Pair("kernels", 2.5), testing::Pair("process", 4)));
}

TEST(JsonReader, reads_facts_and_keeps_the_whole_context) {
  const warpmark::Run run =
      parse_run(R"({"context": {"host_name": "h", "warpmark": {"schema": 1, "gpu": {"name": "NVIDIA H200",
      "uuid": "GPU-1", "sm_count": 132, "peak_gbps": {"datasheet": 4800, "driver": 4814.3}, "ecc": true, "mig": "none"},
      "driver": "580.159.04", "timer": "cupti", "clock_step_ns": 32, "seed": 7}}, "benchmarks": []})",
                "run.json");
  EXPECT_EQ(run.facts.gpu.name, "NVIDIA H200");
  EXPECT_EQ(run.facts.gpu.sm_count, 132);
  EXPECT_EQ(run.facts.gpu.peak_gbps_driver, 4814.3);
  EXPECT_EQ(run.facts.gpu.ecc, true);
  EXPECT_EQ(run.facts.driver, "580.159.04");
  EXPECT_EQ(run.facts.timer, "cupti");
  EXPECT_EQ(run.facts.clock_step_ns, 32);
  EXPECT_EQ(run.context["warpmark"]["seed"], 7);
  EXPECT_EQ(run.context["host_name"], "h");
}

TEST(JsonReader, refuses_facts_it_cannot_understand) {
  const auto with = [](const std::string& facts) {
    return R"({"context": {"warpmark": )" + facts + R"(}, "benchmarks": []})";
  };
  EXPECT_THAT(refusal(with(R"({"schema": 2})")), HasSubstr("the tool is too old"));
  EXPECT_THAT(refusal(with("{}")), HasSubstr("context.warpmark.schema"));
  EXPECT_THAT(refusal(with("[]")), HasSubstr("context.warpmark: is not an object"));
  EXPECT_THAT(refusal(with(R"({"schema": 1, "gpu": {"sm_count": "many"}})")),
              HasSubstr("context.warpmark.gpu.sm_count"));
  EXPECT_THAT(refusal(with(R"({"schema": 1, "gpu": {"ecc": 1}})")), HasSubstr("context.warpmark.gpu.ecc"));
}

TEST(JsonReader, refuses_a_compressed_file_with_what_to_do) {
  EXPECT_THAT(refusal("\x1f\x8b\x08 and so on"),
              AllOf(HasSubstr("compressed by gzip"), testing::ContainsRegex("gzip -dc .* > run.json")));
}

TEST(JsonReader, refuses_a_missing_file_and_a_directory) {
  EXPECT_THROW(read_run("/nonexistent/run.json"), InputError);
  try {
    read_run(std::filesystem::temp_directory_path());
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("is a directory"));
  }
}

TEST(JsonReader, reads_a_hundred_thousand_rows) {
  std::string entries = entry("k0", "10");
  for (int i = 1; i < 100'000; ++i) entries += ",\n" + entry(fmt::format("k{}", i), "10", "us", ", \"gpu_gbps\": 1.5");
  EXPECT_THAT(read(entries).rows, SizeIs(100'000));
}

}  // namespace
}  // namespace warpmark
