#include "harness/session/doctor/card_checks.h"

#include <algorithm>

#include "fmt/format.h"
#include "fmt/ranges.h"
#include "harness/session/doctor/card_report.h"

namespace warpmark {
namespace {

using Level = Check::Level;

/// More than one benchmark program's own context takes, which is a few hundred MiB.
constexpr double others_memory_gib = 2;

/// `sudo nvidia-smi -i UUID OPTION`.
std::string set(const GpuFacts& gpu, const std::string& option) {
  return "sudo nvidia-smi" + (gpu.uuid.empty() ? "" : " -i " + gpu.uuid) + " " + option;
}

Check gpu(const GpuInfo& info) {
  return {Level::ok, "GPU", fmt::format("{} ({})", gpu_model(info.facts.gpu), info.facts.gpu.uuid)};
}

Check clocks(const GpuInfo& info, const CardReport& state) {
  const auto locked = state.truth("clocks_locked");
  const auto sm = state.number("sm_mhz_now");
  const auto memory = state.number("memory_mhz_now");
  const std::string now = sm && memory ? fmt::format(", now {:.0f}/{:.0f} MHz (SM/memory)", *sm, *memory) : "";
  if (!locked) return {Level::unknown, "clocks", "not told whether locked" + now};
  if (*locked) return {Level::ok, "clocks", "locked" + now};
  return {
      Level::warn, "clocks", "not locked" + now,
      set(info.facts.gpu, fmt::format("--lock-gpu-clocks={}", info.facts.gpu.sm_mhz)) + "  # undo: --reset-gpu-clocks"};
}

Check power_limit(const GpuFacts& gpu, const CardReport& state, const Session* session) {
  if (gpu.power_limit_w <= 0) return {Level::unknown, "power limit", "not told"};
  const std::string finding = fmt::format("{:.0f} W", gpu.power_limit_w);
  if (session != nullptr && session->power_limit_w > 0) {
    if (session->power_limit_w == gpu.power_limit_w)
      return {Level::ok, "power limit", finding + ", as in the baseline"};
    return {Level::warn, "power limit", fmt::format("{}, {:.0f} W in the baseline", finding, session->power_limit_w),
            set(gpu, fmt::format("-pl {:.0f}", session->power_limit_w))};
  }
  const auto usual = state.number("power_limit_default_w");
  if (!usual || *usual <= gpu.power_limit_w) return {Level::ok, "power limit", finding};
  return {Level::warn, "power limit", fmt::format("{}, {:.0f} W by default", finding, *usual),
          set(gpu, fmt::format("-pl {:.0f}", *usual))};
}

Check persistence(const GpuFacts& gpu, const CardReport& state) {
  const auto on = state.truth("persistence_mode");
  if (!on) return {Level::unknown, "persistence mode", "not told"};
  if (*on) return {Level::ok, "persistence mode", "on"};
  return {Level::warn, "persistence mode", "off: each process waits for the driver to load", set(gpu, "-pm 1")};
}

Check ecc(const GpuFacts& gpu, const CardReport& state, const Session* session) {
  if (!gpu.ecc) return {Level::unknown, "ECC", "not told"};
  const std::string finding = *gpu.ecc ? "on" : "off";
  const auto pending = state.truth("ecc_pending");
  if (pending && *pending != *gpu.ecc) {
    return {Level::warn, "ECC", fmt::format("{}, and {} from the next reboot", finding, *pending ? "on" : "off"),
            set(gpu, fmt::format("-e {:d}", *gpu.ecc)) + "  # keeps it as it is"};
  }
  if (session == nullptr || !session->ecc || *session->ecc == *gpu.ecc) return {Level::ok, "ECC", finding};
  return {Level::warn, "ECC", finding + ", not as in the baseline",
          set(gpu, fmt::format("-e {:d}", *session->ecc)) + "  # then reboot"};
}

Check mig(const GpuFacts& gpu, const CardReport& state) {
  if (gpu.mig.empty()) return {Level::unknown, "MIG", "not told"};
  const auto pending = state.truth("mig_pending");
  if (pending && *pending != (gpu.mig != "none")) {
    return {Level::warn, "MIG", fmt::format("{}, and {} after a reset", gpu.mig, *pending ? "on" : "off"),
            set(gpu, fmt::format("-mig {:d}", gpu.mig != "none")) + "  # keeps it as it is"};
  }
  if (gpu.mig == "none") return {Level::ok, "MIG", "none"};
  return {Level::warn, "MIG", gpu.mig + ": other instances share the memory system; baselines are kept per profile",
          set(gpu, "-mig 0") + "  # when nobody uses the other instances"};
}

/// A card that draws a screen gives the screen its time, and ends kernels that take long.
Check display(const CardReport& state) {
  const auto active = state.truth("display_active");
  const auto limited = state.truth("kernel_timeout");
  if (!active && !limited) return {Level::unknown, "display", "not told"};
  std::string finding = active.value_or(false) ? "a screen is drawn by this GPU" : "none on this GPU";
  if (limited.value_or(false)) finding += "; the driver ends kernels that run for seconds";
  if (!active.value_or(false) && !limited.value_or(false)) return {Level::ok, "display", finding};
  return {Level::warn, "display", finding,
          "sudo systemctl isolate multi-user.target  # no desktop while you measure; back: graphical.target"};
}

Check compute_mode(const GpuFacts& gpu, const CardReport& state) {
  const auto mode = state.text("compute_mode");
  if (!mode) return {Level::unknown, "compute mode", "not told"};
  if (*mode == "default" || *mode == "exclusive process") return {Level::ok, "compute mode", *mode};
  return {Level::fail, "compute mode", *mode + ": no process may use this GPU", set(gpu, "-c DEFAULT")};
}

Check virtualization(const CardReport& state) {
  const auto mode = state.text("virtualization");
  if (!mode) return {Level::unknown, "virtual GPU", "not told"};
  if (*mode == "none") return {Level::ok, "virtual GPU", "no"};
  if (*mode == "passthrough") return {Level::ok, "virtual GPU", "no: the whole card, passed through to this machine"};
  return {Level::warn, "virtual GPU", *mode + ": other guests share this card, and nothing here shows when",
          "measure on a host, or on a card that is passed through"};
}

Check other_processes(const CardReport& state) {
  const auto others = state.number("other_processes");
  const auto used = state.number("memory_used_gib");
  const std::string memory = used ? fmt::format(", {:.1f} GiB of its memory in use", *used) : "";
  const std::string remedy =
      "nvidia-smi --query-compute-apps=pid,name,used_memory --format=csv  # end them, or measure another card: "
      "CUDA_VISIBLE_DEVICES=1";
  if (others.value_or(0) > 0)
    return {Level::warn, "other processes", fmt::format("{:.0f} on this GPU{}", *others, memory), remedy};
  // Within a container the driver lists no process of others, but their memory is gone all the same.
  if (used && *used > others_memory_gib)
    return {Level::warn, "other processes", "none shown, yet" + memory.substr(1), remedy};
  if (!others) return {Level::unknown, "other processes", "not told"};
  return {Level::ok, "other processes", "none on this GPU" + memory};
}

Check throttling(const GpuFacts& gpu, const CardReport& state) {
  const auto reasons = state.list("throttle_reasons");
  if (!reasons) return {Level::unknown, "throttling", "not told"};
  const auto celsius = state.number("temperature_c");
  const auto watts = state.number("power_w");
  const std::string now =
      (celsius ? fmt::format(", {:.0f} C", *celsius) : "") + (watts ? fmt::format(", {:.0f} W", *watts) : "");
  if (reasons->empty()) return {Level::ok, "throttling", "none at this moment" + now};
  const bool by_power = std::any_of(reasons->begin(), reasons->end(),
                                    [](const std::string& reason) { return reason.find("power") != reason.npos; });
  const std::string which = gpu.uuid.empty() ? "" : " -i " + gpu.uuid;
  return {Level::warn, "throttling", fmt::format("{}{}", fmt::join(*reasons, ", "), now),
          "nvidia-smi" + which +
              (by_power ? " -q -d POWER,PERFORMANCE  # lock a clock that the limit allows"
                        : " -q -d TEMPERATURE,PERFORMANCE  # let the card cool, see to its fans")};
}

}  // namespace

std::vector<Check> card_settings(const GpuInfo& info, const Session* latest) {
  const CardReport state(info.state);
  const GpuFacts& card = info.facts.gpu;
  return {gpu(info),
          clocks(info, state),
          power_limit(card, state, latest),
          persistence(card, state),
          ecc(card, state, latest),
          mig(card, state),
          display(state),
          compute_mode(card, state),
          virtualization(state)};
}

std::vector<Check> card_disturbances(const GpuInfo& info) {
  const CardReport state(info.state);
  return {other_processes(state), throttling(info.facts.gpu, state)};
}

}  // namespace warpmark
