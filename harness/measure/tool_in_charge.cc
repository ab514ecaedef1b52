#include "harness/measure/tool_in_charge.h"

#include <fstream>
#include <iterator>

namespace warpmark {

/// Tools' libraries show in the process's memory map whatever environment variables they were started through.
std::string tool_in_charge() {
  struct Tool {
    const char* file;
    const char* name;
  };
  // The interceptor comes with more than one of them, so it is looked for last.
  constexpr Tool tools[] = {{"libsanitizer-collection", "compute-sanitizer"},
                            {"libcuda-injection", "Nsight Compute (ncu)"},
                            {"libToolsInjection", "Nsight Systems (nsys)"},
                            {"libInterceptorInjectionTarget", "compute-sanitizer or Nsight Compute (ncu)"}};
  std::ifstream file("/proc/self/maps");
  const std::string maps{std::istreambuf_iterator<char>(file), {}};
  for (const Tool& tool : tools) {
    if (maps.find(tool.file) != std::string::npos) return tool.name;
  }
  return {};
}

}  // namespace warpmark
