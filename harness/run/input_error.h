// The one exception for bad input: what is wrong, where, and how to mend it. Commands turn it into exit code 2.
#pragma once

#include <stdexcept>
#include <string>

namespace warpmark {

class InputError : public std::runtime_error {
 public:
  /// `where` is "file.json:12:7", "file.yaml:3: key" or a flag; `what` says what is wrong there; `remedy` what to do.
  InputError(const std::string& where, const std::string& what, const std::string& remedy)
      : std::runtime_error(where + ": " + what + (remedy.empty() ? "" : remedy_mark + remedy)) {}

  /// Where and what, without the remedy.
  std::string problem() const {
    const std::string text = std::runtime_error::what();
    return text.substr(0, text.find(remedy_mark));
  }
  /// Empty where there is none.
  std::string remedy() const {
    const std::string text = std::runtime_error::what();
    const auto at = text.find(remedy_mark);
    return at == std::string::npos ? "" : text.substr(at + std::string(remedy_mark).size());
  }

 private:
  static constexpr const char* remedy_mark = "\n  remedy: ";
};

}  // namespace warpmark
