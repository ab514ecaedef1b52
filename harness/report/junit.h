// JUnit's XML, which CI systems show: one suite or several of cases that passed or did not.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace warpmark {

struct JunitCase {
  enum class Outcome { passed, failed, error, skipped };

  std::string group;  // what it is shown under: "classname"
  std::string name;
  Outcome outcome = Outcome::passed;
  double seconds = 0;        // what it measured
  std::string message = {};  // a line: why it did not pass
  std::string detail = {};   // more of it; may be lines
  std::string type = {};     // a word for programs: what kind of failure
};

struct JunitSuite {
  std::string name;
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<JunitCase> cases;
  std::string output = {};  // what is to be said of all of them; lines
};

/// Whether this build can: it takes pugixml.
bool can_write_junit();

/// A complete file. Throws InputError in a build that cannot. Control characters, which XML cannot hold at all, are
/// shown as `\x1b`; line ends in `detail` and `output` stay.
std::string junit_xml(const std::vector<JunitSuite>& suites);

}  // namespace warpmark
