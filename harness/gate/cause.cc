#include "harness/gate/cause.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "harness/baseline/counters.h"
#include "harness/baseline/sass.h"
#include "harness/codegen/names.h"
#include "harness/gate/code_cause.h"
#include "harness/gate/measured.h"
#include "harness/run/median.h"

namespace warpmark {

namespace {

/// What a counter's name means to people, and by how much it has to move to be worth a word. Counts of a deterministic
/// kernel are exact; bytes and sectors also depend on what else is in the caches. Of a kernel that finds its data in
/// the L2, DRAM sees a stray sector at times.
struct CounterWords {
  std::string_view name;
  std::string_view words;
  double threshold;
};
constexpr double exact = 0;
constexpr double traffic = 0.02;
constexpr double stray = 0.001;  // of what the L2 moves
constexpr CounterWords words[] = {
    {"gpu_inst_global_ld", "executed global loads", exact},
    {"gpu_inst_global_st", "executed global stores", exact},
    {"gpu_inst_shared_ld", "executed shared loads", exact},
    {"gpu_inst_shared_st", "executed shared stores", exact},
    {"gpu_inst_local_ld", "executed local loads", exact},
    {"gpu_inst_local_st", "executed local stores", exact},
    {"gpu_inst_generic_ld", "executed generic loads", exact},
    {"gpu_inst_generic_st", "executed generic stores", exact},
    {"gpu_sectors_per_request_ld", "sectors a global load fetches", traffic},
    {"gpu_sectors_per_request_st", "sectors a global store writes", traffic},
    {"gpu_dram_bytes_read", "bytes read from DRAM", traffic},
    {"gpu_dram_bytes_written", "bytes written to DRAM", traffic},
    {"gpu_l2_bytes_read", "bytes read from L2", traffic},
    {"gpu_l2_bytes_written", "bytes written to L2", traffic},
    {"gpu_grid_blocks", "blocks in the grid", exact},
    {"gpu_block_threads", "threads a block", exact},
    {"gpu_shared_bytes", "bytes of shared memory a block", exact},
    {"gpu_registers", "registers a thread", exact},
    {"gpu_inst_executed", "executed instructions", exact},
};

bool is_bytes(std::string_view counter) { return counter.find("_bytes_") != std::string_view::npos; }

constexpr double clock_threshold = 0.005;

/// Machine code; launch and counters; clocks, driver and compiler.
constexpr std::size_t compared_things = 3;

class Causes {
 public:
  Causes(const Measured& measured, const Run& run, const BaselineRow& row, const Baseline& baseline)
      : measured_(measured), run_(run), row_(row), baseline_(baseline) {}

  std::vector<std::string> find() {
    compare_code();
    compare_counters();
    moved_.insert(moved_.end(), minor_.begin(), minor_.end());
    compare_environment();
    only_time_moved_ = moved_.empty() && unknown_.empty() && same_.size() == compared_things;
    if (moved_.empty()) {
      moved_.push_back(same_.empty() ? "nothing is known of what else moved"
                                     : fmt::format("nothing else moved: same {}", fmt::join(same_, ", ")));
    }
    if (!unknown_.empty()) moved_.push_back(fmt::format("not known: {}", fmt::join(unknown_, "; ")));
    return std::move(moved_);
  }

  /// Of what find() found: whether all that was compared is known, and is the same.
  [[nodiscard]] bool only_time_moved() const { return only_time_moved_; }

 private:
  void compare_code();
  void compare_kernels(const std::vector<std::string>& kernels);
  [[nodiscard]] double l2_bytes() const;
  void compare_counters();
  void compare_environment();

  const Measured& measured_;
  const Run& run_;
  const BaselineRow& row_;
  const Baseline& baseline_;
  std::vector<std::string> moved_;
  bool is_code_known_ = false;      // on both sides, kernel by kernel
  std::vector<std::string> minor_;  // in the machine code, but not of its accesses
  std::vector<std::string> same_;   // of compared_things
  std::vector<std::string> unknown_;
  bool only_time_moved_ = false;
};

void Causes::compare_code() {
  const std::vector<std::string> kernels = measured_.kernels();
  if (kernels.empty() || row_.kernels.empty()) {
    unknown_.emplace_back("machine code (no kernel names, as CUPTI's timer gives them)");
    return;
  }
  if (std::set(kernels.begin(), kernels.end()) != std::set(row_.kernels.begin(), row_.kernels.end())) {
    moved_.push_back(fmt::format("other kernels are launched: {} in the baseline, {} now",
                                 codegen::short_name(row_.kernels.front()), codegen::short_name(kernels.front())));
    return;
  }
  const auto now = sass_of(kernels, run_.code);
  if (!now || !row_.sass) {
    unknown_.emplace_back(
        now ? "machine code (the baseline holds no hash of it: record it again)"
            : "machine code (the run holds none: warpmark run takes it where cuobjdump and nvdisasm are)");
  } else if (*now == *row_.sass) {
    same_.emplace_back("machine code");
  } else if (sass_of(row_.kernels, baseline_.code) != row_.sass) {
    moved_.emplace_back("the machine code changed");
    unknown_.push_back(
        fmt::format("how it changed (codegen/{}.yaml does not hold the baseline's: warpmark codegen "
                    "record when you record)",
                    baseline_.gpu.arch));
  } else {
    is_code_known_ = true;
    compare_kernels(kernels);
  }
}

void Causes::compare_kernels(const std::vector<std::string>& kernels) {
  const std::set<std::string> names(kernels.begin(), kernels.end());
  for (const std::string& name : names) {
    const KernelCode& before = baseline_.code.kernels.at(name);
    const KernelCode& after = run_.code.kernels.at(name);
    if (before.hash == after.hash) continue;
    CodeChanges changes = code_changes(before, after);
    if (changes.accesses.empty() && changes.others.empty())
      changes.others.emplace_back("the machine code changed, but not what it is made of (order or operands)");
    const auto tell = [&](std::vector<std::string>& where, const std::string& change) {
      where.push_back(names.size() == 1 ? change : fmt::format("{} in {}", change, codegen::short_name(name)));
    };
    for (const std::string& change : changes.accesses) tell(moved_, change);
    for (const std::string& change : changes.others) tell(minor_, change);
  }
}

/// What the L2 moves in the baseline; 0 where that is not known.
double Causes::l2_bytes() const {
  double bytes = 0;
  for (const char* counter : {"gpu_l2_bytes_read", "gpu_l2_bytes_written"}) {
    const auto found = row_.counters.find(counter);
    if (found != row_.counters.end()) bytes += found->second;
  }
  return bytes;
}

void Causes::compare_counters() {
  struct Moved {
    double distance;
    std::string text;
  };
  std::vector<Moved> moved;
  int compared = 0;
  bool wanted = false;
  for (const CounterWords& counter : words) {
    if (counter.name == "gpu_registers" && is_code_known_) continue;  // told already, by the kernel's own number
    const auto before = row_.counters.find(std::string(counter.name));
    if (before == row_.counters.end()) continue;
    const std::vector<double> values = measured_.counter(before->first);
    if (values.empty()) {
      wanted = true;
      continue;
    }
    ++compared;
    const double after = median(values);
    const bool is_stray = is_bytes(counter.name) && std::abs(after - before->second) <= stray * l2_bytes();
    const double distance = before->second == after || is_stray ? 0 : std::abs(std::log(after / before->second));
    if (distance > std::log1p(counter.threshold))
      moved.push_back({distance, fmt::format("{} {:.10g} -> {:.10g}", counter.words, before->second, after)});
  }
  std::stable_sort(moved.begin(), moved.end(), [](const Moved& a, const Moved& b) { return a.distance > b.distance; });
  for (Moved& one : moved) moved_.push_back(std::move(one.text));
  if (compared > 0 && moved.empty()) same_.emplace_back("launch and counters");
  const bool has_counters = has_hardware_counters(row_.counters);
  if (wanted || !has_counters)
    unknown_.push_back(fmt::format("hardware counters (not in the {}: measure with --gpu_counters=memory)",
                                   has_counters ? "run" : "baseline"));
}

void Causes::compare_environment() {
  const Session* session = newest_session(baseline_, row_);
  if (session == nullptr) return;
  const RunFacts& facts = run_.facts;
  const std::size_t before = moved_.size();
  const bool is_known = session->sm_mhz > 0 && !measured_.counter("gpu_sm_mhz").empty() && !session->driver.empty() &&
                        !facts.driver.empty() && !session->compiler.empty() && !facts.compiler.empty();
  const auto text = [&](const char* what, const std::string& was, const std::string& is) {
    if (!was.empty() && !is.empty() && was != is) moved_.push_back(fmt::format("{} {} -> {}", what, was, is));
  };
  const auto clock = [&](const char* what, const char* counter, int was_mhz) {
    const std::vector<double> values = measured_.counter(counter);
    if (values.empty() || was_mhz == 0) return;
    const double is_mhz = median(values);
    if (std::abs(is_mhz / was_mhz - 1) > clock_threshold)
      moved_.push_back(fmt::format("{} {} -> {:g} MHz", what, was_mhz, is_mhz));
  };
  if (const int throttled = measured_.throttled_rows(); throttled > 0)
    moved_.push_back(fmt::format("clocks were held back in {} of {} measurements", throttled, measured_.row_count()));
  clock("SM clock", "gpu_sm_mhz", session->sm_mhz);
  clock("memory clock", "gpu_memory_mhz", session->memory_mhz);
  if (session->power_limit_w > 0 && facts.gpu.power_limit_w > 0 && session->power_limit_w != facts.gpu.power_limit_w)
    moved_.push_back(fmt::format("power limit {:g} -> {:g} W", session->power_limit_w, facts.gpu.power_limit_w));
  text("driver", session->driver, facts.driver);
  text("CUDA runtime", session->cuda, facts.cuda);
  text("compiler", session->compiler, facts.compiler);
  if (!is_known)
    unknown_.emplace_back("clocks, driver and compiler (not all told by both)");
  else if (moved_.size() == before)
    same_.emplace_back("clocks, driver and compiler");
}

bool has_moved(const Verdict& verdict) {
  switch (verdict.status) {
    case Status::regression:
    case Status::counter_changed:
    case Status::numerics_changed:
    case Status::expired:
    case Status::unstable:
    case Status::improved:
      return true;
    default:
      return false;
  }
}

}  // namespace

void explain(Judgement& judgement, const Run& run, const Baseline& baseline) {
  if (!same_model(run.facts.gpu, baseline.gpu)) return;
  const auto measured = measured_by_key(run);
  for (Verdict& verdict : judgement.verdicts) {
    const auto row = baseline.rows.find(verdict.key);
    const auto rows = measured.find(verdict.key);
    if (!has_moved(verdict) || row == baseline.rows.end() || rows == measured.end()) continue;
    Causes causes(rows->second, run, row->second, baseline);
    verdict.causes = causes.find();
    verdict.only_time_moved = causes.only_time_moved();
  }
}

}  // namespace warpmark
