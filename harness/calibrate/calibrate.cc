#include "harness/calibrate/calibrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/baseline/run_context.h"
#include "harness/calibrate/bandwidth.h"
#include "harness/run/held_back.h"
#include "harness/run/input_error.h"
#include "harness/run/median.h"

namespace warpmark {
namespace {

constexpr const char* factor_kernel = "triad";
constexpr double clock_tolerance = 0.01;  // NVML's readings step by 15 MHz, 0.8 % of a usual SM clock

constexpr const char* how_to_measure =
    "warpmark run -o RUN.json -- warpmark_bench --benchmark_filter=stream/triad --gpu_calibration";

[[noreturn]] void refuse(const std::string& what, const std::string& remedy) {
  throw InputError("no calibration", what, remedy);
}

/// The ceiling that the benchmark is a configuration of; empty if of none.
std::string ceiling_of(const std::string& key) {
  if (!key.ends_with("/l2:cold")) return "";
  for (const char* kernel : {"triad", "copy", "read", "write"}) {
    if (key.starts_with(fmt::format("stream/{}/", kernel))) return kernel;
  }
  constexpr std::string_view mix = "quantize/ceiling/bytes:";
  if (!key.starts_with(mix)) return "";
  return key.substr(mix.size(), key.find('/', mix.size()) - mix.size());
}

bool is_mix(const std::string& ceiling) { return ceiling.find("to") != std::string::npos; }

void require_facts(const RunFacts& facts) {
  if (facts.gpu.name.empty() || facts.gpu.uuid.empty())
    refuse("the run does not say on which card it was measured", "measure with warpmark");
  if (facts.timer.empty()) refuse("the run does not say with which timer it was measured", "measure with warpmark");
  if (facts.timer == "event")
    refuse("the run was timed by CUDA events, which add launch latency to every kernel",
           "measure with --gpu_timer=cupti; `warpmark doctor` says what keeps CUPTI from it");
  if (facts.gpu.l2_mib <= 0)
    refuse("the run does not say how large the L2 is, so that memory cannot be told from cache",
           "measure with warpmark");
}

class Calibrator {
 public:
  Calibrator(const Run& run, const Datasheets& datasheets, const CalibrateOptions& options)
      : run_(run), datasheets_(datasheets), options_(options) {}

  Calibrated calibrate() {
    require_facts(run_.facts);
    take_rows();
    take_ceilings();
    describe();
    compare_with_peaks();
    doubt();
    return std::move(result_);
  }

 private:
  void take_rows();
  void take_ceilings();
  void take_ceiling(const std::string& name, const std::vector<std::string>& keys);
  void note_if_unsteady(const std::string& key, const Ceiling& ceiling);
  void describe();
  void compare_with_peaks();
  void doubt();
  void doubt_clocks();
  double best(const std::string& ceiling) const { return result_.calibration.ceilings.at(ceiling).best_gbps; }

  const Run& run_;
  const Datasheets& datasheets_;
  const CalibrateOptions& options_;
  std::vector<const Row*> rows_;  // those that calibrate
  std::map<std::string, std::vector<std::string>> keys_;
  std::map<std::string, Bandwidth> bandwidths_;
  struct {
    double gbps = 0;
    std::string row;
  } fastest_;  // of all configurations, steady or not
  Calibrated result_;
};

void Calibrator::take_rows() {
  bandwidths_ = bandwidths_of(run_);
  std::set<std::string> skipped;
  for (const Row& row : run_.rows) {
    const std::string ceiling = ceiling_of(row.key);
    if (ceiling.empty()) continue;
    if (row.error) refuse(fmt::format("{} failed: {}", row.key, *row.error), "mend that, and measure again");
    if (row.skipped) {
      if (skipped.insert(row.key).second) result_.notes.push_back(row.key + " was skipped: " + *row.skipped);
      continue;
    }
    if (!bandwidths_.contains(row.key))
      refuse(row.key + " does not say how many bytes it moves", "measure with warpmark");
    rows_.push_back(&row);
    std::vector<std::string>& keys = keys_[ceiling];
    if (std::find(keys.begin(), keys.end(), row.key) == keys.end()) keys.push_back(row.key);
  }
  if (!keys_.contains(factor_kernel))
    refuse(fmt::format("the run holds no cold {} of STREAM, which the factor is made of", factor_kernel),
           how_to_measure);
}

void Calibrator::take_ceilings() {
  for (const auto& [name, keys] : keys_) take_ceiling(name, keys);
}

void Calibrator::take_ceiling(const std::string& name, const std::vector<std::string>& keys) {
  const double needed = least_working_set_bytes(run_.facts.gpu.l2_mib);
  Ceiling ceiling;
  std::vector<double> medians;
  double largest = 0;
  // What does not repeat is no ceiling while something else of the kind does.
  const auto rank = [&](double spread, double gbps) { return std::pair(spread <= options_.spread_limit, gbps); };
  for (const std::string& key : keys) {
    const Bandwidth& bandwidth = bandwidths_.at(key);
    largest = std::max(largest, bandwidth.moved_bytes);
    if (bandwidth.moved_bytes < needed) continue;
    const double gbps = bandwidth.median_gbps();
    const double spread = bandwidth.spread();
    medians.push_back(gbps);
    if (gbps > fastest_.gbps) fastest_ = {gbps, key};
    if (!ceiling.row.empty() && rank(spread, gbps) <= rank(ceiling.spread, ceiling.best_gbps)) continue;
    ceiling.best_gbps = gbps;
    ceiling.spread = spread;
    ceiling.row = key;
  }
  for (const std::string& key : keys) note_if_unsteady(key, ceiling);
  if (medians.empty()) {
    const std::string what =
        fmt::format("{}: the largest working set is {:.0f} MB, below four times the L2 ({:.0f} MB)", name,
                    largest * 1e-6, needed * 1e-6);
    if (!is_mix(name)) refuse(what, "measure a larger one");
    result_.notes.push_back(what + ": no ceiling of the memory");
    return;
  }
  ceiling.median_gbps = median(medians);
  ceiling.configurations = static_cast<int>(medians.size());
  result_.calibration.ceilings[name] = ceiling;
}

void Calibrator::note_if_unsteady(const std::string& key, const Ceiling& ceiling) {
  const Bandwidth& bandwidth = bandwidths_.at(key);
  if (bandwidth.median_gbps() <= ceiling.best_gbps || bandwidth.spread() <= options_.spread_limit) return;
  if (bandwidth.moved_bytes < least_working_set_bytes(run_.facts.gpu.l2_mib)) return;
  result_.notes.push_back(fmt::format("{} reached {:.1f} GB/s, but spreads by {:.2f} % over processes: left out", key,
                                      bandwidth.median_gbps(), bandwidth.spread() * 100));
}

void Calibrator::describe() {
  Calibration& calibration = result_.calibration;
  calibration.date = day_of(run_);
  if (calibration.date.empty()) refuse("the run does not say on which day it was measured", "measure with warpmark");
  const RunFacts facts = observed(run_);
  calibration.driver = facts.driver;
  calibration.timer = facts.timer;
  calibration.commit = facts.commit;
  calibration.sm_mhz = facts.gpu.sm_mhz;
  calibration.memory_mhz = facts.gpu.memory_mhz;
  std::set<int> processes;
  for (const Row* row : rows_) processes.insert(row->process);
  calibration.processes = static_cast<int>(processes.size());
}

void Calibrator::compare_with_peaks() {
  Calibration& calibration = result_.calibration;
  const GpuFacts& gpu = run_.facts.gpu;
  Datasheet sheet{gpu.peak_gbps_datasheet, "as the run says", "the run"};
  if (const auto found = datasheets_.find(gpu.name); found != datasheets_.end()) sheet = found->second;
  if (sheet.peak_gbps > 0 && fastest_.gbps > sheet.peak_gbps)
    throw InputError(sheet.place,
                     fmt::format("the profile of {} is wrong: it gives a peak of {:g} GB/s, and {} reached {:.1f} GB/s",
                                 gpu.name, sheet.peak_gbps, fastest_.row, fastest_.gbps),
                     fmt::format("correct peak_gbps in {}", datasheets_file));
  if (sheet.peak_gbps > 0) {
    calibration.peak_gbps_datasheet = sheet.peak_gbps;
    calibration.factor_of_datasheet = best(factor_kernel) / sheet.peak_gbps;
    result_.datasheet_source = sheet.source;
  } else {
    result_.notes.push_back(
        fmt::format("{} is not in {}: there is only the peak that the driver reports", gpu.name, datasheets_file));
  }

  if (gpu.peak_gbps_driver >= fastest_.gbps) {
    calibration.peak_gbps_driver = gpu.peak_gbps_driver;
    calibration.factor_of_driver = best(factor_kernel) / gpu.peak_gbps_driver;
  } else {
    result_.notes.push_back(
        gpu.peak_gbps_driver > 0
            ? fmt::format("the driver's clock and bus width make {:.1f} GB/s, less than {} reached: they do not tell "
                          "this card's peak",
                          gpu.peak_gbps_driver, fastest_.row)
            : "the driver reports no memory clock or bus width to make a peak of");
  }
}

void Calibrator::doubt() {
  if (const double others = other_processes(run_); others > 0)
    result_.inconclusive.push_back(fmt::format("{:g} other processes were on the GPU: stop them", others));
  doubt_clocks();
  if (result_.calibration.processes < 2)
    result_.inconclusive.emplace_back("one process: its spread is unknown: `warpmark run` measures in several");
  for (const auto& [name, ceiling] : result_.calibration.ceilings) {
    if (ceiling.spread > options_.spread_limit)
      result_.inconclusive.push_back(
          fmt::format("{}: every configuration spreads by more than {:g} % over processes, the best by {:.2f} %: {}",
                      name, options_.spread_limit * 100, ceiling.spread * 100, ceiling.row));
  }
}

void Calibrator::doubt_clocks() {
  const double highest_mhz = highest_sm_mhz(run_);
  const auto throttled =
      std::count_if(rows_.begin(), rows_.end(), [&](const Row* row) { return held_back(*row, highest_mhz); });
  if (throttled > 0)
    result_.inconclusive.push_back(
        fmt::format("clocks were held back in {} of {} measurements: cool the card, or raise its power limit",
                    throttled, rows_.size()));
  for (const auto& [counter, clock] : {std::pair{"gpu_sm_mhz", "SM"}, std::pair{"gpu_memory_mhz", "memory"}}) {
    std::map<std::string, std::vector<double>> of_processes;  // by configuration: one process' dip is not its clock
    for (const Row* row : rows_) {
      if (const auto value = row->counter(counter); value && *value > 0) of_processes[row->key].push_back(*value);
    }
    std::vector<double> mhz;
    for (auto& [key, values] : of_processes) mhz.push_back(median(std::move(values)));
    if (mhz.empty()) continue;
    const auto [lowest, highest] = std::minmax_element(mhz.begin(), mhz.end());
    if (*lowest < *highest * (1 - clock_tolerance))
      result_.inconclusive.push_back(fmt::format(
          "the {} clock moved between {:g} and {:g} MHz: lock it, or let the card settle", clock, *lowest, *highest));
  }
  const int seen_mhz = result_.calibration.memory_mhz;
  const int most_mhz = run_.facts.gpu.memory_mhz;
  if (seen_mhz < most_mhz * (1 - clock_tolerance))
    result_.inconclusive.push_back(
        fmt::format("the memory ran at {} of its {} MHz: lift the limit on its clock", seen_mhz, most_mhz));
}

}  // namespace

Calibrated calibrate(const Run& run, const Datasheets& datasheets, const CalibrateOptions& options) {
  const Run kept = without_held_back(run);
  Calibrated result = Calibrator(kept, datasheets, options).calibrate();
  if (const std::size_t set_aside = run.rows.size() - kept.rows.size(); set_aside > 0)
    result.notes.push_back(
        fmt::format("clocks were held back in {} of {} measurements: set aside", set_aside, run.rows.size()));
  return result;
}

}  // namespace warpmark
