#include "harness/history/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cstring>
#include <utility>

#include "harness/run/input_error.h"

namespace warpmark::history {
namespace {

namespace fs = std::filesystem;

const char* remedy_of(int code) {
  switch (code & 0xff) {
    case SQLITE_FULL:
    case SQLITE_IOERR:
      return "make room on its disk and repeat; what was in the history is untouched";
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      return "name a file in a folder that exists and that you may write to";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another process has been writing to it for a minute: repeat when it has ended";
    case SQLITE_CORRUPT:
      return "restore it from a copy, or add its runs anew to another file: `sqlite3 FILE .recover` saves what can be";
    case SQLITE_NOTADB:
      return "name a file that warpmark history add wrote";
    default:
      return "";
  }
}

/// A name as an SQLite URI: `?`, `#` and `%` would end or change it.
std::string uri_of(const fs::path& file, const char* query) {
  std::string uri = "file:";
  for (const char c : fs::absolute(file).string()) {
    if (c == '?' || c == '#' || c == '%') {
      uri += fmt::format("%{:02x}", static_cast<unsigned char>(c));
    } else {
      uri += c;
    }
  }
  return uri + query;
}

}  // namespace

Statement::Statement(Database& database, std::string_view sql) : database_(database) {
  const int code =
      sqlite3_prepare_v2(database_.handle_, sql.data(), static_cast<int>(sql.size()), &statement_, nullptr);
  if (code != SQLITE_OK) database_.fail(code);
}

Statement::~Statement() { sqlite3_finalize(statement_); }

void Statement::reset() { sqlite3_reset(statement_); }

bool Statement::next() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  database_.fail(code);
}

void Statement::bind(int index, std::int64_t value) { sqlite3_bind_int64(statement_, index, value); }
void Statement::bind(int index, double value) { sqlite3_bind_double(statement_, index, value); }
void Statement::bind(int index, std::string_view value) {
  const char* data = value.data() == nullptr ? "" : value.data();
  sqlite3_bind_text(statement_, index, data, static_cast<int>(value.size()), SQLITE_TRANSIENT);
}
void Statement::bind(int index, const std::vector<double>& value) {
  const void* data = value.empty() ? static_cast<const void*>("") : value.data();
  sqlite3_bind_blob(statement_, index, data, static_cast<int>(value.size() * sizeof(double)), SQLITE_TRANSIENT);
}
void Statement::bind_null(int index) { sqlite3_bind_null(statement_, index); }

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_, column); }
double Statement::real(int column) const { return sqlite3_column_double(statement_, column); }
bool Statement::is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

std::string Statement::text(int column) const {
  const unsigned char* text = sqlite3_column_text(statement_, column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  return text == nullptr ? std::string() : std::string(text, text + size);
}

std::vector<double> Statement::reals(int column) const {
  const void* data = sqlite3_column_blob(statement_, column);
  std::vector<double> values(static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)) / sizeof(double));
  if (!values.empty()) std::memcpy(values.data(), data, values.size() * sizeof(double));
  return values;
}

Database::Database(fs::path file, Access access) : file_(std::move(file)) {
  std::error_code none;
  if (fs::is_directory(file_, none)) throw InputError(file_.string(), "is a directory", "name a file");
  if (access == Access::write) {
    open(file_.string(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    execute("PRAGMA journal_mode = WAL");
    execute("PRAGMA synchronous = FULL");  // a power cut after `added` must not take the night back
    execute("PRAGMA foreign_keys = ON");
    return;
  }
  if (!fs::exists(file_, none)) throw InputError(file_.string(), "does not exist", "warpmark history add makes it");
  // Readers of a write-ahead log share memory through a file beside it, which only those that may write take away.
  open(file_.string(), SQLITE_OPEN_READWRITE);
  sqlite3_exec(handle_, "PRAGMA query_only = ON; SELECT * FROM sqlite_schema", nullptr, nullptr, nullptr);
  // In a folder that nobody can write to there is neither writer nor log, and the file can be read as it is.
  const int code = sqlite3_errcode(handle_) & 0xff;
  if ((code == SQLITE_CANTOPEN || code == SQLITE_READONLY) && !fs::exists(file_.string() + "-wal", none)) {
    sqlite3_close(std::exchange(handle_, nullptr));
    open(uri_of(file_, "?immutable=1"), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  }
}

Database::~Database() { sqlite3_close(handle_); }

void Database::open(const std::string& name, int flags) {
  const int code = sqlite3_open_v2(name.c_str(), &handle_, flags, nullptr);
  if (code != SQLITE_OK) {
    const std::string what = handle_ == nullptr ? "out of memory" : sqlite3_errmsg(handle_);
    sqlite3_close(std::exchange(handle_, nullptr));
    throw InputError(file_.string(), what, remedy_of(code));
  }
  sqlite3_busy_timeout(handle_, busy_timeout_ms);
}

void Database::execute(const std::string& sql) {
  const int code = sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::int64_t Database::integer(const std::string& sql) {
  Statement statement(*this, sql);
  return statement.start().next() ? statement.integer(0) : 0;
}

std::int64_t Database::last_id() const { return sqlite3_last_insert_rowid(handle_); }

void Database::fail(int code) const { throw InputError(file_.string(), sqlite3_errmsg(handle_), remedy_of(code)); }

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const InputError&) {  // SQLite has already rolled back on a full disk
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

}  // namespace warpmark::history
