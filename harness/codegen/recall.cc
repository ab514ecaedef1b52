#include "harness/codegen/recall.h"

#include "harness/codegen/count.h"
#include "harness/codegen/names.h"

namespace warpmark::codegen {
namespace {

bool is_same_code(const RecordedKernel& recorded, const KernelBytes& bytes) {
  return recorded.is_intact && recorded.hash == bytes.hash &&
         sum_of(recorded.metrics, "instructions") == bytes.instructions;
}

}  // namespace

std::optional<std::vector<Kernel>> recall(const CubinCode& code, const std::string& target,
                                          const std::map<std::string, Resources>& usage, const RecordedCensus& known) {
  const auto of_target = known.find(target);
  if (of_target == known.end() || code.kernels.size() != usage.size()) return std::nullopt;
  const auto of_compiler = of_target->second.find(code.compiler);
  if (of_compiler == of_target->second.end()) return std::nullopt;
  std::vector<Kernel> kernels;
  for (const auto& [mangled, bytes] : code.kernels) {
    const auto resources = usage.find(mangled);
    const auto recorded = of_compiler->second.find(stable_name(mangled));
    const bool is_known =
        resources != usage.end() && recorded != of_compiler->second.end() && is_same_code(recorded->second, bytes);
    if (!is_known) return std::nullopt;
    Kernel kernel;
    kernel.name = recorded->first;
    kernel.target = target;
    kernel.compiler = code.compiler;
    kernel.hash = bytes.hash;
    kernel.metrics = recorded->second.metrics;
    set_resources(kernel.metrics, resources->second);
    kernel.is_disassembled = false;
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

}  // namespace warpmark::codegen
