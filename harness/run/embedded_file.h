// A file of the sources that is part of the program (ci/cmake/embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace warpmark {

struct EmbeddedFile {
  std::string_view name;  // "style.css"; with its folders, where it has any
  std::string_view text;
};

}  // namespace warpmark
