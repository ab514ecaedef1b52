#include "harness/codegen/binary_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "harness/run/input_error.h"

namespace warpmark::codegen {
namespace {

// As fatbinary_section.h of the CUDA toolkit and `readelf` show them; little endian.
constexpr std::string_view container_start{"\x50\xed\x55\xba\x01\x00\x10\x00",
                                           8};  // magic, version 1, header of 16 bytes
constexpr std::size_t container_header = 16;    // the last 8 of them: the size after it
constexpr std::string_view elf_magic =
    "\x7f"
    "ELF";
constexpr std::size_t elf_machine = 18;  // where e_machine stands
constexpr std::uint16_t cuda_machine = 190;

/// What a container's first part begins with: its kind, 1 for PTX or 2 for an ELF file.
bool is_part(std::uint16_t kind) { return kind == 1 || kind == 2; }

template <class T>
T value_at(std::string_view bytes, std::size_t place) {
  T value{};
  std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

std::size_t find_from(std::string_view bytes, std::size_t first) {
  const void* found =
      memmem(bytes.data() + first, bytes.size() - first, container_start.data(), container_start.size());
  return found == nullptr ? bytes.size() : static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data());
}

}  // namespace

BinaryFile::BinaryFile(const std::filesystem::path& file) : file_(file) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (descriptor < 0 || fstat(descriptor, &status) != 0)
    throw InputError(file.string(), std::strerror(errno), "check the path and that you may read it");
  const auto size = static_cast<std::size_t>(status.st_size);
  const bool is_file = S_ISREG(status.st_mode);
  void* mapped = is_file && size > 0 ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0) : MAP_FAILED;
  const int reason = errno;
  close(descriptor);
  if (!is_file) throw InputError(file.string(), "is not a regular file", "name a program, library, object or cubin");
  if (size == 0) throw InputError(file.string(), "is empty", "name a program, library, object or cubin");
  if (mapped == MAP_FAILED) throw InputError(file.string(), std::strerror(reason), "check its disk");
  bytes_ = {static_cast<const char*>(mapped), size};
}

BinaryFile::~BinaryFile() { munmap(const_cast<char*>(bytes_.data()), bytes_.size()); }

bool BinaryFile::is_cubin() const {
  return bytes_.starts_with(elf_magic) && bytes_.size() >= elf_machine + 2 &&
         value_at<std::uint16_t>(bytes_, elf_machine) == cuda_machine;
}

bool BinaryFile::is_binary() const {
  return bytes_.starts_with(elf_magic) || bytes_.starts_with("!<arch>\n") || bytes_.starts_with(container_start);
}

std::vector<std::string_view> BinaryFile::containers() const {
  std::vector<std::string_view> containers;
  std::size_t at = find_from(bytes_, 0);
  while (at < bytes_.size()) {
    const std::size_t room = bytes_.size() - at;
    const bool has_header = room >= container_header;
    const auto size = has_header ? value_at<std::uint64_t>(bytes_, at + container_header / 2) : 0;
    if (!has_header || size > room - container_header) {
      if (room >= container_header + sizeof(std::uint16_t) &&
          !is_part(value_at<std::uint16_t>(bytes_, at + container_header))) {
        at = find_from(bytes_, at + container_start.size());  // a constant of a program that reads such files, say
        continue;
      }
      throw InputError(file_.string(), "ends within its device code", "the file is cut off: build or copy it again");
    }
    containers.push_back(bytes_.substr(at, container_header + size));
    at = find_from(bytes_, at + container_header + size);
  }
  return containers;
}

}  // namespace warpmark::codegen
