// Names from elsewhere, in HTML.
#pragma once

#include <string>
#include <string_view>

namespace warpmark {

/// `text` for an element's content or a quoted attribute: nothing in it becomes a tag, a reference or the attribute's
/// end. Control characters are shown as `\x1b`.
std::string html_text(std::string_view text);

}  // namespace warpmark
