#include "harness/codegen/census.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include "harness/run/input_error.h"
#include "tests/codegen/fake_tools.h"
#include "tests/run/scratch_folder.h"

namespace warpmark::codegen {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class CensusTest : public testing::Test {
 protected:
  std::filesystem::path file(const std::string& name, const std::string& bytes) const {
    replace_text(folder.path() / name, bytes);
    return folder.path() / name;
  }

  Census census(const std::vector<std::filesystem::path>& files, const std::vector<std::string>& targets = {}) {
    const ScratchFolder scratch;
    return take_census(files, {targets}, fake.tools(), scratch.path());
  }

  /// As it is recorded after `census`.
  static RecordedCensus record_of(const Census& census) {
    RecordedCensus recorded;
    for (const Kernel& kernel : census.kernels)
      recorded[kernel.target][kernel.compiler][kernel.name] = {kernel.hash, kernel.metrics, true};
    return recorded;
  }

  Census census_knowing(const std::filesystem::path& file, const RecordedCensus& known) {
    const ScratchFolder scratch;
    fake.calls.clear();
    return take_census({file}, {}, fake.tools(), scratch.path(), known);
  }

  std::string refusal(const std::vector<std::filesystem::path>& files, const std::vector<std::string>& targets = {}) {
    try {
      census(files, targets);
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  }

  int calls_of(const std::string& tool) const {
    int count = 0;
    for (const auto& argv : fake.calls) count += argv[0] == tool ? 1 : 0;
    return count;
  }

  ScratchFolder folder;
  FakeTools fake;
};

TEST_F(CensusTest, takes_kernels_from_containers_anywhere_in_a_file) {
  fake.cubins["a.sm_90.cubin"] = {};
  fake.cubins["b.sm_80.cubin"] = {"_Z1bPf", "LDG.E.128", "sm_80"};
  const auto program = file("program", elf(62) + "junk" + container("a.sm_90.cubin\nb.sm_80.cubin\n") + "more");
  const Census result = census({program});
  ASSERT_THAT(result.kernels, SizeIs(2));
  EXPECT_EQ(result.kernels[0].name, "_Z1bPf");
  EXPECT_EQ(result.kernels[0].target, "sm_80");
  EXPECT_EQ(sum_of(result.kernels[0].metrics, "global_load_128"), 1U);
  EXPECT_EQ(result.kernels[1].name, "_Z1kPf");
  EXPECT_EQ(sum_of(result.kernels[1].metrics, "registers"), 8U);
  EXPECT_THAT(result.notes, IsEmpty());
}

TEST_F(CensusTest, sources_of_one_name_do_not_overwrite_each_other) {
  // kernels/copy/copy.cu and kernels/stream/copy.cu both become copy.sm_90.cubin, each in a container of its own. Here
  // both hold the same, so what counts is that both are looked at.
  fake.cubins["copy.sm_90.cubin"] = {};
  const auto program = file("program", elf(62) + container("copy.sm_90.cubin\n") + container("copy.sm_90.cubin\n"));
  EXPECT_THAT(census({program}).kernels, SizeIs(1));
  EXPECT_EQ(calls_of("nvdisasm"), 2);
}

TEST_F(CensusTest, one_name_twice_in_a_container_is_refused) {
  fake.cubins["copy.sm_90.cubin"] = {};
  EXPECT_THAT(refusal({file("x.fatbin", container("copy.sm_90.cubin\ncopy.sm_90.cubin\n"))}),
              HasSubstr("lists copy.sm_90.cubin in it, but extracts no such file"));
}

TEST_F(CensusTest, a_cubin_is_taken_as_it_is) {
  fake.cubins["k.cubin"] = {};
  EXPECT_THAT(census({file("k.cubin", elf(static_cast<char>(190)))}).kernels, SizeIs(1));
}

TEST_F(CensusTest, other_targets_are_not_even_disassembled) {
  fake.cubins["a.1.sm_90.cubin"] = {};
  fake.cubins["a.2.sm_90a.cubin"] = {"_Z1kPf", "LDG.E", "sm_90a"};
  const auto program = file("program", elf(62) + container("a.1.sm_90.cubin\na.2.sm_90a.cubin\n"));
  EXPECT_THAT(census({program}, {"sm_90"}).kernels, SizeIs(1));
  EXPECT_EQ(calls_of("nvdisasm"), 1);
  EXPECT_THAT(census({program}, {"sm_9*"}).kernels, SizeIs(2));
  EXPECT_THAT(refusal({program}, {"sm_77"}),
              AllOf(HasSubstr("no kernel for it"), HasSubstr("the targets here are sm_90, sm_90a")));
}

TEST_F(CensusTest, an_empty_cubin_costs_nothing) {
  fake.cubins["stub.sm_90.cubin"].has_usage = false;
  fake.cubins["a.sm_90.cubin"] = {};
  const auto program = file("program", elf(62) + container("stub.sm_90.cubin\n") + container("a.sm_90.cubin\n"));
  EXPECT_THAT(census({program}).kernels, SizeIs(1));
  EXPECT_EQ(calls_of("nvdisasm"), 1);
}

TEST_F(CensusTest, code_that_is_known_is_not_disassembled_again) {
  fake.cubins["a.sm_90.cubin"] = {};
  fake.cubins["b.sm_80.cubin"] = {"_Z1bPf", "LDG.E.128", "sm_80"};
  const auto program = file("program", elf(62) + container("a.sm_90.cubin\nb.sm_80.cubin\n"));
  const Census full = census({program});
  const Census again = census_knowing(program, record_of(full));
  EXPECT_EQ(calls_of("nvdisasm"), 0);
  ASSERT_THAT(again.kernels, SizeIs(2));
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(again.kernels[i].name, full.kernels[i].name);
    EXPECT_EQ(again.kernels[i].target, full.kernels[i].target);
    EXPECT_EQ(again.kernels[i].compiler, full.kernels[i].compiler);
    EXPECT_EQ(again.kernels[i].hash, full.kernels[i].hash);
    EXPECT_EQ(again.kernels[i].metrics, full.kernels[i].metrics);
    EXPECT_TRUE(full.kernels[i].is_disassembled);
    EXPECT_FALSE(again.kernels[i].is_disassembled);
  }
}

TEST_F(CensusTest, what_is_not_known_for_certain_is_disassembled) {
  fake.cubins["a.sm_90.cubin"] = {};
  const auto program = file("program", elf(62) + container("a.sm_90.cubin\n"));
  const RecordedCensus known = record_of(census({program}));
  const auto calls_knowing = [&](const auto& change) {
    RecordedCensus changed = known;
    change(changed);
    EXPECT_EQ(sum_of(census_knowing(program, changed).kernels.at(0).metrics, "global_load_32"), 1U);
    return calls_of("nvdisasm");
  };
  const auto kernel = [](RecordedCensus& census) -> RecordedKernel& { return census["sm_90"]["unknown"]["_Z1kPf"]; };
  EXPECT_EQ(calls_knowing([&](RecordedCensus&) {}), 0);
  EXPECT_EQ(calls_knowing([&](RecordedCensus& census) { kernel(census).hash[0] ^= 1; }), 1);
  EXPECT_EQ(calls_knowing([&](RecordedCensus& census) { kernel(census).is_intact = false; }), 1);
  EXPECT_EQ(calls_knowing([&](RecordedCensus& census) { kernel(census).metrics["instructions"] = 2; }), 1);
  EXPECT_EQ(calls_knowing([&](RecordedCensus& census) {
              census = {{"sm_90", {{"13.0.88", known.at("sm_90").at("unknown")}}}};
            }),
            1);
  EXPECT_EQ(calls_knowing([&](RecordedCensus& census) { census = {{"sm_80", known.at("sm_90")}}; }), 1);
  EXPECT_EQ(calls_knowing([&](RecordedCensus& census) { census["sm_90"]["unknown"].erase("_Z1kPf"); }), 1);
  EXPECT_EQ(calls_knowing([&](RecordedCensus& census) { census.clear(); }), 1);
  fake.cubins["a.sm_90.cubin"].type = "ET_REL";
  EXPECT_EQ(calls_knowing([&](RecordedCensus&) {}), 1);
}

TEST_F(CensusTest, registers_are_never_taken_from_the_record) {
  fake.cubins["a.sm_90.cubin"] = {};
  const auto program = file("program", elf(62) + container("a.sm_90.cubin\n"));
  RecordedCensus known = record_of(census({program}));
  known["sm_90"]["unknown"]["_Z1kPf"].metrics["registers"] = 99;
  known["sm_90"]["unknown"]["_Z1kPf"].metrics["stack_bytes"] = 16;
  const Census again = census_knowing(program, known);
  EXPECT_EQ(calls_of("nvdisasm"), 0);
  EXPECT_EQ(sum_of(again.kernels.at(0).metrics, "registers"), 8U);
  EXPECT_FALSE(again.kernels.at(0).metrics.contains("stack_bytes"));
}

TEST_F(CensusTest, code_that_was_linked_is_counted_as_linked) {
  fake.cubins["linked.sm_90.cubin"] = {"_Z1kPf", "LDG.E.128"};
  fake.cubins["part.sm_90.cubin"] = {"_Z1kPf", "LDG.E", "sm_90", "ET_REL"};
  const auto program = file("program", elf(62) + container("part.sm_90.cubin\n") + container("linked.sm_90.cubin\n"));
  const Census result = census({program});
  ASSERT_THAT(result.kernels, SizeIs(1));
  EXPECT_EQ(sum_of(result.kernels[0].metrics, "global_load_128"), 1U);
  EXPECT_THAT(result.notes, IsEmpty());
  EXPECT_THAT(census({file("part.o", elf(62) + container("part.sm_90.cubin\n"))}).kernels, SizeIs(1));
}

TEST_F(CensusTest, one_kernel_with_two_codes_is_kept_twice_and_said) {
  fake.cubins["a.sm_90.cubin"] = {};
  fake.cubins["b.sm_90.cubin"] = {"_Z1kPf", "LDG.E.128"};
  const Census result = census({file("a", container("a.sm_90.cubin\n")), file("b", container("b.sm_90.cubin\n"))});
  ASSERT_THAT(result.kernels, SizeIs(2));
  EXPECT_EQ(result.kernels[1].name, "_Z1kPf#2");
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("_Z1kPf is there with 2 different codes for sm_90")));
}

TEST_F(CensusTest, the_tools_must_agree_on_the_functions) {
  fake.cubins["a.sm_90.cubin"] = {};
  const auto program = file("program", container("a.sm_90.cubin\n"));
  Tools tools = fake.tools();
  const ToolRunner honest = tools.run;
  tools.run = [&](const std::vector<ToolCall>& calls) {
    std::vector<ToolAnswer> answers = honest(calls);
    if (calls[0].argv[1] == "--dump-resource-usage") answers[0].out = " Function other:\n  REG:8 STACK:0 SHARED:0\n";
    return answers;
  };
  EXPECT_THROW(take_census({program}, {}, tools, folder.path()), InputError);
}

TEST_F(CensusTest, what_is_no_binary_with_machine_code_is_refused) {
  EXPECT_THAT(refusal({folder.path() / "absent"}), HasSubstr("No such file"));
  EXPECT_THAT(refusal({folder.path()}), HasSubstr("is not a regular file"));
  EXPECT_THAT(refusal({file("empty", "")}), HasSubstr("is empty"));
  EXPECT_THAT(refusal({file("notes.txt", "just text")}), HasSubstr("is no program, library, object"));
  EXPECT_THAT(refusal({file("ls", elf(62))}), HasSubstr("holds no device code"));
  EXPECT_THAT(refusal({file("ptx", elf(62) + container(""))}),
              AllOf(HasSubstr("no machine code: only PTX"), HasSubstr("CMAKE_CUDA_ARCHITECTURES")));
  const std::string whole = container(std::string("\x02\x00", 2) + "as an ELF file's part begins");
  EXPECT_THAT(refusal({file("cut", whole.substr(0, whole.size() - 1))}), HasSubstr("ends within its device code"));
  EXPECT_THAT(refusal({file("cut2", whole.substr(0, 10))}), HasSubstr("ends within its device code"));
  const std::string constant = whole.substr(0, 8) + "and then other constants of a program that looks for it";
  EXPECT_THAT(refusal({file("reader", elf(62) + constant)}), HasSubstr("holds no device code"));
}

TEST_F(CensusTest, leaves_out_the_kernels_of_warpmark_itself_unless_asked_for_them) {
  fake.cubins["a.sm_90.cubin"] = {"_ZN2my4copyEPf"};
  fake.cubins["fill.sm_90.cubin"] = {"_ZN8warpmark11fill_kernelIfEEvPT_mm"};
  const auto program = file("program", container("a.sm_90.cubin\nfill.sm_90.cubin\n"));
  const Census theirs = census({program});
  ASSERT_THAT(theirs.kernels, SizeIs(1));
  EXPECT_EQ(theirs.kernels[0].name, "_ZN2my4copyEPf");
  EXPECT_EQ(calls_of("nvdisasm"), 1);  // nor taken apart

  const ScratchFolder scratch;
  EXPECT_THAT(take_census({program}, {{}, true}, fake.tools(), scratch.path()).kernels, SizeIs(2));
  EXPECT_THAT(refusal({file("library", container("fill.sm_90.cubin\n"))}), HasSubstr("--with-harness"));
}

TEST_F(CensusTest, a_file_of_200_megabytes_is_mapped) {
  fake.cubins["a.sm_90.cubin"] = {};
  const auto program = file("large", container("a.sm_90.cubin\n"));
  ASSERT_EQ(truncate(program.c_str(), 200'000'000), 0);
  EXPECT_THAT(census({program}).kernels, SizeIs(1));
}

/// Answers all calls of `flag` with `answer`.
Tools with_answer(FakeTools& fake, const std::string& flag, const ToolAnswer& answer) {
  Tools tools = fake.tools();
  tools.run = [honest = tools.run, flag, answer](const std::vector<ToolCall>& calls) {
    std::vector<ToolAnswer> answers = honest(calls);
    for (std::size_t i = 0; i < calls.size(); ++i)
      if (calls[i].argv[1] == flag) answers[i] = answer;
    return answers;
  };
  return tools;
}

TEST_F(CensusTest, a_tool_that_fails_is_named_with_the_remedy) {
  fake.cubins["a.sm_90.cubin"] = {};
  const auto program = file("program", container("a.sm_90.cubin\n"));
  const auto refusal_of = [&](const ToolAnswer& answer) -> std::string {
    try {
      const ScratchFolder scratch;
      take_census({program}, {}, with_answer(fake, "--no-dataflow", answer), scratch.path());
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_THAT(
      refusal_of({1, 0, false, "", "nvdisasm fatal   : Cannot decode architecture 'SM200'\n"}),
      AllOf(HasSubstr("a.sm_90.cubin"), HasSubstr("nvdisasm 9.9.1"), HasSubstr("'SM200'"), HasSubstr("ci/setup")));
  EXPECT_THAT(refusal_of({0, 11, false, "", ""}),
              AllOf(HasSubstr("crashed (signal 11)"), HasSubstr("it said nothing")));
  EXPECT_THAT(refusal_of({0, 9, true, "", ""}), AllOf(HasSubstr("did not end in time"), HasSubstr("--tool-timeout")));
  EXPECT_THAT(refusal_of({0, 0, false, "\x1b[31mrubbish\n", ""}), HasSubstr("names no target"));
  EXPECT_THAT(refusal_of({0, 0, false, "", ""}), HasSubstr("names no target"));
}

}  // namespace
}  // namespace warpmark::codegen
