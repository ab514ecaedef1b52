#include "harness/session/doctor.h"

#include "harness/baseline/baseline.h"
#include "session_fixture.h"

namespace warpmark {
namespace {

using Level = Check::Level;
using testing::AllOf;
using testing::HasSubstr;

class DoctorTest : public SessionTest {
 protected:
  DoctorTest() {
    info.facts.gpu.name = "NVIDIA Test";
    info.facts.gpu.uuid = "GPU-1";
    info.facts.gpu.sm_count = 132;
    info.facts.gpu.memory_gib = 140;
    info.facts.gpu.sm_mhz = 1980;
    info.facts.gpu.power_limit_w = 700;
    info.facts.gpu.ecc = true;
    info.facts.gpu.mig = "none";
    info.facts.gpu.arch = "sm_90";
    info.facts.driver = "580.159.04";
    info.state = nlohmann::json::parse(R"({
      "timer": "cupti", "other_processes": 0, "persistence_mode": true, "clocks_locked": true, "sm_mhz_now": 1980,
      "memory_mhz_now": 3201, "throttle_reasons": [], "temperature_c": 40, "power_w": 120.5,
      "counters_restricted": false, "driver_supports_cuda": "13.0", "runtime_cuda": "13.0", "nvml": true})");
  }

  Check check(const std::string& subject) const {
    for (const Check& check : diagnose(info, dir.path(), "2026-12-11")) {
      if (check.subject == subject) return check;
    }
    ADD_FAILURE() << "no check of " << subject;
    return {};
  }

  void write_baseline_with(int sessions) {
    Baseline baseline;
    baseline.gpu = info.facts.gpu;
    baseline.gpu.uuid.clear();
    BaselineRow row;
    for (int i = 1; i <= sessions; ++i) {
      Session session;
      session.id = "s" + std::to_string(i);
      session.date = "2026-12-01";
      session.uuid = "GPU-1";
      session.driver = "580.159.04";
      session.cuda = "13.0";
      session.compiler = "nvcc 13.0.88";
      session.commit = "abc1234";
      session.timer = "cupti";
      session.sm_mhz = 1980;
      session.memory_mhz = 3201;
      session.power_limit_w = 700;
      session.ecc = true;
      baseline.sessions.push_back(session);
      row.time_us[session.id] = {10, 10.1, 10};
    }
    baseline.rows["copy/a"] = row;
    write_baseline(baseline, dir.path() / "nvidia-test.yaml");
  }

  GpuInfo info;
};

TEST_F(DoctorTest, a_card_in_good_order_has_no_warning) {
  write_baseline_with(3);
  for (const Check& check : diagnose(info, dir.path(), "2026-12-11")) {
    EXPECT_EQ(check.level, Level::ok) << check.subject << ": " << check.finding;
  }
}

TEST_F(DoctorTest, what_the_program_does_not_tell_is_unknown_and_no_warning) {
  info.state = nlohmann::json::parse(R"({"clocks_locked": null, "other_processes": null})");
  EXPECT_EQ(check("clocks").level, Level::unknown);
  EXPECT_EQ(check("other processes").level, Level::unknown);
  EXPECT_EQ(check("hardware counters").level, Level::unknown);
  EXPECT_EQ(check("throttling").level, Level::unknown);
}

TEST_F(DoctorTest, each_disturbance_is_a_warning_with_a_remedy) {
  info.state["timer"] = "event";
  info.state["timer_reason"] = "CUPTI refused: a profiler is attached";
  info.state["other_processes"] = 2;
  info.state["persistence_mode"] = false;
  info.state["clocks_locked"] = false;
  info.state["counters_restricted"] = true;
  info.state["throttle_reasons"] = {"sw_power_cap"};
  info.facts.gpu.mig = "1g.18gb";
  for (const char* subject :
       {"timer", "other processes", "persistence mode", "clocks", "hardware counters", "throttling", "MIG"}) {
    EXPECT_EQ(check(subject).level, Level::warn) << subject;
    EXPECT_NE(check(subject).remedy, "") << subject;
  }
  EXPECT_THAT(check("timer").finding, HasSubstr("a profiler is attached"));
  EXPECT_THAT(check("clocks").remedy, HasSubstr("--lock-gpu-clocks=1980"));
}

TEST_F(DoctorTest, a_driver_older_than_the_runtime_fails) {
  info.state["driver_supports_cuda"] = "12.8";
  EXPECT_EQ(check("driver").level, Level::fail);
  EXPECT_THAT(to_text({check("driver")}), HasSubstr("cannot measure here: 1 failure"));
}

TEST_F(DoctorTest, a_missing_baseline_says_how_to_make_one) {
  EXPECT_EQ(check("baseline").level, Level::warn);
  EXPECT_THAT(check("baseline").remedy, HasSubstr("warpmark record"));
}

TEST_F(DoctorTest, a_baseline_tells_its_sessions_and_age) {
  write_baseline_with(1);
  EXPECT_EQ(check("baseline").level, Level::warn);
  EXPECT_THAT(check("baseline").finding, AllOf(HasSubstr("1 benchmarks, 1 session"), HasSubstr("10 days old")));
}

TEST_F(DoctorTest, a_broken_baseline_fails) {
  std::ofstream(dir.path() / "nvidia-test.yaml") << "tolerence: 5%\n";
  EXPECT_EQ(check("baseline").level, Level::fail);
}

TEST_F(DoctorTest, power_limit_and_ecc_are_compared_with_the_baseline) {
  write_baseline_with(3);
  info.facts.gpu.power_limit_w = 450;
  info.facts.gpu.ecc = false;
  EXPECT_THAT(check("power limit").finding, HasSubstr("450 W, 700 W in the baseline"));
  EXPECT_EQ(check("ECC").level, Level::warn);
}

TEST_F(DoctorTest, the_verdict_is_the_last_line) {
  EXPECT_THAT(to_text(diagnose_no_gpu("no CUDA driver")),
              testing::EndsWith("cannot measure here: 1 failure, 0 warnings\n"));
  EXPECT_THAT(to_text({{Level::ok, "GPU", "NVIDIA Test", ""}}), testing::EndsWith("can measure here\n"));
}

}  // namespace
}  // namespace warpmark
