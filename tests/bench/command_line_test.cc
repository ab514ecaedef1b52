#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/bench/program.h"
#include "tests/parameter_name.h"

namespace warpmark::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(CommandLine, HelpShowsEveryFlagAndExamplesWithoutAGpu) {
  const Outcome help = run_bench("--help");
  EXPECT_EQ(help.exit_code, 0);
  for (const char* flag : {"--gpu_timer", "--gpu_precision", "--gpu_samples", "--gpu_budget", "--gpu_device",
                           "--gpu_rows", "--gpu_counters", "--gpu_count_only", "--gpu_profile", "--gpu_calibration",
                           "--gpu_sweep_mib", "--benchmark_filter", "--benchmark_out", "Examples:", "Exit codes:"}) {
    EXPECT_THAT(help.text, HasSubstr(flag));
  }
  EXPECT_THAT(help.text, AllOf(Not(HasSubstr("... ...")), Not(HasSubstr("TEXT")), Not(HasSubstr("FLOAT"))));
}

TEST(CommandLine, AMisspeltFlagIsToldWhatWasMeant) {
  EXPECT_THAT(run_bench("--gpu_counter=memory").text, HasSubstr("did you mean --gpu_counters?"));
  EXPECT_THAT(run_bench("--benchmark_filer=copy").text, HasSubstr("did you mean --benchmark_filter?"));
}

TEST(CommandLine, ListsTheGatedRowsWithoutAGpu) {
  const Outcome list = run_bench("--benchmark_list_tests");
  EXPECT_EQ(list.exit_code, 0);
  EXPECT_THAT(list.text, AllOf(HasSubstr("copy/aligned/elements:1048576/l2:warm/manual_time\n"),
                               HasSubstr("stream/triad/type:f32/bytes:16/block:1024/MiB:2048/l2:cold/manual_time\n"),
                               Not(HasSubstr("_sweep"))));
  EXPECT_EQ(std::count(list.text.begin(), list.text.end(), '\n'), 1176);
}

TEST(CommandLine, ListsTheCountersWithoutAGpu) {
  const Outcome list = run_bench("--gpu_counters=list");
  EXPECT_EQ(list.exit_code, 0);
  EXPECT_THAT(list.text, AllOf(HasSubstr("memory: "), HasSubstr("gpu_inst_generic_ld "),
                               HasSubstr("smsp__inst_executed_op_generic_ld.sum")));
}

TEST(CommandLine, ProfilingWithoutAGpuSaysSoAndExits77) {
  const Outcome outcome = run_command("CUDA_VISIBLE_DEVICES=-1 " WARPMARK_BENCH " --gpu_profile");
  EXPECT_EQ(outcome.exit_code, 77);
  EXPECT_THAT(outcome.text, HasSubstr("cannot measure here: no "));
}

TEST(CommandLine, ListsASweepThatIsNamed) {
  EXPECT_THAT(run_bench("--benchmark_list_tests=true --benchmark_filter=stream_sweep/read").text,
              AllOf(HasSubstr("stream_sweep/read/type:bf16/bytes:2/block:128/MiB:1/l2:warm"), Not(HasSubstr("triad"))));
}

TEST(CommandLine, CalibrationAddsTheCeilingsToAnyFilter) {
  const std::string filter = "--benchmark_list_tests --benchmark_filter=copy/aligned/elements:1048576/l2:warm";
  EXPECT_EQ(run_bench(filter).text, "copy/aligned/elements:1048576/l2:warm/manual_time\n");
  const Outcome list = run_bench(filter + " --gpu_calibration");
  EXPECT_THAT(list.text, AllOf(HasSubstr("copy/aligned/elements:1048576/l2:warm/manual_time\n"),
                               HasSubstr("stream/triad/type:f32/bytes:16/block:1024/MiB:2048/l2:cold/manual_time\n"),
                               HasSubstr("quantize/ceiling/bytes:2to0.5/shape:8192x28672/l2:cold/manual_time\n")));
  constexpr int stream = 4 * 4 + 1;  // and triad in clusters
  constexpr int mixes = 7;
  EXPECT_EQ(std::count(list.text.begin(), list.text.end(), '\n'), 1 + stream + mixes);
}

TEST(CommandLine, SweepsHaveTheSizesAskedFor) {
  const Outcome list = run_bench("--benchmark_list_tests --benchmark_filter=stream_sweep/read --gpu_sweep_mib=64,500");
  EXPECT_THAT(list.text, AllOf(HasSubstr("/MiB:64/"), HasSubstr("/MiB:500/"), Not(HasSubstr("/MiB:1/"))));
}

struct BadUse {
  const char* arguments;
  const char* says;
};

class BadUsage : public testing::TestWithParam<BadUse> {};

TEST_P(BadUsage, IsExitTwoAndSaysWhatToDo) {
  const Outcome outcome = run_bench(GetParam().arguments);
  EXPECT_EQ(outcome.exit_code, 2) << outcome.text;
  EXPECT_THAT(outcome.text, AllOf(HasSubstr(GetParam().says), HasSubstr("remedy:")));
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, BadUsage,
    testing::Values(
        BadUse{"--nonsense", "--nonsense: is not a flag"}, BadUse{"stray", "stray: is not a flag"},
        BadUse{"--benchmark_nonsense=1", "--benchmark_nonsense=1: is not a flag"},
        BadUse{"--benchmark_repetitions=many", "--benchmark_repetitions=many"},
        BadUse{"--benchmark_filter=tirad", "no benchmark has such a name"},
        BadUse{"--benchmark_filter='l2:cold$'", "/manual_time$"},
        BadUse{"--benchmark_filter='('", "regular expression"}, BadUse{"--gpu_rows=/no/such/file", "/no/such/file"},
        BadUse{"--gpu_rows=/tmp", "/tmp"}, BadUse{"--gpu_precision=0", "--gpu_precision"},
        BadUse{"--gpu_samples=none", "--gpu_samples"}, BadUse{"--gpu_timer=sundial", "--gpu_timer"},
        BadUse{"--gpu_count_only", "--gpu_counters"}, BadUse{"--gpu_counters=memroy", "neither a preset nor a metric"},
        BadUse{"--gpu_counters=", "--gpu_counters"}, BadUse{"--gpu_counters=memory,,x", "nothing between two commas"},
        BadUse{"--gpu_sweep_mib=0", "--gpu_sweep_mib"}, BadUse{"--gpu_sweep_mib=1.5", "--gpu_sweep_mib"},
        BadUse{"--gpu_sweep_mib=64,many", "--gpu_sweep_mib"}, BadUse{"--gpu_sweep_mib=64,64", "64 stands there twice"},
        BadUse{"--gpu_sweep_mib=300000", "--gpu_sweep_mib"}, BadUse{"--gpu_profile --gpu_counters=memory", "excludes"},
        BadUse{"--gpu_profile --benchmark_out=run.json", "excludes"}, BadUse{"--benchmark_context=word", "key=value"},
        BadUse{"--benchmark_format=csv", "--benchmark_format"}),
    [](const auto& use) { return parameter_name(use.param.arguments); });

TEST(CommandLine, WithoutAGpuSaysSoAndExits77) {
  const Outcome outcome = run_command("CUDA_VISIBLE_DEVICES=-1 " WARPMARK_BENCH " --benchmark_filter=triad");
  EXPECT_EQ(outcome.exit_code, 77);
  EXPECT_THAT(outcome.text, HasSubstr("cannot measure here: no "));
}

TEST(CommandLine, WithADriverOlderThanTheRuntimeSaysBothVersionsAndExits77) {
  const Outcome outcome = run_command("LD_LIBRARY_PATH=" OLD_DRIVER_DIR " " WARPMARK_BENCH " --benchmark_filter=triad");
  EXPECT_EQ(outcome.exit_code, 77);
  EXPECT_THAT(outcome.text, HasSubstr("the driver supports CUDA 12.0 only, this program needs 1"));
}

TEST(CommandLine, InfoWithoutAGpuIsJsonWithTheReason) {
  const Outcome outcome = run_command("CUDA_VISIBLE_DEVICES=-1 " WARPMARK_BENCH " --gpu_info");
  EXPECT_EQ(outcome.exit_code, 77);
  EXPECT_THAT(outcome.text, HasSubstr("{\"error\":\"no "));
}

}  // namespace
}  // namespace warpmark::test
