// Markdown for a comment that has a limit: sections as long as there is room, and what was left out counted.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpmark {

/// A comment of GitHub may have 65,536 characters; some are left to what people write around it.
inline constexpr std::size_t markdown_limit_bytes = 60'000;

/// "| a | b |" and a line end.
std::string table_line(const std::vector<std::string>& cells);

class MarkdownPage {
 public:
  explicit MarkdownPage(std::size_t limit_bytes) : limit_bytes_(limit_bytes) {}

  /// Nothing, where it does not fit.
  void add(const std::string& text);

  /// Those of `lines` that fit, and how many do not; `start` and `tail` around them.
  void add_section(const std::string& start, const std::vector<std::string>& lines, const std::string& tail);

  std::string take();

 private:
  bool fits(std::size_t bytes) const;

  std::size_t limit_bytes_;
  std::string text_;
  std::size_t left_out_ = 0;
};

}  // namespace warpmark
