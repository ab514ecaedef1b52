#include "harness/measure/row_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "harness/run/input_error.h"
#include "harness/run/protocol.h"

namespace warpmark {

namespace {

constexpr const char* closing = "\n  ]\n}\n";

/// Indented as Google Benchmark does, so that a diff of two files is readable.
std::string indented(const nlohmann::ordered_json& json, int depth) {
  std::string text = json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  const std::string margin = "\n" + std::string(static_cast<std::size_t>(depth), ' ');
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += margin.size()) {
    text.replace(at, 1, margin);
  }
  return text;
}

}  // namespace

RowFile::RowFile(std::filesystem::path file, const nlohmann::ordered_json& context)
    : file_(std::move(file)), part_(file_.string() + protocol::partial_suffix) {
  if (std::filesystem::is_directory(file_)) {
    throw InputError(file_.string(), "is a directory", "name a file for --benchmark_out");
  }
  descriptor_ = open(part_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (descriptor_ < 0) fail(errno);
  const std::string head = "{\n  \"context\": " + indented(context, 2) + ",\n  \"benchmarks\": [";
  write_at(0, head + closing);
  end_ = head.size();
}

RowFile::~RowFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

void RowFile::append(const nlohmann::ordered_json& row) {
  const std::string text = (rows_ > 0 ? ",\n    " : "\n    ") + indented(row, 4);
  write_at(end_, text + closing);
  end_ += text.size();
  ++rows_;
}

void RowFile::finish() {
  if (fsync(descriptor_) != 0) fail(errno);
  std::error_code error;
  std::filesystem::rename(part_, file_, error);
  if (error) fail(error.value());
}

void RowFile::write_at(std::size_t offset, const std::string& text) {
  const ssize_t written = pwrite(descriptor_, text.data(), text.size(), static_cast<off_t>(offset));
  if (written == static_cast<ssize_t>(text.size())) return;
  const int error = written < 0 ? errno : ENOSPC;
  // The old closing brackets fit where they were.
  const auto length = static_cast<ssize_t>(std::strlen(closing));
  if (pwrite(descriptor_, closing, std::strlen(closing), static_cast<off_t>(offset)) != length ||
      ftruncate(descriptor_, static_cast<off_t>(offset) + length) != 0) {
    throw InputError(part_.string(), "cannot be written, and is damaged", "look after that disk");
  }
  fail(error);
}

void RowFile::fail(int error) const {
  throw InputError(part_.string(), fmt::format("cannot be written: {}", std::strerror(error)),
                   error == ENOSPC ? "free some space, or name a file on another disk"
                                   : "name a file in a folder that exists and may be written to");
}

}  // namespace warpmark
