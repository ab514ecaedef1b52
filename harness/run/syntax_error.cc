#include "harness/run/syntax_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "harness/run/input_error.h"
#include "harness/run/non_finite.h"

namespace warpmark {
namespace {

using Json = nlohmann::ordered_json;

/// Takes no notice of anything but the first error.
class ErrorFinder final : public nlohmann::json_sax<Json> {
 public:
  ErrorFinder(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*members*/) override { return true; }
  bool key(string_t& /*name*/) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t /*elements*/) override { return true; }
  bool end_array() override { return true; }

  bool parse_error(std::size_t position, const std::string& /*token*/, const Json::exception& error) override {
    const std::string_view read = text_.substr(0, position == 0 ? 0 : position - 1);
    const auto line = 1 + std::count(read.begin(), read.end(), '\n');
    const auto column = read.size() - (read.rfind('\n') + 1) + 1;
    std::string what = error.what();  // "[json.exception.x] parse error at line 1, column 2: WHAT" or "[...] WHAT"
    const auto colon = what.find(": ");
    what.erase(0, (colon == std::string::npos ? what.find("] ") : colon) + 2);
    if (const auto quote = what.find("; last read: "); quote != std::string::npos)  // may be most of the file
      what.erase(quote, std::max(what.rfind("; expected"), quote) - quote);
    throw InputError(fmt::format("{}:{}:{}", file_, line, column), what,
                     "the file is not complete JSON: measure again, or continue the run that was writing it");
  }

 private:
  std::string_view text_;
  const std::string& file_;
};

/// Each NaN or Infinity becomes a 0 and spaces, so that lines and columns stay true. A zero byte becomes another: to
/// the library it is the end, whatever follows.
void mask(std::string& text) {
  constexpr std::string_view letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-.";
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_string && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      in_string = !in_string;
    } else if (text[i] == '\0') {
      text[i] = '\1';
    } else if (!in_string && letters.find(text[i]) != std::string_view::npos) {
      const std::size_t length = std::min(text.find_first_not_of(letters, i), text.size()) - i;
      if (is_non_finite(std::string_view(text).substr(i, length)))
        text.replace(i, length, "0" + std::string(length - 1, ' '));
      i += length - 1;
    }
  }
}

}  // namespace

void refuse_syntax_error(std::string text, const std::string& file) {
  mask(text);
  ErrorFinder finder(text, file);
  Json::sax_parse(text, &finder);
}

}  // namespace warpmark
