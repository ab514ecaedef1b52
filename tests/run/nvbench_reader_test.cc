#include "harness/run/nvbench_reader.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/run/input_error.h"
#include "harness/run/json_file.h"

namespace warpmark {
namespace {

using testing::HasSubstr;

constexpr const char* h200 = R"({"id": 0, "name": "NVIDIA H200", "sm_version": 900, "number_of_sms": 132,
    "global_memory_size": 150754820096, "l2_cache_size": 62914560, "ecc_state": true})";

std::string summary(const std::string& tag, const std::string& value) {
  return fmt::format(
      R"({{"tag": "{}", "name": "n", "hint": "duration", "data": [{{"name": "value", "type": "float64", "value": {}}}]}})",
      tag, value);
}

std::string state(const std::string& summaries, const std::string& rest = R"("is_skipped": false)") {
  return fmt::format(R"({{"name": "Device=0 N=2^10", "device": 0, "axis_values": [
      {{"name": "N", "type": "int64", "value": "1024"}}, {{"name": "T", "type": "string", "value": "I32"}}],
      "summaries": [{}], {}}})",
                     summaries, rest);
}

Run read_nvbench(const std::string& states, const std::string& devices = h200) {
  return parse_run(fmt::format(R"({{"meta": {{"version": {{}}}}, "devices": [{}],
      "benchmarks": [{{"name": "copy", "index": 0, "devices": [0], "axes": [], "states": [{}]}}]}})",
                               devices, states),
                   "nv.json");
}

TEST(NvbenchReader, reads_isolated_and_batched_times_as_cold_and_warm) {
  const warpmark::Run run = read_nvbench(
      state(summary("nv/cold/time/gpu/mean", "\"0.0015\"") + "," +
            summary("nv/cold/time/gpu/stdev/relative", "\"0.0052\"") + "," + summary("nv/cold/sample_size", "512") +
            "," + summary("nv/batch/time/gpu/mean", "0.0012") + "," + summary("nv/cold/time/cpu/mean", "0.9")));
  ASSERT_EQ(run.rows.size(), 2U);
  EXPECT_EQ(run.rows[0].key, "copy/N:1024/T:I32/l2:cold");
  EXPECT_DOUBLE_EQ(run.rows[0].time_us, 1500);
  EXPECT_EQ(run.rows[0].label, "noise 0.52 %");
  EXPECT_EQ(run.rows[0].counter("nv/cold/sample_size"), 512);
  EXPECT_EQ(run.rows[1].key, "copy/N:1024/T:I32/l2:warm");
  EXPECT_DOUBLE_EQ(run.rows[1].time_us, 1200);
  EXPECT_EQ(run.rows[1].label, "");
  EXPECT_EQ(run.facts.timer, "NVBench");
  EXPECT_EQ(run.facts.gpu.name, "NVIDIA H200");
  EXPECT_EQ(run.facts.gpu.arch, "sm_90");
  EXPECT_EQ(run.facts.gpu.memory_gib, 140);
  EXPECT_EQ(run.facts.gpu.l2_mib, 60);
}

TEST(NvbenchReader, a_skipped_state_is_a_skipped_row_with_its_reason) {
  const warpmark::Run run = read_nvbench(state("", R"("is_skipped": true, "skip_reason": "too large")"));
  ASSERT_EQ(run.rows.size(), 1U);
  EXPECT_EQ(run.rows[0].key, "copy/N:1024/T:I32");
  EXPECT_EQ(run.rows[0].skipped, "too large");
}

TEST(NvbenchReader, a_state_without_a_usable_time_is_an_error_row) {
  EXPECT_THAT(*read_nvbench(state(summary("nv/cold/sample_size", "1"))).rows.at(0).error,
              HasSubstr("none of its 1 summaries"));
  for (const char* value : {"\"nan\"", "\"inf\"", "\"fast\"", "0", "-1", "null", "[]"})
    EXPECT_THAT(*read_nvbench(state(summary("nv/cold/time/gpu/mean", value))).rows.at(0).error,
                HasSubstr("is no time"));
  EXPECT_THAT(*read_nvbench(R"({"is_skipped": false, "summaries": {"GPU Time": {}}})").rows.at(0).error,
              HasSubstr("none of"));
}

TEST(NvbenchReader, two_cards_are_told_apart_by_the_key) {
  const std::string other = R"({"id": 1, "name": "other"})";
  const std::string time = summary("nv/cold/time/gpu/mean", "1");
  const warpmark::Run run =
      read_nvbench(state(time) + ",{\"device\": 1, \"summaries\": [" + time + "]}", std::string(h200) + "," + other);
  EXPECT_EQ(run.rows.at(0).key, "copy/N:1024/T:I32/device:0/l2:cold");
  EXPECT_EQ(run.rows.at(1).key, "copy/device:1/l2:cold");
  EXPECT_EQ(run.facts.gpu.name, "");
}

TEST(NvbenchReader, refuses_what_nvbench_does_not_write) {
  for (const char* benchmark : {R"({"states": [1], "name": "b"})", R"({"states": 1, "name": "b"})", R"({"states": []})",
                                R"({"states": [], "name": 1})"})
    EXPECT_THROW(parse_run(fmt::format(R"({{"benchmarks": [{}]}})", benchmark), "nv.json"), InputError) << benchmark;
  EXPECT_TRUE(parse_run(R"({"devices": null, "benchmarks": [{"name": "b", "states": null}]})", "nv.json").rows.empty());
}

}  // namespace
}  // namespace warpmark
