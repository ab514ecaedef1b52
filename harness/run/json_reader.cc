#include <fmt/format.h>
#include <simdjson.h>

#include <charconv>
#include <set>
#include <string_view>
#include <type_traits>
#include <utility>

#include "harness/run/code_json.h"
#include "harness/run/entry_reader.h"
#include "harness/run/facts_json.h"
#include "harness/run/input_error.h"
#include "harness/run/json_file.h"
#include "harness/run/non_finite.h"
#include "harness/run/nvbench_reader.h"
#include "harness/run/syntax_error.h"
#include "harness/run/text_file.h"

namespace warpmark {
namespace {

using Json = nlohmann::ordered_json;
namespace ondemand = simdjson::ondemand;

constexpr const char* pass_a_run = "pass a file that Google Benchmark or warpmark wrote";

std::string_view without_byte_order_mark(std::string_view text) {
  return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
}

/// One pass over the file, which holds one entry of `benchmarks`, or one other member, at a time: a document tree of
/// 100,000 rows would take seconds and most of a gigabyte. What is not JSON is a simdjson_error on the way: every value
/// is looked at, also those that say nothing, so none is missed.
class FileReader {
 public:
  explicit FileReader(std::string file) : file_(std::move(file)), entries_(file_), nvbench_(file_) {}

  /// `text` has room for SIMDJSON_PADDING more bytes.
  Run read(const std::string& text) {
    json_ = without_byte_order_mark(text);
    constexpr std::size_t usual_entry = 300;  // bytes, or more
    entries_.expect(text.size() / usual_entry);
    const std::size_t capacity = text.capacity() - (text.size() - json_.size());
    ondemand::document document = parser_.iterate(json_, capacity);
    const std::string_view root = document.raw_json_token();
    if (!root.starts_with('{')) {
      refuse_syntax_error(text, file_);
      refuse("is not a JSON object", pass_a_run);
    }
    for (ondemand::field field : document.get_object()) read_member(field);
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
      throw simdjson::simdjson_error(simdjson::TAPE_ERROR);  // something follows the object
    if (!members_.contains("benchmarks")) refuse("has no `benchmarks` array", pass_a_run);
    entries_.finish(run_);
    nvbench_.finish(run_);
    return std::move(run_);
  }

 private:
  void read_member(ondemand::field& field) {
    const std::string member(name_of(field));
    if (!members_.insert(member).second) refuse_duplicate(member);
    ondemand::value value = field.value();
    if (member == "benchmarks")
      read_benchmarks(value);
    else
      take_member(member, tree_of(value));
  }

  void read_benchmarks(ondemand::value& value) {
    if (!value.raw_json_token().starts_with('[')) refuse("`benchmarks` is not an array", pass_a_run);
    for (ondemand::value element : value.get_array()) {
      entry_.clear();
      if (element.raw_json_token().starts_with('{'))
        read_entry(element);
      else
        tree_of(element);  // an entry without a name
      if (const Entry::Value* states = entry_.find_other("states"))
        nvbench_.take(std::string(entry_.text_or(Entry::name, "")), *states);
      else
        entries_.take(entry_);
    }
    entry_.clear();
  }

  void read_entry(ondemand::value& object) {
    for (ondemand::field field : object.get_object()) {
      const std::string_view name = name_of(field);
      Entry::Value* place = entry_.add(name);
      if (place == nullptr) refuse_duplicate(name);
      read_value(field.value(), *place);
    }
  }

  void read_value(ondemand::value value, Entry::Value& into) {
    const char first = value.raw_json_token().front();
    if (first == '{' || first == '[')
      into = tree_of(value);
    else
      read_scalar(value, into);
  }

  Json tree_of(ondemand::value value, int depth = 0) {
    constexpr int deepest = 500;
    if (depth > deepest) refuse(fmt::format("nests deeper than {} levels", deepest), pass_a_run);
    Json tree;
    const char first = value.raw_json_token().front();
    if (first == '[') {
      tree = Json::array();
      for (ondemand::value element : value.get_array()) tree.push_back(tree_of(element, depth + 1));
    } else if (first == '{') {
      tree = Json::object();
      for (ondemand::field field : value.get_object()) {
        const std::string name(name_of(field));
        if (tree.contains(name)) refuse_duplicate(name);
        tree[name] = tree_of(field.value(), depth + 1);
      }
    } else {
      read_scalar(value, tree);
    }
    return tree;
  }

  /// Names and texts are read where they stand, unless an escape has to be replaced.
  std::string_view name_of(ondemand::field& field) const {
    const std::string_view rest = json_.substr(static_cast<std::size_t>(field.key().raw() - json_.data()));
    const std::string_view name = rest.substr(0, rest.find('"'));
    return name.find('\\') == std::string_view::npos ? name : std::string_view(field.unescaped_key());
  }

  static std::string_view text_of(ondemand::value& value) {
    const std::string_view token = value.raw_json_token();  // and the space behind it
    const std::string_view text = token.substr(1, token.rfind('"') - 1);
    if (text.find('\\') != std::string_view::npos) return value.get_string();
    static_cast<void>(value.get_raw_json_string().value());  // goes on behind it
    return text;
  }

  /// A number that is not finite is null; one that no integer holds is a double.
  template <class Into>
  static void read_scalar(ondemand::value& value, Into& into) {
    const std::string_view token = value.raw_json_token();
    std::int64_t whole = 0;
    std::uint64_t large = 0;
    double number = 0;
    if (token.starts_with('"')) {
      into = std::string(text_of(value));
    } else if (token.starts_with('t') || token.starts_with('f')) {
      into = static_cast<bool>(value.get_bool());
    } else if (value.get_int64().get(whole) == simdjson::SUCCESS) {
      into = whole;
    } else if (std::is_same_v<Into, Json> && value.get_uint64().get(large) == simdjson::SUCCESS) {
      into = Json(large);
    } else if (value.get_double().get(number) == simdjson::SUCCESS) {
      // simdjson 3.0 takes 0.1234567890123456789012345 for another number; where it is right this one is the same.
      constexpr std::size_t digits_read_right = 19;
      if (token.size() > digits_read_right) std::from_chars(token.data(), token.data() + token.size(), number);
      into = number;
    } else if (is_non_finite(token.substr(0, token.find_last_not_of(" \t\r\n") + 1)) || value.is_null()) {
      into = nullptr;
    } else {
      throw simdjson::simdjson_error(simdjson::TAPE_ERROR);
    }
  }

  void take_member(const std::string& member, Json value) {
    if (member == "devices") {
      nvbench_.take_devices(value);
    } else if (member == "context") {
      if (!value.is_object()) refuse("`context` is not an object", "measure again");
      if (value.contains("warpmark")) {
        run_.facts = facts_of(value["warpmark"], file_);
        run_.code = code_of(value["warpmark"], file_);
      }
      run_.context = std::move(value);
    }
  }

  [[noreturn]] void refuse_duplicate(std::string_view field) const {
    const std::string_view name = entry_.text_or(Entry::name, "");
    throw InputError(name.empty() ? file_ : fmt::format("{}: benchmark `{}`", file_, name),
                     fmt::format("`{}` stands there twice", field),
                     "if a counter has the name of a field of Google Benchmark, rename it");
  }

  [[noreturn]] void refuse(const std::string& what, const std::string& remedy) const {
    throw InputError(file_, what, remedy);
  }

  std::string file_;
  std::string_view json_;
  ondemand::parser parser_;
  EntryReader entries_;
  NvbenchReader nvbench_;
  Run run_;
  std::set<std::string> members_;  // of the root, so far
  Entry entry_;                    // of `benchmarks`, being read; empty outside of it
};

}  // namespace

Run parse_run(std::string text, const std::string& name) {
  text.reserve(text.size() + simdjson::SIMDJSON_PADDING);
  try {
    return FileReader(name).read(text);
  } catch (const simdjson::simdjson_error& error) {
    refuse_syntax_error(std::move(text), name);
    throw InputError(name, error.what(), "the file is too large, or not JSON");
  }
}

Run read_run(const std::filesystem::path& file) { return parse_run(read_text(file), file.string()); }

}  // namespace warpmark
