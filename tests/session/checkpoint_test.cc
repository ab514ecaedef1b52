#include "harness/session/checkpoint.h"

#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <regex>

#include "harness/run/input_error.h"
#include "harness/run/json_file.h"
#include "session_fixture.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

Run run_with(double time_us) {
  Run run;
  run.context = nlohmann::ordered_json::object();
  Row row;
  row.key = "k";
  row.name = "k";
  row.time_us = time_us;
  run.rows.push_back(row);
  return run;
}

/// No file of this process may grow beyond `bytes`: what a full disk looks like.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() { setrlimit(RLIMIT_FSIZE, &before_); }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
};

using CheckpointTest = SessionTest;

TEST_F(CheckpointTest, an_output_that_is_a_directory_is_an_input_error) {
  EXPECT_THAT(message_of<InputError>([&] { Checkpoint(dir.path(), 0); }), HasSubstr("is a directory"));
}

TEST_F(CheckpointTest, an_output_in_no_directory_is_found_before_measuring) {
  EXPECT_THAT(message_of<InputError>([&] { Checkpoint(file("absent/run.json"), 1); }),
              HasSubstr("No such file or directory"));
}

TEST_F(CheckpointTest, an_output_that_cannot_be_written_is_found_before_measuring) {
  EXPECT_THAT(message_of<InputError>([] { Checkpoint("/proc/self/run.json", 1); }), HasSubstr("cannot be written"));
}

TEST_F(CheckpointTest, a_disk_too_full_is_found_before_measuring) {
  const FullDisk disk(100 * 1024);
  EXPECT_NO_THROW(Checkpoint(file("run.json"), 50 * 1024));
  EXPECT_THAT(message_of<InputError>([&] { Checkpoint(file("run.json"), 500 * 1024); }), HasSubstr("File too large"));
  EXPECT_TRUE(fs::is_empty(dir.path()));
}

TEST_F(CheckpointTest, the_part_goes_when_the_run_is_finished) {
  const Checkpoint checkpoint(file("run.json"), 1);
  checkpoint.save(run_with(10));
  EXPECT_EQ(checkpoint.load()->rows.at(0).time_us, 10);
  EXPECT_FALSE(fs::exists(file("run.json")));
  checkpoint.finish(run_with(20));
  EXPECT_EQ(checkpoint.load()->rows.at(0).time_us, 20);
  EXPECT_FALSE(fs::exists(file("run.json.part")));
}

TEST_F(CheckpointTest, an_interrupted_run_goes_before_a_finished_one) {
  const Checkpoint checkpoint(file("run.json"), 1);
  checkpoint.finish(run_with(20));
  checkpoint.save(run_with(10));
  EXPECT_EQ(checkpoint.load()->rows.at(0).time_us, 10);
}

TEST_F(CheckpointTest, when_the_output_can_no_longer_be_written_the_run_is_kept_elsewhere) {
  fs::create_directory(file("lost"));
  const Checkpoint checkpoint(file("lost/run.json"), 1);
  fs::remove_all(file("lost"));
  const std::string message = message_of<InputError>([&] { checkpoint.save(run_with(10)); });
  std::smatch found;
  ASSERT_TRUE(std::regex_search(message, found, std::regex("is kept in ([^\n:]+)"))) << message;
  EXPECT_EQ(read_run(found[1].str()).rows.at(0).time_us, 10);
  fs::remove(found[1].str());
}

TEST_F(CheckpointTest, a_disk_that_fills_up_leaves_the_old_file) {
  const Checkpoint checkpoint(file("run.json"), 1);
  checkpoint.finish(run_with(20));
  {
    const FullDisk disk(16);
    EXPECT_THROW(checkpoint.finish(run_with(30)), InputError);
  }
  EXPECT_EQ(checkpoint.load()->rows.at(0).time_us, 20);
}

TEST_F(CheckpointTest, without_an_output_nothing_is_written) {
  const Checkpoint checkpoint("", 1000);
  checkpoint.save(run_with(10));
  checkpoint.finish(run_with(10));
  EXPECT_FALSE(checkpoint.load());
}

}  // namespace
}  // namespace warpmark
