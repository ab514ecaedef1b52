#include "harness/codegen/cubin_code.h"

#include <gmock/gmock.h>

#include "harness/codegen/count.h"
#include "tests/codegen/cubin_image.h"

namespace warpmark::codegen {
namespace {

using testing::SizeIs;

const std::string load("\x81\x79\x02\x02\x04\x00\x00\x00\x00\x19\x1e\x0c\x00\xa2\x0e\x00", 16);
const std::string nop("\x18\x79\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc0\x0f\x00", 16);

CubinImage image(const std::string& code = load + nop + load + nop + nop) {
  CubinImage made;
  made.add_tool("13.0.88");
  made.add_kernel("_Z1kPf", code);
  return made;
}

TEST(CubinCode, has_the_hash_that_counting_its_listing_gives) {
  const auto code = read_cubin_code(image().bytes());
  ASSERT_TRUE(code);
  EXPECT_EQ(code->compiler, "13.0.88");
  ASSERT_THAT(code->kernels, SizeIs(1));
  const Instruction loaded{"LDG.E R2, [R2.64]", 0x0000000402027981, 0x000ea2000c1e1900, {}};
  const Function listed{"_Z1kPf", true, {loaded, {"NOP", 0x0000000000007918, 0x000fc00000000000, {}}, loaded}};
  EXPECT_EQ(code->kernels.at("_Z1kPf").hash, count({"sm_90", "13.0.88", false, {}}, listed, {}).hash);
  EXPECT_EQ(code->kernels.at("_Z1kPf").instructions, 3U);
}

TEST(CubinCode, of_several_tools_the_last_is_the_compiler) {
  CubinImage linked = image();
  linked.add_tool("13.0.90");
  EXPECT_EQ(read_cubin_code(linked.bytes())->compiler, "13.0.90");
  CubinImage silent;
  silent.add_kernel("k", load);
  EXPECT_EQ(read_cubin_code(silent.bytes())->compiler, "unknown");
}

TEST(CubinCode, leaves_what_is_in_doubt_to_the_disassembler) {
  CubinImage object = image();
  object.elf_type = ET_REL;
  EXPECT_FALSE(read_cubin_code(object.bytes()));
  CubinImage relocated = image();
  relocated.parts.push_back({".rela.text._Z1kPf", "", SHT_RELA, 2});
  EXPECT_TRUE(read_cubin_code(relocated.bytes()));
  relocated.parts.back().bytes = std::string(sizeof(Elf64_Rela), '\0');
  EXPECT_FALSE(read_cubin_code(relocated.bytes()));
  CubinImage with_function = image();
  with_function.add_kernel("helper", load, 0);
  EXPECT_FALSE(read_cubin_code(with_function.bytes()));
  CubinImage twice = image();
  twice.add_kernel("_Z1kPf", load);
  EXPECT_FALSE(read_cubin_code(twice.bytes()));
  EXPECT_FALSE(read_cubin_code(image(load + "half").bytes()));
  EXPECT_FALSE(read_cubin_code(image("").bytes()));
  EXPECT_FALSE(read_cubin_code("just text"));
}

TEST(CubinCode, a_file_cut_off_anywhere_is_in_doubt) {
  const std::string whole = image().bytes();
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(read_cubin_code(std::string_view(whole).substr(0, size))) << size;
}

TEST(CubinCode, no_damaged_byte_leads_outside_of_the_file) {
  const std::string whole = image().bytes();
  const std::string hash = read_cubin_code(whole)->kernels.at("_Z1kPf").hash;
  const std::size_t code_at = whole.find(load);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const char value : {'\x00', '\x7f', '\xff'}) {
      std::string damaged = whole;
      damaged[i] = value;
      const auto code = read_cubin_code(damaged);
      const bool is_changed_code = i >= code_at && i < code_at + 3 * load.size() && damaged != whole;
      if (!is_changed_code) continue;
      ASSERT_TRUE(code) << i;
      EXPECT_NE(code->kernels.at("_Z1kPf").hash, hash) << i;
    }
  }
}

}  // namespace
}  // namespace warpmark::codegen
