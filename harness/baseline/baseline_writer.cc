#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "harness/baseline/baseline.h"
#include "harness/baseline/calibration_yaml.h"
#include "harness/baseline/map_writer.h"
#include "harness/baseline/yaml_text.h"
#include "harness/run/text_file.h"

namespace warpmark {
namespace {

/// Writes the parts of a baseline.
class Writer : private MapWriter {
 public:
  std::string write(const Baseline& baseline) {
    field("warpmark_baseline", baseline_schema);
    write_gpu(baseline.gpu);
    write_calibrations(*this, baseline.calibrations);
    begin("sessions", YAML::Block, baseline.sessions.empty());
    for (const Session& session : baseline.sessions) write_session(session);
    end();
    begin("benchmarks", YAML::Block, baseline.rows.empty());
    for (const auto& [key, row] : baseline.rows) write_row(key, row, baseline.sessions);
    end();
    return text();
  }

 private:
  void write_gpu(const GpuFacts& gpu) {
    begin("gpu", YAML::Flow);
    field("name", gpu.name);
    field("arch", gpu.arch);
    plain_field("sm_count", std::to_string(gpu.sm_count));
    plain_field("memory_gib", std::to_string(gpu.memory_gib));
    field("mig", gpu.mig);
    field("l2_mib", gpu.l2_mib);
    begin("peak_gbps", YAML::Flow);
    field("datasheet", gpu.peak_gbps_datasheet);
    field("driver", gpu.peak_gbps_driver);
    end();
    end();
  }

  void write_session(const Session& session) {
    begin(session.id, YAML::Flow);
    plain_field("date", session.date);
    field("uuid", session.uuid);
    field("driver", session.driver);
    field("cuda", session.cuda);
    field("compiler", session.compiler);
    field("commit", session.commit);
    field("sm_mhz", session.sm_mhz);
    field("memory_mhz", session.memory_mhz);
    field("power_limit_w", session.power_limit_w);
    if (session.ecc) plain_field("ecc", *session.ecc ? "true" : "false");
    field("timer", session.timer);
    field("clock_step_ns", session.clock_step_ns);
    end();
  }

  void write_row(const std::string& key, const BaselineRow& row, const std::vector<Session>& sessions) {
    begin(key, YAML::Block);
    begin("time_us", YAML::Block);
    for (const Session& session : sessions) {
      const auto times = row.time_us.find(session.id);
      if (times == row.time_us.end()) continue;
      yaml() << YAML::Key;
      emit_text(yaml(), session.id);
      yaml() << YAML::Value << YAML::Flow << YAML::BeginSeq;
      for (const double time : times->second) yaml() << baseline_time(time);
      yaml() << YAML::EndSeq;
    }
    end();
    if (!row.kernels.empty()) {
      yaml() << YAML::Key << "kernels" << YAML::Value << YAML::Flow << YAML::BeginSeq;
      for (const std::string& kernel : row.kernels) emit_text(yaml(), kernel);
      yaml() << YAML::EndSeq;
    }
    if (row.sass) field("sass", *row.sass);
    if (row.output_hash) plain_field("output_hash", fmt::format("{:#x}", *row.output_hash));
    if (!row.counters.empty()) {
      begin("counters", YAML::Flow);
      for (const auto& [name, value] : row.counters) {
        yaml() << YAML::Key;
        emit_text(yaml(), name);
        yaml() << YAML::Value << fmt::format("{}", value);
      }
      end();
    }
    end();
  }
};

}  // namespace

void write_baseline(const Baseline& baseline, const std::filesystem::path& file) {
  replace_text(file, Writer().write(baseline));
}

}  // namespace warpmark
