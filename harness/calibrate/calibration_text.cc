#include "harness/calibrate/calibration_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/calibrate/percent_of_ceiling.h"
#include "harness/run/input_error.h"

namespace warpmark {
namespace {

using Json = nlohmann::ordered_json;

/// STREAM's kernels first, then the mixes of bytes.
std::vector<std::string> names_in_order(const Calibration& calibration) {
  std::vector<std::string> names;
  for (const auto& [name, ceiling] : calibration.ceilings) names.push_back(name);
  const auto rank = [](const std::string& name) { return std::string("tcrw").find(name.front()); };  // npos of a mix
  std::stable_sort(names.begin(), names.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return names;
}

std::string heading(const Calibration& c, const GpuFacts& gpu) {
  return fmt::format("{}, {}, {}\ndriver {}, SM {} MHz, memory {} MHz, {}, {} process{}\n", gpu.name, gpu.uuid, c.date,
                     c.driver, c.sm_mhz, c.memory_mhz, c.timer, c.processes, c.processes == 1 ? "" : "es");
}

std::string factor_line(double factor, double triad_gbps, double peak_gbps, const std::string& source) {
  return fmt::format("factor {:.4f} = best triad {:.1f} GB/s / {:g} GB/s ({})\n", factor, triad_gbps, peak_gbps,
                     source);
}

Json ceiling_json(const Ceiling& ceiling) {
  return {{"best_gbps", ceiling.best_gbps},
          {"median_gbps", ceiling.median_gbps},
          {"spread", ceiling.spread},
          {"configurations", ceiling.configurations},
          {"row", ceiling.row}};
}

/// {"datasheet": ..., "driver": ...}, each only where it is known.
Json of_peaks(double of_datasheet, double of_driver) {
  Json json = Json::object();
  if (of_datasheet > 0) json["datasheet"] = of_datasheet;
  if (of_driver > 0) json["driver"] = of_driver;
  return json;
}

}  // namespace

std::string calibration_text(const Calibrated& calibrated, const GpuFacts& gpu) {
  const Calibration& c = calibrated.calibration;
  std::string text = heading(c, gpu);
  text += fmt::format("\n{:<8} {:>9} {:>12} {:>7} {:>4}  {}\n", "ceiling", "best GB/s", "median GB/s", "spread", "of",
                      "best configuration");
  for (const std::string& name : names_in_order(c)) {
    const Ceiling& ceiling = c.ceilings.at(name);
    text += fmt::format("{:<8} {:>9.1f} {:>12.1f} {:>6.2f}% {:>4}  {}\n", name, ceiling.best_gbps, ceiling.median_gbps,
                        ceiling.spread * 100, ceiling.configurations, ceiling.row);
  }
  text += "\n";
  const double triad_gbps = c.ceilings.at("triad").best_gbps;
  if (c.factor_of_datasheet > 0)
    text += factor_line(c.factor_of_datasheet, triad_gbps, c.peak_gbps_datasheet, calibrated.datasheet_source);
  if (c.factor_of_driver > 0)
    text += factor_line(c.factor_of_driver, triad_gbps, c.peak_gbps_driver, "driver: memory clock x bus width x 2");
  for (const std::string& note : calibrated.notes) text += "note: " + note + "\n";
  for (const std::string& why : calibrated.inconclusive) text += "inconclusive: " + why + "\n";
  return text;
}

std::string tileops_text(const Calibrated& calibrated, const GpuFacts& gpu) {
  const Calibration& c = calibrated.calibration;
  const bool has_datasheet = c.factor_of_datasheet > 0;
  const double factor = has_datasheet ? c.factor_of_datasheet : c.factor_of_driver;
  const double peak_gbps = has_datasheet ? c.peak_gbps_datasheet : c.peak_gbps_driver;
  if (factor <= 0)
    throw InputError(gpu.name, "neither a datasheet nor the driver gives its peak bandwidth",
                     fmt::format("add it to {}, with its source", datasheets_file));
  const Ceiling& triad = c.ceilings.at("triad");
  return fmt::format(
      "# {}, {}: triad {:.1f} GB/s, {} processes of {}, driver {}, memory clock {} MHz\n"
      "hbm:\n"
      "  theoretical: {:g}e9  # bytes/s, {}\n"
      "  calibration: {:.4f}\n",
      gpu.name, c.date, triad.best_gbps, c.processes, triad.row, c.driver, c.memory_mhz, peak_gbps,
      has_datasheet ? calibrated.datasheet_source : "driver: memory clock x bus width x 2", factor);
}

Json calibration_json(const Calibrated& calibrated, const Run& run) {
  const Calibration& c = calibrated.calibration;
  Json json = {{"gpu", run.facts.gpu.name}, {"uuid", run.facts.gpu.uuid}};
  json["measured"] = {
      {"date", c.date},           {"driver", c.driver}, {"sm_mhz", c.sm_mhz}, {"memory_mhz", c.memory_mhz},
      {"processes", c.processes}, {"timer", c.timer},   {"commit", c.commit}};
  json["peak_gbps"] = of_peaks(c.peak_gbps_datasheet, c.peak_gbps_driver);
  json["factor"] = of_peaks(c.factor_of_datasheet, c.factor_of_driver);
  json["ceilings"] = Json::object();
  for (const std::string& name : names_in_order(c)) json["ceilings"][name] = ceiling_json(c.ceilings.at(name));
  json["inconclusive"] = calibrated.inconclusive;
  json["notes"] = calibrated.notes;
  json["percent_of_ceiling"] = Json::array();
  for (const PercentOfCeiling& share : percent_of_ceilings(run)) {
    json["percent_of_ceiling"].push_back({{"key", share.key}, {"ceiling", share.ceiling}, {"percent", share.percent}});
  }
  return json;
}

}  // namespace warpmark
