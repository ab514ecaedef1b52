// Stands in for cuobjdump and nvdisasm: a container's payload lists the cubins in it, a name a line, and a cubin's text
// is what the tools have to say of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "harness/codegen/tools.h"
#include "harness/run/text_file.h"
#include "tests/codegen/cubin_image.h"

namespace warpmark::codegen {

/// A fatbin container as it lies in a file.
inline std::string container(const std::string& payload) {
  std::string bytes("\x50\xed\x55\xba\x01\x00\x10\x00", 8);
  for (std::uint64_t size = payload.size(), byte = 0; byte < 8; ++byte, size >>= 8U) bytes += static_cast<char>(size);
  return bytes + payload;
}

/// The header of an ELF file for the machine of that number; 190 is CUDA's, 62 is x86-64.
inline std::string elf(char machine) {
  std::string bytes(64, '\0');
  bytes.replace(0, 4,
                "\x7f"
                "ELF");
  bytes[18] = machine;
  return bytes;
}

/// What the tools say of a cubin with one kernel that loads once, by `load`.
struct FakeCubin {
  std::string kernel = "_Z1kPf";
  std::string load = "LDG.E";
  std::string target = "sm_90";
  std::string type = "ET_EXEC";
  bool has_usage = true;
  int registers = 8;

  std::string usage() const {
    return has_usage ? " Function " + kernel + ":\n  REG:" + std::to_string(registers) + " STACK:0 SHARED:0 LOCAL:0\n"
                     : "\nResource usage:\n";
  }
  /// The file itself, of the same code as the listing.
  std::string image() const {
    CubinImage cubin;
    cubin.elf_type = type == "ET_EXEC" ? ET_EXEC : ET_REL;
    std::string code(16, '\0');
    if (load != "LDG.E") code[7] = '\x10';
    cubin.add_kernel(kernel, code);
    return cubin.bytes();
  }
  std::string listing() const {
    return "\t.target\t" + target + "\n\t.elftype\t@\"" + type + "\"\n\t.section\t.text." + kernel +
           ",\"ax\",@progbits\n        .other " + kernel + ",@\"STO_CUDA_ENTRY STV_DEFAULT\"\n        /*0000*/ " +
           load + " R0, [R2.64] ;  /* 0x" + (load == "LDG.E" ? "0" : "1") +
           "000000000000000 */\n /* 0x0000000000000000 */\n";
  }
};

class FakeTools {
 public:
  std::map<std::string, FakeCubin> cubins;  // by file name
  std::vector<std::vector<std::string>> calls;

  Tools tools() {
    return {"cuobjdump", "nvdisasm", [this](const std::vector<ToolCall>& wanted) {
              std::vector<ToolAnswer> answers;
              for (const ToolCall& call : wanted) answers.push_back(answer(call));
              return answers;
            }};
  }

 private:
  ToolAnswer answer(const ToolCall& call) {
    calls.push_back(call.argv);
    ToolAnswer answer;
    const std::string& flag = call.argv.at(1);
    const auto cubin = [&] { return cubins.at(std::filesystem::path(call.argv.back()).filename().string()); };
    if (flag == "--list-elf" || flag == "--extract-elf") {
      std::istringstream names(read_text(call.folder / call.argv.back()).substr(16));
      for (std::string name; std::getline(names, name);) {
        if (flag == "--list-elf")
          answer.out += "ELF file    1: " + name + "\n";
        else
          replace_text(call.folder / name, cubins.at(name).image());
      }
    } else if (flag == "--dump-resource-usage") {
      answer.out = cubin().usage();
    } else if (flag == "--version") {
      answer.out = "Cuda compilation tools, release 9.9, V9.9.1\n";
    } else {
      answer.out = cubin().listing();
    }
    return answer;
  }
};

}  // namespace warpmark::codegen
