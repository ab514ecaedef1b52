#include "harness/session/doctor/machine.h"

#include <cstdlib>

#include "doctor_fixture.h"

namespace warpmark {
namespace {

using Level = Check::Level;
using testing::AllOf;
using testing::HasSubstr;

class MachineTest : public DoctorTest {
 protected:
  MachineTest() : path_(std::getenv("PATH")) {}
  ~MachineTest() override {
    setenv("PATH", path_.c_str(), 1);
    unsetenv("TMPDIR");
  }

  /// A file of another machine's /proc or /sys.
  void system(const std::string& name, const std::string& line) const {
    const auto place = root() / name;
    std::filesystem::create_directories(place.parent_path());
    std::ofstream(place) << line << '\n';
  }
  std::filesystem::path root() const { return dir.path() / "root"; }

  /// In the PATH, before all others.
  void program(const std::string& name, const std::string& does) const {
    std::ofstream(file(name)) << "#!/bin/sh\n" << does << '\n';
    std::filesystem::permissions(file(name), std::filesystem::perms::owner_all);
    setenv("PATH", (dir.path().string() + ":" + path_).c_str(), 1);
  }

  Machine look() const { return look_at_machine(dir.path(), root()); }

  void expect(const std::string& subject, Level level, const std::string& finding, const std::string& remedy) const {
    EXPECT_EQ(check(subject).level, level) << subject;
    EXPECT_THAT(check(subject).finding, HasSubstr(finding));
    EXPECT_THAT(check(subject).remedy, HasSubstr(remedy));
    EXPECT_EQ(check(subject).remedy.empty(), level == Level::ok);
  }

 private:
  std::string path_;
};

TEST_F(MachineTest, a_tool_in_the_path_is_asked_for_its_version) {
  program("made-up-tool", "echo 'Cuda compilation tools, release 12.9, V12.9.41'");
  EXPECT_EQ(look_at_tool("made-up-tool").version, "12.9.41");
  EXPECT_EQ(look_at_tool("made-up-tool").path, file("made-up-tool"));
}

TEST_F(MachineTest, a_tool_that_fails_has_no_version_and_one_that_is_not_there_no_path) {
  program("made-up-tool", "echo ', V12.9.41'; exit 3");
  EXPECT_EQ(look_at_tool("made-up-tool").version, "");
  EXPECT_EQ(look_at_tool("made-up-tool").path, file("made-up-tool"));
  EXPECT_EQ(look_at_tool("another-made-up-tool").path, "");
}

TEST_F(MachineTest, folders_are_written_to_and_left_clean) {
  setenv("TMPDIR", dir.path().c_str(), 1);
  const Machine found = look();
  EXPECT_EQ(found.runs.obstacle, "");
  EXPECT_EQ(found.temporary.obstacle, "");
  EXPECT_GT(found.runs.free_bytes.value_or(0), 0U);
  EXPECT_TRUE(std::filesystem::is_empty(dir.path()));
}

TEST_F(MachineTest, a_folder_that_cannot_be_written_says_why) {
  setenv("TMPDIR", file("absent").c_str(), 1);
  EXPECT_NE(look().temporary.obstacle, "");
  EXPECT_THAT(look_at_machine("/proc", root()).runs.obstacle, testing::Not(testing::IsEmpty()));
}

TEST_F(MachineTest, windows_is_told_by_its_kernel) {
  system("proc/sys/kernel/osrelease", "6.1.0-44-amd64");
  EXPECT_EQ(look().wsl_kernel, "");
  system("proc/sys/kernel/osrelease", "5.15.167.4-microsoft-standard-WSL2");
  EXPECT_EQ(look().wsl_kernel, "5.15.167.4-microsoft-standard-WSL2");
}

TEST_F(MachineTest, a_laptop_is_told_by_its_battery_and_not_by_that_of_its_mouse) {
  EXPECT_FALSE(look().has_battery);
  system("sys/class/power_supply/mouse/type", "Battery");
  system("sys/class/power_supply/mouse/scope", "Device");
  EXPECT_FALSE(look().has_battery);
  system("sys/class/power_supply/BAT0/type", "Battery");
  EXPECT_TRUE(look().has_battery);
  EXPECT_FALSE(look().on_mains.has_value());
  system("sys/class/power_supply/AC/type", "Mains");
  system("sys/class/power_supply/AC/online", "0");
  EXPECT_EQ(look().on_mains, false);
  system("sys/class/power_supply/AC/online", "1");
  EXPECT_EQ(look().on_mains, true);
}

TEST_F(MachineTest, the_toolkit_is_there_too_old_broken_or_missing) {
  expect("CUDA toolkit", Level::ok, "nvcc 13.0.88 (/opt/cuda/bin/nvcc)", "");
  machine.nvcc.version = "12.4.131";
  expect("CUDA toolkit", Level::warn, "needs 12.8", "ci/setup");
  machine.nvcc.version = "";
  expect("CUDA toolkit", Level::warn, "does not run", "ci/setup");
  machine.nvcc = {};
  expect("CUDA toolkit", Level::warn, "no nvcc", "cuda-toolkit-13-0");
}

TEST_F(MachineTest, the_disassembler_must_be_there_and_no_older_than_the_compiler) {
  expect("disassembler", Level::ok, "nvdisasm 13.2.51 (/opt/cuda/bin/nvdisasm)", "");
  machine.nvdisasm.version = "12.8.90";
  expect("disassembler", Level::warn, "the program was built with nvcc 13.0.88", "cuda-nvdisasm");
  machine.nvdisasm = {};
  expect("disassembler", Level::warn, "no nvdisasm: machine code cannot be checked", "cuda-nvdisasm");
  machine.cuobjdump = {};
  expect("disassembler", Level::warn, "no cuobjdump, no nvdisasm", "ci/setup");
}

TEST_F(MachineTest, room_is_wanted_where_runs_and_temporary_files_go) {
  constexpr std::uint64_t mib = 1 << 20;
  machine.runs.free_bytes = 500 * mib;
  expect("disk", Level::warn, "500 MiB free in runs", "df -h");
  machine.runs.free_bytes = 10 * mib;
  expect("disk", Level::fail, "10 MiB free", "df -h");
  machine.temporary.obstacle = "Read-only file system";
  expect("temporary folder", Level::fail, "/tmp cannot be written: Read-only file system", "export TMPDIR=");
  machine.runs.free_bytes.reset();
  EXPECT_EQ(check("disk").level, Level::unknown);
}

TEST_F(MachineTest, windows_and_batteries_are_warned_of) {
  expect("WSL", Level::ok, "no", "");
  machine.wsl_kernel = "5.15.167.4-microsoft-standard-WSL2";
  expect("WSL", Level::warn, "microsoft", "nvidia-smi -lgc");
  expect("laptop", Level::ok, "no", "");
  machine.has_battery = true;
  expect("laptop", Level::warn, "it has a battery", "--lock-gpu-clocks");
  machine.on_mains = false;
  expect("laptop", Level::warn, "runs on it", "plug it in");
}

}  // namespace
}  // namespace warpmark
