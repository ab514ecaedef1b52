#include "harness/codegen/cubin_code.h"

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "harness/codegen/listing.h"
#include "harness/run/fnv1a.h"

namespace warpmark::codegen {
namespace {

constexpr std::string_view code_prefix = ".text.";
constexpr std::string_view tool_note = ".note.nv.tkinfo";
constexpr unsigned char kernel_flag = 0x10;  // STO_CUDA_ENTRY, of a symbol's st_other
constexpr std::size_t instruction_bytes = 16;

// NOP as ptxas fills up with it from sm_70 on. Another NOP stays, and makes a hash that no record has.
constexpr std::string_view padding{"\x18\x79\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc0\x0f\x00",
                                   instruction_bytes};

/// The part of `bytes` from `first` on; nothing if it does not lie within.
std::optional<std::string_view> part(std::string_view bytes, std::uint64_t first, std::uint64_t size) {
  if (first > bytes.size() || size > bytes.size() - first) return std::nullopt;
  return bytes.substr(first, size);
}

template <class T>
std::vector<T> array_of(std::string_view bytes) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

struct Section {
  Elf64_Shdr header;
  std::string_view name;
  std::string_view bytes;  // of what lies in the file
};

std::optional<Elf64_Ehdr> linked_cubin_header(std::string_view cubin) {
  const auto bytes = part(cubin, 0, sizeof(Elf64_Ehdr));
  if (!bytes) return std::nullopt;
  const Elf64_Ehdr header = array_of<Elf64_Ehdr>(*bytes).front();
  const bool is_elf = std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
                      header.e_ident[EI_DATA] == ELFDATA2LSB;
  const bool is_linked_cubin = header.e_machine == EM_CUDA && header.e_type == ET_EXEC;
  if (!is_elf || !is_linked_cubin || header.e_shentsize != sizeof(Elf64_Shdr)) return std::nullopt;
  // The last thing in the file: where they are cut off, the file is.
  if (!part(cubin, header.e_phoff, std::uint64_t{header.e_phnum} * header.e_phentsize)) return std::nullopt;
  return header;
}

std::optional<std::vector<Section>> sections_of(std::string_view cubin) {
  const auto header = linked_cubin_header(cubin);
  if (!header) return std::nullopt;
  const auto table = part(cubin, header->e_shoff, std::uint64_t{header->e_shnum} * sizeof(Elf64_Shdr));
  if (!table || header->e_shstrndx >= header->e_shnum) return std::nullopt;
  std::vector<Section> sections;
  for (const Elf64_Shdr& section : array_of<Elf64_Shdr>(*table)) {
    const bool is_in_file = section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL;
    const auto bytes = part(cubin, is_in_file ? section.sh_offset : 0, is_in_file ? section.sh_size : 0);
    if (!bytes) return std::nullopt;
    sections.push_back({section, {}, *bytes});
  }
  const std::string_view names = sections[header->e_shstrndx].bytes;
  for (Section& section : sections) {
    if (section.header.sh_name >= names.size()) return std::nullopt;
    const std::string_view rest = names.substr(section.header.sh_name);
    if (rest.find('\0') == std::string_view::npos) return std::nullopt;
    section.name = rest.substr(0, rest.find('\0'));
  }
  return sections;
}

bool is_code(const Section& section) { return section.name.starts_with(code_prefix); }

/// By section: whether a kernel begins in it; else it is a function that kernels call.
std::vector<bool> kernel_sections(const std::vector<Section>& sections) {
  std::vector<bool> kernels(sections.size());
  for (const Section& section : sections) {
    if (section.header.sh_type != SHT_SYMTAB) continue;
    for (const Elf64_Sym& symbol : array_of<Elf64_Sym>(section.bytes))
      if ((symbol.st_other & kernel_flag) != 0 && symbol.st_shndx < sections.size()) kernels[symbol.st_shndx] = true;
  }
  return kernels;
}

/// Whether addresses are still to be put into code.
bool relocates_code(const Section& section, const std::vector<Section>& sections) {
  const bool is_relocation = section.header.sh_type == SHT_RELA || section.header.sh_type == SHT_REL;
  if (!is_relocation || section.bytes.empty()) return false;
  return section.header.sh_info >= sections.size() || is_code(sections[section.header.sh_info]);
}

/// "13.0.88" of "Cuda compilation tools, release 13.0, V13.0.88"; the last tool's, if several had a hand in it.
std::string compiler_in(std::string_view note) {
  constexpr std::string_view before = ", V";
  const auto found = note.rfind(before);
  if (found == std::string_view::npos) return unknown_compiler;
  const std::string_view rest = note.substr(found + before.size());
  return std::string(rest.substr(0, rest.find('\0')));
}

std::string_view without_padding(std::string_view code) {
  while (code.ends_with(padding)) code.remove_suffix(instruction_bytes);
  return code;
}

}  // namespace

std::string code_hash(std::string_view encodings) {
  Fnv1a hash;
  hash.add(encodings);
  return hash.digits();
}

std::optional<CubinCode> read_cubin_code(std::string_view cubin) {
  const auto sections = sections_of(cubin);
  if (!sections) return std::nullopt;
  const std::vector<bool> is_kernel = kernel_sections(*sections);
  CubinCode code{unknown_compiler, {}};
  for (std::size_t i = 0; i < sections->size(); ++i) {
    const Section& section = (*sections)[i];
    if (relocates_code(section, *sections)) return std::nullopt;
    if (section.name == tool_note) code.compiler = compiler_in(section.bytes);
    if (!is_code(section)) continue;
    if (!is_kernel[i] || section.bytes.empty() || section.bytes.size() % instruction_bytes != 0) return std::nullopt;
    const std::string_view encodings = without_padding(section.bytes);
    const KernelBytes kernel{code_hash(encodings), encodings.size() / instruction_bytes};
    if (!code.kernels.emplace(section.name.substr(code_prefix.size()), kernel).second) return std::nullopt;
  }
  return code;
}

}  // namespace warpmark::codegen
