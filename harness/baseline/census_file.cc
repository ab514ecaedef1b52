#include "harness/baseline/census_file.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <set>
#include <system_error>

#include "harness/baseline/yaml_text.h"
#include "harness/baseline/yaml_value.h"
#include "harness/codegen/count.h"
#include "harness/run/fnv1a.h"
#include "harness/run/input_error.h"
#include "harness/run/text_file.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;
using codegen::RecordedCensus;
using codegen::RecordedKernel;
using codegen::RecordedTarget;

constexpr int census_schema = 1;
constexpr std::size_t hash_digits = 16;

/// Where an entry stands, and what it says: with another's counts or hash under it, it is not what was counted. It
/// guards against slips of hands and merges, and against nobody who means it.
struct Entry {
  const std::string& target;
  const std::string& compiler;
  const std::string& name;

  std::string checksum(const RecordedKernel& kernel) const {
    Fnv1a sum;
    sum.add(fmt::format("{} {} {} {} {}", codegen::counting_revision, target, compiler, name, kernel.hash));
    for (const auto& [metric, count] : kernel.metrics) sum.add(fmt::format(" {}:{}", metric, count));
    return sum.digits();
  }
};

bool is_hash(const std::string& text) {
  return text.size() == hash_digits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

RecordedKernel read_kernel(const YamlValue& value, const Entry& entry) {
  const std::vector<std::string>& known = codegen::metric_names();
  RecordedKernel kernel;
  const auto fields = value.fields({"hash", "metrics"}, {"checksum"});
  kernel.hash = fields.at("hash").text();
  if (!is_hash(kernel.hash)) fields.at("hash").fail("is no hash of 16 digits", "record the census anew");
  for (const auto& [metric, count] : fields.at("metrics").fields({}, known))
    kernel.metrics[metric] = static_cast<std::uint64_t>(count.whole_number());
  const auto checksum = fields.find("checksum");
  kernel.is_intact = checksum != fields.end() && checksum->second.text() == entry.checksum(kernel);
  kernel.is_edited = checksum != fields.end() && !kernel.is_intact;
  return kernel;
}

RecordedTarget read_target(const YamlValue& root, const std::string& target) {
  const auto fields = root.fields({"warpmark_codegen", "target", "compilers"}, {});
  fields.at("warpmark_codegen").require_schema(census_schema);
  if (fields.at("target").text() != target)
    fields.at("target").fail("is not the target that the file is named after",
                             fmt::format("name the file {}.yaml", fields.at("target").text()));
  RecordedTarget recorded;
  for (const auto& [compiler, kernels] : fields.at("compilers").members())
    for (const auto& [name, kernel] : kernels.members())
      recorded[compiler][name] = read_kernel(kernel, {target, compiler, name});
  return recorded;
}

void write_kernel(YAML::Emitter& yaml, const Entry& entry, const RecordedKernel& kernel) {
  yaml << YAML::Key;
  emit_text(yaml, entry.name);
  yaml << YAML::Value << YAML::BeginMap << YAML::Key << "hash" << YAML::Value << YAML::DoubleQuoted << kernel.hash;
  yaml << YAML::Key << "metrics" << YAML::Value << YAML::Flow << YAML::BeginMap;
  for (const std::string& metric : codegen::metric_names())
    if (const auto found = kernel.metrics.find(metric); found != kernel.metrics.end())
      yaml << YAML::Key << metric << YAML::Value << std::to_string(found->second);
  yaml << YAML::EndMap;
  if (kernel.is_intact) yaml << YAML::Key << "checksum" << YAML::Value << YAML::DoubleQuoted << entry.checksum(kernel);
  yaml << YAML::EndMap;
}

fs::path folder_of(const fs::path& baselines) { return baselines / "codegen"; }

}  // namespace

const char* to_string(CensusChange::Kind kind) {
  switch (kind) {
    case CensusChange::Kind::added:
      return "added";
    case CensusChange::Kind::changed:
      return "changed";
    case CensusChange::Kind::confirmed:
      return "confirmed";
    case CensusChange::Kind::removed:
      return "removed";
  }
  return "?";
}

RecordedCensus read_recorded_census(const fs::path& baselines) {
  RecordedCensus census;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder_of(baselines), none)) {
    const fs::path& file = entry.path();
    if (file.extension() != ".yaml" || !file.stem().string().starts_with("sm_")) continue;
    const std::string target = file.stem().string();
    census[target] = read_target(YamlValue::load(file), target);
  }
  return census;
}

std::vector<CensusChange> record_census(RecordedCensus& recorded, const codegen::Census& census, bool prune) {
  using Kind = CensusChange::Kind;
  std::vector<CensusChange> changes;
  std::map<std::pair<std::string, std::string>, std::set<std::string>> seen;  // by target and compiler
  for (const codegen::Kernel& kernel : census.kernels) {
    seen[{kernel.target, kernel.compiler}].insert(kernel.name);
    auto& kernels = recorded[kernel.target][kernel.compiler];
    const RecordedKernel now{kernel.hash, kernel.metrics, true};
    const auto [known, is_new] = kernels.try_emplace(kernel.name, now);
    if (!is_new && known->second == now) continue;
    const bool is_same = known->second.hash == now.hash && known->second.metrics == now.metrics;
    known->second = now;
    changes.push_back({is_new ? Kind::added : is_same ? Kind::confirmed : Kind::changed, kernel.name, kernel.target});
  }
  if (!prune) return changes;
  for (const auto& [place, names] : seen) {
    auto& kernels = recorded[place.first][place.second];
    for (auto kernel = kernels.begin(); kernel != kernels.end();) {
      if (names.contains(kernel->first)) {
        ++kernel;
        continue;
      }
      changes.push_back({Kind::removed, kernel->first, place.first});
      kernel = kernels.erase(kernel);
    }
  }
  return changes;
}

fs::path write_recorded_target(const fs::path& baselines, const std::string& target, const RecordedTarget& recorded) {
  YAML::Emitter yaml;
  yaml << YAML::BeginMap << YAML::Key << "warpmark_codegen" << YAML::Value << census_schema;
  yaml << YAML::Key << "target" << YAML::Value;
  emit_text(yaml, target);
  yaml << YAML::Key << "compilers" << YAML::Value << YAML::BeginMap;
  for (const auto& [compiler, kernels] : recorded) {
    yaml << YAML::Key;
    emit_text(yaml, compiler);
    yaml << YAML::Value << YAML::BeginMap;
    for (const auto& [name, kernel] : kernels) write_kernel(yaml, {target, compiler, name}, kernel);
    yaml << YAML::EndMap;
  }
  yaml << YAML::EndMap << YAML::EndMap;
  fs::path file = folder_of(baselines) / (target + ".yaml");
  fs::create_directories(file.parent_path());
  replace_text(file, std::string(yaml.c_str(), yaml.size()) + "\n");
  return file;
}

}  // namespace warpmark
