#include "harness/session/bench_program.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <string_view>
#include <unordered_set>

#include "fmt/format.h"
#include "harness/run/fnv1a.h"
#include "harness/run/input_error.h"
#include "harness/run/json_file.h"
#include "harness/run/protocol.h"
#include "harness/session/cannot_run_here.h"
#include "harness/session/child_process.h"
#include "harness/session/interrupt.h"

namespace warpmark {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr auto answer_timeout = std::chrono::seconds(60);  // a cold driver takes seconds; nothing takes a minute
constexpr std::size_t answer_limit = 64 * 1024 * 1024;     // a million names
constexpr std::size_t tail_lines = 8;

struct Answer {
  ExitStatus status;
  std::string out;
  std::string err;
};

Answer ask(const BenchProgram& bench, const char* question) {
  std::vector<std::string> argv = {bench.path};
  argv.insert(argv.end(), bench.args.begin(), bench.args.end());
  argv.emplace_back(question);
  ChildProcess child(argv, answer_limit, {}, bench.environment);
  const auto deadline = steady_clock::now() + answer_timeout;
  std::optional<ExitStatus> status;
  while (!(status = child.wait_for(milliseconds(200)))) {
    interrupt::check();
    if (steady_clock::now() > deadline) {
      throw InputError(bench.path, fmt::format("no answer to {} in {} s", question, answer_timeout.count()),
                       "is it a warpmark benchmark program?");
    }
  }
  interrupt::check();
  if (!child.out_is_complete()) {
    throw InputError(bench.path, fmt::format("too long an answer to {}", question),
                     "is it a warpmark benchmark program?");
  }
  if (status->exited_with(2))
    throw InputError(
        bench.path, "measures nothing: it exited with 2" + tail_for_message(child.err()),
        child.err().find("remedy:") == std::string::npos ? "name a benchmark program built with warpmark" : "");
  return {*status, child.out(), child.err()};
}

[[noreturn]] void throw_unusable(const BenchProgram& bench, const char* question, const Answer& answer,
                                 const std::string& why) {
  const std::string& said = answer.err.empty() ? answer.out : answer.err;
  throw InputError(bench.path,
                   fmt::format("{} to {} ({}){}", why, question, to_string(answer.status), tail_for_message(said)),
                   "name a benchmark program built with warpmark");
}

std::string without_control_characters(std::string_view text) {
  std::string clean;
  std::copy_if(text.begin(), text.end(), std::back_inserter(clean),
               [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f; });
  // Bytes that are not UTF-8 could not be stored in JSON.
  using nlohmann::json;
  return json::parse(json(clean).dump(-1, ' ', false, json::error_handler_t::replace)).get<std::string>();
}

/// The keys in its answer, each once.
std::vector<std::string> keys_in(const BenchProgram& bench, const Answer& answer) {
  std::vector<std::string> keys;
  std::unordered_set<std::string> seen;
  std::istringstream lines(answer.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    if (line != without_control_characters(line))
      throw_unusable(bench, protocol::list_flag, answer, "rubbish for an answer");
    std::string key = key_of(line);
    if (seen.insert(key).second) keys.push_back(std::move(key));
  }
  return keys;
}

}  // namespace

BenchProgram bench_program(const std::vector<std::string>& words) {
  if (words.empty()) {
    throw InputError("BENCH", "no benchmark program given", "put it after --, as in: -- build/bin/warpmark_bench");
  }
  BenchProgram bench{find_program(words.front()), {words.begin() + 1, words.end()}, {}};
  for (const std::string& arg : bench.args) {
    for (const char* ours :
         {"--benchmark_list_tests", protocol::info_flag, "--gpu_rows", "--benchmark_out", "--gpu_progress"}) {
      if (arg.substr(0, arg.find('=')) == ours) {
        throw InputError(arg, "warpmark sets this flag itself", "leave it out; choose rows with --benchmark_filter");
      }
    }
  }
  return bench;
}

GpuInfo ask_gpu(const BenchProgram& bench) {
  const Answer answer = ask(bench, protocol::info_flag);
  const auto json = nlohmann::json::parse(answer.out, nullptr, false);
  if (answer.status.exited_with(77)) {
    const bool told = json.is_object() && json.contains("error") && json["error"].is_string();
    const std::string reason = told ? json["error"].get<std::string>() : last_line(answer.err);
    throw CannotRunHere(reason.empty() ? "no usable GPU" : reason);
  }
  if (!answer.status.exited_with(0) || !json.is_object() || !json.contains("warpmark")) {
    throw_unusable(bench, protocol::info_flag, answer, "no usable answer");
  }
  const nlohmann::json as_file = {{"context", {{"warpmark", json["warpmark"]}}},
                                  {"benchmarks", nlohmann::json::array()}};
  return {parse_run(as_file.dump(), bench.path + " " + protocol::info_flag).facts,
          json.value("state", nlohmann::json::object())};
}

std::vector<std::string> list_keys(const BenchProgram& bench) {
  const Answer answer = ask(bench, protocol::list_flag);
  if (!answer.status.exited_with(0)) throw_unusable(bench, protocol::list_flag, answer, "no usable answer");
  std::vector<std::string> keys = keys_in(bench, answer);
  if (keys.empty()) {
    throw InputError(bench.path, "no benchmark matches its arguments" + tail_for_message(answer.err),
                     "check --benchmark_filter; a pattern that ends in $ must allow for /manual_time");
  }
  return keys;
}

std::vector<std::string> list_canaries(const BenchProgram& bench) {
  BenchProgram all = bench;
  std::erase_if(all.args, [](const std::string& arg) { return arg.starts_with(protocol::filter_flag); });
  all.args.emplace_back(std::string(protocol::filter_flag) + "^canary/");
  try {
    return list_keys(all);
  } catch (const InputError&) {  // no name matches
    return {};
  }
}

std::string hash_of(const BenchProgram& bench) {
  std::ifstream file(bench.path, std::ios::binary);
  Fnv1a hash;
  for (std::istreambuf_iterator<char> it(file), end; it != end; ++it) hash.add(static_cast<unsigned char>(*it));
  return hash.digits();
}

std::string last_line(const std::string& output) {
  std::string last;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    line = without_control_characters(line);
    if (line.find_first_not_of(' ') != std::string::npos) last = line;
  }
  return last;
}

std::string tail_for_message(const std::string& output) {
  std::vector<std::string> lines;
  std::istringstream stream(output);
  for (std::string line; std::getline(stream, line);) {
    line = without_control_characters(line).substr(0, 300);
    if (!line.empty()) lines.push_back(line);
  }
  const std::size_t first = lines.size() > tail_lines ? lines.size() - tail_lines : 0;
  std::string text;
  for (std::size_t i = first; i < lines.size(); ++i) text += "\n  | " + lines[i];
  return text;
}

}  // namespace warpmark
