#include "harness/codegen/difference.h"

#include <gmock/gmock.h>

namespace warpmark::codegen {
namespace {

using testing::IsEmpty;
using testing::SizeIs;
using Kind = KernelDifference::Kind;

Access access(const std::string& instruction, int line, const std::string& file = "/a/k.cu") {
  return {{}, instruction, {{file, line}}};
}

Census census(const std::string& hash, Metrics metrics, std::vector<Access> accesses) {
  return {{{"_Z1kPf", "sm_90", "13.0.88", true, hash, std::move(metrics), std::move(accesses)}}, {}};
}

TEST(Difference, of_the_same_code_is_empty) {
  const Census one = census("aa", {{"registers", 8}}, {access("LDG.E R0, [R2]", 5)});
  EXPECT_THAT(difference(one, one), IsEmpty());
}

TEST(Difference, says_which_accesses_came_and_went_and_where) {
  const Census before = census("aa", {{"global_load_128", 1}, {"registers", 8}}, {access("LDG.E.128 R0, [R2]", 5)});
  const Census after = census("bb", {{"global_load_32", 2}, {"registers", 8}},
                              {access("LDG.E R0, [R2]", 5), access("LDG.E R1, [R2]", 5)});
  const auto differences = difference(before, after);
  ASSERT_THAT(differences, SizeIs(1));
  EXPECT_EQ(differences[0].kind, Kind::changed);
  ASSERT_THAT(differences[0].metrics, SizeIs(2));
  EXPECT_EQ(differences[0].metrics[0].metric, "global_load_32");
  EXPECT_EQ(differences[0].metrics[0].after, 2U);
  EXPECT_EQ(differences[0].metrics[1].metric, "global_load_128");
  EXPECT_EQ(differences[0].metrics[1].before, 1U);
  ASSERT_THAT(differences[0].accesses, SizeIs(2));
  EXPECT_EQ(differences[0].accesses[0].mnemonic, "LDG.E.128");
  EXPECT_FALSE(differences[0].accesses[0].is_added);
  EXPECT_EQ(differences[0].accesses[1].mnemonic, "LDG.E");
  EXPECT_EQ(differences[0].accesses[1].count, 2U);
  EXPECT_TRUE(differences[0].accesses[1].is_added);
  EXPECT_EQ(differences[0].accesses[1].place.line, 5);
}

TEST(Difference, lines_that_moved_other_registers_and_another_folder_are_none) {
  const Census before = census("aa", {}, {access("LDG.E R0, [R2]", 5), access("LDG.E R1, [R2]", 6)});
  const Census after =
      census("bb", {}, {access("LDG.E R7, [R4]", 9, "/b/k.cu"), access("LDG.E R8, [R4]", 10, "/b/k.cu")});
  const auto differences = difference(before, after);
  ASSERT_THAT(differences, SizeIs(1));
  EXPECT_THAT(differences[0].metrics, IsEmpty());
  EXPECT_THAT(differences[0].accesses, IsEmpty());
}

TEST(Difference, an_access_more_is_found_at_its_own_line) {
  const Census before = census("aa", {}, {access("LDS R0, [R2]", 5), access("LDS R1, [R2]", 6)});
  const Census after =
      census("bb", {}, {access("LDS R0, [R2]", 5), access("LDS R3, [R2]", 8, "/b/k.cu"), access("LDS R1, [R2]", 6)});
  const auto differences = difference(before, after);
  ASSERT_THAT(differences.at(0).accesses, SizeIs(1));
  EXPECT_EQ(differences[0].accesses[0].place.line, 8);
}

TEST(Difference, kernels_come_and_go) {
  const Census some = census("aa", {}, {});
  EXPECT_EQ(difference(some, {}).at(0).kind, Kind::removed);
  EXPECT_EQ(difference({}, some).at(0).kind, Kind::added);
}

TEST(Difference, a_kernel_with_another_parameter_type_is_still_that_kernel) {
  Census before = census("aa", {{"global_load_128", 1}}, {});
  Census after = census("bb", {{"global_load_64", 2}}, {});
  after.kernels[0].name = "_Z1kPd";
  const auto differences = difference(before, after);
  ASSERT_THAT(differences, SizeIs(1));
  EXPECT_EQ(differences[0].kind, Kind::changed);
  EXPECT_EQ(differences[0].kernel, "_Z1kPd");
  EXPECT_THAT(differences[0].metrics, SizeIs(2));

  before.kernels.push_back(before.kernels[0]);
  before.kernels[1].name = "_Z1kPi";  // now nobody knows which of the two it was
  EXPECT_THAT(difference(before, after), SizeIs(3));
}

}  // namespace
}  // namespace warpmark::codegen
