// SQLite as this room uses it: statements that prepare, bind and read; every failure an InputError that names the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace warpmark::history {

class Database;

/// A prepared statement, used again and again: run(...) for what gives nothing, start(...) and next() for rows.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement();

  /// Binds the values, in order, from the first on; a std::optional without a value is NULL.
  template <typename... Values>
  Statement& start(const Values&... values) {
    reset();
    int index = 0;
    (bind(++index, values), ...);
    return *this;
  }

  template <typename... Values>
  void run(const Values&... values) {
    start(values...);
    while (next()) {
    }
    reset();
  }

  bool next();

  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] double real(int column) const;
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] bool is_null(int column) const;
  [[nodiscard]] std::vector<double> reals(int column) const;  // as bound

 private:
  void reset();
  void bind(int index, std::int64_t value);
  void bind(int index, int value) { bind(index, static_cast<std::int64_t>(value)); }
  void bind(int index, double value);
  void bind(int index, std::string_view value);
  void bind(int index, const std::string& value) { bind(index, std::string_view(value)); }
  void bind(int index, const char* value) { bind(index, std::string_view(value)); }
  void bind(int index, const std::vector<double>& value);  // as a blob
  void bind_null(int index);
  template <typename Value>
  void bind(int index, const std::optional<Value>& value) {
    value ? bind(index, *value) : bind_null(index);
  }

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
};

class Database {
 public:
  enum class Access { read, write };  // write creates the file

  /// How long a writer waits for another to end.
  static constexpr int busy_timeout_ms = 60'000;

  Database(std::filesystem::path file, Access access);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  void execute(const std::string& sql);
  std::int64_t integer(const std::string& sql);  // the first column of the first row
  [[nodiscard]] std::int64_t last_id() const;

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

  /// Throws what SQLite says of `code` as an InputError with a remedy.
  [[noreturn]] void fail(int code) const;

 private:
  friend class Statement;
  void open(const std::string& name, int flags);

  std::filesystem::path file_;
  sqlite3* handle_ = nullptr;
};

/// All or nothing: what was done since is undone unless commit() was reached. Waits for another writer.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) { database_.execute("BEGIN IMMEDIATE"); }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace warpmark::history
