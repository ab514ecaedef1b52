// What a history file holds, by version. A file of an older version is brought up to date where it may be written.
#pragma once

#include "harness/history/database.h"

namespace warpmark::history {

/// 1: runs and what they measured; 2: verdicts.
inline constexpr int schema_version = 2;

/// The version of a file; 0 for one without tables. Throws InputError for an SQLite database of somebody else, and for
/// a history of a newer version.
int version_of(Database& database);

/// Brings the file to `version`, in one step that two processes may take at once. Never back.
void migrate(Database& database, int version = schema_version);

}  // namespace warpmark::history
