// `warpmark history` and `warpmark dashboard` as a user runs them: on real runs of H200s, at once, killed, and on disks
// that are full.
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "harness/history/database.h"
#include "harness/history/store.h"
#include "harness/run/input_error.h"
#include "tests/cli/cli_fixture.h"
#include "tests/history/nights.h"

namespace warpmark::history {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class HistoryCommand : public CliTest {
 protected:
  [[nodiscard]] std::string db() const { return file("history.sqlite"); }

  /// `warpmark history ACTION ... --db`.
  [[nodiscard]] Outcome history(Words words) const {
    words.insert(words.begin(), "history");
    words.insert(words.end(), {"--db", db()});
    return warpmark(words);
  }
  [[nodiscard]] Outcome add(Words runs) const {
    runs.insert(runs.begin(), "add");
    runs.insert(runs.end(), {"--baselines", baselines()});
    return history(runs);
  }
  [[nodiscard]] Outcome dashboard() const {
    return warpmark({"dashboard", "--db", db(), "-o", file("site"), "--baselines", baselines()});
  }

  /// A night as a file.
  [[nodiscard]] std::string night(int index, const std::map<std::string, double>& times) const {
    const std::string name = file(fmt::format("night-{}.json", index));
    write_run(night_run(date_of(index), times), name);
    return name;
  }

  [[nodiscard]] std::size_t nights() const { return History(db(), Database::Access::read).nights().size(); }

  [[nodiscard]] std::string the_only(const std::string& pattern) const {
    std::string found;
    for (const auto& entry : std::filesystem::directory_iterator(file("site"))) {
      if (entry.path().filename().string().starts_with(pattern)) found += entry.path().string();
    }
    return found;
  }
};

TEST_F(HistoryCommand, keeps_recorded_runs_with_the_verdicts_of_their_day) {
  const std::string recorded = std::string(WARPMARK_TEST_DATA) + "/h200/baselines";
  const Words runs = {unpacked("green"), unpacked("red"), unpacked("baselines/baseline-138b9260")};
  Outcome outcome = history({"add", runs[0], runs[1], runs[2], "--baselines", recorded});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("90 benchmarks"));
  const std::string before = text_of_file(db());
  outcome = history({"add", runs[1], "--baselines", recorded});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("is there already"));

  outcome = history({"list"});
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("16 regression"), HasSubstr("90 pass"), ContainsRegex("3 nights, [0-9]+ benchmarks\n$")));
  outcome = history({"show", "stream/triad/type:bf16/bytes:2/block:256/MiB:2048/l2:warm"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("3607.7"), HasSubstr("regression"), HasSubstr("no change of level")));
  outcome = history({"show", "stream/traid/type:bf16/bytes:2/block:256/MiB:2048/l2:warm"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("but `stream/triad/type:bf16/bytes:2/block:256/MiB:2048/l2:warm`"));
}

TEST_F(HistoryCommand, one_red_night_is_no_change_and_is_told_all_the_same) {
  const std::string recorded = std::string(WARPMARK_TEST_DATA) + "/h200/baselines";
  ASSERT_EQ(history({"add", unpacked("green"), "--baselines", recorded}).exit_code, 0);
  EXPECT_THAT(history({"changes"}).out, Not(HasSubstr("not passed")));
  ASSERT_EQ(history({"add", unpacked("red"), "--baselines", recorded}).exit_code, 0);
  const Outcome changes = history({"changes", "--filter", "stream/*"});
  EXPECT_THAT(changes.out, HasSubstr("not passed in the newest night, but no change yet (a change is a level that 3 "
                                     "nights agree on):\n  stream/triad/"));
  EXPECT_THAT(changes.out,
              ContainsRegex("  stream/triad/.*l2:(cold|warm): regression, [+][0-9.]+ % from its baseline"));
  EXPECT_THAT(changes.out, HasSubstr("  and "));
  EXPECT_THAT(changes.out, ContainsRegex("warpmark history show stream/triad/.* --db " + db()));
  EXPECT_THAT(changes.last_line(), HasSubstr("0 changes of "));
}

TEST_F(HistoryCommand, exports_what_readers_of_google_benchmark_take) {
  warpmark::Run run = night_run(date_of(0), {{"a,\"b\"", 10}, {"k", 2}, {"broken", 1}});
  for (Row& row : run.rows) {
    if (row.key == "broken") row.error = "CUDA OOM";
  }
  run.context.erase("caches");
  write_run(run, file("run.json"));
  ASSERT_EQ(add({file("run.json")}).exit_code, 0);
  ASSERT_EQ(history({"export", "--format", "gbench", "-o", file("out.json")}).exit_code, 0);
  const auto json = nlohmann::json::parse(text_of_file(file("out.json")));  // strict: no NaN
  EXPECT_TRUE(json["context"]["caches"].is_array());
  EXPECT_EQ(json["context"]["date"], date_of(0));
  ASSERT_EQ(json["benchmarks"].size(), 2U);
  for (const auto& entry : json["benchmarks"]) {
    for (const char* field :
         {"name", "run_name", "run_type", "real_time", "cpu_time", "time_unit", "iterations", "threads"})
      EXPECT_TRUE(entry.contains(field)) << field;
    EXPECT_EQ(entry["run_type"], "iteration");
    EXPECT_EQ(entry["time_unit"], "us");
    EXPECT_GT(entry["real_time"], 0);
    EXPECT_FALSE(entry.contains("error_occurred"));
  }
  EXPECT_EQ(json["benchmarks"][1]["real_time"], 2.002);
  EXPECT_EQ(read_run(file("out.json")).rows.size(), 2U);

  const Outcome csv = history({"export", "--format", "csv", "--filter", "a*"});
  EXPECT_EQ(csv.exit_code, 0) << csv.err;
  EXPECT_THAT(csv.out, AllOf(HasSubstr("date,commit,driver"), HasSubstr("2026-01-01T03:00:00Z,abc1234,580.1,"),
                             HasSubstr(",\"a,\"\"b\"\"\",10.002,10,10.004,5,"), Not(HasSubstr("broken"))));
  EXPECT_EQ(history({"export", "--format", "csv", "--filter", "nothing"}).exit_code, 2);
  EXPECT_EQ(history({"export", "--format", "gbench", "--night", "zz"}).exit_code, 2);
}

TEST_F(HistoryCommand, two_writers_at_once_lose_nothing) {
  std::vector<std::string> runs;
  for (int i = 0; i < 12; ++i) runs.push_back(night(i, {{"k", 10.0 + i}, {"j", 5}}));
  std::vector<std::unique_ptr<ChildProcess>> writers;
  for (int writer = 0; writer < 4; ++writer) {  // each run by two of them, the file not yet made
    Words words = {"history", "add"};
    for (std::size_t i = static_cast<std::size_t>(writer) % 2; i < runs.size(); i += 2) words.push_back(runs[i]);
    words.insert(words.end(), {"--db", db(), "--baselines", baselines()});
    words.insert(words.begin(), WARPMARK);
    writers.push_back(std::make_unique<ChildProcess>(words));
  }
  for (auto& writer : writers) {
    const Outcome outcome = finish(*writer);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  }
  EXPECT_EQ(nights(), 12U);
}

TEST_F(HistoryCommand, killed_at_any_point_it_holds_whole_nights) {
  std::map<std::string, double> many;
  for (int i = 0; i < 500; ++i) many[fmt::format("k{}", i)] = 1 + i;
  ASSERT_EQ(add({night(0, {{"k0", 1}})}).exit_code, 0);
  std::int64_t whole = 0;  // nights that got in before the kill
  std::string run = night(1, many);
  for (int round = 1; round <= 12; ++round) {
    ChildProcess child = start({"history", "add", run, "--db", db(), "--baselines", baselines()});
    std::this_thread::sleep_for(std::chrono::milliseconds(5 * round));
    child.stop(SIGKILL, std::chrono::milliseconds(0));
    Database database(db(), Database::Access::read);
    EXPECT_EQ(database.integer("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"), 0);
    const std::int64_t added = database.integer("SELECT count(*) FROM run") - 1;
    EXPECT_EQ(database.integer("SELECT count(*) FROM measurement"), 1 + 500 * added);
    if (added > whole) run = night(1 + round, many);
    whole = added;
  }
  ASSERT_EQ(add({run}).exit_code, 0);
  EXPECT_EQ(nights(), static_cast<std::size_t>(whole) + 2);
}

TEST_F(HistoryCommand, a_full_disk_loses_nothing) {
  std::map<std::string, double> many;
  for (int i = 0; i < 500; ++i) many[fmt::format("k{}", i)] = 1 + i;
  ASSERT_EQ(add({night(0, {{"k0", 1}})}).exit_code, 0);
  const std::string big = night(1, many);
  // A file that may not grow beyond 100 KiB: writes fail as on a full disk.
  const std::string limited = fmt::format(
      "trap '' XFSZ; ulimit -f 100; exec \"$0\" history add {} --db {} --baselines {}", big, db(), baselines());
  ChildProcess child({"bash", "-c", limited, WARPMARK});
  const Outcome outcome = finish(child);
  EXPECT_EQ(outcome.exit_code, 2) << outcome.out;
  EXPECT_THAT(outcome.err, HasSubstr("what was in the history is untouched"));
  EXPECT_EQ(nights(), 1U);
  EXPECT_EQ(add({big}).exit_code, 0);
  EXPECT_EQ(nights(), 2U);
}

TEST_F(HistoryCommand, a_folder_that_cannot_be_written_is_refused) {
  const std::string run = night(0, {{"k", 1}});
  for (const char* place : {"/proc/history.sqlite", "/nowhere/history.sqlite"}) {
    const Outcome outcome = warpmark({"history", "add", run, "--db", place});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr(place), HasSubstr("remedy: name a file in a folder")));
  }
  EXPECT_EQ(history({"list"}).exit_code, 2);
  ASSERT_EQ(add({run}).exit_code, 0);
  EXPECT_EQ(warpmark({"dashboard", "--db", db(), "-o", "/proc/site"}).exit_code, 2);
  EXPECT_EQ(warpmark({"dashboard", "--db", db(), "-o", run}).exit_code, 2);
}

TEST_F(HistoryCommand, a_history_in_a_folder_that_nobody_may_write_to_can_be_read) {
  ASSERT_EQ(add({night(0, {{"k", 1}})}).exit_code, 0);
  const auto as_nobody = [](Words words) {  // root may write anywhere
    words.insert(words.begin(), WARPMARK);
    if (::geteuid() == 0) words.insert(words.begin(), {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"});
    ChildProcess child(words);
    return finish(child);
  };
  if (as_nobody({"--version"}).exit_code != 0) GTEST_SKIP() << "an ordinary user may not run what root built here";
  ::chmod(dir.path().c_str(), 0555);
  EXPECT_THAT(as_nobody({"history", "list", "--db", db()}).out, HasSubstr("1 night,"));
  const Outcome outcome = as_nobody({"history", "add", file("night-0.json"), "--db", db(), "--baselines", baselines()});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("that you may write to"));
  ::chmod(dir.path().c_str(), 0700);
}

TEST_F(HistoryCommand, reading_leaves_nothing_beside_it) {
  ASSERT_EQ(add({night(1, {{"copy/e", 100}})}).exit_code, 0);
  EXPECT_EQ(history({"list"}).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(db() + "-wal"));
  EXPECT_FALSE(std::filesystem::exists(db() + "-shm"));
}

TEST_F(HistoryCommand, a_bad_run_after_a_good_one_keeps_the_good_one) {
  write("bad.json", "{\"context\": {");
  const Outcome outcome = add({night(0, {{"k", 1}}), file("bad.json")});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("bad.json:1:"));
  EXPECT_EQ(nights(), 1U);
}

/// ci/nightly with the program of the tests in place of a GPU.
class Nightly : public HistoryCommand {
 protected:
  [[nodiscard]] Outcome nightly(Words bench_args, const Words& gate_options = {}) const {
    Words words = {"env",
                   "WARPMARK=" WARPMARK,
                   "WARPMARK_BASELINES=" + baselines(),
                   std::string(WARPMARK_TEST_DATA) + "/../../ci/nightly",
                   "--no-build",
                   "--into",
                   file("nights")};
    words.insert(words.end(), gate_options.begin(), gate_options.end());
    words.insert(words.end(), {"--", FAKE_BENCH});
    words.insert(words.end(), bench_args.begin(), bench_args.end());
    ChildProcess child(words, 1024 * 1024);
    return finish(child);
  }
  [[nodiscard]] std::size_t nights_kept() const {
    return History(file("nights/history.sqlite"), Database::Access::read).nights().size();
  }
};

TEST_F(Nightly, measures_a_card_without_a_baseline_and_keeps_it) {
  const Outcome outcome = nightly({"--fake_keys=k,j"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  EXPECT_EQ(nights_kept(), 1U);
  EXPECT_TRUE(std::filesystem::exists(file("nights/site/index.html")));
  EXPECT_TRUE(std::filesystem::is_empty(baselines())) << "a night must never become a baseline";
  std::size_t logs = 0;
  for (const auto& log : std::filesystem::directory_iterator(file("nights/logs"))) {
    EXPECT_THAT(text_of_file(log.path()), HasSubstr("exit code 0"));
    ++logs;
  }
  EXPECT_EQ(logs, 1U);
}

TEST_F(Nightly, a_red_night_is_kept_and_exits_as_the_gate) {
  record_baseline({"--fake_keys=k,j"});
  const std::string baseline = text_of_file(file("baselines/nvidia-test.yaml"));
  ASSERT_FALSE(baseline.empty());
  const Outcome outcome = nightly({"--fake_keys=k,j", "--fake_slow=k:1.05"}, {"--verbose"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.out << outcome.err;
  EXPECT_EQ(nights_kept(), 1U);
  EXPECT_EQ(History(file("nights/history.sqlite"), Database::Access::read).nights()[0].verdicts.at("regression"), 1);
  EXPECT_EQ(text_of_file(file("baselines/nvidia-test.yaml")), baseline);
}

TEST_F(Nightly, without_a_gpu_or_beside_another_night_it_is_skipped) {
  EXPECT_EQ(nightly({"--fake_start=no_gpu"}).exit_code, 77);
  EXPECT_FALSE(std::filesystem::exists(file("nights/history.sqlite")));
  ChildProcess holder({"flock", file("nights/lock"), "sleep", "30"});
  Outcome outcome;
  for (int attempt = 0; attempt < 50 && outcome.exit_code != 77; ++attempt) outcome = nightly({"--fake_start=2"});
  EXPECT_EQ(outcome.exit_code, 77);
  EXPECT_THAT(outcome.err, HasSubstr("the night before is not over"));
  holder.stop(SIGKILL, std::chrono::milliseconds(0));
}

TEST_F(HistoryCommand, dashboard_is_whole_or_the_old_one) {
  EXPECT_EQ(dashboard().exit_code, 2);  // no history yet
  ASSERT_EQ(add({night(0, {{"k/</script><script>alert(1)</script>", 1}})}).exit_code, 0);
  Outcome outcome = dashboard();
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string first = the_only("site-");
  write("site/mine.txt", "of the user");
  EXPECT_THAT(text_of_file(file("site/index.html")),
              AllOf(HasSubstr(std::filesystem::path(first).filename().string() + "/chart"), Not(HasSubstr("http"))));
  for (const char* name : {"style.css", "warpmark.js", "gpus.js", "nvidia-h200/overview.js",
                           "nvidia-h200/benchmark-0.js", "nvidia-h200/night-0.js", "nvidia-h200/roofline.js"})
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(first) / name)) << name;

  ASSERT_EQ(add({night(1, {{"k", 2}})}).exit_code, 0);
  const std::string limited =
      fmt::format("trap '' XFSZ; ulimit -f 20; exec \"$0\" dashboard --db {} -o {} --baselines {}", db(), file("site"),
                  baselines());
  ChildProcess child({"bash", "-c", limited, WARPMARK});
  EXPECT_EQ(finish(child).exit_code, 2);
  EXPECT_EQ(the_only("site-"), first);
  EXPECT_EQ(the_only(".site-"), "");

  ASSERT_EQ(dashboard().exit_code, 0);
  EXPECT_NE(the_only("site-"), first);
  EXPECT_FALSE(std::filesystem::exists(first));
  EXPECT_EQ(text_of_file(file("site/mine.txt")), "of the user");
}

}  // namespace
}  // namespace warpmark::history
