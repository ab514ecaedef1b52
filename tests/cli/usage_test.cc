#include <regex>

#include "cli_fixture.h"

namespace warpmark {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

using UsageTest = CliTest;

TEST_F(UsageTest, no_subcommand_shows_the_help_and_exits_2) {
  const Outcome outcome = warpmark({});
  EXPECT_EQ(outcome.exit_code, 2);
  for (const char* command :
       {"run", "check", "gate", "record", "doctor", "codegen", "calibrate", "compare", "history", "dashboard", "init"})
    EXPECT_THAT(outcome.out, HasSubstr(command));
}

TEST_F(UsageTest, help_and_version_exit_0) {
  EXPECT_THAT(warpmark({"--version"}).out, StartsWith("warpmark 0."));
  EXPECT_EQ(warpmark({"--version"}).exit_code, 0);
  EXPECT_THAT(warpmark({"run", "--help"}).out, HasSubstr("-- BENCH [args]"));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Indented lines below `heading`: the names of commands.
std::vector<std::string> listed_below(const std::string& heading, const std::string& help) {
  std::vector<std::string> names;
  bool below = false;
  for (const std::string& line : lines_of(help)) {
    if (below && line.empty()) break;
    if (below) names.push_back(line.substr(2, line.find(' ', 2) - 2));
    if (line == heading) below = true;
  }
  return names;
}

/// Every command's words and its help, that of `warpmark` first.
class EveryHelp : public UsageTest {
 protected:
  EveryHelp() {
    std::vector<Words> left = {{}};
    for (std::size_t i = 0; i < left.size(); ++i) {
      Words words = left[i];
      words.push_back("--help");
      const Outcome help = warpmark(words);
      EXPECT_EQ(help.exit_code, 0) << words.front();
      helps_.emplace_back(left[i], help.out);
      for (const std::string& command : listed_below("Subcommands:", help.out)) {
        left.push_back(left[i]);
        left.back().push_back(command);
      }
    }
  }

  std::vector<std::pair<Words, std::string>> helps_;
};

TEST_F(EveryHelp, has_examples_and_exit_codes) {
  std::vector<Words> commands;
  for (const auto& [command, help] : helps_) {
    commands.push_back(command);
    const std::vector<std::string> lines = lines_of(help);
    EXPECT_THAT(lines, testing::Contains("Examples:")) << help;
    EXPECT_THAT(lines, testing::Contains(StartsWith("Exit codes: "))) << help;
    EXPECT_THAT(lines, testing::Contains(StartsWith("  warpmark "))) << help;
  }
  EXPECT_THAT(commands, testing::IsSupersetOf({Words{"run"}, Words{"codegen", "show"}}));
}

TEST_F(EveryHelp, names_what_a_command_takes_in_words_for_people) {
  const std::regex of_cli11(R"(\([0-9]+x\)|TEXT|FLOAT|INT\b|REQUIRED|\.\.\. \.\.\.| in \[)");
  for (const auto& [command, help] : helps_) EXPECT_FALSE(std::regex_search(help, of_cli11)) << help;
  EXPECT_THAT(warpmark({"compare", "--help"}).out, HasSubstr("compare [OPTIONS] [FILE [FILE]] | --ab -- BENCH_A"));
  EXPECT_THAT(warpmark({"codegen", "show", "--help"}).out, HasSubstr("show [OPTIONS] BINARY...\n"));
}

TEST_F(EveryHelp, every_option_that_takes_a_value_refuses_an_empty_one) {
  const std::regex taking_a_value("^  (?:-[a-z],)?(--[a-z-]+) [A-Z{\"'].*");
  int options = 0;
  for (const auto& [command, help] : helps_) {
    for (const std::string& line : lines_of(help)) {
      std::smatch option;
      if (!std::regex_match(line, option, taking_a_value)) continue;
      ++options;
      Words words = command;
      words.insert(words.end(), {option[1], ""});
      const Outcome outcome = warpmark(words);
      EXPECT_EQ(outcome.exit_code, 2) << line;
      EXPECT_THAT(outcome.err, AllOf(HasSubstr(option[1].str() + ": is empty\n"), HasSubstr("remedy: "))) << line;
    }
  }
  EXPECT_GT(options, 40);
  EXPECT_EQ(warpmark({"doctor", "--json="}).exit_code, 2);
  EXPECT_THAT(warpmark({"check", ""}).err, HasSubstr("run: is empty"));
}

TEST_F(UsageTest, help_says_units_and_defaults_and_not_what_cli11_calls_them) {
  const std::string help = warpmark({"run", "--help"}).out;
  EXPECT_THAT(help, HasSubstr("--processes N=5 "));
  EXPECT_THAT(help, HasSubstr("RUN.json (required)"));
  EXPECT_THAT(help, Not(HasSubstr(" in [")));
  EXPECT_THAT(warpmark({"check", "--help"}).out, HasSubstr("--inconclusive {fail,warn}=fail"));
}

TEST_F(UsageTest, words_that_fit_no_command_exit_2_with_what_was_meant) {
  const std::vector<std::pair<Words, std::string>> said = {
      {{"check", "run.json", "--baseline-dir", "x"}, "--baseline-dir: is no option of warpmark check\n"},
      {{"check", "run.json", "--baslines=x"},
       "--baslines=x: is no option of warpmark check\n  remedy: did you mean --baselines?"},
      {{"check", "a.json", "b.json"}, "b.json: is one word too many for warpmark check\n"},
      {{"chekc", "run.json"}, "chekc: no such command of warpmark\n  remedy: did you mean check?"},
      {{"history", "shwo", "x"}, "shwo: no such command of warpmark history\n  remedy: did you mean show?"},
      {{"codegen"}, "warpmark codegen: which of its commands is not said\n"},
      {{"--verison"}, "--verison: is no option of warpmark\n  remedy: did you mean --version?"},
      {{"check"}, "warpmark check: RUN.json is missing: A file that warpmark run wrote\n"},
      {{"history", "show"}, "warpmark history show: KEY is missing: "},
      {{"run"}, "warpmark run: --output RUN.json is missing: "},
  };
  for (const auto& [words, what] : said) {
    const Outcome outcome = warpmark(words);
    EXPECT_EQ(outcome.exit_code, 2) << what;
    EXPECT_THAT(outcome.err, AllOf(StartsWith("warpmark: error: " + what), HasSubstr("\n  remedy: ")));
  }
}

TEST_F(UsageTest, files_and_folders_are_tried_before_anything_else) {
  for (const char* option : {"--json", "--markdown", "--junit"})
    EXPECT_THAT(warpmark({"check", "no_such_run.json", option, "/nowhere/file"}).err,
                AllOf(StartsWith("warpmark: error: /nowhere/file: cannot be written"), HasSubstr("remedy: ")));
  EXPECT_THAT(warpmark({"check", "no_such_run.json", "--baselines", "/nowhere"}).err,
              StartsWith("warpmark: error: /nowhere: there is no such folder\n  remedy: "));
  EXPECT_THAT(with_bench({"gate", "-o", "/nowhere/run.json"}, {}).err,
              HasSubstr("/nowhere/run.json: cannot be written"));
}

TEST_F(UsageTest, a_value_that_is_no_number_exits_2) {
  EXPECT_EQ(with_bench({"run", "-o", file("run.json"), "--processes", "many"}, {}).exit_code, 2);
  EXPECT_EQ(with_bench({"run", "-o", file("run.json"), "--processes", "0"}, {}).exit_code, 2);
}

TEST_F(UsageTest, a_missing_benchmark_program_says_where_it_goes) {
  const Outcome outcome = warpmark({"run", "-o", file("run.json")});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("put it after --"));
  EXPECT_THAT(warpmark({"run", "-o", file("run.json"), FAKE_BENCH}).err,
              HasSubstr("write -- before a benchmark program and its arguments: -- " FAKE_BENCH));
}

TEST_F(UsageTest, no_such_file_and_a_directory_instead_of_a_file_exit_2) {
  for (const std::string& path : {file("absent.json"), dir.path().string()}) {
    for (const char* command : {"check", "record"}) {
      const Outcome outcome = warpmark({command, path, "--baselines", baselines()});
      EXPECT_EQ(outcome.exit_code, 2) << command << ' ' << path;
      EXPECT_THAT(outcome.err, HasSubstr(path));
    }
  }
}

TEST_F(UsageTest, doctor_says_what_the_machine_can_measure) {
  const Outcome outcome =
      with_bench({"doctor", "--baselines", baselines()}, {R"(--fake_state={"clocks_locked": false})"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("NVIDIA Test, 132 SMs, 140 GiB, no MIG (GPU-fake)"));
  EXPECT_THAT(outcome.out, HasSubstr("--lock-gpu-clocks=1980"));
  EXPECT_THAT(outcome.last_line(), StartsWith("can measure here, with "));
}

TEST_F(UsageTest, doctor_writes_its_list_for_programs) {
  const Outcome outcome = with_bench({"doctor", "--baselines", baselines(), "--json", file("doctor.json")}, {});
  EXPECT_EQ(outcome.exit_code, 0);
  const auto list = nlohmann::json::parse(text_of_file(file("doctor.json")));
  EXPECT_TRUE(std::any_of(list.begin(), list.end(), [](const auto& check) {
    return check["subject"] == "baseline" && check["verdict"] == "warn" && check["remedy"] != "";
  })) << list;
}

TEST_F(UsageTest, doctor_without_a_gpu_exits_77_with_the_reason) {
  const Outcome outcome = with_bench({"doctor"}, {"--fake_gpu=none"});
  EXPECT_EQ(outcome.exit_code, 77);
  EXPECT_THAT(outcome.out, HasSubstr("no CUDA driver on this machine"));
  EXPECT_THAT(outcome.last_line(), StartsWith("cannot measure here"));
}

TEST_F(UsageTest, doctor_prints_the_ncu_line_of_a_row) {
  const Outcome outcome = with_bench({"doctor", "--ncu", "copy/a/manual_time"}, {"--fake_gpu=none"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(StartsWith("ncu --profile-from-start off "),
                                 HasSubstr("--gpu_profile --benchmark_filter='^copy/a(/|$)'\n")));
}

TEST_F(UsageTest, doctor_with_an_unusable_program_exits_2) {
  EXPECT_EQ(warpmark({"doctor", "--", "/bin/true"}).exit_code, 2);
  EXPECT_EQ(warpmark({"doctor", "--", file("absent")}).exit_code, 2);
}

}  // namespace
}  // namespace warpmark
