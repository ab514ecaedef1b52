// What NVML knows of a card: identity that CUDA lacks, and its state while it works. The library is loaded at run time;
// without it, or built without its header, every answer is "unknown".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warpmark {

/// A moment of the card. Values that could not be read are absent.
struct CardState {
  std::optional<unsigned> sm_mhz;
  std::optional<unsigned> memory_mhz;
  std::optional<std::uint64_t> slowdown;  // NVML's clocks event reasons that lower the clock; see slowdown_names
  std::optional<unsigned> temperature_c;
  std::optional<unsigned> memory_temperature_c;
  std::optional<double> power_w;
};

/// "sw power cap", "hw thermal slowdown", ... of a CardState::slowdown.
std::vector<std::string> slowdown_names(std::uint64_t slowdown);

/// How a card is set up. What could not be read is absent.
struct CardSettings {
  std::optional<bool> ecc_pending;  // after the next reboot
  std::optional<bool> mig_pending;  // after the next reset
  std::optional<bool> display_active;
  std::optional<double> power_limit_default_w;
  std::optional<std::string> compute_mode;    // "default", "exclusive process", "prohibited"
  std::optional<std::string> virtualization;  // "none", "passthrough", "vGPU", ...
};

class Nvml {
 public:
  /// `uuid` as NVML prints it, "GPU-...". Never fails: see reason().
  explicit Nvml(const std::string& uuid);
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  bool available() const;
  const std::string& reason() const { return reason_; }  // why not available

  CardState state() const;
  CardSettings settings() const;
  std::string driver() const;  // "580.159.04"; empty if unknown
  std::optional<bool> ecc() const;
  std::optional<double> power_limit_w() const;
  std::optional<bool> persistence_mode() const;
  std::optional<bool> clocks_limited() const;  // locked or application clocks hold them below what the card could do
  std::optional<bool> mig_enabled() const;
  std::optional<int> other_processes() const;  // with memory or work on this card, beside this one

 private:
  struct Library;
  std::unique_ptr<Library> library_;
  std::string reason_;
};

}  // namespace warpmark
