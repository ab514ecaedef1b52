#include "harness/compare/inputs.h"

#include <fmt/format.h>

#include <filesystem>
#include <future>
#include <string_view>

#include "harness/compare/before_after_table.h"
#include "harness/compare/context.h"
#include "harness/compare/match_runs.h"
#include "harness/compare/sides.h"
#include "harness/run/input_error.h"
#include "harness/run/json_file.h"
#include "harness/run/text_file.h"

namespace warpmark::compare {
namespace {

namespace fs = std::filesystem;

/// An empty file is one that should have become a run, if its name says so.
bool is_run(const std::string& file, std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? fs::path(file).extension() == ".json"
                                         : text[first] == '{' || text[first] == '[';
}

Matched match_file(const Inputs& inputs) {
  const std::string& file = inputs.files.front();
  std::string text = read_text(file);
  if (!is_run(file, text)) {
    if (!inputs.pair.empty())
      throw InputError("--pair", fmt::format("{} is a table, which has both sides in a row", file), "leave it out");
    return match_table(parse_delimited(text, file), inputs.key_columns);
  }
  const Run run = parse_run(std::move(text), file);
  if (inputs.pair.empty() && holds_sides(run)) return match_sides(run, file);
  if (inputs.pair.empty())
    throw InputError(file, "is one run, and nothing to compare it with",
                     "name a second one, or what its rows differ in: --pair arm:broken,arm:fixed");
  return match_within(run, file, components_of(inputs.pair));
}

void refuse_identical(const Inputs& inputs, const std::string& before_text, const std::string& after_text) {
  const std::string& before = inputs.files.front();
  const std::string& after = inputs.files.back();
  std::error_code none;
  if (!inputs.allow_identical && (fs::equivalent(before, after, none) || before_text == after_text))
    throw InputError(after, fmt::format("is the same as {}", before),
                     "name two measurements, or compare it all the same: --allow-identical");
}

Matched match_files(const Inputs& inputs) {
  const std::string& before = inputs.files.front();
  const std::string& after = inputs.files.back();
  if (!inputs.pair.empty()) throw InputError("--pair", "is of one run, and these are two files", "name one of them");
  // Side by side: two large files take as long as one.
  std::future<std::string> reading = std::async(std::launch::async, read_text, fs::path(after));
  std::string before_text = read_text(before);
  std::string after_text = reading.get();
  for (const auto& [file, text] : {std::pair(before, &before_text), std::pair(after, &after_text)})
    if (!is_run(file, *text))
      throw InputError(file, "is no run, and a table holds both sides by itself", "name the table alone");
  refuse_identical(inputs, before_text, after_text);
  std::future<Run> parsing = std::async(std::launch::async, [&] { return parse_run(std::move(after_text), after); });
  Run before_run = parse_run(std::move(before_text), before);
  Run after_run = parsing.get();
  std::vector<std::string> notes = require_comparable(before_run, before, after_run, after, inputs.across_cards);
  Matched matched = match_runs(before_run, before, after_run, after);
  matched.notes.insert(matched.notes.begin(), notes.begin(), notes.end());
  // To free a million strings takes its time, too.
  const std::future<void> clearing = std::async(std::launch::async, [&after_run] { after_run = {}; });
  before_run = {};
  return matched;
}

}  // namespace

Matched read_matched(const Inputs& inputs) {
  return inputs.files.size() == 1 ? match_file(inputs) : match_files(inputs);
}

}  // namespace warpmark::compare
