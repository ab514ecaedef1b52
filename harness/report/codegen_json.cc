#include "harness/report/codegen_json.h"

#include "harness/codegen/names.h"
#include "harness/report/codegen_words.h"

namespace warpmark {
namespace {

using nlohmann::ordered_json;

constexpr int codegen_schema = 1;

ordered_json headed() { return {{"warpmark_codegen", codegen_schema}}; }

ordered_json metrics_json(const codegen::Metrics& metrics) {
  ordered_json json = ordered_json::object();
  for (const std::string& name : codegen::metric_names())
    if (const auto found = metrics.find(name); found != metrics.end()) json[name] = found->second;
  return json;
}

ordered_json accesses_json(const std::vector<codegen::Access>& accesses) {
  ordered_json list = ordered_json::array();
  for (const codegen::Access& access : accesses) {
    ordered_json places = ordered_json::array();
    for (const codegen::SourceLine& place : access.places)
      places.push_back({{"file", place.file}, {"line", place.line}});
    list.push_back({{"instruction", access.instruction}, {"metrics", access.metrics}, {"places", places}});
  }
  return list;
}

}  // namespace

ordered_json census_json(const codegen::Census& census) {
  ordered_json json = headed();
  json["kernels"] = ordered_json::array();
  for (const codegen::Kernel& kernel : census.kernels) {
    json["kernels"].push_back({{"name", kernel.name},
                               {"demangled", codegen::demangled(kernel.name)},
                               {"target", kernel.target},
                               {"compiler", kernel.compiler},
                               {"entry", kernel.is_entry},
                               {"hash", kernel.hash},
                               {"metrics", metrics_json(kernel.metrics)},
                               {"accesses", accesses_json(kernel.accesses)}});
  }
  json["notes"] = census.notes;
  return json;
}

ordered_json difference_json(const std::vector<codegen::KernelDifference>& differences) {
  ordered_json json = headed();
  json["differences"] = ordered_json::array();
  for (const codegen::KernelDifference& difference : differences) {
    ordered_json metrics = ordered_json::array();
    for (const auto& change : difference.metrics)
      metrics.push_back({{"metric", change.metric}, {"before", change.before}, {"after", change.after}});
    ordered_json accesses = ordered_json::array();
    for (const auto& change : difference.accesses) {
      accesses.push_back({{"change", change.is_added ? "added" : "removed"},
                          {"mnemonic", change.mnemonic},
                          {"count", change.count},
                          {"file", change.place.file},
                          {"line", change.place.line}});
    }
    json["differences"].push_back({{"name", difference.kernel},
                                   {"demangled", codegen::demangled(difference.kernel)},
                                   {"target", difference.target},
                                   {"kind", to_string(difference.kind)},
                                   {"metrics", metrics},
                                   {"accesses", accesses}});
  }
  return json;
}

ordered_json judgement_json(const codegen::Judgement& judgement, int exit_code) {
  ordered_json json = headed();
  json["exit_code"] = exit_code;
  json["kernels"] = judgement.kernels;
  json["kernels_under_expectations"] = judgement.expected;
  json["kernels_recorded"] = judgement.recorded;
  json["rows_measured"] = judgement.measured;
  json["findings"] = ordered_json::array();
  for (const codegen::Finding& finding : judgement.findings) {
    ordered_json deviations = ordered_json::array();
    for (const codegen::Deviation& deviation : finding.deviations) {
      deviations.push_back({{"metric", deviation.metric},
                            {"expected", deviation.expected},
                            {"found", deviation.found},
                            {"accesses", accesses_json(deviation.accesses)}});
    }
    json["findings"].push_back({{"kind", to_string(finding.kind)},
                                {"fails", finding.fails()},
                                {"name", finding.kernel},
                                {"demangled", codegen::demangled(finding.kernel)},
                                {"target", finding.target},
                                {"deviations", deviations},
                                {"because", finding.because},
                                {"expectation", finding.place}});
  }
  json["notes"] = judgement.notes;
  return json;
}

}  // namespace warpmark
