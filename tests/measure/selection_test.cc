#include "harness/measure/selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "harness/run/input_error.h"

namespace warpmark {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Selection : public testing::Test {
 protected:
  Selection() {
    const auto declare = [](Workload& workload) { workload.launch([](cudaStream_t) {}); };
    for (const char* name : {"copy/aligned", "stream/triad", "stream_sweep/triad"}) suite_.add(name, {}, declare);
  }
  ~Selection() override { std::filesystem::remove(file_); }

  std::vector<std::string> filtered(const std::string& filter) const { return keys(rows_by_filter(suite_, filter)); }
  std::vector<std::string> listed(const std::string& text) {
    std::ofstream(file_) << text;
    return keys(rows_by_file(suite_, file_));
  }
  static std::vector<std::string> keys(const std::vector<const SuiteRow*>& rows) {
    std::vector<std::string> result;
    for (const SuiteRow* row : rows) result.push_back(row->key);
    return result;
  }
  template <class Call>
  static std::string error_of(Call call) {
    try {
      call();
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  }

  Suite suite_;
  std::filesystem::path file_ =
      testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name() + ".rows";
};

TEST_F(Selection, WithoutAFilterIsEveryGatedRow) {
  const std::vector<std::string> gated = {"copy/aligned/l2:cold", "copy/aligned/l2:warm", "stream/triad/l2:cold",
                                          "stream/triad/l2:warm"};
  EXPECT_EQ(filtered(""), gated);
  EXPECT_EQ(filtered("all"), gated);
}

TEST_F(Selection, FindsAnywhereInTheName) {
  EXPECT_THAT(filtered("triad"), ElementsAre("stream/triad/l2:cold", "stream/triad/l2:warm"));
  EXPECT_THAT(filtered("^copy.*cold/manual_time$"), ElementsAre("copy/aligned/l2:cold"));
}

TEST_F(Selection, AMinusInverts) { EXPECT_THAT(filtered("-triad|warm"), ElementsAre("copy/aligned/l2:cold")); }

TEST_F(Selection, SweepsRunOnlyWhenNamed) {
  EXPECT_THAT(filtered("stream_sweep/triad"), ElementsAre("stream_sweep/triad/l2:cold", "stream_sweep/triad/l2:warm"));
}

TEST_F(Selection, NothingFoundIsAnErrorThatProposesWhatWouldBeFound) {
  const auto remedy_of = [&](const std::string& filter) {
    const std::string text = error_of([&] { filtered(filter); });
    return text.substr(text.rfind("remedy: "));
  };
  EXPECT_EQ(remedy_of("aligned.*l2:warm$"),
            "remedy: names end in /manual_time: '--benchmark_filter=aligned.*l2:warm/manual_time$'");
  EXPECT_EQ(remedy_of("^stream/tirad/"), "remedy: did you mean '--benchmark_filter=^stream/triad/'?");
  EXPECT_EQ(remedy_of("alinged.*l2:wram"), "remedy: did you mean '--benchmark_filter=aligned.*l2:warm'?");
  EXPECT_EQ(remedy_of("stream_swep/triad"), "remedy: did you mean --benchmark_filter=stream_sweep/triad?");
  EXPECT_EQ(remedy_of("-."),
            "remedy: the - in front leaves out what the rest finds, and that is all there is: leave it away");
  for (const char* filter : {"matmul", "triad/aligned", R"(a\$)", "l2:warm$x"})
    EXPECT_EQ(remedy_of(filter),
              "remedy: --benchmark_list_tests prints the names; those of a sweep only with a filter "
              "that names it, such as stream_sweep/");
}

TEST_F(Selection, ABrokenExpressionIsAnError) {
  EXPECT_THAT(error_of([&] { filtered("triad("); }), HasSubstr("no regular expression"));
}

TEST_F(Selection, CalibrationAddsTheCardsColdCeilingsAndThoseOfTheSameShapeAndStateOfTheL2) {
  const auto declare = [](Workload& workload) { workload.launch([](cudaStream_t) {}); };
  suite_.add("stream/read", {}, Calibrates::card, declare);
  for (const char* shape : {"large", "small", "other"}) {
    suite_.add("quantize/ceiling", {{"shape", shape}},
               shape == std::string("large") ? Calibrates::card : Calibrates::shape, declare);
  }
  suite_.add("quantize/gelu", {{"shape", "small"}}, declare);
  const auto calibrated = [&](const std::string& filter) {
    return keys(with_calibration(suite_, rows_by_filter(suite_, filter)));
  };
  EXPECT_THAT(calibrated("copy.*warm"),
              ElementsAre("copy/aligned/l2:warm", "stream/read/l2:cold", "quantize/ceiling/shape:large/l2:cold"));
  EXPECT_THAT(calibrated("gelu.*warm"),
              ElementsAre("quantize/gelu/shape:small/l2:warm", "stream/read/l2:cold",
                          "quantize/ceiling/shape:large/l2:cold", "quantize/ceiling/shape:small/l2:warm"));
  EXPECT_THAT(calibrated("read.*cold"), ElementsAre("stream/read/l2:cold", "quantize/ceiling/shape:large/l2:cold"));
}

TEST_F(Selection, AFileGivesRowsInItsOrderSweepsIncluded) {
  EXPECT_THAT(listed("stream/triad/l2:warm\nstream_sweep/triad/l2:cold\n\ncopy/aligned/l2:warm"),
              ElementsAre("stream/triad/l2:warm", "stream_sweep/triad/l2:cold", "copy/aligned/l2:warm"));
}

TEST_F(Selection, AFilesErrorsNameTheLine) {
  EXPECT_THAT(error_of([&] { listed("copy/aligned/l2:warm\nnonsense\n"); }),
              HasSubstr(":2: no benchmark is named nonsense"));
  EXPECT_THAT(error_of([&] { listed("copy/aligned/l2:warm\ncopy/aligned/l2:warm\n"); }), HasSubstr(":2: "));
  EXPECT_THAT(error_of([&] { listed("\n"); }), HasSubstr("names no benchmark"));
  EXPECT_THAT(error_of([&] { rows_by_file(suite_, "/no/such/file"); }), HasSubstr("/no/such/file"));
  EXPECT_NE(error_of([&] { rows_by_file(suite_, testing::TempDir()); }), "no error");
}

}  // namespace
}  // namespace warpmark
