#include "harness/run/entry.h"

#include <algorithm>
#include <unordered_map>

namespace warpmark {
namespace {

constexpr Entry::Field ignored = Entry::fields;

const std::unordered_map<std::string_view, Entry::Field> own_fields = {{"name", Entry::name},
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
                                                                       {"family_index", ignored},
                                                                       {"per_family_instance_index", ignored},
                                                                       {"aggregate_unit", ignored},
                                                                       {"iterations", ignored},
                                                                       {"cpu_time", ignored},
                                                                       {"real_coefficient", ignored},
                                                                       {"cpu_coefficient", ignored}};

}  // namespace

void Entry::clear() {
  is_there_.fill(false);
  ignored_.clear();
  other_count_ = 0;
}

Entry::Json* Entry::add(std::string_view field) {
  const auto own = own_fields.find(field);
  if (own == own_fields.end()) {
    if (find_other(field) != nullptr) return nullptr;
    if (other_count_ == others_.size()) others_.emplace_back();
    others_[other_count_].name = field;
    return &others_[other_count_++].value;
  }
  if (own->second == ignored) {
    if (std::find(ignored_.begin(), ignored_.end(), field) != ignored_.end()) return nullptr;
    ignored_.emplace_back(field);
    return &unused_;
  }
  if (is_there_.at(own->second)) return nullptr;
  is_there_.at(own->second) = true;
  return &own_.at(own->second);
}

const Entry::Json* Entry::find_other(std::string_view field) const {
  const auto all = others();
  const auto found = std::find_if(all.begin(), all.end(), [field](const Other& other) { return other.name == field; });
  return found == all.end() ? nullptr : &found->value;
}

std::string Entry::text_or(Field field, const std::string& otherwise) const {
  const Json* value = find(field);
  return value != nullptr && value->is_string() ? value->get_ref<const std::string&>() : otherwise;
}

int Entry::whole_or(Field field, int otherwise) const {
  const Json* value = find(field);
  return value != nullptr && value->is_number_integer() ? value->get<int>() : otherwise;
}

bool Entry::is_set(Field field) const {
  const Json* value = find(field);
  return value != nullptr && value->is_boolean() && value->get<bool>();
}

}  // namespace warpmark
