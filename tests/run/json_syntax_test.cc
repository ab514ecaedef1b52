// What the reader of runs takes for JSON: values awkward and wrong at every place of a file, and damaged files.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "harness/run/input_error.h"
#include "harness/run/json_file.h"

namespace warpmark {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* a_place = "^run.json:[0-9]+:[0-9]+: ";

std::string file_with(const std::string& value) {
  return fmt::format(R"({{"context": {{"seed": {0}}}, "benchmarks": [
    {{"name": "k", "real_time": 1, "time_unit": "us", "counter": {0}}}]}})",
                     value);
}

std::optional<std::string> read_error(const std::string& text) {
  try {
    parse_run(text, "run.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return std::nullopt;
}

const std::vector<std::string> values = {
    // numbers
    "0", "-0", "-0.0", "1.5", "1E+5", "1e-5", "1e308", "1e-400", "4.9e-324", "2.2250738585072011e-308",
    "9007199254740993.0", "123456789012345678901234567890", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "0.1000000000000000055511151231257827021181583404541015625",
    // words, also those of Google Benchmark
    "true", "false", "null", "NaN", "-NaN", "nan", "Infinity", "-inf",
    // texts
    R"("")", R"("a b")", R"("\"\\\/\b\f\n\r\t")", R"("\u00b5")", R"("\ud83d\ude00")", "\"\x7f\"", "\"\xc2\xb5\"",
    // containers
    "[]", "{}", "[1, [2, {}], {\"a\": []}]", R"({"a": 1})", R"({"a": NaN})", R"({"NaN": 1})", R"({"a\u0062": 1})"};

const std::vector<std::string> not_values = {
    // numbers
    "1e309", "-1e999", "01", "-01", "1.", ".5", "-", "+1", "1e", "1e+", "1.e5", "--1", "0x10", "1_000", "1,5", "1 2",
    "12a", "1\v", "\f1",
    // words
    "tru", "truee", "True", "nul", "nulll", "falsey", "NaNs", "+NaN", "Inf", "NaN NaN", "-Infinity1", "- inf", "NaN:1",
    "undefined",
    // texts
    R"("\u12")", R"("\ud800")", R"("\udc00")", R"("\ud800A")", R"("\ud800\u0041")", R"("\x41")", R"("\)", R"("a)",
    R"('a')", "\"\t\"", "\"\x01\"", "\"\n\"", "\"\xff\"", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"",
    "\xc2\xb5", R"("a" "b")", R"("a": "b")", R"("a"b)", std::string("\"\0\"", 3), std::string("\0", 1),
    // containers
    "[1,]", "[,1]", "[1 2]", "[1", "1]", "[}", "{]", "]", "}", "[", "{", R"({"a": 1,})", R"({,})", R"({"a" 1})",
    R"({"a":})", R"({"a"})", R"({1: 2})", R"({a: 1})", R"({"a": 1 "b": 2})", R"({"a":: 1})", R"([NaN])", R"({NaN: 1})",
    // nothing, and comments
    "", " ", ",", ":", "// 1", "/* 1 */ 1", "1 // 1", "#1"};

TEST(JsonSyntax, reads_every_value_at_every_place_of_one) {
  for (const std::string& value : values) {
    EXPECT_FALSE(read_error(file_with(value))) << value;
    EXPECT_FALSE(read_error(file_with(R"({"a": )" + value + "}"))) << value;
    EXPECT_FALSE(read_error(R"({"benchmarks": [], "more": )" + value + "}")) << value;
  }
}

TEST(JsonSyntax, refuses_what_is_no_value_and_says_where) {
  for (const std::string& value : not_values) {
    EXPECT_THAT(read_error(file_with(value)).value_or("read"), ContainsRegex(a_place)) << value;
    EXPECT_THAT(read_error(file_with(R"({"a": )" + value + "}")).value_or("read"), ContainsRegex(a_place)) << value;
    EXPECT_THAT(read_error(R"({"benchmarks": [], "more": )" + value + "}").value_or("read"), ContainsRegex(a_place))
        << value;
  }
}

TEST(JsonSyntax, refuses_elements_of_benchmarks_that_are_no_entries) {
  for (const std::string element : {"1", "null", R"("k")", "[]", "[{}]", "[[{\"name\": \"k\"}]]", "{}"})
    EXPECT_THAT(read_error(R"({"benchmarks": [)" + element + "]}").value_or("read"),
                HasSubstr("entry 1 of `benchmarks` has no name"))
        << element;
}

/// A damaged file is read, or refused by its name; one that is not JSON is never read, but for its NaN and Infinity.
void expect_no_surprise(const std::string& text) {
  const auto error = read_error(text);
  if (error) {
    EXPECT_THAT(*error, StartsWith("run.json")) << text;
  } else if (text.find("NaN") == std::string::npos && text.find("nan") == std::string::npos &&
             text.find("inf") == std::string::npos && text.find("Infinity") == std::string::npos) {
    EXPECT_TRUE(nlohmann::json::accept(text)) << "read: " << text;
  }
}

TEST(JsonSyntax, damaged_files_are_read_or_refused) {
  std::mt19937 random(7);  // as good as any
  const auto any_value = [&random] {
    const auto& list = random() % 2 == 0 ? values : not_values;
    return list[random() % list.size()];
  };
  for (int i = 0; i < 20'000; ++i) {
    std::string text = file_with(any_value());
    for (auto damages = 1 + random() % 3; damages > 0; --damages) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text[at] = "\"{}[],:\\ \n-0eE.tfnNaI\x80\xff"[random() % 24];
          break;
        case 1:
          text.erase(at, 1 + random() % 3);
          break;
        case 2:
          text.insert(at, any_value());
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), 1 + random() % 12));
      }
      if (text.empty()) text = " ";
    }
    expect_no_surprise(text);
  }
}

TEST(JsonSyntax, numbers_are_read_to_the_last_bit) {
  for (const std::string& value : values) {
    char* end = nullptr;
    const double expected = std::strtod(value.c_str(), &end);
    if (value.empty() || *end != '\0' || read_error(file_with(value))) continue;
    if (std::isalpha(static_cast<unsigned char>(value.back())) != 0) continue;  // NaN, in the words of strtod
    EXPECT_EQ(parse_run(file_with(value), "run.json").rows.at(0).counters.at("counter"), expected) << value;
  }
}

TEST(JsonSyntax, numbers_are_read_to_the_last_bit_however_many_digits_they_are_written_with) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 2'000; ++i) {
    const double number = std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 300) - 200);
    for (const std::string& written : {fmt::format("{}", number), fmt::format("{:.16e}", number),
                                       fmt::format("{:.25e}", number), fmt::format("{:.40f}", number)})
      ASSERT_EQ(parse_run(file_with(written), "run.json").rows.at(0).counters.at("counter"),
                std::strtod(written.c_str(), nullptr))
          << written;
  }
}

TEST(JsonSyntax, whole_numbers_of_the_context_keep_every_digit) {
  EXPECT_EQ(parse_run(file_with("18446744073709551615"), "run.json").context["seed"], 18446744073709551615U);
  EXPECT_EQ(parse_run(file_with("-9223372036854775807"), "run.json").context["seed"], -9223372036854775807);
}

TEST(JsonSyntax, says_where_behind_a_number_that_is_not_finite) {
  EXPECT_THAT(read_error("{\"a\": NaN, \"b\": -Infinity,\n \"c\" 1}").value_or("read"), StartsWith("run.json:2:6: "));
  EXPECT_THAT(read_error("{\"a: NaN\\\"\": x}").value_or("read"), StartsWith("run.json:1:14: "));
}

TEST(JsonSyntax, a_file_may_begin_with_a_byte_order_mark) {
  EXPECT_EQ(parse_run("\xEF\xBB\xBF" + file_with("1"), "run.json").rows.size(), 1);
  EXPECT_TRUE(read_error("\xEF\xBB" + file_with("1")));
}

TEST(JsonSyntax, escapes_are_replaced_in_names_and_texts) {
  const warpmark::Run run =
      parse_run(R"({"benchmark\u0073": [{"n\u0061me": "a\"b\\\u00b5", "real_time": 1, "time_unit": "us",
      "label": "\\", "c\n": 1}]})",
                "run.json");
  EXPECT_EQ(run.rows.at(0).name, "a\"b\\\u00b5");
  EXPECT_EQ(run.rows.at(0).label, "\\");
  EXPECT_EQ(run.rows.at(0).counters.at("c\n"), 1);
}

TEST(JsonSyntax, what_nests_too_deep_is_refused) {
  const auto nested = [](std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); };
  EXPECT_FALSE(read_error(R"({"benchmarks": [], "more": )" + nested(400) + "}"));
  for (const std::size_t levels : {std::size_t{1'000}, std::size_t{1'000'000}})
    EXPECT_THAT(read_error(R"({"benchmarks": [], "more": )" + nested(levels) + "}").value_or("read"),
                HasSubstr("nests deeper than 500 levels"));
}

}  // namespace
}  // namespace warpmark
