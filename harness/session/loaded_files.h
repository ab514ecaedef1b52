// Which program files and libraries running processes are made of.
#pragma once

#include <sys/types.h>

#include <set>
#include <string>
#include <string_view>

namespace warpmark {

/// Paths of the files mapped executable by the processes of a group, those of the system left out: what a link editor
/// would name and what was loaded on request alike. Of processes that have ended: none.
std::set<std::string> loaded_files(pid_t group);

/// Those of one /proc/PID/maps.
std::set<std::string> loaded_files_of_maps(std::string_view maps);

}  // namespace warpmark
