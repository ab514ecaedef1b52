#include "harness/baseline/census_file.h"

#include <gmock/gmock.h>

#include "harness/run/input_error.h"
#include "harness/run/text_file.h"
#include "tests/run/scratch_folder.h"

namespace warpmark {
namespace {

using codegen::Census;
using codegen::Kernel;
using codegen::RecordedCensus;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kernel_hash = "0123456789abcdef";

Kernel kernel(const std::string& name, const std::string& compiler = "13.0.88") {
  Kernel made;
  made.name = name;
  made.target = "sm_90";
  made.compiler = compiler;
  made.hash = kernel_hash;
  made.metrics = {{"registers", 8}, {"global_load_128", 2}};
  return made;
}

/// What is read back of what is written of `census`.
RecordedCensus written_and_read(const Census& census) {
  const ScratchFolder folder;
  RecordedCensus recorded;
  record_census(recorded, census, false);
  for (const auto& [target, kernels] : recorded) write_recorded_target(folder.path(), target, kernels);
  return read_recorded_census(folder.path());
}

std::string census_refusal(const std::string& text) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path() / "codegen");
  replace_text(folder.path() / "codegen" / "sm_90.yaml", text);
  try {
    read_recorded_census(folder.path());
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "accepted: " << text;
  return "";
}

TEST(CensusFile, what_is_recorded_is_read_back) {
  const std::string long_name = "_Z" + std::string(5000, 'k');
  const auto recorded =
      written_and_read({{kernel("_Z1kPf"), kernel(long_name), kernel("no#2"), kernel("_Z1kPf", "unknown")}, {}});
  ASSERT_THAT(recorded, SizeIs(1));
  const auto& kernels = recorded.at("sm_90").at("13.0.88");
  ASSERT_THAT(kernels, SizeIs(3));
  EXPECT_EQ(kernels.at("_Z1kPf").hash, kernel_hash);
  EXPECT_EQ(kernels.at("_Z1kPf").metrics, kernel("").metrics);
  EXPECT_TRUE(kernels.contains(long_name));
  EXPECT_TRUE(kernels.contains("no#2"));
  EXPECT_THAT(recorded.at("sm_90").at("unknown"), SizeIs(1));
}

TEST(CensusFile, an_entry_that_was_edited_is_not_intact) {
  const ScratchFolder folder;
  RecordedCensus recorded;
  record_census(recorded, {{kernel("a"), kernel("b")}, {}}, false);
  const auto file = write_recorded_target(folder.path(), "sm_90", recorded.at("sm_90"));
  const std::string text = read_text(file);
  const auto is_intact = [&](const std::string& what, const std::string& by) {
    std::string edited = text;
    edited.replace(edited.find(what), what.size(), by);
    replace_text(file, edited);
    const auto kernels = read_recorded_census(folder.path()).at("sm_90").begin()->second;
    EXPECT_EQ(kernels.rbegin()->second.is_intact, by.find("13.0.8") == std::string::npos);  // "b" is another's entry
    return kernels.begin()->second.is_intact;
  };
  EXPECT_TRUE(is_intact("warpmark", "warpmark"));
  EXPECT_FALSE(is_intact("registers: 8", "registers: 7"));
  EXPECT_FALSE(is_intact(", global_load_128: 2", ""));
  EXPECT_FALSE(is_intact("hash: \"01", "hash: \"10"));
  EXPECT_FALSE(is_intact("checksum: \"", "checksum: \"0"));
  EXPECT_FALSE(is_intact("13.0.88", "13.0.89"));
}

TEST(CensusFile, only_counting_again_makes_an_edited_entry_intact) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path() / "codegen");
  replace_text(folder.path() / "codegen" / "sm_90.yaml",
               "warpmark_codegen: 1\ntarget: sm_90\ncompilers: {13.0.88: {a: {hash: 0123456789abcdef, metrics: "
               "{registers: 8, global_load_128: 2}}, b: {hash: 0123456789abcdef, metrics: {registers: 8}}}}");
  RecordedCensus recorded = read_recorded_census(folder.path());
  const auto changes = record_census(recorded, {{kernel("a")}, {}}, false);
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_EQ(changes[0].kind, CensusChange::Kind::confirmed);
  write_recorded_target(folder.path(), "sm_90", recorded.at("sm_90"));
  const auto kernels = read_recorded_census(folder.path()).at("sm_90").at("13.0.88");
  EXPECT_TRUE(kernels.at("a").is_intact);
  EXPECT_FALSE(kernels.at("b").is_intact);
}

TEST(CensusFile, a_hash_of_digits_alone_stays_a_text) {
  Kernel digits = kernel("k");
  digits.hash = "0000000000000012";
  EXPECT_EQ(written_and_read({{digits}, {}}).at("sm_90").at("13.0.88").at("k").hash, digits.hash);
}

TEST(CensusFile, no_folder_holds_no_census) {
  const ScratchFolder folder;
  EXPECT_THAT(read_recorded_census(folder.path()), IsEmpty());
  EXPECT_THAT(read_recorded_census(folder.path() / "absent"), IsEmpty());
}

TEST(CensusFile, recording_touches_only_what_it_saw) {
  RecordedCensus recorded;
  record_census(recorded, {{kernel("a"), kernel("b"), kernel("c", "12.9.1")}, {}}, false);
  Kernel changed = kernel("b");
  changed.metrics["registers"] = 9;
  const auto changes = record_census(recorded, {{changed, kernel("d")}, {}}, false);
  ASSERT_THAT(changes, SizeIs(2));
  EXPECT_EQ(changes[0].kind, CensusChange::Kind::changed);
  EXPECT_EQ(changes[1].kind, CensusChange::Kind::added);
  EXPECT_THAT(recorded.at("sm_90").at("13.0.88"), SizeIs(3));
  EXPECT_EQ(recorded.at("sm_90").at("13.0.88").at("b").metrics.at("registers"), 9U);
  EXPECT_THAT(record_census(recorded, {{changed, kernel("d")}, {}}, false), IsEmpty());
}

TEST(CensusFile, pruning_forgets_what_is_gone_of_the_same_compiler) {
  RecordedCensus recorded;
  record_census(recorded, {{kernel("a"), kernel("b"), kernel("c", "12.9.1")}, {}}, false);
  const auto changes = record_census(recorded, {{kernel("b")}, {}}, true);
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_EQ(changes[0].kind, CensusChange::Kind::removed);
  EXPECT_EQ(changes[0].kernel, "a");
  EXPECT_THAT(recorded.at("sm_90").at("12.9.1"), SizeIs(1));
}

TEST(CensusFile, refuses_what_the_tool_did_not_write) {
  const std::string head = "warpmark_codegen: 1\ntarget: sm_90\n";
  EXPECT_THAT(census_refusal("warpmark_codegen: 2\ntarget: sm_90\ncompilers: {}\n"), HasSubstr("knows only 1"));
  EXPECT_THAT(census_refusal("warpmark_codegen: 1\ntarget: sm_80\ncompilers: {}\n"),
              HasSubstr("sm_90.yaml:2: target: is not"));
  EXPECT_THAT(census_refusal(head), HasSubstr("compilers is missing"));
  EXPECT_THAT(census_refusal(head + "compilers: {a: {k: {hash: x, metrics: {}}}}"),
              HasSubstr("compilers.a.k.hash: is no hash"));
  EXPECT_THAT(census_refusal(head + "compilers: {a: {k: {hash: 0123456789abcdef, metrics: {registres: 8}}}}"),
              HasSubstr("did you mean registers?"));
  EXPECT_THAT(census_refusal(head + "compilers: {a: {k: {hash: 0123456789abcdef, metrics: {registers: -8}}}}"),
              HasSubstr("is not a whole number"));
  EXPECT_THAT(census_refusal(head + "compilers: {a: {k: {hash: 0123456789abcdef}}}"), HasSubstr("metrics is missing"));
  EXPECT_THAT(census_refusal(""), HasSubstr("is empty"));
}

}  // namespace
}  // namespace warpmark
