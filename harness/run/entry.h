// One element of a Google Benchmark file's `benchmarks` array, as its fields come in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

namespace warpmark {

/// Made for files of many entries that have the same fields in the same order: a field is looked for where the entry
/// before had it, and its value takes the place, and the memory, of that one's.
class Entry {
 public:
  /// A number that is not finite is null, one too large for an integer is a double.
  using Value = std::variant<std::nullptr_t, bool, std::int64_t, double, std::string, nlohmann::ordered_json>;

  /// Google Benchmark's own fields that say something: any other number in an entry is a counter.
  enum Field {
    name,
    run_name,
    run_type,
    aggregate_name,
    repetitions,
    repetition_index,
    threads,
    real_time,
    time_unit,
    label,
    error_occurred,
    error_message,
    skipped,
    skip_message,
    big_o,
    rms,
    says_nothing,  // one of the others that Google Benchmark writes
    other          // one that it does not write
  };

  struct Place {
    std::string name;
    Field field = other;
    Value value;
    bool is_taken = false;  // in the entry that is being read
  };

  Entry();
  Entry(const Entry&) = delete;  // it points into itself
  Entry& operator=(const Entry&) = delete;

  /// For the next entry.
  void clear();

  /// Where the value of a field goes; null where the field is there already.
  Value* add(std::string_view field);

  /// Null where it is not there.
  const Value* find(Field field) const;

  std::string_view text_or(Field field, std::string_view otherwise) const;
  int whole_or(Field field, int otherwise) const;
  bool is_set(Field field) const;  // to true

  /// The fields that are not Google Benchmark's own, in the entry's order.
  const std::vector<const Place*>& others() const { return others_; }
  const Value* find_other(std::string_view field) const;

 private:
  Place& place_of(std::string_view field);
  Place& make_place(std::string_view field, Field kind);

  std::deque<Place> places_;  // of every field that an entry has had
  std::unordered_map<std::string_view, Place*> by_name_;
  std::array<const Place*, says_nothing> own_{};
  std::vector<Place*> taken_;         // in the entry's order
  std::vector<Place*> taken_before_;  // by the entry before
  std::vector<const Place*> others_;  // those of `taken_`
};

}  // namespace warpmark
