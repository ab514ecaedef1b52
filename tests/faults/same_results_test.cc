// A fault is one of speed or machine code alone: every result stays the product's, bit by bit.
#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <string>

#include "harness/run/json_file.h"
#include "tests/bench/program.h"

namespace warpmark::test {
namespace {

struct Fault {
  const char* name;
  const char* rows;  // some of the kernel it is planted in
};

std::ostream& operator<<(std::ostream& out, const Fault& fault) { return out << fault.name; }

class FaultProgram : public testing::TestWithParam<Fault> {
 public:
  static std::map<std::string, double> output_hashes(const std::string& program) {
    const std::string file = scratch_file("run.json");
    const Outcome outcome =
        run_command(program + " --gpu_samples=10 --benchmark_filter='" + GetParam().rows + "' --benchmark_out=" + file);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
    std::map<std::string, double> hashes;
    for (const Row& row : read_run(file).rows) hashes[row.key] = row.counters.at("gpu_output_hash");
    return hashes;
  }
};

TEST_P(FaultProgram, HasTheResultsOfTheProduct) {
  const auto hashes = output_hashes(WARPMARK_BENCH);
  EXPECT_FALSE(hashes.empty());
  EXPECT_EQ(output_hashes(WARPMARK_BENCH "_" + std::string(GetParam().name)), hashes);
}

INSTANTIATE_TEST_SUITE_P(Faults, FaultProgram,
                         testing::Values(Fault{"slow_triad", "stream/triad/type:f32/bytes:16/block:128/"},
                                         Fault{"understated_alignment", "copy/aligned/elements:16777216/"},
                                         Fault{"integer_aligned_base", "provenance/minimal/"},
                                         Fault{"missing_restrict", "stream_sweep/triad/.*block:256/MiB:4/"},
                                         Fault{"uncoalesced_index", "stream_sweep/copy/.*block:(128|1024)/MiB:4/"},
                                         Fault{"register_cap", "provenance/minimal/"}),
                         [](const testing::TestParamInfo<Fault>& fault) { return std::string(fault.param.name); });

}  // namespace
}  // namespace warpmark::test
