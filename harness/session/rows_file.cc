#include "harness/session/rows_file.h"

#include "harness/run/input_error.h"
#include "harness/run/run.h"

namespace warpmark {

void write_rows_file(const std::filesystem::path& file, const std::vector<std::string>& keys) {
  std::ofstream out(file);
  for (const std::string& key : keys) out << key << '\n';
  out.close();
  if (!out) throw InputError(file.string(), "cannot be written", "free space, or set TMPDIR to another directory");
}

bool ProgressLog::advance() {
  std::ifstream in(file_, std::ios::binary);
  in.seekg(position_);
  const int before = begun_;
  for (std::string line; std::getline(in, line);) {
    if (in.eof()) break;  // the newline is not there yet
    position_ += static_cast<std::streamoff>(line.size()) + 1;
    latest_ = key_of(line);
    ++begun_;
  }
  return begun_ > before;
}

}  // namespace warpmark
