// One element of a Google Benchmark file's `benchmarks` array, as its fields come in.
#pragma once

#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark {

/// Its fields are told apart once, as they are read, and their places used again for the next entry: a tree of each
/// entry, and looking each field up by its name, took most of the time of a large file.
class Entry {
 public:
  using Json = nlohmann::ordered_json;

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
    fields  // how many
  };

  struct Other {
    std::string name;
    Json value;
  };

  /// For the next entry.
  void clear();

  /// Where the value of a field goes; null where the field is there already.
  Json* add(std::string_view field);

  /// Null where it is not there.
  const Json* find(Field field) const { return is_there_.at(field) ? &own_.at(field) : nullptr; }
  const Json* find_other(std::string_view field) const;

  std::string text_or(Field field, const std::string& otherwise) const;
  int whole_or(Field field, int otherwise) const;
  bool is_set(Field field) const;  // to true

  /// The fields that are not Google Benchmark's own.
  std::span<const Other> others() const { return {others_.data(), other_count_}; }

 private:
  std::array<Json, fields> own_;
  std::array<bool, fields> is_there_{};
  std::vector<std::string> ignored_;  // those that are there and say nothing
  std::vector<Other> others_;
  std::size_t other_count_ = 0;
  Json unused_;
};

}  // namespace warpmark
