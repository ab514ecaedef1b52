#include "harness/session/gpu_lock.h"

#include <atomic>
#include <memory>
#include <thread>

#include "session_fixture.h"

namespace warpmark {
namespace {

using testing::HasSubstr;

class GpuLockTest : public SessionTest {
 protected:
  void SetUp() override { setenv("TMPDIR", dir.path().c_str(), 1); }
  void TearDown() override { unsetenv("TMPDIR"); }

  static void be_silent(const std::string& text) { ADD_FAILURE() << text; }
};

TEST_F(GpuLockTest, cards_are_locked_one_by_one) {
  const GpuLock one("GPU-1", be_silent);
  const GpuLock two("GPU-2", be_silent);
}

TEST_F(GpuLockTest, the_second_waits_for_the_first_and_says_so_once) {
  auto first = std::make_unique<GpuLock>("GPU-1", be_silent);
  std::vector<std::string> told;
  const GpuLock second("GPU-1", [&](const std::string& text) {
    told.push_back(text);
    first.reset();
  });
  ASSERT_EQ(told.size(), 1U);
  EXPECT_THAT(told[0], HasSubstr("another warpmark run measures on GPU-1"));
}

TEST_F(GpuLockTest, a_lock_that_cannot_be_had_is_told_and_the_run_goes_on) {
  std::string told;
  const GpuLock lock(std::string(300, 'x'), [&](const std::string& text) { told = text; });
  EXPECT_THAT(told, HasSubstr("no lock on the card"));
}

}  // namespace
}  // namespace warpmark
