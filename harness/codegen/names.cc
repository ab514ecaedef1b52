#include "harness/codegen/names.h"

#include <cxxabi.h>

#include <algorithm>
#include <cctype>
#include <charconv>
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

/// The plain names that `mangled` begins with, "warpmark::copy::quad<...>", for what the demangler gives up on: names
/// of more than about a thousand characters. Empty where it is no mangled name.
std::string leading_names(std::string_view mangled) {
  if (!mangled.starts_with("_Z")) return "";
  mangled.remove_prefix(mangled.starts_with("_ZN") ? 3 : 2);
  std::string names;
  std::size_t size = 0;
  while (true) {
    const auto [end, error] = std::from_chars(mangled.data(), mangled.data() + mangled.size(), size);
    mangled.remove_prefix(static_cast<std::size_t>(end - mangled.data()));
    if (error != std::errc{} || size == 0 || size > mangled.size()) break;
    const std::string_view name = mangled.substr(0, size);
    names += names.empty() ? "" : "::";
    names += name.starts_with("_GLOBAL__N_") ? anonymous.substr(0, anonymous.size() - 2) : name;
    mangled.remove_prefix(size);
  }
  return names.empty() || !mangled.starts_with('I') ? names : names + "<...>";
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

/// "> >" and ">>" are the same; demanglers differ in which they write.
std::string with_closed_brackets(std::string text) {
  for (auto at = text.find("> >"); at != std::string::npos; at = text.find("> >", at)) text.erase(at + 1, 1);
  return text;
}

void erase_all(std::string& text, std::string_view what) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at)) text.erase(at, what.size());
}

/// Whether `name` matches, leading namespaces left out or not.
bool matches_end(const std::string& glob, const std::string& name) {
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
  if (name == mangled) {
    const std::string names = leading_names(mangled);
    return names.empty() ? mangled : names;
  }
  name.resize(parameters_of(name));
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (is_open(name[i])) ++depth;
    if (is_close(name[i])) --depth;
    if (name[i] == ' ' && depth == 0) start = i + 1;
  }
  return with_closed_brackets(name.substr(start));
}

bool matches(std::string_view pattern, const std::string& mangled) {
  if (glob_match(pattern, mangled)) return true;
  const std::string glob = with_closed_brackets(std::string(pattern));
  const std::string name = bare_name(mangled);
  std::string shown = name;  // as short_name writes it
  erase_all(shown, anonymous);
  return matches_end(glob, name) || matches_end(glob, shown);
}

bool is_of_harness(const std::string& mangled) {
  constexpr std::string_view own_namespace = "warpmark::";
  const std::string bare = bare_name(mangled);
  std::string_view name = bare;
  if (!name.starts_with(own_namespace)) return false;
  name.remove_prefix(own_namespace.size());
  if (name.starts_with(anonymous)) name.remove_prefix(anonymous.size());
  return name.substr(0, name.find('<')).find("::") == std::string_view::npos;
}

std::string short_name(const std::string& mangled, std::size_t limit) {
  std::string name = without_inner_namespaces(bare_name(mangled));
  erase_all(name, anonymous);
  constexpr std::string_view gap = "...";
  if (name.size() <= limit || limit <= gap.size()) return name;
  const std::size_t kept = limit - gap.size();
  return name.substr(0, kept - kept / 2).append(gap).append(name.substr(name.size() - kept / 2));
}

}  // namespace warpmark::codegen
