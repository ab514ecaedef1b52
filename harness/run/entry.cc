#include "harness/run/entry.h"

#include <algorithm>
#include <utility>

namespace warpmark {
namespace {

constexpr std::pair<std::string_view, Entry::Field> own_fields[] = {{"name", Entry::name},
                                                                    {"run_name", Entry::run_name},
                                                                    {"run_type", Entry::run_type},
                                                                    {"aggregate_name", Entry::aggregate_name},
                                                                    {"repetitions", Entry::repetitions},
                                                                    {"repetition_index", Entry::repetition_index},
                                                                    {"threads", Entry::threads},
                                                                    {"real_time", Entry::real_time},
                                                                    {"time_unit", Entry::time_unit},
                                                                    {"label", Entry::label},
                                                                    {"error_occurred", Entry::error_occurred},
                                                                    {"error_message", Entry::error_message},
                                                                    {"skipped", Entry::skipped},
                                                                    {"skip_message", Entry::skip_message},
                                                                    {"big_o", Entry::big_o},
                                                                    {"rms", Entry::rms},
                                                                    {"family_index", Entry::says_nothing},
                                                                    {"per_family_instance_index", Entry::says_nothing},
                                                                    {"aggregate_unit", Entry::says_nothing},
                                                                    {"iterations", Entry::says_nothing},
                                                                    {"cpu_time", Entry::says_nothing},
                                                                    {"real_coefficient", Entry::says_nothing},
                                                                    {"cpu_coefficient", Entry::says_nothing}};

}  // namespace

Entry::Entry() {
  for (const auto& [field, kind] : own_fields) {
    const Place& place = make_place(field, kind);
    if (kind < says_nothing) own_.at(kind) = &place;
  }
}

void Entry::clear() {
  for (Place* place : taken_) place->is_taken = false;
  taken_before_.swap(taken_);
  taken_.clear();
  others_.clear();
}

Entry::Value* Entry::add(std::string_view field) {
  Place& place = place_of(field);
  if (place.is_taken) return nullptr;
  place.is_taken = true;
  taken_.push_back(&place);
  if (place.field == other) others_.push_back(&place);
  return &place.value;
}

Entry::Place& Entry::place_of(std::string_view field) {
  if (taken_.size() < taken_before_.size() && taken_before_[taken_.size()]->name == field)
    return *taken_before_[taken_.size()];
  const auto known = by_name_.find(field);
  return known == by_name_.end() ? make_place(field, other) : *known->second;
}

Entry::Place& Entry::make_place(std::string_view field, Field kind) {
  Place& place = places_.emplace_back();
  place.name = field;
  place.field = kind;
  by_name_.emplace(place.name, &place);
  return place;
}

const Entry::Value* Entry::find(Field field) const {
  const Place* place = own_.at(field);
  return place->is_taken ? &place->value : nullptr;
}

const Entry::Value* Entry::find_other(std::string_view field) const {
  const auto found =
      std::find_if(others_.begin(), others_.end(), [field](const Place* place) { return place->name == field; });
  return found == others_.end() ? nullptr : &(*found)->value;
}

std::string_view Entry::text_or(Field field, std::string_view otherwise) const {
  const Value* value = find(field);
  const std::string* text = value == nullptr ? nullptr : std::get_if<std::string>(value);
  return text == nullptr ? otherwise : *text;
}

int Entry::whole_or(Field field, int otherwise) const {
  const Value* value = find(field);
  const std::int64_t* number = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return number == nullptr ? otherwise : static_cast<int>(*number);
}

bool Entry::is_set(Field field) const {
  const Value* value = find(field);
  const bool* flag = value == nullptr ? nullptr : std::get_if<bool>(value);
  return flag != nullptr && *flag;
}

}  // namespace warpmark
