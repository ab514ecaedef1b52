#include "harness/report/markdown_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace warpmark {

namespace {

/// Kept free of rows: each section's heading and its "and N more", and the ends of what is open.
constexpr std::size_t section_bytes = 600;

}  // namespace

std::string table_line(const std::vector<std::string>& cells) {
  return fmt::format("| {} |\n", fmt::join(cells, " | "));
}

void MarkdownPage::add(const std::string& text) {
  if (fits(text.size())) text_ += text;
}

void MarkdownPage::add_section(const std::string& start, const std::vector<std::string>& lines,
                               const std::string& tail) {
  if (lines.empty() || !fits(start.size() + lines.front().size() + tail.size())) {
    left_out_ += lines.size();
    return;
  }
  text_ += start;
  std::size_t shown = 0;
  while (shown < lines.size() && fits(lines[shown].size() + tail.size())) text_ += lines[shown++];
  if (shown < lines.size()) text_ += fmt::format("\nand {} more\n", lines.size() - shown);
  text_ += tail;
}

std::string MarkdownPage::take() {
  if (left_out_ > 0) text_ += fmt::format("\nand {} more rows\n", left_out_);
  return std::move(text_);
}

bool MarkdownPage::fits(std::size_t bytes) const { return text_.size() + bytes + section_bytes <= limit_bytes_; }

}  // namespace warpmark
