#include "harness/run/code_json.h"

#include "harness/run/object.h"

namespace warpmark {

using Json = nlohmann::ordered_json;

MachineCode code_of(const Json& warpmark, const std::string& file) {
  MachineCode code;
  const Object object = Object(warpmark, file + ": context.warpmark").member("code");
  object.read("compiler", code.compiler);
  const Object kernels = object.member("kernels");
  for (const auto& [name, json] : kernels.json().items()) {
    const Object kernel = kernels.member(name.c_str());
    KernelCode& into = code.kernels[name];
    kernel.read("hash", into.hash);
    kernel.read("metrics", into.metrics);
    kernel.read("places", into.places);
  }
  return code;
}

Json to_json(const MachineCode& code) {
  Json kernels = Json::object();
  for (const auto& [name, kernel] : code.kernels) {
    Json json = {{"hash", kernel.hash}, {"metrics", kernel.metrics}};
    if (!kernel.places.empty()) json["places"] = kernel.places;
    kernels[name] = std::move(json);
  }
  return {{"compiler", code.compiler}, {"kernels", std::move(kernels)}};
}

}  // namespace warpmark
