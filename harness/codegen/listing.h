// What nvdisasm prints of a cubin, read: its functions, their instructions, and the source line of each.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark::codegen {

struct SourceLine {
  std::string file;  // as the compiler was given it; empty: not known
  int line = 0;

  bool operator==(const SourceLine&) const = default;
};

struct Instruction {
  std::string text;  // with its guard, without the semicolon
  std::uint64_t low = 0;
  std::uint64_t high = 0;          // its encoding
  std::vector<SourceLine> places;  // where it was written; then, if that was inlined, where from, and so on
};

struct Function {
  std::string name;  // mangled
  bool is_entry = false;
  std::vector<Instruction> instructions;  // without the padding at its end
};

/// Stands for the compiler where a cubin does not say.
inline constexpr const char* unknown_compiler = "unknown";

struct Listing {
  std::string target;           // "sm_90", "sm_100a"
  std::string compiler;         // of ptxas, "13.0.88"; or unknown_compiler
  bool is_relocatable = false;  // an object yet to be linked with others
  std::vector<Function> functions;
};

/// Reads the output of `nvdisasm --no-dataflow --print-line-info-inline --print-instruction-encoding` (12.8 to 13.2).
/// `name` is for errors. Throws InputError for what is no such output.
Listing parse_listing(std::string_view text, const std::string& name);

}  // namespace warpmark::codegen
