// Which metrics an instruction counts for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpmark::codegen {

/// An instruction as it is disassembled, "@!P0 LDG.E.128 R8, desc[UR4][R2.64]", taken apart.
struct Mnemonic {
  explicit Mnemonic(std::string_view instruction);

  bool never = false;                       // guarded by @!PT: never executed, a filler
  std::string_view full;                    // "LDG.E.128"
  std::string_view opcode;                  // "LDG"
  std::vector<std::string_view> modifiers;  // "E", "128"
  std::string_view operands;                // "R8, desc[UR4][R2.64]"
};

/// The metrics, `instructions` apart, that count it; none for arithmetic, control flow and barriers. Opcodes are those
/// of the instruction tables of NVIDIA's "CUDA Binary Utilities", Turing to Blackwell.
std::vector<std::string> metrics_of(std::string_view instruction);

}  // namespace warpmark::codegen
