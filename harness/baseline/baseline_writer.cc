#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include "harness/baseline/baseline.h"
#include "harness/baseline/yaml_text.h"
#include "harness/run/text_file.h"

namespace warpmark {
namespace {

constexpr int schema = 1;

/// Writes the parts of a baseline; what is empty or 0 is not known, and left out.
class Writer {
 public:
  std::string write(const Baseline& baseline) {
    yaml_ << YAML::BeginMap;
    field("warpmark_baseline", schema);
    write_gpu(baseline.gpu);
    yaml_ << YAML::Key << "calibration" << YAML::Value;
    if (baseline.calibration_yaml.empty())
      yaml_ << YAML::Flow << YAML::BeginMap << YAML::EndMap;
    else
      emit_node(yaml_, YAML::Load(baseline.calibration_yaml));
    begin("sessions", YAML::Block, baseline.sessions.empty());
    for (const Session& session : baseline.sessions) write_session(session);
    yaml_ << YAML::EndMap;
    begin("benchmarks", YAML::Block, baseline.rows.empty());
    for (const auto& [key, row] : baseline.rows) write_row(key, row, baseline.sessions);
    yaml_ << YAML::EndMap << YAML::EndMap;
    return std::string(yaml_.c_str(), yaml_.size()) + "\n";
  }

 private:
  void begin(const std::string& key, YAML::EMITTER_MANIP style, bool is_empty = false) {
    yaml_ << YAML::Key;
    emit_text(yaml_, key);
    yaml_ << YAML::Value << (is_empty ? YAML::Flow : style) << YAML::BeginMap;
  }

  void field(const char* key, const std::string& value) {
    if (value.empty()) return;
    yaml_ << YAML::Key << key << YAML::Value;
    emit_text(yaml_, value);
  }

  /// A number, date or truth value: `plain` is what YAML means by it.
  void plain_field(const char* key, const std::string& plain) { yaml_ << YAML::Key << key << YAML::Value << plain; }

  void field(const char* key, double value) {
    if (value != 0) plain_field(key, fmt::format("{}", value));
  }

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
    yaml_ << YAML::EndMap << YAML::EndMap;
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
    yaml_ << YAML::EndMap;
  }

  void write_row(const std::string& key, const BaselineRow& row, const std::vector<Session>& sessions) {
    begin(key, YAML::Block);
    begin("time_us", YAML::Block);
    for (const Session& session : sessions) {
      const auto times = row.time_us.find(session.id);
      if (times == row.time_us.end()) continue;
      yaml_ << YAML::Key;
      emit_text(yaml_, session.id);
      yaml_ << YAML::Value << YAML::Flow << YAML::BeginSeq;
      for (const double time : times->second) yaml_ << baseline_time(time);
      yaml_ << YAML::EndSeq;
    }
    yaml_ << YAML::EndMap;
    if (!row.kernels.empty()) {
      yaml_ << YAML::Key << "kernels" << YAML::Value << YAML::Flow << YAML::BeginSeq;
      for (const std::string& kernel : row.kernels) emit_text(yaml_, kernel);
      yaml_ << YAML::EndSeq;
    }
    if (row.sass) field("sass", *row.sass);
    if (row.output_hash) plain_field("output_hash", fmt::format("{:#x}", *row.output_hash));
    if (!row.counters.empty()) {
      begin("counters", YAML::Flow);
      for (const auto& [name, value] : row.counters) {
        yaml_ << YAML::Key;
        emit_text(yaml_, name);
        yaml_ << YAML::Value << fmt::format("{}", value);
      }
      yaml_ << YAML::EndMap;
    }
    yaml_ << YAML::EndMap;
  }

  YAML::Emitter yaml_;
};

}  // namespace

void write_baseline(const Baseline& baseline, const std::filesystem::path& file) {
  replace_text(file, Writer().write(baseline));
}

}  // namespace warpmark
