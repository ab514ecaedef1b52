#include "harness/session/doctor.h"

#include <functional>

#include "doctor_fixture.h"

namespace warpmark {
namespace {

using Level = Check::Level;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST_F(DoctorTest, a_card_in_good_order_has_no_warning) {
  write_baseline_with(3);
  for (const Check& check : checks()) {
    EXPECT_EQ(check.level, Level::ok) << check.subject << ": " << check.finding;
    EXPECT_EQ(check.remedy, "") << check.subject;
  }
}

TEST_F(DoctorTest, what_the_program_does_not_tell_is_unknown_and_no_warning) {
  info.state = nlohmann::json::parse(R"({"clocks_locked": null, "other_processes": null, "compute_mode": 3})");
  info.facts.timer.clear();
  for (const char* subject : {"timer", "hardware counters", "clocks", "persistence mode", "display", "compute mode",
                              "virtual GPU", "other processes", "throttling"}) {
    EXPECT_EQ(check(subject).level, Level::unknown) << subject;
  }
}

/// What is changed about a card in good order, and the line that then has to say so.
struct Disorder {
  const char* name;
  const char* subject;
  Level level;
  const char* finding;
  const char* remedy;
  const char* state;  // keys that differ
  std::function<void(GpuFacts&)> facts = [](GpuFacts&) {};
};

class Disorders : public DoctorTest, public testing::WithParamInterface<Disorder> {};

TEST_P(Disorders, are_found_with_a_remedy) {
  info.state.update(nlohmann::json::parse(GetParam().state));
  GetParam().facts(info.facts.gpu);
  const Check found = check(GetParam().subject);
  EXPECT_EQ(found.level, GetParam().level);
  EXPECT_THAT(found.finding, HasSubstr(GetParam().finding));
  EXPECT_THAT(found.remedy, HasSubstr(GetParam().remedy));
  EXPECT_NE(found.remedy, "");
}

const Disorder disorders[] = {
    {"old_driver", "driver", Level::fail, "supports CUDA 12.8; the program was built with nvcc 13.0.88", "newer driver",
     R"({"driver_supports_cuda": "12.8"})"},
    {"events", "timer", Level::warn, "event: CUPTI refused: a profiler is attached", "no profiler",
     R"({"timer": "event", "timer_reason": "CUPTI refused: a profiler is attached"})"},
    {"counters_refused", "hardware counters", Level::warn, "INSUFFICIENT_PRIVILEGES", "NVreg_RestrictProfilingToAdmin",
     R"({"counters_refused": "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES while enabling hardware counters"})"},
    {"counters_held", "hardware counters", Level::warn, "HARDWARE_BUSY", "times do not need them",
     R"({"counters_refused": "CUPTI_ERROR_HARDWARE_BUSY while enabling hardware counters"})"},
    {"counters_for_root", "hardware counters", Level::warn, "only for root", "sudo tee /etc/modprobe.d/",
     R"({"counters_refused": null, "counters_restricted": true})"},
    {"clocks", "clocks", Level::warn, "not locked, now 1980/3201 MHz",
     "sudo nvidia-smi -i GPU-1 --lock-gpu-clocks=1980", R"({"clocks_locked": false})"},
    {"power_cap", "power limit", Level::warn, "450 W, 700 W by default", "sudo nvidia-smi -i GPU-1 -pl 700", "{}",
     [](GpuFacts& gpu) { gpu.power_limit_w = 450; }},
    {"persistence", "persistence mode", Level::warn, "off", "sudo nvidia-smi -i GPU-1 -pm 1",
     R"({"persistence_mode": false})"},
    {"ecc_pending", "ECC", Level::warn, "on, and off from the next reboot", "sudo nvidia-smi -i GPU-1 -e 1",
     R"({"ecc_pending": false})"},
    {"mig", "MIG", Level::warn, "1g.18gb: other instances", "sudo nvidia-smi -i GPU-1 -mig 0",
     R"({"mig_pending": true})", [](GpuFacts& gpu) { gpu.mig = "1g.18gb"; }},
    {"mig_pending", "MIG", Level::warn, "none, and on after a reset", "sudo nvidia-smi -i GPU-1 -mig 0",
     R"({"mig_pending": true})"},
    {"display", "display", Level::warn, "a screen is drawn", "multi-user.target", R"({"display_active": true})"},
    {"kernel_timeout", "display", Level::warn, "the driver ends kernels", "multi-user.target",
     R"({"kernel_timeout": true})"},
    {"prohibited", "compute mode", Level::fail, "prohibited", "sudo nvidia-smi -i GPU-1 -c DEFAULT",
     R"({"compute_mode": "prohibited"})"},
    {"vgpu", "virtual GPU", Level::warn, "other guests", "passed through", R"({"virtualization": "vGPU"})"},
    {"others", "other processes", Level::warn, "2 on this GPU", "nvidia-smi --query-compute-apps",
     R"({"other_processes": 2})"},
    {"hidden_others", "other processes", Level::warn, "none shown, yet 31.5 GiB", "nvidia-smi --query-compute-apps",
     R"({"other_processes": 0, "memory_used_gib": 31.5})"},
    {"power_throttled", "throttling", Level::warn, "software power cap, 40 C, 120 W", "-q -d POWER",
     R"({"throttle_reasons": ["software power cap"]})"},
    {"hot", "throttling", Level::warn, "hardware thermal slowdown", "-q -d TEMPERATURE",
     R"({"throttle_reasons": ["hardware thermal slowdown"]})"},
    {"laptop", "laptop", Level::warn, "by the name of its GPU", "--lock-gpu-clocks", "{}",
     [](GpuFacts& gpu) { gpu.name = "NVIDIA RTX 4090 Laptop GPU"; }},
};

INSTANTIATE_TEST_SUITE_P(Doctor, Disorders, testing::ValuesIn(disorders),
                         [](const auto& disorder) { return std::string(disorder.param.name); });

TEST_F(DoctorTest, a_trial_of_the_counters_outweighs_what_the_settings_say) {
  info.state["counters_restricted"] = true;
  EXPECT_EQ(check("hardware counters").level, Level::ok);
  info.state["counters_refused"] = nullptr;
  EXPECT_EQ(check("hardware counters").level, Level::warn);
}

TEST_F(DoctorTest, an_older_minor_version_of_the_driver_will_do) {
  info.state["driver_supports_cuda"] = "13.0";
  info.state["runtime_cuda"] = "13.1";
  EXPECT_EQ(check("driver").level, Level::ok);
}

TEST_F(DoctorTest, a_card_passed_through_to_a_guest_is_the_whole_card) {
  info.state["virtualization"] = "passthrough";
  EXPECT_EQ(check("virtual GPU").level, Level::ok);
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
  for (const Check& broken : {check("baseline"), check_without_gpu("baselines")}) {
    EXPECT_EQ(broken.level, Level::fail);
    EXPECT_THAT(broken.finding, AllOf(HasSubstr("nvidia-test.yaml:1"), Not(HasSubstr("remedy"))));
    EXPECT_NE(broken.remedy, "");
  }
}

TEST_F(DoctorTest, power_limit_and_ecc_are_compared_with_the_baseline) {
  write_baseline_with(3);
  info.facts.gpu.power_limit_w = 450;
  info.facts.gpu.ecc = false;
  info.state["ecc_pending"] = false;
  EXPECT_THAT(check("power limit").finding, HasSubstr("450 W, 700 W in the baseline"));
  EXPECT_EQ(check("ECC").level, Level::warn);
  EXPECT_THAT(check("ECC").remedy, HasSubstr("-e 1"));
}

TEST_F(DoctorTest, a_cap_that_the_baseline_had_too_is_in_order) {
  write_baseline_with(3);
  info.state["power_limit_default_w"] = 1000;
  EXPECT_EQ(check("power limit").level, Level::ok);
}

TEST_F(DoctorTest, without_a_gpu_the_rest_is_looked_at_and_what_can_be_done_is_said) {
  EXPECT_THAT(check_without_gpu("GPU").finding, HasSubstr("no CUDA driver"));
  EXPECT_EQ(check_without_gpu("CUDA toolkit").level, Level::ok);
  EXPECT_EQ(check_without_gpu("disk").level, Level::ok);
  EXPECT_EQ(check_without_gpu("baselines").level, Level::warn);
  EXPECT_THAT(check_without_gpu("without a GPU").finding,
              AllOf(HasSubstr("warpmark codegen check"), HasSubstr("warpmark check")));
  write_baseline_with(1);
  EXPECT_THAT(check_without_gpu("baselines").finding,
              HasSubstr("NVIDIA Test, 132 SMs, 140 GiB, no MIG (1 benchmarks)"));
  machine.nvdisasm = {};
  EXPECT_THAT(check_without_gpu("without a GPU").finding, testing::Not(HasSubstr("codegen check")));
}

TEST_F(DoctorTest, the_verdict_is_the_last_line) {
  EXPECT_THAT(to_text(diagnose_no_gpu("no CUDA driver", machine, dir.path())),
              testing::EndsWith("cannot measure here: 1 failure, 1 warning\n"));
  EXPECT_THAT(to_text({{Level::ok, "GPU", "NVIDIA Test", ""}}), testing::EndsWith("can measure here\n"));
  EXPECT_FALSE(can_measure({{Level::warn, "a", "", ""}, {Level::fail, "b", "", ""}}));
  EXPECT_TRUE(can_measure({{Level::warn, "a", "", ""}, {Level::unknown, "b", "", ""}}));
}

TEST_F(DoctorTest, programs_get_every_line_as_json) {
  const auto json = to_json({{Level::fail, "disk", "full", "df -h ."}, {Level::unknown, "MIG", "not told", ""}});
  EXPECT_EQ(json.dump(), R"([{"subject":"disk","verdict":"fail","finding":"full","remedy":"df -h ."},)"
                         R"({"subject":"MIG","verdict":"unknown","finding":"not told","remedy":""}])");
}

TEST_F(DoctorTest, counters_are_tried_unless_the_user_names_some) {
  const std::string flags = file("flags");
  const auto asked = [&](const std::vector<std::string>& args) {
    std::ofstream(file("bench")) << "#!/bin/sh\necho \"$@\" > " << flags << "\nexit 77\n";
    std::filesystem::permissions(file("bench"), std::filesystem::perms::owner_all);
    EXPECT_ANY_THROW(ask_gpu_and_try_counters({file("bench"), args}));
    return read(flags);
  };
  EXPECT_EQ(asked({}), "--gpu_counters=memory --gpu_info\n");
  EXPECT_EQ(asked({"--gpu_counters=l2"}), "--gpu_counters=l2 --gpu_info\n");
}

}  // namespace
}  // namespace warpmark
