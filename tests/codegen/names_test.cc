#include "harness/codegen/names.h"

#include <gmock/gmock.h>

namespace warpmark::codegen {
namespace {

using testing::HasSubstr;

// void warpmark::stream::copy_kernel<warpmark::stream::Pack<float, 16ul> >(..., ..., unsigned long)
constexpr const char* copy = "_ZN8warpmark6stream11copy_kernelINS0_4PackIfLm16EEEEEvPT_PKS4_m";
constexpr const char* hidden = "_ZN37_GLOBAL__N__493f1b3c_5_an_cu__Z3twoPi6hiddenEPi";

TEST(Names, are_demangled_for_people) {
  EXPECT_THAT(demangled(copy), HasSubstr("void warpmark::stream::copy_kernel<"));
  EXPECT_EQ(bare_name(copy), "warpmark::stream::copy_kernel<warpmark::stream::Pack<float, 16ul>>");
  EXPECT_EQ(short_name(copy), "warpmark::stream::copy_kernel<Pack<float, 16ul>>");
  EXPECT_EQ(bare_name("_Z1kPf"), "k");
  EXPECT_EQ(bare_name("plain_c_name"), "plain_c_name");
  EXPECT_EQ(bare_name("_Znonsense"), "_Znonsense");
  EXPECT_EQ(bare_name(hidden), "(anonymous namespace)::hidden");
  EXPECT_EQ(short_name(hidden), "hidden");
  EXPECT_EQ(bare_name("_Z4onceILPFvvE0EEvv"), "once<(void (*)())0>");
}

TEST(Names, a_pattern_may_leave_out_leading_namespaces) {
  EXPECT_TRUE(matches("warpmark::stream::copy_kernel<*", copy));
  EXPECT_TRUE(matches("stream::copy_kernel<*", copy));
  EXPECT_TRUE(matches("copy_kernel<*, 16ul>>", copy));
  EXPECT_TRUE(matches("copy_kernel<*, 16ul> >", copy));
  EXPECT_TRUE(matches("*", copy));
  EXPECT_TRUE(matches(copy, copy));
  EXPECT_FALSE(matches("kernel<*", copy));
  EXPECT_FALSE(matches("Pack<float, 16ul>>", copy));  // a name within template arguments is not the kernel's
  EXPECT_FALSE(matches("copy_kernel", copy));
  EXPECT_TRUE(matches("hidden", hidden));
}

TEST(Names, the_key_of_a_hidden_kernel_does_not_depend_on_its_folder) {
  const char* elsewhere = "_ZN37_GLOBAL__N__9637f243_5_an_cu__Z3twoPi6hiddenEPi";
  EXPECT_EQ(stable_name(hidden), stable_name(elsewhere));
  EXPECT_EQ(bare_name(stable_name(hidden)), "(anonymous namespace)::hidden");
  EXPECT_EQ(stable_name(copy), copy);
  EXPECT_EQ(stable_name("_GLOBAL__N__493f"), "_GLOBAL__N__493f");  // cut off
}

TEST(Names, tell_the_kernels_of_warpmark_itself) {
  EXPECT_TRUE(is_of_harness("_ZN8warpmark19read_through_kernelEP5uint4mj"));
  EXPECT_TRUE(is_of_harness("_ZN8warpmark11fill_kernelI13__nv_bfloat16EEvPT_mm"));
  EXPECT_TRUE(is_of_harness("_ZN8warpmark48_GLOBAL__N__00000000_15_stream_order_cu_d60b5c9611wait_kernelEm"));
  EXPECT_TRUE(is_of_harness("_ZN8warpmark11fill_kernelIfEEvPT_mm#2"));
  EXPECT_FALSE(is_of_harness(copy));  // under test
  EXPECT_FALSE(is_of_harness(hidden));
  EXPECT_FALSE(is_of_harness("_ZN2my8warpmark4copyEPf"));
  EXPECT_FALSE(is_of_harness("_Z8warpmarkPf"));
}

TEST(Names, what_is_shown_of_a_name_finds_it) {
  const std::string name = "_ZN4mine36_GLOBAL__N__03702505_4_k_cu_c2aa57f06reduceEPf";
  EXPECT_EQ(short_name(name), "mine::reduce");
  for (const char* pattern : {"mine::reduce", "mine::red*", "reduce", "mine::(anonymous namespace)::reduce"})
    EXPECT_TRUE(matches(pattern, name)) << pattern;
  EXPECT_FALSE(matches("mine::redu", name));
}

TEST(Names, a_long_name_is_shown_short) {
  std::string name = "_ZN8warpmark1kIJ";
  for (int i = 0; i < 40; ++i) name += "9Argument_";
  name += "EEEvv";
  ASSERT_GT(bare_name(name).size(), 400U);
  EXPECT_EQ(short_name(name, 40).size(), 40U);
  EXPECT_THAT(short_name(name, 40), HasSubstr("..."));
  EXPECT_TRUE(matches("k<Argument_*>", name));
}

TEST(Names, one_of_5000_characters_keeps_what_can_be_read) {
  std::string arguments;
  for (int i = 0; i < 500; ++i) arguments += "9Argument_";
  const std::string name = "_ZN8warpmark1kIJ" + arguments + "EEEvv";
  ASSERT_GT(name.size(), 5000U);
  EXPECT_EQ(bare_name(name), "warpmark::k<...>");
  EXPECT_TRUE(matches("k<*", name));
  EXPECT_TRUE(matches(name, name));
  EXPECT_EQ(bare_name("_Z99"), "_Z99");
}

}  // namespace
}  // namespace warpmark::codegen
