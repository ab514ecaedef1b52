#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "harness/baseline/baseline.h"
#include "harness/run/input_error.h"
#include "tests/baseline/baseline_text.h"
#include "tests/baseline/refusal.h"
#include "tests/run/scratch_folder.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// As the tool writes it.
constexpr const char* sample = R"(warpmark_baseline: 1
gpu: {name: NVIDIA H200, arch: sm_90, sm_count: 132, memory_gib: 140, mig: none, l2_mib: 60, peak_gbps: {datasheet: 4800, driver: 4814.3}}
calibration: {}
sessions:
  s1: {date: 2026-12-01, uuid: GPU-1, driver: 580.159.04, cuda: "13.0", compiler: nvcc 13.0.88, commit: abc1234, sm_mhz: 1980, memory_mhz: 3201, power_limit_w: 700, ecc: true, timer: cupti, clock_step_ns: 32}
  s2: {date: 2026-12-02, uuid: GPU-2, driver: "580.159", cuda: "13.0", compiler: nvcc 13.0.88, commit: "1234567", sm_mhz: 1980, memory_mhz: 3201, power_limit_w: 700, ecc: true, timer: cupti, clock_step_ns: 32}
benchmarks:
  copy/aligned/elements:1048576/l2:warm:
    time_us:
      s2: [1.8941, 1.9007]
  stream/triad/type:f32/bytes:16/block:1024/MiB:2048/l2:cold:
    time_us:
      s1: [1465.1, 1465.3, 1464.9]
      s2: [1464.8, 1465.0, 1465.2]
    kernels: ["_Z5triadPf"]
    sass: "3fd0a1c2"
    output_hash: 0x5f3a90c1d2e4
    counters: {gpu_inst_global_ld: 8388608}
)";

/// `sample` with `what` replaced.
std::string with(const std::string& what, const std::string& replacement) {
  std::string text = sample;
  const auto at = text.find(what);
  if (at == std::string::npos) throw std::invalid_argument("the sample has no " + what);
  return text.replace(at, what.size(), replacement);
}

std::string refusal(const std::string& text) { return refusal_by(read, text); }

TEST(BaselineFile, is_read) {
  const Baseline baseline = read(sample);
  EXPECT_EQ(baseline.gpu.name, "NVIDIA H200");
  EXPECT_EQ(baseline.gpu.l2_mib, 60);
  EXPECT_EQ(baseline.gpu.peak_gbps_driver, 4814.3);
  ASSERT_EQ(baseline.sessions.size(), 2U);
  EXPECT_EQ(baseline.sessions[0].id, "s1");
  EXPECT_EQ(baseline.sessions[0].cuda, "13.0");
  EXPECT_EQ(baseline.sessions[0].ecc, true);
  EXPECT_EQ(baseline.sessions[1].driver, "580.159");
  EXPECT_EQ(baseline.sessions[1].clock_step_ns, 32);
  const BaselineRow& row = baseline.rows.at("stream/triad/type:f32/bytes:16/block:1024/MiB:2048/l2:cold");
  EXPECT_THAT(row.time_us.at("s2"), ElementsAre(1464.8, 1465.0, 1465.2));
  EXPECT_THAT(row.kernels, ElementsAre("_Z5triadPf"));
  EXPECT_EQ(row.sass, "3fd0a1c2");
  EXPECT_EQ(row.output_hash, 0x5f3a90c1d2e4U);
  EXPECT_EQ(row.counters.at("gpu_inst_global_ld"), 8388608);
  EXPECT_EQ(newest_session(baseline, row)->id, "s2");
}

TEST(BaselineFile, reading_and_writing_a_written_file_is_byte_identical) { EXPECT_EQ(written(read(sample)), sample); }

TEST(BaselineFile, an_empty_one_is_readable) {
  Baseline baseline;
  baseline.gpu.name = "NVIDIA H200";
  const Baseline back = read(written(baseline));
  EXPECT_TRUE(back.rows.empty());
  EXPECT_EQ(written(back), written(baseline));
}

TEST(BaselineFile, sessions_stand_in_the_order_of_recording) {
  Baseline baseline = read(sample);
  baseline.sessions[1].id = "s10";
  baseline.rows = {{"k", {{{"s1", {1}}, {"s10", {2}}}, {}, {}, {}, {}}}};
  baseline.sessions.push_back(baseline.sessions[0]);
  baseline.sessions.back().id = "s2";
  baseline.rows["k"].time_us["s2"] = {3};
  EXPECT_THAT(written(baseline), HasSubstr("s1: [1.0000]\n      s10: [2.0000]\n      s2: [3.0000]"));
}

TEST(InputCase, C12_times_that_are_zero_negative_or_not_numbers_name_line_and_key) {
  for (const char* time : {"0", "0.0", "-1465.1", "NaN", "nan", ".nan", ".inf", "inf", "-inf", "fast", "\"\"", "~",
                           "[1]", "0x10", "1465.1us", "1e999"})
    EXPECT_THAT(refusal(with("1465.3", time)),
                AllOf(HasSubstr("b.yaml:13: benchmarks.stream/triad/"), HasSubstr("time_us.s1[1]")))
        << time;
}

TEST(InputCase, C19_awkward_keys_come_back_identical) {
  const std::vector<std::string> keys = {
      "no",         "null", "1e3",        "- x",        "k: v",        "#c",    "trailing ",
      " leading",   "~",    "0x10",       "true",       "Yes",         "y",     "\u00b5s/\u6f22",
      "say \"hi\"", "it's", "two\nlines", "tab\there",  "{a: b}",      "[x]",   "a #b",
      "ends:",      "?",    "!tag",       "&a",         "*a",          "|",     ">",
      "%x",         "@x",   "`x`",        "2026-12-01", "12:30:45",    "1_000", ".5",
      "---",        "...",  "=",          "<<",         "back\\slash", "a, b",  "",
      "\x01",       "\x7f", "\u0085",     "\u2028",     "\ufeff",      "1.2.3", "a/b:c",
      "NaN",        ".inf", "null/x"};
  Baseline baseline = read(sample);
  baseline.rows.clear();
  for (const std::string& key : keys) {
    baseline.rows[key].time_us["s1"] = {1};
    baseline.rows[key].counters[key] = 2;
  }
  const std::string text = written(baseline);
  // Other readers refuse some control characters, or take them for the end of a line.
  EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
  const Baseline back = read(text);
  for (const std::string& key : keys) {
    ASSERT_TRUE(back.rows.contains(key)) << key;
    EXPECT_TRUE(back.rows.at(key).counters.contains(key)) << key;
  }
  EXPECT_EQ(back.rows.size(), baseline.rows.size());
  EXPECT_EQ(written(back), text);
}

TEST(InputCase, C19_a_key_longer_than_yaml_takes_on_one_line_comes_back) {
  Baseline baseline = read(sample);
  const std::string key(2000, 'k');
  baseline.rows = {{key, {{{"s1", {1}}}, {}, {}, {}, {}}}};
  EXPECT_TRUE(read(written(baseline)).rows.contains(key));
}

TEST(InputCase, C19_keys_that_other_yaml_readers_take_for_something_else_are_quoted) {
  for (const char* key : {"no", "on", "null", "1e3", "~", "0x10", "true", "2026-12-01", "12:30:45", "1_000", "y"}) {
    Baseline baseline = read(sample);
    baseline.rows = {{key, {{{"s1", {1}}}, {}, {}, {}, {}}}};
    EXPECT_THAT(written(baseline), HasSubstr(fmt::format("\n  \"{}\":\n", key)));
  }
}

TEST(InputCase, C20_unknown_keys_name_line_and_key_with_a_suggestion) {
  EXPECT_THAT(refusal(with("    sass:", "    sas:")),
              AllOf(HasSubstr("b.yaml:16: "), HasSubstr(".sas: unknown key"), HasSubstr("did you mean sass?")));
  EXPECT_THAT(refusal(with("calibration:", "calibrations:")), HasSubstr("b.yaml:3: calibrations: unknown key"));
  EXPECT_THAT(refusal(with("{name:", "{colour: green, name:")),
              AllOf(HasSubstr("b.yaml:2: gpu.colour: unknown key"), HasSubstr("the keys here are name, ")));
  EXPECT_THAT(refusal(with("commit: abc1234", "comit: abc1234")), HasSubstr("did you mean commit?"));
}

TEST(BaselineFile, refuses_what_is_not_a_baseline) {
  EXPECT_THAT(refusal(""), HasSubstr("b.yaml:1: is empty"));
  EXPECT_THAT(refusal("# only a comment\n"), HasSubstr("is empty"));
  EXPECT_THAT(refusal("[]"), HasSubstr("is not a map"));
  EXPECT_THAT(refusal("{}"),
              AllOf(HasSubstr("the key warpmark_baseline is missing"), HasSubstr("the line `warpmark_baseline: 1`")));
  EXPECT_THAT(refusal(std::string(sample) + "---\na: 1\n"), HasSubstr("more than one YAML document"));
  EXPECT_THAT(refusal(with("warpmark_baseline: 1", "warpmark_baseline: 2")), HasSubstr("use a newer warpmark"));
  EXPECT_THAT(refusal(with("[1464.8, 1465.0, 1465.2]", "[1464.8, 1465.0")), HasSubstr("b.yaml:15:"));
  EXPECT_THAT(refusal(with("benchmarks:", "benchmarks: ]")), HasSubstr("b.yaml:7:13: is not YAML"));
  EXPECT_THAT(refusal(with("    time_us:", "\ttime_us:")), HasSubstr("b.yaml:"));
  EXPECT_THAT(refusal(std::string(100'000, '[')), HasSubstr("is not YAML"));
  EXPECT_THROW(read_baseline("/nonexistent/b.yaml"), InputError);
  EXPECT_THROW(read_baseline(std::filesystem::temp_directory_path()), InputError);
}

TEST(BaselineFile, refuses_keys_that_stand_twice) {
  EXPECT_THAT(refusal(with("copy/aligned/elements:1048576/l2:warm",
                           "stream/triad/type:f32/bytes:16/block:1024/MiB:2048/l2:cold")),
              AllOf(HasSubstr("b.yaml:11: "), HasSubstr("stands there twice")));
  EXPECT_THAT(refusal(with("  s2: {", "  s1: {")), HasSubstr("sessions.s1: stands there twice"));
  EXPECT_THAT(refusal(with("sm_count: 132,", "sm_count: 132, sm_count: 16,")),
              HasSubstr("gpu.sm_count: stands there twice"));
}

TEST(BaselineFile, refuses_broken_content_by_line_and_key) {
  EXPECT_THAT(refusal(with("      s1: [", "      s3: [")),
              AllOf(HasSubstr("b.yaml:13: "), HasSubstr("time_us.s3: is not one")));
  EXPECT_THAT(refusal(with("[1.8941, 1.9007]", "[]")), HasSubstr("time_us.s2: holds no times"));
  EXPECT_THAT(refusal(with("[1.8941, 1.9007]", "1.8941")), HasSubstr("time_us.s2: is not a list"));
  EXPECT_THAT(refusal(with("\n      s2: [1.8941, 1.9007]", " {}")), HasSubstr("time_us: holds no times"));
  EXPECT_THAT(refusal(with("0x5f3a90c1d2e4", "5f3a90c1d2e4")), HasSubstr("output_hash: `5f3a90c1d2e4` is not a hash"));
  EXPECT_THAT(refusal(with("0x5f3a90c1d2e4", "0x")), HasSubstr("is not a hash"));
  EXPECT_THAT(refusal(with("0x5f3a90c1d2e4", "0x11112222333344445")), HasSubstr("is not a hash"));
  EXPECT_THAT(refusal(with("gpu_inst_global_ld: 8388608", "gpu_inst_global_ld: .nan")), HasSubstr("is not a number"));
  EXPECT_THAT(refusal(with("date: 2026-12-01", "date: 2026-13-01")),
              HasSubstr("sessions.s1.date: `2026-13-01` is not a day"));
  EXPECT_THAT(refusal(with("ecc: true", "ecc: yes")), HasSubstr("sessions.s1.ecc: `yes` is not true or false"));
  EXPECT_THAT(refusal(with("sm_count: 132", "sm_count: many")),
              HasSubstr("gpu.sm_count: `many` is not a whole number"));
  EXPECT_THAT(refusal(with("sm_count: 132, ", "")), HasSubstr("b.yaml:2: gpu: the key sm_count is missing"));
  EXPECT_THAT(refusal(with("copy/aligned/elements:1048576/l2:warm:", "~:")), HasSubstr("quote it"));
}

TEST(BaselineFile, a_write_that_fails_leaves_the_old_file) {
  const ScratchFolder folder;
  EXPECT_THROW(write_baseline(read(sample), folder.path()), InputError);
  EXPECT_THROW(write_baseline(read(sample), folder.path() / "no" / "b.yaml"), InputError);
  EXPECT_EQ(folder.entries(), 0U);
}

}  // namespace
}  // namespace warpmark
