#include "harness/codegen/count.h"

#include <cstdint>

#include "harness/codegen/classify.h"
#include "harness/codegen/cubin_code.h"
#include "harness/codegen/names.h"

namespace warpmark::codegen {
namespace {

std::string hash_of(const std::vector<Instruction>& instructions) {
  std::string encodings;
  for (const Instruction& instruction : instructions) {
    for (const std::uint64_t word : {instruction.low, instruction.high})
      for (unsigned bit = 0; bit < 64; bit += 8) encodings += static_cast<char>(word >> bit & 0xff);
  }
  return code_hash(encodings);
}

}  // namespace

void set_resources(Metrics& metrics, const Resources& resources) {
  metrics["registers"] = resources.registers;
  metrics["stack_bytes"] = resources.stack_bytes;
  metrics["shared_bytes"] = resources.shared_bytes;
  std::erase_if(metrics, [](const auto& metric) { return metric.second == 0; });
}

Kernel count(const Listing& listing, const Function& function, const Resources& resources) {
  Kernel kernel;
  kernel.name = stable_name(function.name);
  kernel.target = listing.target;
  kernel.compiler = listing.compiler;
  kernel.is_entry = function.is_entry;
  kernel.hash = hash_of(function.instructions);
  kernel.metrics["instructions"] = function.instructions.size();
  for (const Instruction& instruction : function.instructions) {
    std::vector<std::string> metrics = metrics_of(instruction.text);
    if (metrics.empty()) continue;
    for (const std::string& metric : metrics) ++kernel.metrics[metric];
    kernel.accesses.push_back({std::move(metrics), instruction.text, instruction.places});
  }
  set_resources(kernel.metrics, resources);
  return kernel;
}

}  // namespace warpmark::codegen
