// The machine code in a cubin as it lies there: enough to know it again, without the seconds that disassembling takes.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace warpmark::codegen {

/// Of instructions' encodings, in their order, without the padding at the end; 16 hexadecimal digits.
std::string code_hash(std::string_view encodings);

struct KernelBytes {
  std::string hash;
  std::size_t instructions = 0;  // without the padding
};

struct CubinCode {
  std::string compiler;                        // as Listing has it
  std::map<std::string, KernelBytes> kernels;  // by mangled name
};

/// What the ELF file `cubin` holds. Nothing where that is not beyond doubt: a file that is cut off, or not linked yet,
/// or whose code is still to be relocated, functions that kernels call, instructions of another size than 16 bytes.
/// Such a cubin is nvdisasm's to judge.
std::optional<CubinCode> read_cubin_code(std::string_view cubin);

}  // namespace warpmark::codegen
