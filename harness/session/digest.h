// Which bytes a file holds, told so that another machine can check.
#pragma once

#include <filesystem>
#include <string>

namespace warpmark {

/// "sha256:9f86d0...", or, of a build without OpenSSL, "fnv1a:...", which tells files apart and proves nothing. Throws
/// InputError where the file cannot be read.
std::string digest_of(const std::filesystem::path& file);

}  // namespace warpmark
