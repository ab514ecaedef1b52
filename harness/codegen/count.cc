#include "harness/codegen/count.h"

#include <cstdint>

#include "harness/codegen/classify.h"
#include "harness/codegen/names.h"
#include "harness/run/fnv1a.h"

namespace warpmark::codegen {
namespace {

std::string hash_of(const std::vector<Instruction>& instructions) {
  Fnv1a hash;
  for (const Instruction& instruction : instructions) {
    for (const std::uint64_t word : {instruction.low, instruction.high})
      for (int byte = 0; byte < 8; ++byte) hash.add(static_cast<unsigned char>(word >> (8 * byte) & 0xff));
  }
  return hash.digits();
}

}  // namespace

Kernel count(const Listing& listing, const Function& function, const Resources& resources) {
  Kernel kernel;
  kernel.name = stable_name(function.name);
  kernel.target = listing.target;
  kernel.compiler = listing.compiler;
  kernel.is_entry = function.is_entry;
  kernel.hash = hash_of(function.instructions);
  kernel.metrics = {{"instructions", function.instructions.size()},
                    {"registers", resources.registers},
                    {"stack_bytes", resources.stack_bytes},
                    {"shared_bytes", resources.shared_bytes}};
  for (const Instruction& instruction : function.instructions) {
    std::vector<std::string> metrics = metrics_of(instruction.text);
    if (metrics.empty()) continue;
    for (const std::string& metric : metrics) ++kernel.metrics[metric];
    kernel.accesses.push_back({std::move(metrics), instruction.text, instruction.places});
  }
  std::erase_if(kernel.metrics, [](const auto& metric) { return metric.second == 0; });
  return kernel;
}

}  // namespace warpmark::codegen
