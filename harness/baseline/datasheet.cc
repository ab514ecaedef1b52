#include "harness/baseline/datasheet.h"

#include "harness/baseline/yaml_value.h"

namespace warpmark {
namespace {

constexpr int datasheets_schema = 1;

}  // namespace

Datasheets read_datasheets(const std::filesystem::path& dir) {
  const std::filesystem::path file = dir / datasheets_file;
  Datasheets sheets;
  if (std::error_code ignored; !std::filesystem::exists(file, ignored)) return sheets;
  const auto root = YamlValue::load(file).fields({"warpmark_gpus", "gpus"}, {});
  root.at("warpmark_gpus").require_schema(datasheets_schema);
  for (const auto& [name, gpu] : root.at("gpus").members()) {
    const auto fields = gpu.fields({"peak_gbps", "source"}, {});
    const std::string source = fields.at("source").text();
    if (source.empty() || source.find('\n') != std::string::npos)
      fields.at("source").fail("is not one line of text", "name where the figure stands");
    sheets[name] = {fields.at("peak_gbps").positive_number(), source, gpu.place()};
  }
  return sheets;
}

}  // namespace warpmark
