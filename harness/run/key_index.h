// Keys by number, for runs of very many rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warpmark {

/// Numbers keys from 0 in the order in which they come. Unlike std::unordered_map it allocates nothing for a key, and
/// looks at no key whose hash is another. The keys have to outlive it.
class KeyIndex {
 public:
  explicit KeyIndex(std::size_t expected);

  /// The number of `key`, and of a new one the next: size() was that.
  std::size_t add(std::string_view key);

  /// Nothing where `key` has no number.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view key) const;

  [[nodiscard]] std::size_t size() const { return known_.size(); }

 private:
  struct Known {
    std::size_t hash;
    std::string_view key;
  };

  [[nodiscard]] std::size_t slot_of(std::string_view key, std::size_t hash) const;
  void resize(std::size_t slots);

  std::vector<Known> known_;          // by number
  std::vector<std::uint32_t> slots_;  // number + 1, at the hash or in the first free slot behind; 0 where it is free
};

}  // namespace warpmark
