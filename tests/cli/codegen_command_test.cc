// `warpmark codegen` as a user runs it, with scripts in place of NVIDIA's tools: they print the recorded listings.
#include <nlohmann/json.hpp>

#include "cli_fixture.h"

namespace warpmark {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string data = WARPMARK_TEST_DATA "/codegen/";

class CodegenCommandTest : public CliTest {
 protected:
  CodegenCommandTest() {
    std::filesystem::create_directories(baselines() + "/codegen");
    script("cuobjdump", "case \"$2\" in *.cubin) cat \"" + data + "$(basename \"$2\" .cubin).resources.txt\";; esac");
    script("nvdisasm", "for last; do :; done; cat \"" + data + "$(basename \"$last\" .cubin).txt\"");
    for (const char* name : {"common.sm_80", "common.sm_120", "hopper.sm_90a"}) cubin(name);
  }

  void script(const std::string& name, const std::string& body) const {
    write(name, "#!/bin/sh\n" + body + "\n");
    std::filesystem::permissions(file(name), std::filesystem::perms::owner_all);
  }

  /// The header of a cubin, which is all that warpmark looks at itself.
  std::string cubin(const std::string& name) const {
    std::string bytes(64, '\0');
    bytes.replace(0, 4,
                  "\x7f"
                  "ELF");
    bytes[18] = static_cast<char>(190);
    write(name + ".cubin", bytes);
    return file(name + ".cubin");
  }

  Outcome codegen(Words words) const {
    words.insert(words.begin(), "codegen");
    words.insert(words.end(), {"--cuobjdump", file("cuobjdump"), "--nvdisasm", file("nvdisasm")});
    return warpmark(words);
  }

  Outcome check(Words words) const {
    words.insert(words.begin(), "check");
    words.insert(words.end(), {"--baselines", baselines()});
    return codegen(words);
  }

  void expect(const std::string& text) const {
    write("baselines/codegen/expectations.yaml", "warpmark_expectations: 1\nexpectations:\n" + text);
  }

  std::string sm_80() const { return file("common.sm_80.cubin"); }
};

TEST_F(CodegenCommandTest, show_is_a_table) {
  const Outcome shown = codegen({"show", sm_80()});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.out, StartsWith("sm_80, compiler 13.0.88: 7 kernels\nkernel "));
  EXPECT_THAT(shown.out, HasSubstr("1 x 128, 1 x 64, 1 x 32, 1 x 16, 1 x 8"));
  EXPECT_THAT(codegen({"show", sm_80(), "--filter", "tiles"}).out, Not(HasSubstr("widths")));
  EXPECT_THAT(codegen({"show", sm_80(), "--filter", "spills", "--all-metrics"}).out,
              HasSubstr("spill_load         3\n"));
  EXPECT_EQ(codegen({"show", sm_80(), "--filter", "none"}).exit_code, 2);
  EXPECT_EQ(codegen({"show", sm_80(), "--target", "sm_90"}).exit_code, 2);
}

TEST_F(CodegenCommandTest, show_is_json) {
  const Outcome shown = codegen({"show", sm_80(), file("common.sm_120.cubin"), "--json"});
  const auto json = nlohmann::json::parse(shown.out);
  ASSERT_EQ(json["kernels"].size(), 14U);
  const auto& kernel = json["kernels"][0];
  EXPECT_EQ(kernel["target"], "sm_120");
  EXPECT_EQ(kernel["hash"].get<std::string>().size(), 16U);
  EXPECT_TRUE(kernel["metrics"].contains("registers"));
  EXPECT_EQ(kernel["accesses"][0]["places"][0]["file"], "/src/common.cu");
}

TEST_F(CodegenCommandTest, show_diff_says_what_became_of_each_kernel) {
  EXPECT_EQ(codegen({"show", "--diff", sm_80(), sm_80()}).out, "the same machine code\n");
  EXPECT_THAT(codegen({"show", "--diff", sm_80(), file("hopper.sm_90a.cubin")}).out,
              HasSubstr("removed  sm_80  widths"));
  const Outcome one = codegen({"show", "--diff", sm_80()});
  EXPECT_EQ(one.exit_code, 2);
  EXPECT_THAT(one.err, HasSubstr("takes two binaries"));
}

TEST_F(CodegenCommandTest, check_with_nothing_to_compare_exits_3) {
  const Outcome checked = check({sm_80()});
  EXPECT_EQ(checked.exit_code, 3);
  EXPECT_THAT(checked.last_line(), StartsWith("INCONCLUSIVE  0 failures"));
}

TEST_F(CodegenCommandTest, check_holds_kernels_to_expectations) {
  expect("  - {match: widths, metrics: {global_load_128: \">= 1\"}, because: four at once}\n");
  EXPECT_EQ(check({sm_80()}).exit_code, 0);
  expect("  - {match: generic, metrics: {generic_*: 0}, because: it is shared}\n");
  const Outcome red = check({sm_80(), "--json", file("verdict.json")});
  EXPECT_EQ(red.exit_code, 1);
  EXPECT_THAT(red.out, HasSubstr("unexpected  sm_80  generic\n    generic_*: expected 0, found 4\n"));
  EXPECT_THAT(red.out, HasSubstr(" x LD.E at /src/common.cu:"));
  EXPECT_THAT(red.out, HasSubstr("because: it is shared"));
  EXPECT_THAT(red.out, HasSubstr("details of one kernel: warpmark codegen show " + sm_80() + " --target sm_80"));
  EXPECT_THAT(red.last_line(), StartsWith("FAIL  1 failure"));
  const auto json = nlohmann::json::parse(text_of_file(file("verdict.json")));
  EXPECT_EQ(json["exit_code"], 1);
  EXPECT_EQ(json["findings"][0]["deviations"][0]["found"], "4");
}

TEST_F(CodegenCommandTest, an_expectation_that_guards_nothing_exits_2) {
  expect("  - {match: wdiths, metrics: {spill_*: 0}, because: x}\n");
  const Outcome checked = check({sm_80()});
  EXPECT_EQ(checked.exit_code, 2);
  EXPECT_THAT(checked.err, HasSubstr("no kernel matches wdiths"));
}

TEST_F(CodegenCommandTest, what_was_recorded_passes_and_what_vanished_fails) {
  const Words record = {"record", sm_80(), "--baselines", baselines()};
  Words dry = record;
  dry.emplace_back("--dry-run");
  EXPECT_THAT(codegen(dry).out, HasSubstr("would write " + baselines() + "/codegen/sm_80.yaml"));
  EXPECT_FALSE(std::filesystem::exists(baselines() + "/codegen/sm_80.yaml"));
  const Outcome recorded = codegen(record);
  EXPECT_EQ(recorded.exit_code, 0) << recorded.err;
  EXPECT_THAT(recorded.last_line(), StartsWith("7 kernels changed in 1 target"));
  EXPECT_THAT(codegen(record).last_line(), StartsWith("0 kernels changed"));
  EXPECT_THAT(check({sm_80()}).last_line(),
              StartsWith("PASS  0 failures (7 kernels: 0 under expectations, 7 recorded; 0 measured rows)"));
  EXPECT_EQ(check({sm_80(), "--disassemble-all"}).out, check({sm_80()}).out);

  const std::string recorded_file = baselines() + "/codegen/sm_80.yaml";
  std::string text = text_of_file(recorded_file);
  text.replace(text.find("_Z7generic"), 10, "_Z7GENERIC");
  write("baselines/codegen/sm_80.yaml", text);
  const Outcome red = check({sm_80()});
  EXPECT_EQ(red.exit_code, 1);
  EXPECT_THAT(red.out, HasSubstr("vanished    sm_80  GENERIC"));
  EXPECT_THAT(red.out, HasSubstr("new         sm_80  generic"));
}

TEST_F(CodegenCommandTest, a_tool_that_crashes_hangs_or_talks_rubbish_exits_2) {
  script("nvdisasm", "kill -SEGV $$");
  const Outcome crashed = codegen({"show", sm_80()});
  EXPECT_EQ(crashed.exit_code, 2);
  EXPECT_THAT(crashed.err, HasSubstr("crashed (signal 11)"));
  script("nvdisasm", "sleep 600");
  EXPECT_THAT(codegen({"show", sm_80(), "--tool-timeout", "1"}).err, HasSubstr("did not end in time"));
  script("nvdisasm", "echo rubbish");
  EXPECT_THAT(codegen({"show", sm_80()}).err, HasSubstr("names no target"));
  script("nvdisasm", "echo \"Cannot decode architecture 'SM200'\" >&2; exit 1");
  EXPECT_THAT(codegen({"show", sm_80()}).err, HasSubstr("refuses it (exit code 1)"));
}

TEST_F(CodegenCommandTest, what_is_no_binary_exits_2) {
  write("notes.txt", "just text");
  for (const std::string& path : {file("notes.txt"), file("absent"), dir.path().string()}) {
    const Outcome shown = codegen({"show", path});
    EXPECT_EQ(shown.exit_code, 2);
    EXPECT_THAT(shown.err, HasSubstr(path));
  }
  EXPECT_EQ(warpmark({"codegen"}).exit_code, 2);
}

}  // namespace
}  // namespace warpmark
