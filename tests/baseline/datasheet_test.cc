#include "harness/baseline/datasheet.h"

#include <gmock/gmock.h>

#include "harness/baseline/baseline.h"
#include "harness/run/input_error.h"
#include "harness/run/text_file.h"
#include "tests/baseline/refusal.h"
#include "tests/run/scratch_folder.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

Datasheets datasheets_of(const std::string& text) {
  const ScratchFolder folder;
  replace_text(folder.path() / datasheets_file, text);
  return read_datasheets(folder.path());
}

std::string datasheet_refusal(const std::string& gpus) {
  return refusal_by(datasheets_of, "warpmark_gpus: 1\ngpus:\n" + gpus);
}

TEST(Datasheets, of_the_project_hold_the_usual_cards_each_with_its_source) {
  const Datasheets sheets = read_datasheets(WARPMARK_BASELINES);
  EXPECT_EQ(sheets.at("NVIDIA H200").peak_gbps, 4800);
  EXPECT_EQ(sheets.at("NVIDIA H100 PCIe").peak_gbps, 2000);
  EXPECT_EQ(sheets.at("NVIDIA A100-SXM4-40GB").peak_gbps, 1555);
  for (const char* name : {"NVIDIA A100-PCIE-40GB", "NVIDIA A100 80GB PCIe", "NVIDIA A100-SXM4-80GB",
                           "NVIDIA H100 80GB HBM3", "NVIDIA H100 NVL", "NVIDIA H200 NVL", "NVIDIA GH200 480GB",
                           "NVIDIA B200", "NVIDIA GB200", "NVIDIA L4", "NVIDIA L40S", "NVIDIA GeForce RTX 4090",
                           "NVIDIA GeForce RTX 5090", "NVIDIA RTX PRO 6000 Blackwell Server Edition"})
    EXPECT_TRUE(sheets.contains(name)) << name;
  for (const auto& [name, sheet] : sheets) EXPECT_THAT(sheet.source, HasSubstr("NVIDIA")) << name;
}

TEST(Datasheets, are_no_baseline) {
  const ScratchFolder folder;
  replace_text(folder.path() / datasheets_file, "warpmark_gpus: 1\ngpus: {}\n");
  EXPECT_THAT(read_baselines(folder.path()), IsEmpty());
}

TEST(Datasheets, a_folder_without_them_knows_no_card) {
  EXPECT_THAT(read_datasheets(ScratchFolder().path() / "none"), IsEmpty());
}

TEST(Datasheets, say_where_they_stand) {
  const Datasheets sheets = datasheets_of("warpmark_gpus: 1\ngpus:\n  A: {peak_gbps: 10, source: somewhere}\n");
  EXPECT_THAT(sheets.at("A").place, HasSubstr("gpus.yaml:3"));
}

TEST(Datasheets, bad_content_names_line_and_remedy) {
  EXPECT_THAT(datasheet_refusal("  A: {peak_gpbs: 10, source: s}"),
              AllOf(HasSubstr("gpus.yaml:3: gpus.A.peak_gpbs: unknown key"), HasSubstr("did you mean peak_gbps?")));
  EXPECT_THAT(datasheet_refusal("  A: {peak_gbps: 0, source: s}"), HasSubstr("`0` is not above 0"));
  EXPECT_THAT(datasheet_refusal("  A: {peak_gbps: .nan, source: s}"), HasSubstr("is not a"));
  EXPECT_THAT(datasheet_refusal("  A: {peak_gbps: 10}"), HasSubstr("the key source is missing"));
  EXPECT_THAT(datasheet_refusal("  A: {peak_gbps: 10, source: \"\"}"), HasSubstr("name where the figure stands"));
  EXPECT_THAT(datasheet_refusal("  A: {peak_gbps: 10, source: \"a\\nb\"}"), HasSubstr("is not one line"));
  EXPECT_THAT(datasheet_refusal("  A: {peak_gbps: 10, source: s}\n  A: {peak_gbps: 10, source: s}"),
              HasSubstr("stands there twice"));
  EXPECT_THAT(refusal_by(datasheets_of, "warpmark_gpus: 2\ngpus: {}\n"), HasSubstr("knows only 1"));
  EXPECT_THAT(refusal_by(datasheets_of, ""), HasSubstr("is empty"));
}

}  // namespace
}  // namespace warpmark
