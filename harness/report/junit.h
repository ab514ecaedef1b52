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
};

struct JunitSuite {
  std::string name;
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<JunitCase> cases;
};

/// A complete file. Throws InputError in a build without the library that writes XML. Control characters, which XML cannot hold at all, are shown as `\x1b`; line ends in `detail` stay.
std::string junit_xml(const std::vector<JunitSuite>& suites);

}  // namespace warpmark
