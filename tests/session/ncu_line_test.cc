#include "harness/session/ncu_line.h"

#include "harness/run/input_error.h"
#include "session_fixture.h"

namespace warpmark {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

class NcuLineTest : public SessionTest {
 protected:
  static BenchProgram bench(std::vector<std::string> args = {"--fake_keys=copy/a,copy/a2,provenance/shape:8x8/s+t"}) {
    return {FAKE_BENCH, std::move(args)};
  }
  static std::string refusal(const BenchProgram& bench, const std::string& name) {
    try {
      return ncu_line(bench, name);
    } catch (const InputError& error) {
      return error.what();
    }
  }
};

TEST_F(NcuLineTest, profiles_one_row_with_caches_and_clocks_as_they_are) {
  EXPECT_EQ(ncu_line(bench(), "copy/a"),
            "ncu --profile-from-start off --cache-control none --clock-control none --nvtx --set full " FAKE_BENCH
            " --fake_keys=copy/a,copy/a2,provenance/shape:8x8/s+t --gpu_profile --benchmark_filter='^copy/a(/|$)'");
}

TEST_F(NcuLineTest, takes_google_benchmarks_name_and_escapes_what_a_filter_reads_otherwise) {
  EXPECT_THAT(ncu_line(bench(), "provenance/shape:8x8/s+t/manual_time"),
              EndsWith(R"(--benchmark_filter='^provenance/shape:8x8/s\+t(/|$)')"));
}

TEST_F(NcuLineTest, quotes_the_programs_arguments) {
  EXPECT_THAT(ncu_line(bench({"--fake_keys=copy/a", "--note=it's two words"}), "copy/a"),
              HasSubstr(R"( '--note=it'\''s two words' --gpu_profile)"));
}

TEST_F(NcuLineTest, an_unknown_row_is_an_error_that_names_the_nearest) {
  EXPECT_THAT(refusal(bench({"--fake_keys=copy/aligned,stream/triad"}), "copy/alined"),
              testing::AllOf(HasSubstr("copy/alined: is no benchmark of"), HasSubstr("did you mean copy/aligned?")));
  EXPECT_THAT(refusal(bench(), "quantize"), HasSubstr("prints the names"));
}

TEST_F(NcuLineTest, a_filter_of_the_users_does_not_go_with_it) {
  EXPECT_THAT(refusal(bench({"--benchmark_filter=copy"}), "copy/a"), HasSubstr("does not go with --ncu"));
}

}  // namespace
}  // namespace warpmark
