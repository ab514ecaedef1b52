// The listings in tests/data/codegen: what nvdisasm 13.2 and cuobjdump 13.2 print of the .cu files beside them, built
// by nvcc 13.0; of nvdisasm's output without the sections that are not code, and with the encodings moved to the left.
#pragma once

#include <string>
#include <vector>

#include "harness/codegen/count.h"
#include "harness/codegen/listing.h"
#include "harness/codegen/names.h"
#include "harness/codegen/resource_usage.h"
#include "harness/run/text_file.h"

namespace warpmark::codegen {

inline std::string recorded_text(const std::string& name) { return read_text(WARPMARK_TEST_DATA "/codegen/" + name); }

inline Listing recorded_listing(const std::string& name) { return parse_listing(recorded_text(name + ".txt"), name); }

/// The kernels of a recorded listing, "common.sm_80" for example.
inline std::vector<Kernel> recorded_kernels(const std::string& name) {
  const Listing listing = recorded_listing(name);
  const auto usage = parse_resource_usage(recorded_text(name + ".resources.txt"), name);
  std::vector<Kernel> kernels;
  for (const Function& function : listing.functions)
    kernels.push_back(count(listing, function, usage.at(function.name)));
  return kernels;
}

inline Kernel recorded_kernel(const std::string& listing, const std::string& name) {
  for (Kernel& kernel : recorded_kernels(listing))
    if (bare_name(kernel.name) == name) return kernel;
  return {};
}

}  // namespace warpmark::codegen
