#include "harness/measure/build_facts.h"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <cstring>

namespace warpmark {

namespace {

/// The description of the first NT_GNU_BUILD_ID among the notes, in hex.
std::string build_id_among(const char* notes, std::size_t bytes) {
  const auto padded = [](std::size_t size) { return (size + 3) / 4 * 4; };
  for (std::size_t at = 0; at + sizeof(ElfW(Nhdr)) <= bytes;) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes + at, sizeof(note));
    const char* const name = notes + at + sizeof(note);
    const char* const description = name + padded(note.n_namesz);
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0) {
      std::string text;
      for (std::size_t i = 0; i < note.n_descsz; ++i)
        text += fmt::format("{:02x}", static_cast<unsigned char>(description[i]));
      return text;
    }
    at += sizeof(note) + padded(note.n_namesz) + padded(note.n_descsz);
  }
  return {};
}

/// Called for the executable first; a non-zero result ends the walk.
int first_object(dl_phdr_info* object, std::size_t, void* result) {
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const auto* const notes = reinterpret_cast<const char*>(object->dlpi_addr + segment.p_vaddr);
    auto& text = *static_cast<std::string*>(result);
    text = build_id_among(notes, segment.p_memsz);
    if (!text.empty()) break;
  }
  return 1;
}

}  // namespace

std::string binary_build_id() {
  std::string text;
  dl_iterate_phdr(first_object, &text);
  return text;
}

}  // namespace warpmark
