// A cubin as it lies in a file: just the parts of it that say what code there is.
#pragma once

#include <elf.h>

#include <cstdint>
#include <string>
#include <vector>

namespace warpmark::codegen {

struct CubinImage {
  struct Part {
    std::string name;
    std::string bytes;
    std::uint32_t type = SHT_PROGBITS;
    std::uint32_t info = 0;
  };

  std::uint16_t elf_type = ET_EXEC;
  std::vector<Part> parts;  // the first is section 1

  void add_kernel(const std::string& name, const std::string& code, unsigned char kernel_flag = 0x10) {
    parts.push_back({".text." + name, code, SHT_PROGBITS, 0});
    Elf64_Sym symbol{};
    symbol.st_other = kernel_flag;
    symbol.st_shndx = static_cast<std::uint16_t>(parts.size());
    parts.push_back({".symtab", raw(symbol), SHT_SYMTAB, 0});
  }

  void add_tool(const std::string& version) {
    const std::string text = "Cuda compilation tools, release 9, V" + version;
    parts.push_back({".note.nv.tkinfo", std::string("ptxas") + '\0' + text + '\0', SHT_NOTE, 0});
  }

  std::string bytes() const {
    std::string names(1, '\0');
    std::string content;
    std::string table = raw(Elf64_Shdr{});
    std::vector<Part> all = parts;
    all.push_back({".shstrtab", "", SHT_STRTAB, 0});
    for (Part& part : all) {
      Elf64_Shdr header{};
      header.sh_name = static_cast<std::uint32_t>(names.size());
      names += part.name + '\0';
      if (part.type == SHT_STRTAB) part.bytes = names;
      header.sh_type = part.type;
      header.sh_info = part.info;
      header.sh_offset = sizeof(Elf64_Ehdr) + content.size();
      header.sh_size = part.bytes.size();
      content += part.bytes;
      table += raw(header);
    }
    Elf64_Ehdr header{};
    header.e_ident[EI_MAG0] = 0x7f;
    header.e_ident[EI_MAG1] = 'E';
    header.e_ident[EI_MAG2] = 'L';
    header.e_ident[EI_MAG3] = 'F';
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_type = elf_type;
    header.e_machine = EM_CUDA;
    header.e_shoff = sizeof header + content.size();
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = static_cast<std::uint16_t>(all.size() + 1);
    header.e_shstrndx = static_cast<std::uint16_t>(all.size());
    return raw(header) + content + table;
  }

 private:
  template <class T>
  static std::string raw(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
  }
};

}  // namespace warpmark::codegen
