// Names from elsewhere, in Markdown.
#pragma once

#include <string>
#include <string_view>

namespace warpmark {

/// `text` as code that shows exactly it, in a table's cell or anywhere else: nothing in it becomes a column, an end of
/// the code, a tag, a mention or a line break. Control characters are shown as `\x1b`.
std::string markdown_code(std::string_view text);

/// The same without the look of code, for sentences.
std::string markdown_text(std::string_view text);

}  // namespace warpmark
