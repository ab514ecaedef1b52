#include "harness/session/side.h"

#include <unistd.h>

#include <array>
#include <filesystem>
#include <iterator>
#include <utility>

#include "harness/run/input_error.h"
#include "harness/run/json_file.h"
#include "harness/run/shell_words.h"
#include "harness/session/digest.h"
#include "harness/session/loaded_files.h"

namespace warpmark {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

/// A library may be gone, or replaced, by now.
std::string digest_or_why(const std::string& file) {
  try {
    return digest_of(file);
  } catch (const InputError& error) {
    return error.what();
  }
}

}  // namespace

Side::Side(BenchProgram bench, std::string component)
    : bench_(std::move(bench)), component_(std::move(component)), digest_(digest_of(bench_.path)) {}

std::string Side::name() const {
  std::string text;
  for (const std::string& variable : bench_.environment) {
    const auto equals = variable.find('=');
    text += variable.substr(0, equals + 1) + shell_word(variable.substr(equals + 1)) + " ";
  }
  text += shell_word(bench_.path);
  for (const std::string& arg : bench_.args) text += " " + shell_word(arg);
  return text;
}

void Side::inspect(pid_t group) {
  for (const std::string& file : loaded_files(group)) loaded_.try_emplace(file);
}

void Side::take(Run part, int round) {
  for (auto& [file, digest] : loaded_)
    if (digest.empty()) digest = digest_or_why(file);
  if (part.facts.gpu.name.empty())
    std::move(part.rows.begin(), part.rows.end(), std::back_inserter(rows_without_facts_));
  else
    merge_into(run_, std::move(part), round);
}

void Side::lacks_counterpart(const std::string& key) {
  Row row;
  row.key = row.name = key;
  row.skipped = "the other build does not have it";
  rows_without_facts_.push_back(std::move(row));
}

void Side::append_to(Run& run) const {
  if (run.facts.gpu.name.empty()) {
    run.facts = run_.facts;
    run.context = run_.context;
  }
  for (const auto* rows : {&run_.rows, &rows_without_facts_}) {
    for (Row row : *rows) {
      row.key += "/" + component_;
      row.name = row.key;
      row.params["side"] = component_.substr(component_.find(':') + 1);
      run.rows.push_back(std::move(row));
    }
  }
}

Json Side::to_json() const {
  std::error_code none;
  const fs::path program = fs::canonical(bench_.path, none);
  Json libraries = Json::array();
  for (const auto& [file, digest] : loaded_)
    if (file != program.string()) libraries.push_back({{"path", file}, {"digest", digest}});
  const RunFacts& facts = run_.facts;
  return {{"name", name()},           {"program", program.string()},
          {"args", bench_.args},      {"environment", bench_.environment},
          {"digest", digest_},        {"libraries", libraries},
          {"revision", facts.commit}, {"compiler", facts.compiler},
          {"cuda", facts.cuda},       {"driver", facts.driver},
          {"host", host_name()},      {"gpu_uuid", facts.gpu.uuid}};
}

}  // namespace warpmark
