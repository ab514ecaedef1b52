// A card and a machine in good order, to be put out of order.
#pragma once

#include "harness/baseline/baseline.h"
#include "harness/session/doctor.h"
#include "session_fixture.h"

namespace warpmark {

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
    info.facts.compiler = "nvcc 13.0.88";
    info.facts.clock_step_ns = 32;
    info.state = nlohmann::json::parse(R"({
      "timer": "cupti", "timer_reason": "", "other_processes": 0, "persistence_mode": true, "clocks_locked": true,
      "sm_mhz_now": 1980, "memory_mhz_now": 3201, "throttle_reasons": [], "temperature_c": 40, "power_w": 120.5,
      "power_limit_default_w": 700, "ecc_pending": true, "mig_pending": false, "display_active": false,
      "compute_mode": "default", "virtualization": "none", "memory_used_gib": 0.6, "kernel_timeout": false,
      "counters_restricted": false, "counters_refused": "", "driver_supports_cuda": "13.0", "runtime_cuda": "13.0",
      "nvml": true})");
    constexpr std::uint64_t gib = std::uint64_t{1} << 30;
    machine.nvcc = {"/opt/cuda/bin/nvcc", "13.0.88"};
    machine.cuobjdump = {"/opt/cuda/bin/cuobjdump", "13.2.51"};
    machine.nvdisasm = {"/opt/cuda/bin/nvdisasm", "13.2.51"};
    machine.runs = {"runs", 100 * gib, ""};
    machine.temporary = {"/tmp", 10 * gib, ""};
  }

  std::vector<Check> checks() const { return diagnose(info, machine, dir.path(), "2026-12-11"); }

  Check check(const std::string& subject) const { return one_of(checks(), subject); }
  Check check_without_gpu(const std::string& subject) const {
    return one_of(diagnose_no_gpu("no CUDA driver", machine, dir.path()), subject);
  }

  static Check one_of(const std::vector<Check>& list, const std::string& subject) {
    for (const Check& check : list) {
      if (check.subject == subject) return check;
    }
    ADD_FAILURE() << "no check of " << subject;
    return {};
  }

  void write_baseline_with(int sessions) const {
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
  Machine machine;
};

}  // namespace warpmark
