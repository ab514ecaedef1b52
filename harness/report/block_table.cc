#include "harness/report/block_table.h"

#include <algorithm>
#include <ostream>

#include "harness/report/printable.h"

namespace warpmark {
namespace {

constexpr std::string_view gap = "  ";
constexpr std::string_view colour_end = "\033[0m";

std::string spaces(std::size_t count) { return std::string(count, ' '); }

/// `cell` at the right of its column.
std::string padded(const Cell& cell, std::size_t width) {
  std::string padding = spaces(width - std::min(width, columns_of(cell.text)));
  if (cell.colour.empty()) return padding + cell.text;
  return padding.append(cell.colour).append(cell.text).append(colour_end);
}

std::string without_end_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

BlockTable::BlockTable(std::string key_title, std::vector<std::string> blocks, std::vector<std::string> titles)
    : key_title_(std::move(key_title)), blocks_(std::move(blocks)), titles_(std::move(titles)) {
  for (const std::string& title : titles_) widths_.push_back(columns_of(title));
}

void BlockTable::add(std::string key, std::map<std::string, Cells> cells) {
  for (const auto& [block, of_block] : cells)
    for (std::size_t i = 0; i < of_block.size(); ++i) widths_[i] = std::max(widths_[i], columns_of(of_block[i].text));
  rows_.push_back({std::move(key), std::move(cells)});
}

void BlockTable::print(std::ostream& out, int width) const {
  std::size_t key_width = columns_of(key_title_);
  for (const Row& row : rows_) key_width = std::max(key_width, columns_of(row.key));
  const auto most = static_cast<std::size_t>(std::max(1, width));
  if (key_width + blocks_.size() * (gap.size() + block_width()) <= most)
    print_beside(out, key_width);
  else
    print_below(out, most);
}

std::size_t BlockTable::block_width() const {
  std::size_t width = 0;
  for (const std::size_t column : widths_) width += gap.size() + column;
  return width;
}

BlockTable::Cells BlockTable::title_cells() const {
  Cells cells;
  for (const std::string& title : titles_) cells.push_back({title});
  return cells;
}

const BlockTable::Cells* BlockTable::cells(const Row& row, const std::string& block) const {
  const auto found = row.cells.find(block);
  return found == row.cells.end() ? nullptr : &found->second;
}

std::string BlockTable::block_line(const Cells& cells) const {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line.append(gap).append(padded(cells[i], widths_[i]));
  return line;
}

void BlockTable::print_beside(std::ostream& out, std::size_t key_width) const {
  const bool is_named = blocks_.size() > 1 || !blocks_.front().empty();
  if (is_named) {
    std::string names = spaces(key_width);
    for (const std::string& block : blocks_)
      names.append(gap).append(gap).append(block).append(
          spaces(block_width() - std::min(block_width(), gap.size() + columns_of(block))));
    out << without_end_spaces(names) << '\n';
  }
  std::string header = key_title_ + spaces(key_width - columns_of(key_title_));
  for (std::size_t i = 0; i < blocks_.size(); ++i) header.append(gap).append(block_line(title_cells()));
  out << header << '\n';
  for (const Row& row : rows_) {
    std::string line = row.key + spaces(key_width - columns_of(row.key));
    for (const std::string& block : blocks_) {
      const Cells* found = cells(row, block);
      line.append(gap).append(found == nullptr ? spaces(block_width()) : block_line(*found));
    }
    out << without_end_spaces(line) << '\n';
  }
}

/// Lines break at the same cells in every row, and in the titles: so a number is always below its title.
std::string BlockTable::wrapped(const std::string& name, const Cells& cells, std::size_t width) const {
  std::size_t name_width = 0;
  for (const std::string& block : blocks_) name_width = std::max(name_width, columns_of(block));
  const std::string indent = spaces(gap.size() + name_width);
  std::string text = std::string(gap) + name + spaces(name_width - columns_of(name));
  std::size_t taken = indent.size();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (taken + gap.size() + widths_[i] > width && taken > indent.size()) {
      text += "\n" + indent;
      taken = indent.size();
    }
    text.append(gap).append(padded(cells[i], widths_[i]));
    taken += gap.size() + widths_[i];
  }
  return text + "\n";
}

void BlockTable::print_below(std::ostream& out, std::size_t width) const {
  out << key_title_ << '\n' << wrapped("", title_cells(), width);
  for (const Row& row : rows_) {
    out << row.key << '\n';
    for (const std::string& block : blocks_)
      if (const Cells* found = cells(row, block)) out << wrapped(block, *found, width);
  }
}

}  // namespace warpmark
