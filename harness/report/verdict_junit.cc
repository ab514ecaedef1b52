#include "harness/report/verdict_junit.h"

#include <stdexcept>

#ifdef WARPMARK_HAS_PUGIXML
#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

#include "harness/report/printable.h"
#include "harness/report/rerun.h"
#include "harness/report/verdict_words.h"
#endif

namespace warpmark {

#ifdef WARPMARK_HAS_PUGIXML

namespace {

/// The element that says what became of the case; none for a pass.
const char* outcome_element(const Verdict& verdict, const JudgeOptions& options) {
  if (verdict.status == Status::error) return "error";
  if (fails(verdict, options)) return "failure";
  if (undecided(verdict)) return options.inconclusive_fails ? "error" : "skipped";
  if (verdict.status == Status::new_row || verdict.status == Status::skipped) return "skipped";
  return nullptr;
}

/// `printable` because XML 1.0 has no way to write most control characters.
void set(pugi::xml_node node, const char* name, std::string_view text) {
  node.append_attribute(name) = printable(text).c_str();
}

std::string text_of(const Verdict& verdict, const std::string& bench) {
  std::string text = printable(verdict.detail) + "\n";
  for (const std::string& cause : verdict.causes) text += "cause: " + printable(cause) + "\n";
  return text + "again: " + printable(rerun_command(bench, verdict.key)) + "\n";
}

void add_case(pugi::xml_node suite, const Verdict& verdict, const JudgeOptions& options, const std::string& bench) {
  pugi::xml_node test = suite.append_child("testcase");
  set(test, "classname", std::string_view(verdict.key).substr(0, verdict.key.find('/')));
  set(test, "name", verdict.key);
  set(test, "time", fmt::format("{:.9f}", verdict.run_us * 1e-6));
  const char* element = outcome_element(verdict, options);
  if (element == nullptr) {
    if (!is_plain_pass(verdict))
      test.append_child("system-out").text() = (verdict_text(verdict) + ": " + text_of(verdict, bench)).c_str();
    return;
  }
  pugi::xml_node outcome = test.append_child(element);
  set(outcome, "message", verdict_text(verdict) + ": " + verdict.detail);
  if (std::string_view(element) != "skipped") set(outcome, "type", to_string(verdict.status));
  outcome.text() = text_of(verdict, bench).c_str();
}

}  // namespace

bool can_write_junit() { return true; }

std::string verdict_junit(const Judgement& judgement, const JudgeOptions& options, const std::string& bench) {
  pugi::xml_document document;
  pugi::xml_node suite = document.append_child("testsuites").append_child("testsuite");
  suite.append_attribute("name") = "warpmark";
  const auto count = [&](std::string_view wanted) {
    return std::count_if(judgement.verdicts.begin(), judgement.verdicts.end(), [&](const Verdict& verdict) {
      const char* element = outcome_element(verdict, options);
      return element != nullptr && element == wanted;
    });
  };
  suite.append_attribute("tests") = judgement.verdicts.size();
  suite.append_attribute("failures") = static_cast<long long>(count("failure"));
  suite.append_attribute("errors") = static_cast<long long>(count("error"));
  suite.append_attribute("skipped") = static_cast<long long>(count("skipped"));
  for (const Verdict& verdict : judgement.verdicts) add_case(suite, verdict, options, bench);
  std::string out;
  for (const std::string& line : judgement.headlines) out += printable(line) + "\n";
  for (const std::string& note : judgement.notes) out += "note: " + printable(note) + "\n";
  if (!out.empty()) suite.append_child("system-out").text() = out.c_str();
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

#else

bool can_write_junit() { return false; }

std::string verdict_junit(const Judgement&, const JudgeOptions&, const std::string&) {
  throw std::logic_error("built without pugixml");
}

#endif

}  // namespace warpmark
