#include "harness/init/unfinished_files.h"

#include <system_error>

#include "harness/run/input_error.h"
#include "harness/run/text_file.h"

namespace warpmark {

namespace fs = std::filesystem;

UnfinishedFiles::~UnfinishedFiles() {
  std::error_code ignored;
  for (; !made_.empty(); made_.pop_back()) fs::remove(made_.back(), ignored);
}

void UnfinishedFiles::make_folder(const fs::path& folder) {
  std::error_code error;
  if (folder.empty() || fs::is_directory(folder, error)) return;
  if (folder.has_parent_path() && folder.parent_path() != folder) make_folder(folder.parent_path());
  if (fs::exists(folder, error)) throw InputError(folder.string(), "is no folder", "name a new one");
  const bool is_new = fs::create_directory(folder, error);
  if (error) throw InputError(folder.string(), error.message(), "name a folder that can be made");
  if (is_new) made_.push_back(folder);
}

void UnfinishedFiles::write(const fs::path& file, std::string_view text) {
  make_folder(file.parent_path());
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(file, ignored)))
    throw InputError(file.string(), "is there already, and nothing is overwritten", "name a new folder");
  replace_text(file, text);
  made_.push_back(file);
}

}  // namespace warpmark
