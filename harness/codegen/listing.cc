#include "harness/codegen/listing.h"

#include <charconv>
#include <cstddef>
#include <optional>

#include "fmt/format.h"
#include "harness/codegen/trimmed.h"
#include "harness/run/input_error.h"

namespace warpmark::codegen {
namespace {

/// What follows `start` in `text`, up to `end`; nothing if either is not there.
std::optional<std::string_view> between(std::string_view text, std::string_view start, std::string_view end) {
  const auto first = text.find(start);
  if (first == std::string_view::npos) return std::nullopt;
  text.remove_prefix(first + start.size());
  const auto last = text.find(end);
  if (last == std::string_view::npos) return std::nullopt;
  return text.substr(0, last);
}

template <class T>
std::optional<T> number(std::string_view digits, int base) {
  T value{};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc{} || end == digits.data()) return std::nullopt;
  return value;
}

class Parser {
 public:
  explicit Parser(const std::string& name) : name_(name) {}

  Listing parse(std::string_view text) {
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(text.size(), line.size() + 1));
      ++line_;
      read(line, trimmed(line));
    }
    end_section();
    if (listing_.target.empty()) fail("names no target");
    return std::move(listing_);
  }

 private:
  void read(std::string_view line, std::string_view text) {
    if (text.starts_with(".section\t") || text.starts_with(".section ")) {  // not .sectionflags
      end_section();
      begin_section(trimmed(text.substr(std::string_view(".section").size())));
    } else if (text.starts_with(".target") && listing_.target.empty()) {
      listing_.target = trimmed(text.substr(std::string_view(".target").size()));
    } else if (text.starts_with(".headerflags") && listing_.target.empty()) {
      read_header_flags(text);
    } else if (text.starts_with(".elftype")) {
      listing_.is_relocatable = text.find("ET_REL") != std::string_view::npos;
    } else if (in_tkinfo_) {
      if (const auto release = between(text, ", V", "\"")) listing_.compiler = *release;
    } else if (in_code_) {
      read_code(line, text);
    }
  }

  /// Older than 13: `.headerflags @"... EF_CUDA_SM90 EF_CUDA_ACCELERATORS ..."`.
  void read_header_flags(std::string_view text) {
    const auto flag = text.find(" EF_CUDA_SM");
    if (flag == std::string_view::npos) return;
    const std::string_view rest = text.substr(flag + std::string_view(" EF_CUDA_SM").size());
    const bool is_specific = text.find("EF_CUDA_ACCELERATORS") != std::string_view::npos;
    listing_.target =
        fmt::format("sm_{}{}", rest.substr(0, rest.find_first_not_of("0123456789")), is_specific ? "a" : "");
  }

  void begin_section(std::string_view rest) {
    std::string_view section = rest.substr(0, rest.find(','));
    if (section.starts_with('"') && section.size() > 1) section = section.substr(1, section.size() - 2);
    in_tkinfo_ = section == ".note.nv.tkinfo";
    in_code_ = section.starts_with(".text.");
    if (!in_code_) return;
    listing_.functions.emplace_back().name = section.substr(std::string_view(".text.").size());
    places_.clear();
    places_end_ = false;
  }

  /// Cuts the padding: the code is filled up with NOPs to a whole cache line.
  void end_section() {
    if (awaits_high_) fail("ends within an instruction");
    if (!in_code_) return;
    in_code_ = false;
    std::vector<Instruction>& instructions = listing_.functions.back().instructions;
    if (instructions.empty()) fail("shows no instructions of a function");
    while (!instructions.empty() && instructions.back().text == "NOP") instructions.pop_back();
  }

  void read_code(std::string_view line, std::string_view text) {
    if (text.starts_with("//##")) return read_place(text);
    if (text.starts_with(".other") && text.find("STO_CUDA_ENTRY") != std::string_view::npos) {
      listing_.functions.back().is_entry = true;
      return;
    }
    if (!text.starts_with("/*")) return;
    if (awaits_high_) {
      const auto high = text.starts_with("/* 0x") ? encoding(text) : std::nullopt;
      if (!high) fail("shows half an instruction");
      listing_.functions.back().instructions.back().high = *high;
      awaits_high_ = false;
      return;
    }
    read_instruction(line);
  }

  void read_instruction(std::string_view line) {
    const auto address_end = line.find("*/");
    const auto encoded = line.rfind("/*");
    const auto low = encoding(line.substr(encoded));
    if (!low || encoded <= address_end) fail("shows an instruction without its encoding");
    std::string_view text = trimmed(line.substr(address_end + 2, encoded - address_end - 2));
    if (!text.ends_with(';')) fail("shows an instruction without an end");
    text.remove_suffix(1);
    listing_.functions.back().instructions.push_back({std::string(trimmed(text)), *low, 0, places_});
    awaits_high_ = true;
    places_end_ = true;
  }

  static std::optional<std::uint64_t> encoding(std::string_view comment) {
    const auto digits = between(comment, "/* 0x", " */");
    return digits ? number<std::uint64_t>(*digits, 16) : std::nullopt;
  }

  /// `//## File "a.cuh", line 24 inlined at "b.cu", line 33`, and then the same of where b.cu's line was inlined.
  void read_place(std::string_view text) {
    if (places_end_) places_.clear();
    places_end_ = false;
    const auto file = between(text, "File \"", "\"");
    const auto line = text.find("\", line ");
    if (!file || line == std::string_view::npos) return;
    const auto value = number<int>(text.substr(line + std::string_view("\", line ").size()), 10);
    places_.push_back({std::string(*file), value.value_or(0)});
  }

  [[noreturn]] void fail(const char* what) const {
    throw InputError(fmt::format("{}: line {} of nvdisasm's output", name_, line_), what,
                     "name the nvdisasm of the toolkit that built it with --nvdisasm");
  }

  const std::string& name_;
  Listing listing_{"", unknown_compiler, false, {}};
  std::vector<SourceLine> places_;
  bool places_end_ = false;  // an instruction has followed them: the next place begins anew
  bool in_code_ = false;
  bool in_tkinfo_ = false;
  bool awaits_high_ = false;
  int line_ = 0;
};

}  // namespace

Listing parse_listing(std::string_view text, const std::string& name) { return Parser(name).parse(text); }

}  // namespace warpmark::codegen
