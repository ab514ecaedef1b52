// A table whose rows have the same cells several times over, for a terminal: cold and warm beside each other where it
// is wide enough, below each other where it is not.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark {

struct Cell {
  std::string text;              // printable
  std::string_view colour = {};  // the escape that turns it on; empty for none
};

class BlockTable {
 public:
  using Cells = std::vector<Cell>;

  /// `blocks` are what the repeated cells are of ("cold", "warm"; one empty name is a plain table), `titles` those of
  /// their columns.
  BlockTable(std::string key_title, std::vector<std::string> blocks, std::vector<std::string> titles);

  /// As many cells in each block as there are titles; a block may be absent.
  void add(std::string key, std::map<std::string, Cells> cells);

  /// A key is never cut. Where not even one block fits, its cells go on in further lines, below their titles.
  void print(std::ostream& out, int width) const;

 private:
  struct Row {
    std::string key;
    std::map<std::string, Cells> cells;
  };

  std::size_t block_width() const;
  Cells title_cells() const;
  const Cells* cells(const Row& row, const std::string& block) const;
  void print_beside(std::ostream& out, std::size_t key_width) const;
  void print_below(std::ostream& out, std::size_t width) const;
  std::string block_line(const Cells& cells) const;
  std::string wrapped(const std::string& name, const Cells& cells, std::size_t width) const;

  std::string key_title_;
  std::vector<std::string> blocks_;
  std::vector<std::string> titles_;
  std::vector<std::size_t> widths_;  // of the columns of a block
  std::vector<Row> rows_;
};

}  // namespace warpmark
