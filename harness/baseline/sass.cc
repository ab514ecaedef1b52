#include "harness/baseline/sass.h"

#include <set>

#include "harness/run/fnv1a.h"

namespace warpmark {

std::optional<std::string> sass_of(const std::vector<std::string>& kernels, const MachineCode& code) {
  if (kernels.empty()) return std::nullopt;
  std::set<std::string> hashes;
  for (const std::string& kernel : kernels) {
    const auto found = code.kernels.find(kernel);
    if (found == code.kernels.end()) return std::nullopt;
    hashes.insert(found->second.hash);
  }
  if (hashes.size() == 1) return *hashes.begin();
  Fnv1a all;
  for (const std::string& hash : hashes) all.add(hash);
  return all.digits();
}

bool is_of_compiler(const Session& session, const std::string& compiler) {
  return session.compiler == "nvcc " + compiler;
}

}  // namespace warpmark
