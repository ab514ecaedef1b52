#include <fmt/format.h>

#include <set>

#include "harness/baseline/baseline.h"

namespace warpmark {
namespace {

/// FNV-1a, 64 bits (G. Fowler, L. C. Noll, K.-P. Vo): names a set of hashes, guards nothing.
std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  return hash;
}

}  // namespace

std::optional<std::string> sass_of(const std::vector<std::string>& kernels, const MachineCode& code) {
  if (kernels.empty()) return std::nullopt;
  std::set<std::string> hashes;
  for (const std::string& kernel : kernels) {
    const auto found = code.kernels.find(kernel);
    if (found == code.kernels.end()) return std::nullopt;
    hashes.insert(found->second.hash);
  }
  if (hashes.size() == 1) return *hashes.begin();
  std::string all;
  for (const std::string& hash : hashes) all += hash;
  return fmt::format("{:016x}", fnv1a(all));
}

}  // namespace warpmark
