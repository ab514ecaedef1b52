#include "harness/codegen/names.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <memory>

#include "harness/run/glob.h"

namespace warpmark::codegen {
namespace {

constexpr std::string_view anonymous = "(anonymous namespace)::";

bool is_open(char c) { return c == '<' || c == '(' || c == '[' || c == '{'; }
bool is_close(char c) { return c == '>' || c == ')' || c == ']' || c == '}'; }

/// Where the parameter list begins that ends at the end of `name`; its size if there is none.
std::size_t parameters_of(std::string_view name) {
  const auto last = name.rfind(')');
  if (last == std::string_view::npos) return name.size();
  int depth = 0;
  for (std::size_t i = last + 1; i-- > 0;) {
    if (name[i] == ')') ++depth;
    if (name[i] == '(' && --depth == 0) return i;
  }
  return name.size();
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Takes the namespaces away from the names within template arguments.
std::string without_inner_namespaces(const std::string& name) {
  std::string result;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '<') ++depth;
    if (c == '>') --depth;
    if (depth > 0 && name.compare(i, 2, "::") == 0) {
      while (!result.empty() && is_word(result.back())) result.pop_back();
      ++i;
      continue;
    }
    result += c;
  }
  return result;
}

void erase_all(std::string& text, std::string_view what) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at)) text.erase(at, what.size());
}

}  // namespace

std::string stable_name(std::string_view mangled) {
  std::string name(mangled);
  constexpr std::size_t digits = 8;
  for (const std::string_view before : {"_GLOBAL__N__", "_INTERNAL_"}) {
    for (auto at = name.find(before); at != std::string::npos; at = name.find(before, at + 1)) {
      const auto first = name.begin() + static_cast<std::ptrdiff_t>(std::min(name.size(), at + before.size()));
      const auto last = first + std::min<std::ptrdiff_t>(digits, name.end() - first);
      const bool is_hash =
          last - first == digits && std::all_of(first, last, [](unsigned char c) { return std::isxdigit(c) != 0; });
      if (is_hash) std::fill(first, last, '0');
    }
  }
  return name;
}

std::string demangled(const std::string& mangled) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? std::string(text.get()) : mangled;
}

std::string bare_name(const std::string& mangled) {
  std::string name = demangled(mangled);
  if (name == mangled) return name;
  name.resize(parameters_of(name));
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (is_open(name[i])) ++depth;
    if (is_close(name[i])) --depth;
    if (name[i] == ' ' && depth == 0) start = i + 1;
  }
  return name.substr(start);
}

bool matches(std::string_view glob, const std::string& mangled) {
  if (glob_match(glob, mangled)) return true;
  const std::string name = bare_name(mangled);
  if (glob_match(glob, name)) return true;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (is_open(name[i])) ++depth;
    if (is_close(name[i])) --depth;
    const bool is_boundary = depth == 0 && name.compare(i, 2, "::") == 0;
    if (is_boundary && glob_match(glob, std::string_view(name).substr(i + 2))) return true;
  }
  return false;
}

std::string short_name(const std::string& mangled, std::size_t limit) {
  std::string name = without_inner_namespaces(bare_name(mangled));
  erase_all(name, anonymous);
  for (auto at = name.find("> >"); at != std::string::npos; at = name.find("> >")) name.erase(at + 1, 1);
  constexpr std::string_view gap = "...";
  if (name.size() <= limit || limit <= gap.size()) return name;
  const std::size_t kept = limit - gap.size();
  return name.substr(0, kept - kept / 2).append(gap).append(name.substr(name.size() - kept / 2));
}

}  // namespace warpmark::codegen
