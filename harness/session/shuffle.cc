#include "harness/session/shuffle.h"

#include <random>
#include <utility>

namespace warpmark {

std::vector<std::string> shuffled(std::vector<std::string> keys, std::uint64_t seed, int process) {
  constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15;  // sets the seeds of processes far apart
  std::mt19937_64 random(seed + golden_ratio * static_cast<std::uint64_t>(process));
  // std::shuffle differs between standard libraries. The bias of % is below 1e-14 for any list of ours.
  for (std::size_t i = keys.size(); i > 1; --i) std::swap(keys[i - 1], keys[random() % i]);
  return keys;
}

}  // namespace warpmark
