#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "harness/run/code_json.h"
#include "harness/run/entry_reader.h"
#include "harness/run/facts_json.h"
#include "harness/run/input_error.h"
#include "harness/run/json_file.h"
#include "harness/run/nvbench_reader.h"
#include "harness/run/shell_words.h"
#include "harness/run/text_file.h"

namespace warpmark {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* pass_a_run = "pass a file that Google Benchmark or warpmark wrote";

/// Stands in a masked file for a character of a number that is not finite. DEL may stand in a JSON string, and nobody
/// writes a string of nothing else.
constexpr char mask = '\x7f';

/// Length of the NaN or Infinity, as any language spells it, at the start of `text`; 0 if there is none.
std::size_t non_finite_length(std::string_view text) {
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  for (const std::string_view word : {"NaN", "nan", "Infinity", "inf"}) {
    const std::size_t length = sign + word.size();
    if (text.substr(sign).starts_with(word))
      return length < text.size() && std::isalnum(static_cast<unsigned char>(text[length])) != 0 ? 0 : length;
  }
  return 0;
}

/// Google Benchmark writes bare NaN and Infinity, which is no JSON: each becomes a string of `mask` of the same length,
/// so that lines and columns stay true. Whether there was any.
bool mask_non_finite(std::string& text) {
  bool found = false;
  bool in_string = false;
  char before = 0;  // the last character that is no space
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (before == ':') {
      if (const std::size_t length = non_finite_length(std::string_view(text).substr(i)); length > 0) {
        found = true;
        text.replace(i, length, '"' + std::string(length - 2, mask) + '"');
        i += length - 1;
      }
    }
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') before = c;
  }
  return found;
}

bool is_masked(const std::string& text) { return !text.empty() && text.find_first_not_of(mask) == std::string::npos; }

/// Follows the file's events and holds one entry of `benchmarks`, or one other member, at a time: a document tree of
/// 100,000 rows would take seconds and most of a gigabyte. Fields of an entry, nearly all of a file, go where the entry
/// before had them; a tree grows only for the few values that hold others, and for other members.
class FileReader final : public nlohmann::json_sax<Json> {
 public:
  FileReader(std::string_view text, const std::string& file)
      : text_(text), file_(file), entries_(file), nvbench_(file) {
    constexpr std::size_t usual_entry = 300;  // bytes, or more
    entries_.expect(text.size() / usual_entry);
  }

  Run read() {
    Json::sax_parse(text_.data(), text_.data() + text_.size(), this);
    if (!members_.contains("benchmarks")) refuse("has no `benchmarks` array", pass_a_run);
    entries_.finish(run_);
    nvbench_.finish(run_);
    return std::move(run_);
  }

  bool null() override { return take(nullptr); }
  bool boolean(bool value) override { return take(value); }
  bool number_integer(number_integer_t value) override { return take(value); }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return take(value); }

  bool number_unsigned(number_unsigned_t value) override {
    if (!is_field()) return grow(value);
    const bool is_large = value > std::uint64_t{std::numeric_limits<std::int64_t>::max()};
    return is_large ? take(static_cast<double>(value)) : take(static_cast<std::int64_t>(value));
  }

  bool string(string_t& value) override {
    if (is_masked(value)) return take(nullptr);
    std::string* place = is_field() ? std::get_if<std::string>(target_) : nullptr;
    if (place == nullptr) return take(std::move(value));
    place->swap(value);  // the parser goes on with the memory of the one before
    return true;
  }

  bool binary(binary_t& /*value*/) override { return false; }  // JSON text has none

  bool start_object(std::size_t /*members*/) override {
    if (!in_root_) return in_root_ = true;
    if (!in_benchmarks_ || in_entry_ || !open_.empty()) return open(Json::object());
    entry_.clear();
    return in_entry_ = true;
  }

  bool start_array(std::size_t /*elements*/) override {
    if (in_root_ && open_.empty() && member_ == "benchmarks" && !in_benchmarks_) return in_benchmarks_ = true;
    return open(Json::array());
  }

  bool key(string_t& name) override {
    if (!open_.empty()) {
      if (open_.back()->contains(name)) refuse_duplicate(name);
      key_ = name;
    } else if (in_entry_) {
      target_ = entry_.add(name);
      if (target_ == nullptr) refuse_duplicate(name);
    } else {
      member_ = name;
      if (!members_.insert(name).second) refuse_duplicate(name);
    }
    return true;
  }

  bool end_object() override {
    if (!open_.empty()) return close();
    if (in_entry_) complete_entry();
    return true;
  }

  bool end_array() override {
    if (!open_.empty()) return close();
    in_benchmarks_ = false;
    return true;
  }

  bool parse_error(std::size_t position, const std::string& /*token*/, const Json::exception& error) override {
    const std::string_view read = text_.substr(0, position == 0 ? 0 : position - 1);
    const auto line = 1 + std::count(read.begin(), read.end(), '\n');
    const auto column = read.size() - (read.rfind('\n') + 1) + 1;
    std::string what = error.what();  // "[json.exception.x] parse error at line 1, column 2: WHAT" or "[...] WHAT"
    const auto colon = what.find(": ");
    what.erase(0, (colon == std::string::npos ? what.find("] ") : colon) + 2);
    if (const auto quote = what.find("; last read: "); quote != std::string::npos)  // may be most of the file
      what.erase(quote, std::max(what.rfind("; expected"), quote) - quote);
    throw InputError(
        fmt::format("{}:{}:{}", file_, line, column), what,
        "the file is no JSON, or not all of it: name a run, measure again, or continue the run that was writing it");
  }

 private:
  /// Whether the next value is an entry's field, and not within one.
  bool is_field() const { return in_entry_ && open_.empty(); }

  template <class Value>
  bool take(Value&& value) {
    if (!is_field()) return grow(std::forward<Value>(value));
    *target_ = std::forward<Value>(value);
    return true;
  }

  /// A value within a tree, or a whole one.
  bool grow(Json value) {
    place(std::move(value));
    if (open_.empty()) complete();
    return true;
  }

  bool open(Json container) {
    constexpr std::size_t deepest = 500;  // trees are copied and written level by level, on the stack
    if (open_.size() >= deepest) refuse(fmt::format("nests deeper than {} levels", deepest), pass_a_run);
    open_.push_back(place(std::move(container)));
    return true;
  }

  bool close() {
    open_.pop_back();
    if (open_.empty()) complete();
    return true;
  }

  Json* place(Json value) {
    if (!in_root_) refuse("is not a JSON object", pass_a_run);
    if (!open_.empty()) {
      Json& parent = *open_.back();
      return &(parent.is_array() ? parent.emplace_back(std::move(value)) : parent[key_] = std::move(value));
    }
    return &(in_entry_ ? target_->emplace<Json>(std::move(value)) : value_ = std::move(value));
  }

  /// Of an entry's field nothing is to be done yet; another element of `benchmarks` is an entry without a name.
  void complete() {
    if (in_entry_) return;
    if (in_benchmarks_) {
      entry_.clear();
      complete_entry();
    } else {
      complete_member();
    }
  }

  void complete_entry() {
    in_entry_ = false;
    if (const Entry::Value* states = entry_.find_other("states"))
      nvbench_.take(std::string(entry_.text_or(Entry::name, "")), *states);
    else
      entries_.take(entry_);
  }

  void complete_member() {
    if (member_ == "devices") {
      nvbench_.take_devices(value_);
    } else if (member_ == "benchmarks") {
      refuse("`benchmarks` is not an array", pass_a_run);
    } else if (member_ == "context") {
      if (!value_.is_object()) refuse("`context` is not an object", "measure again");
      if (value_.contains("warpmark")) {
        run_.facts = facts_of(value_["warpmark"], file_);
        run_.code = code_of(value_["warpmark"], file_);
      }
      run_.context = std::move(value_);
    }
  }

  [[noreturn]] void refuse_duplicate(const std::string& field) const {
    const std::string_view name = in_entry_ ? entry_.text_or(Entry::name, "") : "";
    throw InputError(name.empty() ? file_ : fmt::format("{}: benchmark `{}`", file_, name),
                     fmt::format("`{}` stands there twice", field),
                     "if a counter has the name of a field of Google Benchmark, rename it");
  }

  [[noreturn]] void refuse(const std::string& what, const std::string& remedy) const {
    throw InputError(file_, what, remedy);
  }

  std::string_view text_;
  std::string file_;
  EntryReader entries_;
  NvbenchReader nvbench_;
  Run run_;
  bool in_root_ = false;
  bool in_benchmarks_ = false;
  std::set<std::string> members_;  // of the root, so far
  std::string member_;             // the one being read
  Json value_;                     // of that member
  Entry entry_;                    // of `benchmarks`, being read
  bool in_entry_ = false;
  Entry::Value* target_ = nullptr;  // where the value of the entry's field goes
  std::vector<Json*> open_;         // the containers being read, of member or field, outermost first
  std::string key_;                 // within the innermost
};

}  // namespace

Run parse_run(std::string text, const std::string& name) {
  if (text.starts_with("\x1f\x8b"))
    throw InputError(name, "is compressed by gzip",
                     fmt::format("gzip -dc {} > run.json, and name that", shell_word(name)));
  try {
    return FileReader(text, name).read();
  } catch (const InputError&) {
    if (!mask_non_finite(text)) throw;  // most files have none: they are not searched for any
  }
  return FileReader(text, name).read();
}

Run read_run(const std::filesystem::path& file) { return parse_run(read_text(file), file.string()); }

}  // namespace warpmark
