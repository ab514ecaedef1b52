#include "harness/baseline/lint.h"

#include <gmock/gmock.h>

namespace warpmark {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Session session(const std::string& id, const std::string& uuid) {
  Session session;
  session.id = id;
  session.uuid = uuid;
  session.date = "2026-12-01";
  return session;
}

TEST(Lint, is_content_with_a_sound_baseline) {
  Baseline baseline;
  baseline.sessions = {session("s1", "GPU-1"), session("s2", "GPU-2")};
  baseline.rows["k"].time_us = {{"s1", {1}}, {"s2", {1}}};
  EXPECT_THAT(lint(baseline), IsEmpty());
}

TEST(Lint, names_unused_and_doubled_sessions_and_rows_of_one_process) {
  Baseline baseline;
  baseline.sessions = {session("s1", "GPU-1"), session("s2", "GPU-1")};
  baseline.rows["k"].time_us = {{"s1", {1}}};
  EXPECT_THAT(lint(baseline), ElementsAre("session s2 is used by no benchmark: remove it",
                                          HasSubstr("sessions s1 and s2"), "k rests on a single process: record more"));
}

TEST(Lint, names_a_session_that_is_off_in_most_rows_and_one_out_of_order) {
  Baseline baseline;
  baseline.sessions = {session("s1", "GPU-1"), session("s2", "GPU-2"), session("s3", "GPU-3")};
  baseline.sessions[1].date = "2026-11-30";
  for (int i = 0; i < 12; ++i)
    baseline.rows["k" + std::to_string(i)].time_us = {{"s1", {100, 100}}, {"s2", {100, 100}}, {"s3", {103, 103}}};
  EXPECT_THAT(lint(baseline), ElementsAre(HasSubstr("session s2 of 2026-11-30 stands after s1 of 2026-12-01"),
                                          HasSubstr("session s3 is +3.0 % off the others")));
}

}  // namespace
}  // namespace warpmark
