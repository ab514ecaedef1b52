#include "harness/codegen/listing.h"

#include <gmock/gmock.h>

#include "harness/run/input_error.h"
#include "tests/codegen/recorded_listing.h"

namespace warpmark::codegen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* tiny = R"(	.target	sm_90
	.elftype	@"ET_EXEC"
	.section	.note.nv.tkinfo,"",@"SHT_NOTE"
	.sectionflags	@"SHF_NOTE_NV_TKINFO"
        /*0030*/ 	.string	"Cuda compilation tools, release 13.0, V13.0.88"
	.section	.text._Z1kPf,"ax",@progbits
        .other          _Z1kPf,@"STO_CUDA_ENTRY STV_DEFAULT"
_Z1kPf:
.text._Z1kPf:
	//## File "/a.cuh", line 24 inlined at "/b.cu", line 33
	//## File "/b.cu", line 33
        /*0000*/              @!P0 LDG.E R1, [R2.64] ;    /* 0x0000000000000001 */
                                                          /* 0x00000000000000ff */
	//## File "/b.cu", line 34
        /*0010*/                   EXIT ;                 /* 0x0000000000000002 */
                                                          /* 0x0000000000000000 */
.L_x_0:
        /*0020*/                   BRA `(.L_x_0);         /* 0x0000000000000003 */
                                                          /* 0x0000000000000000 */
        /*0030*/                   NOP;                   /* 0x0000000000000004 */
                                                          /* 0x0000000000000000 */
	.section	.nv.constant0._Z1kPf,"a",@progbits
        /*0000*/ 	.byte	0x00
)";

std::string refusal(const std::string& text) {
  try {
    parse_listing(text, "k.cubin");
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

/// `tiny` without its first line that holds `part`.
std::string without(const std::string& part) {
  std::string text = tiny;
  const auto at = text.find(part);
  const auto begin = text.rfind('\n', at) + 1;
  return text.erase(begin, text.find('\n', at) + 1 - begin);
}

TEST(Listing, is_read_whole) {
  const Listing listing = parse_listing(tiny, "k.cubin");
  EXPECT_EQ(listing.target, "sm_90");
  EXPECT_EQ(listing.compiler, "13.0.88");
  EXPECT_FALSE(listing.is_relocatable);
  ASSERT_EQ(listing.functions.size(), 1U);
  const Function& function = listing.functions[0];
  EXPECT_EQ(function.name, "_Z1kPf");
  EXPECT_TRUE(function.is_entry);
  ASSERT_EQ(function.instructions.size(), 3U);  // without the padding
  EXPECT_EQ(function.instructions[0].text, "@!P0 LDG.E R1, [R2.64]");
  EXPECT_EQ(function.instructions[0].low, 1U);
  EXPECT_EQ(function.instructions[0].high, 0xffU);
  EXPECT_THAT(function.instructions[0].places, ElementsAre(SourceLine{"/a.cuh", 24}, SourceLine{"/b.cu", 33}));
  EXPECT_THAT(function.instructions[1].places, ElementsAre(SourceLine{"/b.cu", 34}));
  EXPECT_THAT(function.instructions[2].places, ElementsAre(SourceLine{"/b.cu", 34}));
}

TEST(Listing, without_line_information_or_compiler_is_read_as_well) {
  std::string text = without("/a.cuh");
  EXPECT_THAT(parse_listing(text, "k").functions[0].instructions[0].places, ElementsAre(SourceLine{"/b.cu", 33}));
  EXPECT_EQ(parse_listing(without("V13.0.88"), "k").compiler, "unknown");
}

TEST(Listing, a_function_that_is_no_kernel_is_told_apart) {
  EXPECT_FALSE(parse_listing(without("STO_CUDA_ENTRY"), "k").functions[0].is_entry);
}

TEST(Listing, an_older_nvdisasm_names_the_target_in_flags) {
  const std::string flags = "\t.headerflags\t@\"EF_CUDA_TEXMODE_UNIFIED EF_CUDA_64BIT_ADDRESS EF_CUDA_SM90";
  EXPECT_EQ(parse_listing(flags + " EF_CUDA_VIRTUAL_SM(EF_CUDA_SM90)\"\n" + without(".target"), "k").target, "sm_90");
  EXPECT_EQ(parse_listing(flags + " EF_CUDA_ACCELERATORS\"\n" + without(".target"), "k").target, "sm_90a");
}

TEST(Listing, rubbish_is_refused) {
  EXPECT_THAT(refusal(""), HasSubstr("k.cubin: line 0 of nvdisasm's output: names no target"));
  EXPECT_THAT(refusal("Segmentation fault\n"), HasSubstr("names no target"));
  EXPECT_THAT(refusal(without("0x00000000000000ff")), HasSubstr("half an instruction"));
  EXPECT_THAT(refusal(std::string(tiny).substr(0, std::string(tiny).find("0x00000000000000ff"))),
              HasSubstr("k.cubin: line "));
  EXPECT_THAT(refusal("\t.target\tsm_90\n\t.section\t.text.k,\"ax\"\n/*0000*/ LDG.E R1, [R2.64] ;\n"),
              HasSubstr("without its encoding"));
  EXPECT_THAT(refusal("\t.target\tsm_90\n\t.section\t.text.k,\"ax\"\n/*0000*/ LDG /* 0x1 */\n"),
              HasSubstr("without an end"));
  EXPECT_THAT(refusal("\t.target\tsm_90\n\t.section\t.text.k,\"ax\"\n"), HasSubstr("no instructions"));
}

TEST(ResourceUsage, is_read_and_rubbish_refused) {
  const auto usage = parse_resource_usage(recorded_text("common.sm_80.resources.txt"), "common");
  EXPECT_EQ(usage.size(), 7U);
  EXPECT_EQ(usage.at("_Z7genericPPii").registers, 14U);
  EXPECT_EQ(usage.at("_Z7genericPPii").shared_bytes, 128U);
  EXPECT_EQ(usage.at("_Z6spillsPfi").stack_bytes, 16U);
  EXPECT_THAT(parse_resource_usage("", "k"), IsEmpty());
  EXPECT_THROW(parse_resource_usage(" Function k:\n  REG:x STACK:0 SHARED:0\n", "k"), InputError);
  EXPECT_THROW(parse_resource_usage(" Function k:\n  rubbish\n", "k"), InputError);
}

}  // namespace
}  // namespace warpmark::codegen
