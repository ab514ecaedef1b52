// A benchmark program without a GPU: speaks protocol.h, takes its times from a formula, and fails as it is told.
//
//   --fake_keys=a,b,c         what it holds (default: 6 keys)
//   --fake_gpu=NAME           the card it claims; `none`: no usable GPU
//   --fake_uuid=UUID          which of them
//   --fake_mig=PROFILE        a slice of it
//   --fake_state=JSON         what --gpu_info says of the card's state
//   --fake_crash=KEY  --fake_kill=KEY  --fake_hang=KEY  --fake_exit=KEY:CODE   end in that row
//   --fake_error=KEY:TEXT     an error row      --fake_omit=KEY    not reported at all
//   --fake_slow=KEY:FACTOR    slower by that factor; several, separated by commas
//   --fake_held_back=KEY:N    the card held its clocks back in that row, in the N-th start (needs --fake_starts)
//   --fake_hash=KEY:N         its gpu_output_hash, 1 in the others
//   --fake_noise=SHARE        every time is off by up to that share, another one in each start (needs --fake_starts)
//   --fake_label_of=NAME      the rows' label is that variable of the environment
//   --fake_start=CODE|hang|rubbish|segv|no_gpu   fail before the first row
//   --fake_starts=FILE        one byte is appended a start that measures; with --fake_faulty_starts=N only the first N
//                             such starts are faulty, with --fake_fine_starts=N all but those
//   --fake_moves=R,W          how many MB every row reads and writes; its axes are then params too
//   --fake_counter=KEY:N      what --gpu_counters counts in that row, 100 in the others
//   --fake_order=FILE         the keys are appended as measured, an empty line after each start
//   --fake_who=FILE           the variable WHO is appended as it begins to measure
//   --fake_row_ms=N  --fake_start_ms=N   be slow
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "harness/run/json_file.h"

namespace {

using warpmark::Row;

volatile std::sig_atomic_t stop = 0;

class FakeBench {
 public:
  FakeBench(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
      const std::string arg = argv[i];
      const auto equals = arg.find('=');
      flags_[arg.substr(0, equals)] = equals == std::string::npos ? "" : arg.substr(equals + 1);
    }
  }

  int main() {
    if (has("--fake_usage")) {
      std::cerr << "unknown flag --fake_usage\n";
      return 2;
    }
    if (has("--benchmark_list_tests")) return list();
    if (has("--gpu_info")) return info();
    return measure();
  }

 private:
  bool has(const std::string& flag) const { return flags_.contains(flag); }
  std::string flag(const std::string& name, const std::string& otherwise = "") const {
    return has(name) ? flags_.at(name) : otherwise;
  }
  /// The VALUE of --flag=KEY:VALUE, or "set" for --flag=KEY, when KEY is `key` and faults are on; of several such,
  /// separated by commas, the one of `key`.
  std::string fault(const std::string& name, const std::string& key) const {
    std::istringstream list(faulty_ ? flag(name) : "");
    for (std::string value; std::getline(list, value, ',');) {
      if (value.rfind(key, 0) != 0) continue;
      if (value.size() == key.size()) return "set";
      if (value[key.size()] == ':') return value.substr(key.size() + 1);
    }
    return "";
  }

  std::vector<std::string> keys() const {
    std::vector<std::string> keys;
    std::istringstream list(flag("--fake_keys", "copy/a,copy/b,copy/c,stream/d,stream/e,stream/f"));
    for (std::string key; std::getline(list, key, ',');) keys.push_back(key);
    return keys;
  }

  int list() const {
    const std::regex filter(flag("--benchmark_filter"));
    int matched = 0;
    for (const std::string& key : keys()) {
      if (!std::regex_search(key, filter)) continue;
      std::cout << key << "/manual_time\n";
      ++matched;
    }
    if (matched == 0) std::cerr << "no benchmark matches " << flag("--benchmark_filter") << '\n';
    return matched == 0 ? 2 : 0;
  }

  warpmark::RunFacts facts() const {
    warpmark::RunFacts facts;
    if (has("--fake_host")) {
      facts.timer = "host";
      return facts;
    }
    facts.gpu.name = flag("--fake_gpu", "NVIDIA Test");
    facts.gpu.uuid = flag("--fake_uuid", "GPU-fake");
    facts.gpu.arch = "sm_90";
    facts.gpu.sm_count = 132;
    facts.gpu.memory_gib = 140;
    facts.gpu.l2_mib = 60;
    facts.gpu.sm_mhz = 1980;
    facts.gpu.memory_mhz = 3201;
    facts.gpu.power_limit_w = 700;
    facts.gpu.ecc = true;
    facts.gpu.mig = flag("--fake_mig", "none");
    facts.driver = "580.159.04";
    facts.cuda = "13.0";
    facts.compiler = "nvcc 13.0.88";
    facts.timer = "cupti";
    facts.clock_step_ns = 32;
    facts.commit = "abc1234";
    facts.filter = flag("--benchmark_filter");
    return facts;
  }

  int info() const {
    if (flag("--fake_gpu") == "none") {
      std::cout << R"({"error": "no CUDA driver on this machine"})" << '\n';
      return 77;
    }
    nlohmann::ordered_json answer = {{"warpmark", warpmark::to_json(facts())}};
    answer["state"] = nlohmann::ordered_json::parse(flag("--fake_state", "{}"));
    std::cout << answer.dump() << '\n';
    return 0;
  }

  int fail_start() const {
    const std::string how = faulty_ ? flag("--fake_start") : "";
    std::this_thread::sleep_for(std::chrono::milliseconds(std::stoi(flag("--fake_start_ms", "0"))));
    if (how.empty()) return -1;
    if (how == "hang") std::this_thread::sleep_for(std::chrono::minutes(10));
    if (how == "segv") std::raise(SIGSEGV);
    if (how == "no_gpu") {
      std::cerr << "the card fell off the bus\n";
      return 77;
    }
    if (how == "rubbish") {
      std::cout << "\x01\xff rubbish \x1b[31m\n";
      return 0;
    }
    std::cerr << "cannot start today\n";
    return std::stoi(how);
  }

  void count_start() {
    const std::string file = flag("--fake_starts");
    if (file.empty()) return;
    std::ofstream(file, std::ios::app) << '.';
    starts_ = std::filesystem::file_size(file);
    if (has("--fake_faulty_starts")) faulty_ = starts_ <= std::stoul(flag("--fake_faulty_starts"));
    if (has("--fake_fine_starts")) faulty_ = starts_ > std::stoul(flag("--fake_fine_starts"));
  }

  void end_here_if_told(const std::string& key) const {
    if (!fault("--fake_crash", key).empty()) {
      std::cerr << "about to touch " << key << "\n";
      std::raise(SIGSEGV);
    }
    if (!fault("--fake_kill", key).empty()) std::raise(SIGKILL);
    if (!fault("--fake_hang", key).empty()) std::this_thread::sleep_for(std::chrono::minutes(10));
    if (const std::string code = fault("--fake_exit", key); !code.empty()) {
      std::cerr << "giving up on " << key << "\n";
      std::_Exit(std::stoi(code));
    }
  }

  static std::map<std::string, nlohmann::json> axes_of(const std::string& key) {
    std::map<std::string, nlohmann::json> axes;
    std::istringstream parts(key);
    for (std::string part; std::getline(parts, part, '/');) {
      if (const auto colon = part.find(':'); colon != std::string::npos)
        axes[part.substr(0, colon)] = part.substr(colon + 1);
    }
    return axes;
  }

  Row row(const std::string& key) const {
    Row row;
    row.key = key;
    row.name = key + "/manual_time";
    row.time_us = 100.0 + static_cast<double>(key.back());
    if (const std::string factor = fault("--fake_slow", key); !factor.empty()) row.time_us *= std::stod(factor);
    if (const std::string start = fault("--fake_held_back", key); !start.empty() && starts_ == std::stoul(start))
      row.counters["gpu_throttle"] = 8;
    if (const std::string moves = flag("--fake_moves"); !moves.empty()) {
      row.counters["gpu_bytes_read"] = std::stod(moves) * 1e6;
      row.counters["gpu_bytes_written"] = std::stod(moves.substr(moves.find(',') + 1)) * 1e6;
      row.params = axes_of(key);
    }
    // Start by start along a sequence that repeats after 7: nothing is left to chance.
    if (const std::string noise = flag("--fake_noise"); !noise.empty())
      row.time_us *= 1 + std::stod(noise) * (static_cast<double>(starts_ * 3 % 7) - 3) / 3;
    if (const std::string hash = fault("--fake_hash", key); has("--fake_hash"))
      row.counters["gpu_output_hash"] = hash.empty() ? 1 : std::stod(hash);
    if (const char* label = std::getenv(flag("--fake_label_of", "none").c_str()); label != nullptr) row.label = label;
    if (has("--gpu_counters")) {
      const std::string count = fault("--fake_counter", key);
      row.counters["gpu_inst_global_ld"] = count.empty() ? 100 : std::stod(count);
    }
    if (const std::string text = fault("--fake_error", key); !text.empty()) {
      row.error = text;
      row.time_us = 0;
    }
    return row;
  }

  /// OUT.part is a complete file at any moment.
  static void write(const nlohmann::ordered_json& results, const std::string& out) {
    std::ofstream(out + ".new") << results;
    std::filesystem::rename(out + ".new", out + ".part");
  }

  int measure() {
    count_start();
    if (const int code = fail_start(); code >= 0) return code;
    if (const char* who = std::getenv("WHO"); who != nullptr) std::ofstream(flag("--fake_who"), std::ios::app) << who;
    const std::string out = flag("--benchmark_out");
    std::ifstream rows(flag("--gpu_rows"));
    std::ofstream progress(flag("--gpu_progress"), std::ios::app);
    std::ofstream order(flag("--fake_order", "/dev/null"), std::ios::app);
    nlohmann::ordered_json results = {
        {"context", {{"date", "2026-12-01T00:00:00"}, {"warpmark", warpmark::to_json(facts())}}},
        {"benchmarks", nlohmann::ordered_json::array()}};
    int code = 0;
    write(results, out);
    for (std::string key; std::getline(rows, key) && stop == 0;) {
      progress << key << std::endl;
      order << key << std::endl;
      end_here_if_told(key);
      std::this_thread::sleep_for(std::chrono::milliseconds(std::stoi(flag("--fake_row_ms", "0"))));
      if (!fault("--fake_omit", key).empty()) continue;
      const Row measured = row(key);
      if (measured.error) code = 1;
      results["benchmarks"].push_back(warpmark::to_json(measured));
      write(results, out);
    }
    order << std::endl;
    std::filesystem::rename(out + ".part", out);
    return stop != 0 ? 130 : code;
  }

  std::map<std::string, std::string> flags_;
  bool faulty_ = true;
  std::uintmax_t starts_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGINT, [](int) { stop = 1; });
  return FakeBench(argc, argv).main();
}
