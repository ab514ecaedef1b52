#include "harness/codegen/metrics.h"

#include "harness/run/glob.h"

namespace warpmark::codegen {
namespace {

std::vector<std::string> make_names() {
  std::vector<std::string> names = {"instructions", "registers", "stack_bytes", "shared_bytes"};
  const std::vector<std::string> widths = {"8", "16", "32", "64", "128", "256"};
  for (const char* access : {"global_load_", "global_store_", "shared_load_", "shared_store_", "local_load_",
                             "local_store_", "generic_load_", "generic_store_", "async_copy_"})
    for (const std::string& width : widths) names.push_back(access + width);
  for (const char* name : {"spill_load", "spill_store", "bulk_copy", "bulk_reduce", "bulk_prefetch", "global_atomic",
                           "shared_atomic", "generic_atomic", "constant_load", "matrix_load", "matrix_store", "matrix",
                           "mbarrier", "texture", "surface", "other_memory"})
    names.emplace_back(name);
  return names;
}

}  // namespace

const std::vector<std::string>& metric_names() {
  static const std::vector<std::string> names = make_names();
  return names;
}

std::uint64_t sum_of(const Metrics& metrics, std::string_view glob) {
  std::uint64_t sum = 0;
  for (const auto& [name, count] : metrics)
    if (glob_match(glob, name)) sum += count;
  return sum;
}

}  // namespace warpmark::codegen
