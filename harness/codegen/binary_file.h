// A file that may hold device code, as bytes: mapped, not read, because programs may be large.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace warpmark::codegen {

class BinaryFile {
 public:
  /// Throws InputError when it cannot be read, or is empty.
  explicit BinaryFile(const std::filesystem::path& file);
  ~BinaryFile();
  BinaryFile(const BinaryFile&) = delete;
  BinaryFile& operator=(const BinaryFile&) = delete;

  /// Machine code for one target: an ELF file for a CUDA machine.
  bool is_cubin() const;

  /// An executable, library, object, archive or fatbin.
  bool is_binary() const;

  /// The fatbin containers in it, in their order, whatever kind of file holds them; each may have code for several
  /// targets. Throws InputError when the file ends within one.
  std::vector<std::string_view> containers() const;

 private:
  std::filesystem::path file_;
  std::string_view bytes_;
};

}  // namespace warpmark::codegen
