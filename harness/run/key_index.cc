#include "harness/run/key_index.h"

#include <bit>
#include <functional>

namespace warpmark {

KeyIndex::KeyIndex(std::size_t expected) {
  known_.reserve(expected);
  resize(std::bit_ceil(2 * expected + 2));
}

std::size_t KeyIndex::add(std::string_view key) {
  const std::size_t hash = std::hash<std::string_view>()(key);
  std::uint32_t& slot = slots_[slot_of(key, hash)];
  if (slot != 0) return slot - 1;
  known_.push_back({hash, key});
  slot = static_cast<std::uint32_t>(known_.size());
  if (2 * known_.size() > slots_.size()) resize(2 * slots_.size());
  return known_.size() - 1;
}

std::optional<std::size_t> KeyIndex::find(std::string_view key) const {
  const std::uint32_t number = slots_[slot_of(key, std::hash<std::string_view>()(key))];
  return number == 0 ? std::nullopt : std::optional<std::size_t>(number - 1);
}

/// Where `key` stands, or would.
std::size_t KeyIndex::slot_of(std::string_view key, std::size_t hash) const {
  const std::size_t last = slots_.size() - 1;  // a power of two
  for (std::size_t slot = hash & last;; slot = (slot + 1) & last) {
    if (slots_[slot] == 0) return slot;
    const Known& known = known_[slots_[slot] - 1];
    if (known.hash == hash && known.key == key) return slot;
  }
}

void KeyIndex::resize(std::size_t slots) {
  slots_.assign(slots, 0);
  for (std::uint32_t number = 0; number < known_.size(); ++number)
    slots_[slot_of(known_[number].key, known_[number].hash)] = number + 1;
}

}  // namespace warpmark
