// Whole files as text: read in one go, replaced in one step.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace warpmark {

/// The file's content. Throws InputError when there is no such file, it is a directory, or it cannot be read.
std::string read_text(const std::filesystem::path& file);

/// Throws InputError where replace_text would for want of a folder or a permission: to be asked before the work whose
/// result is to be written.
void require_replaceable(const std::filesystem::path& file);

/// Writes `text` to a temporary file beside `file`, which replaces `file` only once it is safely on disk. On any
/// failure (no space, no permission) the old `file` is untouched, nothing is left behind, and InputError says why.
void replace_text(const std::filesystem::path& file, std::string_view text);

}  // namespace warpmark
