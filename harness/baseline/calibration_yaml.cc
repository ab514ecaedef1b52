#include "harness/baseline/calibration_yaml.h"

#include <fmt/format.h>

namespace warpmark {
namespace {

std::string bandwidth_text(double gbps) { return fmt::format("{:.1f}", gbps); }
std::string share_text(double share) { return fmt::format("{:.4f}", share); }

/// A number of each of two peaks, either of which may be unknown.
void read_of_peaks(const YamlValue& value, double& of_datasheet, double& of_driver) {
  const auto fields = value.fields({}, {"datasheet", "driver"});
  if_present(fields, "datasheet", [&](const YamlValue& v) { of_datasheet = v.positive_number(); });
  if_present(fields, "driver", [&](const YamlValue& v) { of_driver = v.positive_number(); });
}

Ceiling read_ceiling(const YamlValue& value) {
  const auto fields = value.fields({"best_gbps", "median_gbps", "spread", "configurations", "row"}, {});
  Ceiling ceiling;
  ceiling.best_gbps = fields.at("best_gbps").positive_number();
  ceiling.median_gbps = fields.at("median_gbps").positive_number();
  ceiling.spread = fields.at("spread").number();
  if (ceiling.spread < 0) fields.at("spread").fail("is below 0", "calibrate the card anew");
  ceiling.configurations = fields.at("configurations").whole_number();
  ceiling.row = fields.at("row").text();
  return ceiling;
}

Calibration read_calibration(const YamlValue& value) {
  const auto fields = value.fields({"measured", "peak_gbps", "factor", "ceilings"}, {});
  const auto measured =
      fields.at("measured").fields({"date", "timer", "processes"}, {"driver", "commit", "sm_mhz", "memory_mhz"});
  Calibration calibration;
  calibration.date = measured.at("date").day();
  calibration.timer = measured.at("timer").text();
  calibration.processes = measured.at("processes").whole_number();
  if_present(measured, "driver", [&](const YamlValue& v) { calibration.driver = v.text(); });
  if_present(measured, "commit", [&](const YamlValue& v) { calibration.commit = v.text(); });
  if_present(measured, "sm_mhz", [&](const YamlValue& v) { calibration.sm_mhz = v.whole_number(); });
  if_present(measured, "memory_mhz", [&](const YamlValue& v) { calibration.memory_mhz = v.whole_number(); });
  read_of_peaks(fields.at("peak_gbps"), calibration.peak_gbps_datasheet, calibration.peak_gbps_driver);
  read_of_peaks(fields.at("factor"), calibration.factor_of_datasheet, calibration.factor_of_driver);
  for (const auto& [name, ceiling] : fields.at("ceilings").members()) {
    calibration.ceilings[name] = read_ceiling(ceiling);
  }
  return calibration;
}

void write_ceiling(MapWriter& yaml, const std::string& name, const Ceiling& ceiling) {
  yaml.begin(name, YAML::Flow);
  yaml.plain_field("best_gbps", bandwidth_text(ceiling.best_gbps));
  yaml.plain_field("median_gbps", bandwidth_text(ceiling.median_gbps));
  yaml.plain_field("spread", share_text(ceiling.spread));
  yaml.plain_field("configurations", std::to_string(ceiling.configurations));
  yaml.field("row", ceiling.row);
  yaml.end();
}

void write_calibration(MapWriter& yaml, const std::string& uuid, const Calibration& calibration) {
  yaml.begin(uuid, YAML::Block);
  yaml.begin("measured", YAML::Flow);
  yaml.plain_field("date", calibration.date);
  yaml.field("driver", calibration.driver);
  yaml.field("sm_mhz", calibration.sm_mhz);
  yaml.field("memory_mhz", calibration.memory_mhz);
  yaml.plain_field("processes", std::to_string(calibration.processes));
  yaml.field("timer", calibration.timer);
  yaml.field("commit", calibration.commit);
  yaml.end();
  yaml.begin("peak_gbps", YAML::Flow);
  yaml.field("datasheet", calibration.peak_gbps_datasheet);
  yaml.field("driver", calibration.peak_gbps_driver);
  yaml.end();
  yaml.begin("factor", YAML::Flow);
  if (calibration.factor_of_datasheet > 0) yaml.plain_field("datasheet", share_text(calibration.factor_of_datasheet));
  if (calibration.factor_of_driver > 0) yaml.plain_field("driver", share_text(calibration.factor_of_driver));
  yaml.end();
  yaml.begin("ceilings", YAML::Block, calibration.ceilings.empty());
  for (const auto& [name, ceiling] : calibration.ceilings) write_ceiling(yaml, name, ceiling);
  yaml.end();
  yaml.end();
}

}  // namespace

Calibrations read_calibrations(const YamlValue& section) {
  Calibrations calibrations;
  for (const auto& [uuid, calibration] : section.members()) calibrations[uuid] = read_calibration(calibration);
  return calibrations;
}

void write_calibrations(MapWriter& yaml, const Calibrations& calibrations) {
  yaml.begin("calibration", YAML::Block, calibrations.empty());
  for (const auto& [uuid, calibration] : calibrations) write_calibration(yaml, uuid, calibration);
  yaml.end();
}

}  // namespace warpmark
