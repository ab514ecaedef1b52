#include "harness/history/schema.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>

#include "harness/run/input_error.h"

namespace warpmark::history {
namespace {

/// "wrpm": marks an SQLite file as ours.
constexpr std::int64_t application_id = 0x7772706d;

// Numbers of a benchmark lie together, by night: a page of the dashboard reads one benchmark, a night is added once.
// What stays the same from night to night (axes, kernels, names of counters, machine code) is held once, by content.
constexpr std::array<const char*, schema_version> steps = {
    R"(
CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,   -- of its content
  date TEXT NOT NULL,          -- when it began, as it says, ISO 8601
  seconds INTEGER NOT NULL,    -- the same since 1970, UTC
  gpu TEXT NOT NULL,           -- what its times may be compared with: model, and timer
  facts TEXT NOT NULL,         -- JSON: card, driver, clocks under load, ...
  context TEXT NOT NULL        -- JSON: its whole context but for the machine code
);
CREATE INDEX run_by_time ON run (seconds);
CREATE TABLE benchmark (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE);
CREATE TABLE setup (id INTEGER PRIMARY KEY, content TEXT NOT NULL UNIQUE);  -- JSON: label, params, kernels, counters
CREATE TABLE measurement (
  benchmark INTEGER NOT NULL REFERENCES benchmark,
  run INTEGER NOT NULL REFERENCES run,
  setup INTEGER NOT NULL REFERENCES setup,
  times_us BLOB NOT NULL,      -- doubles: one per process, median of its repetitions
  counters BLOB NOT NULL,      -- doubles: medians over processes, in the order of the setup's names
  error TEXT,
  skipped TEXT,
  PRIMARY KEY (benchmark, run)
) WITHOUT ROWID;
CREATE INDEX measurement_of_run ON measurement (run);
CREATE TABLE kernel (id INTEGER PRIMARY KEY, content TEXT NOT NULL UNIQUE);  -- JSON: its machine code
CREATE TABLE run_kernel (
  run INTEGER NOT NULL REFERENCES run,
  kernel INTEGER NOT NULL REFERENCES kernel,
  PRIMARY KEY (run, kernel)
) WITHOUT ROWID;
)",
    R"(
CREATE TABLE verdict (
  benchmark INTEGER NOT NULL REFERENCES benchmark,
  run INTEGER NOT NULL REFERENCES run,
  status TEXT NOT NULL,
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,        -- empty with a pass
  baseline_us REAL NOT NULL,   -- 0: none
  tolerance REAL NOT NULL,     -- relative
  causes TEXT NOT NULL,        -- a line each
  PRIMARY KEY (benchmark, run)
) WITHOUT ROWID;
CREATE INDEX verdict_of_run ON verdict (run);
ALTER TABLE run ADD COLUMN verdicts TEXT NOT NULL DEFAULT '{}';  -- JSON: how many of each status
)"};

}  // namespace

int version_of(Database& database) {
  const auto version = static_cast<int>(database.integer("PRAGMA user_version"));
  const bool is_empty = database.integer("SELECT count(*) FROM sqlite_schema") == 0;
  if (!is_empty && database.integer("PRAGMA application_id") != application_id)
    throw InputError(database.file().string(), "is a database of something else", "name a file of warpmark history");
  if (version > schema_version)
    throw InputError(database.file().string(),
                     fmt::format("was written by a newer warpmark (version {} of the file, {} is known here)", version,
                                 schema_version),
                     "use the newer warpmark");
  return version;
}

void migrate(Database& database, int version) {
  if (version_of(database) >= version) return;
  Transaction transaction(database);
  const int now = version_of(database);  // another process may have been quicker
  for (int step = now; step < version; ++step) database.execute(steps.at(static_cast<std::size_t>(step)));
  if (now < version) {
    database.execute(fmt::format("PRAGMA application_id = {}", application_id));
    database.execute(fmt::format("PRAGMA user_version = {}", version));
  }
  transaction.commit();
}

}  // namespace warpmark::history
