#include "harness/session/digest.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

#include "harness/run/fnv1a.h"
#include "harness/run/input_error.h"

#ifdef WARPMARK_HAS_OPENSSL
#include <openssl/evp.h>
#endif

namespace warpmark {
namespace {

#ifdef WARPMARK_HAS_OPENSSL
class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) { EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr); }

  void add(std::string_view bytes) { EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()); }

  std::string text() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned int size = 0;
    EVP_DigestFinal_ex(context_.get(), bytes.data(), &size);
    std::string hex = "sha256:";
    for (unsigned int i = 0; i < size; ++i) hex += fmt::format("{:02x}", bytes.at(i));
    return hex;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};
#else
class Digest {
 public:
  void add(std::string_view bytes) { hash_.add(bytes); }
  std::string text() const { return "fnv1a:" + hash_.digits(); }

 private:
  Fnv1a hash_;
};
#endif

}  // namespace

std::string digest_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  Digest digest;
  std::string block(std::size_t{1} << 20, '\0');
  while (in) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    digest.add(std::string_view(block).substr(0, static_cast<std::size_t>(in.gcount())));
  }
  if (!in.eof()) throw InputError(file.string(), std::strerror(errno), "check the path and that you may read it");
  return digest.text();
}

}  // namespace warpmark
