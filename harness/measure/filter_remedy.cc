#include "harness/measure/filter_remedy.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "harness/run/near_miss.h"
#include "harness/run/shell_words.h"

namespace warpmark {

namespace {

constexpr std::size_t shortest_word = 3;  // a slip in less could be any word

bool is_of_a_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':';
}

/// The plain words of an expression, each with where it begins.
std::vector<std::pair<std::size_t, std::string>> words_of(const std::string& expression) {
  std::vector<std::pair<std::size_t, std::string>> words;
  for (std::size_t i = 0; i < expression.size();) {
    std::size_t end = i;
    while (end < expression.size() && is_of_a_word(expression[end])) ++end;
    if (end - i >= shortest_word) words.emplace_back(i, expression.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return words;
}

/// What stands between the slashes of the names, and of an axis also what stands before and behind its colon.
std::vector<std::string> words_of(const std::vector<std::string>& names) {
  std::set<std::string> words;
  for (const std::string& name : names) {
    for (std::size_t i = 0; i <= name.size();) {
      const std::size_t end = std::min(name.find('/', i), name.size());
      const std::string part = name.substr(i, end - i);
      words.insert(part);
      if (const auto colon = part.find(':'); colon != std::string::npos) {
        words.insert(part.substr(0, colon));
        words.insert(part.substr(colon + 1));
      }
      i = end + 1;
    }
  }
  return {words.begin(), words.end()};
}

std::optional<std::string> with_words_of(const std::string& filter, const std::vector<std::string>& names) {
  const std::vector<std::string> known = words_of(names);
  std::string meant = filter;
  auto words = words_of(filter);
  std::reverse(words.begin(), words.end());  // so that the places of the others stay
  for (const auto& [at, word] : words) {
    const auto has_word = [&word = word](const std::string& name) { return name.find(word) != std::string::npos; };
    if (std::any_of(names.begin(), names.end(), has_word)) continue;
    const auto near = near_miss(word, known);
    if (!near) return std::nullopt;
    meant.replace(at, word.size(), *near);
  }
  if (meant == filter) return std::nullopt;
  return meant;
}

std::string option(const std::string& filter) { return shell_word("--benchmark_filter=" + filter); }

}  // namespace

std::string filter_remedy(const std::string& filter, const std::vector<std::string>& names,
                          const std::function<bool(const std::string&)>& finds) {
  if (filter.starts_with('-') && finds(filter.substr(1)))
    return "the - in front leaves out what the rest finds, and that is all there is: leave it away";
  if (const auto dollar = filter.find_last_of('$'); dollar != std::string::npos) {
    std::string with_ending = filter;
    with_ending.replace(dollar, 1, "/manual_time$");
    if (finds(with_ending)) return "names end in /manual_time: " + option(with_ending);
  }
  if (const auto meant = with_words_of(filter, names); meant && finds(*meant))
    return "did you mean " + option(*meant) + "?";
  constexpr std::string_view sweep = "_sweep/";
  const auto of_sweep = std::find_if(names.begin(), names.end(),
                                     [&](const std::string& name) { return name.find(sweep) != std::string::npos; });
  const char* const list = "--benchmark_list_tests prints the names";
  if (of_sweep == names.end()) return list;
  return fmt::format("{}; those of a sweep only with a filter that names it, such as {}", list,
                     of_sweep->substr(0, of_sweep->find(sweep) + sweep.size()));
}

}  // namespace warpmark
