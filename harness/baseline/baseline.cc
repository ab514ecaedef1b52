#include "harness/baseline/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "harness/baseline/census_file.h"
#include "harness/baseline/datasheet.h"
#include "harness/baseline/sass.h"
#include "harness/run/glob.h"
#include "harness/run/input_error.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;

constexpr const char* policy_ending = ".policy.yaml";

std::string mig_of(const GpuFacts& gpu) { return gpu.mig.empty() ? "none" : gpu.mig; }

/// The baseline files whose names `is_wanted`, the plainest name first; none where there is no such folder.
template <class Wanted>
std::vector<fs::path> baseline_files(const fs::path& dir, Wanted is_wanted) {
  std::error_code ignored;
  if (!fs::exists(dir, ignored)) return {};
  if (!fs::is_directory(dir, ignored))
    throw InputError(dir.string(), "is not a folder", "name the folder of baselines");
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(dir)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(policy_ending) || name == datasheets_file || !name.ends_with(".yaml")) continue;
    if (is_wanted(name)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The machine code that `dir` holds for the baseline's GPU and the compiler that it was last measured with.
MachineCode recorded_code(const fs::path& dir, const Baseline& baseline) {
  MachineCode code;
  if (baseline.sessions.empty()) return code;
  const codegen::RecordedCensus census = read_recorded_census(dir);
  const auto target = census.find(baseline.gpu.arch);
  if (target == census.end()) return code;
  for (const auto& [compiler, kernels] : target->second) {
    if (!is_of_compiler(baseline.sessions.back(), compiler)) continue;
    code.compiler = compiler;
    for (const auto& [name, kernel] : kernels) code.kernels[name] = {kernel.hash, kernel.metrics, {}};
  }
  return code;
}

}  // namespace

std::map<std::string, ContextRule> default_context() {
  using Kind = ContextRule::Kind;
  return {{"driver", {Kind::major, 0}},
          {"cuda", {Kind::warn, 0}},
          {"power_limit_w", {Kind::exact, 0}},
          {"sm_mhz", {Kind::relative, 0.01}},
          {"memory_mhz", {Kind::relative, 0.01}},
          {"timer", {Kind::exact, 0}},
          {"ecc", {Kind::exact, 0}}};
}

const Override* Policy::override_of(const std::string& key) const {
  const auto last = std::find_if(overrides.rbegin(), overrides.rend(),
                                 [&](const Override& entry) { return glob_match(entry.match, key); });
  return last == overrides.rend() ? nullptr : &*last;
}

double Policy::tolerance_of(const std::string& key) const {
  const Override* found = override_of(key);
  return found == nullptr ? tolerance : found->tolerance;
}

std::string gpu_slug(const std::string& gpu_name) {
  std::string slug;
  for (const char c : gpu_name) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalnum(letter) != 0)
      slug += static_cast<char>(std::tolower(letter));
    else if (!slug.empty() && slug.back() != '-')
      slug += '-';
  }
  if (slug.ends_with('-')) slug.pop_back();
  return slug;
}

std::string gpu_model(const GpuFacts& gpu) {
  const std::string mig = mig_of(gpu) == "none" ? "no MIG" : "MIG " + gpu.mig;
  return fmt::format("{}, {} SMs, {} GiB, {}", gpu.name, gpu.sm_count, gpu.memory_gib, mig);
}

bool same_model(const GpuFacts& a, const GpuFacts& b) {
  return a.name == b.name && a.sm_count == b.sm_count && a.memory_gib == b.memory_gib && mig_of(a) == mig_of(b);
}

std::optional<Baseline> find_baseline(const fs::path& dir, const GpuFacts& gpu) {
  const std::string slug = gpu_slug(gpu.name);
  const auto is_of_model = [&](const std::string& name) {
    return name == slug + ".yaml" || name.starts_with(slug + "-");
  };
  std::optional<Baseline> found;
  for (const fs::path& file : baseline_files(dir, is_of_model)) {
    Baseline baseline = read_baseline(file);
    if (!same_model(baseline.gpu, gpu)) continue;
    if (found)
      throw InputError(file.string(), fmt::format("is of the same GPU model as {}", found->file.string()),
                       "keep one of the two");
    found = std::move(baseline);
  }
  if (found) found->code = recorded_code(dir, *found);
  return found;
}

std::vector<Baseline> read_baselines(const fs::path& dir) {
  std::vector<Baseline> all;
  for (const fs::path& file : baseline_files(dir, [](const std::string&) { return true; }))
    all.push_back(read_baseline(file));
  return all;
}

void require_sound_policies(const fs::path& dir) {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(dir, none))
    if (entry.path().filename().string().ends_with(policy_ending)) read_policy(entry.path());
}

Policy find_policy(const fs::path& dir, const GpuFacts& gpu) {
  const fs::path of_this_model = dir / (gpu_slug(gpu.name) + policy_ending);
  for (const fs::path& file : {of_this_model, dir / "any.policy.yaml"})
    if (fs::exists(file)) return read_policy(file);
  Policy policy;
  policy.file = of_this_model;
  return policy;
}

const Session* newest_session(const Baseline& baseline, const BaselineRow& row) {
  const auto newest = std::find_if(baseline.sessions.rbegin(), baseline.sessions.rend(),
                                   [&](const Session& session) { return row.time_us.contains(session.id); });
  return newest == baseline.sessions.rend() ? nullptr : &*newest;
}

std::string baseline_time(double time_us) {
  // The exponent after rounding, so that what is written is written the same when it has been read back.
  const std::string rounded = fmt::format("{:.4e}", time_us);
  const int exponent = std::stoi(rounded.substr(rounded.find('e') + 1));
  return fmt::format("{:.{}f}", time_us, std::max(0, 4 - exponent));
}

}  // namespace warpmark
