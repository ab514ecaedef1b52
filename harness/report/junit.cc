#include "harness/report/junit.h"

#ifdef WARPMARK_HAS_PUGIXML

#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>
#include <string_view>

#include "harness/report/printable.h"

namespace warpmark {
namespace {

using Outcome = JunitCase::Outcome;

void set(pugi::xml_node node, const char* attribute, std::string_view text) {
  node.append_attribute(attribute).set_value(printable(text).c_str());
}

std::string printable_lines(std::string_view text) {
  std::string lines;
  for (;;) {
    const auto end = text.find('\n');
    lines += printable(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    lines += '\n';
    text.remove_prefix(end + 1);
  }
}

void append(pugi::xml_node suite, const JunitCase& of) {
  pugi::xml_node node = suite.append_child("testcase");
  set(node, "classname", of.group);
  set(node, "name", of.name);
  set(node, "time", fmt::format("{:.9f}", of.seconds));
  if (of.outcome == Outcome::passed) {
    if (!of.detail.empty()) node.append_child("system-out").text().set(printable_lines(of.detail).c_str());
    return;
  }
  constexpr const char* elements[] = {"", "failure", "error", "skipped"};
  pugi::xml_node why = node.append_child(elements[static_cast<int>(of.outcome)]);
  set(why, "message", of.message);
  if (!of.type.empty()) set(why, "type", of.type);
  if (!of.detail.empty()) why.text().set(printable_lines(of.detail).c_str());
}

void append(pugi::xml_node root, const JunitSuite& of) {
  const auto count = [&of](Outcome outcome) {
    return std::count_if(of.cases.begin(), of.cases.end(), [&](const JunitCase& c) { return c.outcome == outcome; });
  };
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", of.name);
  set(suite, "tests", std::to_string(of.cases.size()));
  set(suite, "failures", std::to_string(count(Outcome::failed)));
  set(suite, "errors", std::to_string(count(Outcome::error)));
  set(suite, "skipped", std::to_string(count(Outcome::skipped)));
  if (!of.properties.empty()) {
    pugi::xml_node properties = suite.append_child("properties");
    for (const auto& [name, value] : of.properties) {
      pugi::xml_node property = properties.append_child("property");
      set(property, "name", name);
      set(property, "value", value);
    }
  }
  for (const JunitCase& of_case : of.cases) append(suite, of_case);
  if (!of.output.empty()) suite.append_child("system-out").text().set(printable_lines(of.output).c_str());
}

}  // namespace

bool can_write_junit() { return true; }

std::string junit_xml(const std::vector<JunitSuite>& suites) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = document.append_child("testsuites");
  for (const JunitSuite& suite : suites) append(root, suite);
  std::ostringstream out;
  document.save(out, "  ");
  return out.str();
}

}  // namespace warpmark

#else

#include "harness/run/input_error.h"

namespace warpmark {

bool can_write_junit() { return false; }

std::string junit_xml(const std::vector<JunitSuite>& /*suites*/) {
  throw InputError("JUnit", "this warpmark was built without pugixml, which writes it",
                   "install libpugixml-dev and build again");
}

}  // namespace warpmark

#endif
