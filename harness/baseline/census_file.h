// `codegen/<target>.yaml` in the baselines: the census as it was recorded, written by the tool alone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/codegen/census.h"
#include "harness/codegen/recorded.h"

namespace warpmark {

/// All that `codegen` in a folder of baselines holds, each kernel with whether its checksum fits; a folder that is not
/// there holds nothing. Throws InputError (file, line, key) for anything but valid files.
codegen::RecordedCensus read_recorded_census(const std::filesystem::path& baselines);

/// What recording did, a kernel each.
struct CensusChange {
  enum class Kind {
    added,
    changed,
    confirmed,  // is as it stands there, by hand or by an older version of the tool
    removed,
  } kind = Kind::added;
  std::string kernel;
  std::string target;
};

const char* to_string(CensusChange::Kind kind);  // "added"

/// Puts the census into `recorded`: kernels it does not have stay as they are, other compilers' too. With `prune`,
/// those of its targets and compilers that it does not have go.
std::vector<CensusChange> record_census(codegen::RecordedCensus& recorded, const codegen::Census& census, bool prune);

/// Writes the file of a target atomically: sorted, a kernel four lines, so that a diff shows which kernel changed.
/// Returns its path.
std::filesystem::path write_recorded_target(const std::filesystem::path& baselines, const std::string& target,
                                            const codegen::RecordedTarget& recorded);

}  // namespace warpmark
