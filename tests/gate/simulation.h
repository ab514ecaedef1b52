// A suite of benchmarks whose noise is known, because it is drawn: of cards (a session each), of processes, of samples.
// What is drawn is judged by the gate's own functions.
#pragma once

#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/gate/screen.h"
#include "harness/gate/significance.h"
#include "harness/gate/summary.h"
#include "harness/gate/suspects.h"
#include "tests/gate/builders.h"

namespace warpmark::simulation {

enum class Kind { quiet, normal, noisy, bimodal, heavy_tailed, drifting };

struct Benchmark {
  std::string key;
  Kind kind = Kind::quiet;
  double time_us = 0;
};

/// Relative standard deviations of a kind. Those of quiet and normal kernels are what H200s show at 100 us and 10 us.
struct Spread {
  double session;
  double process;
  double sample;  // of one; a process's time is the centre of `samples` of them
};
inline constexpr double samples = 100;

inline Spread spread_of(Kind kind) {
  switch (kind) {
    case Kind::quiet:
      return {0.0004, 0.0005, 0.002};
    case Kind::normal:
      return {0.001, 0.0014, 0.005};
    case Kind::noisy:
      return {0.004, 0.008, 0.02};
    case Kind::bimodal:
    case Kind::drifting:
      return {0.0004, 0.0005, 0.002};
    case Kind::heavy_tailed:
      return {0.001, 0.0014, 0.005};
  }
  return {};
}

/// Of 300: mostly quiet and normal kernels, of 2 us to 2 ms.
inline std::vector<Benchmark> suite(int size = 300) {
  std::vector<Benchmark> benchmarks;
  for (int i = 0; i < size; ++i) {
    const int part = i % 30;
    const Kind kind = part < 13   ? Kind::quiet
                      : part < 23 ? Kind::normal
                      : part < 26 ? Kind::noisy
                      : part < 27 ? Kind::bimodal
                      : part < 29 ? Kind::heavy_tailed
                                  : Kind::drifting;
    benchmarks.push_back({numbered(i), kind, 2 * std::pow(1000.0, (i * 7 % size) / static_cast<double>(size))});
  }
  return benchmarks;
}

using Slowdowns = std::map<std::string, double>;  // key -> factor of the time

class Lab {
 public:
  explicit Lab(unsigned seed) : random_(seed) {}

  /// One card: how much faster or slower than the model's average each benchmark is on it.
  std::map<std::string, double> card(const std::vector<Benchmark>& benchmarks) {
    constexpr double common = 0.0003;
    const double shift = normal(common);
    std::map<std::string, double> factors;
    for (const Benchmark& one : benchmarks) factors[one.key] = std::exp(shift + normal(spread_of(one.kind).session));
    return factors;
  }

  /// The times of `processes` on a card.
  std::vector<double> measure(const Benchmark& benchmark, double factor, int processes) {
    const Spread spread = spread_of(benchmark.kind);
    const double drift = benchmark.kind == Kind::drifting ? normal(0.002) : 0;  // from one process to the next
    std::vector<double> times;
    for (int process = 0; process < processes; ++process) {
      double log = normal(spread.process) + normal(spread.sample / std::sqrt(samples)) + drift * process;
      if (benchmark.kind == Kind::bimodal && uniform_(random_) < 0.2) log += 0.1;
      if (benchmark.kind == Kind::heavy_tailed) log += 0.001 * heavy_(random_);
      times.push_back(benchmark.time_us * factor * std::exp(log));
    }
    return times;
  }

  Baseline baseline(const std::vector<Benchmark>& benchmarks, int cards, int processes) {
    std::vector<Times> sessions;
    for (int i = 0; i < cards; ++i) {
      const auto factors = card(benchmarks);
      Times& times = sessions.emplace_back();
      for (const Benchmark& one : benchmarks) times[one.key] = measure(one, factors.at(one.key), processes);
    }
    return baseline_of(sessions);
  }

  std::mt19937& random() { return random_; }

 private:
  double normal(double sd) { return sd * normal_(random_); }

  std::mt19937 random_;
  std::normal_distribution<double> normal_;
  std::student_t_distribution<double> heavy_{3};
  std::uniform_real_distribution<double> uniform_;
};

/// The gate over a suite on one card, a night: screen, suspects, confirmation.
class Gate {
 public:
  Gate(const std::vector<Benchmark>& benchmarks, const Baseline& baseline, Policy policy = {})
      : policy_(std::move(policy)), model_(baseline, {}) {
    for (const Benchmark& one : benchmarks) {
      SessionTimes sessions;
      for (const auto& [id, times] : baseline.rows.at(one.key).time_us) sessions.push_back(times);
      rows_.push_back({one, sessions, model_.of(one.key, sessions, clock_step_us)});
    }
  }

  Judgement night(Lab& lab, const Slowdowns& slowdowns = {}, int processes = 5) {
    std::vector<Benchmark> benchmarks;
    for (const Known& row : rows_) benchmarks.push_back(row.benchmark);
    const auto factors = lab.card(benchmarks);
    const auto time_of = [&](const std::vector<std::string>& keys, int count) {
      const std::set<std::string> wanted(keys.begin(), keys.end());
      Judgement judgement;
      for (const Known& row : rows_) {
        if (!keys.empty() && !wanted.contains(row.benchmark.key)) continue;
        const auto slowdown = slowdowns.find(row.benchmark.key);
        const double factor = factors.at(row.benchmark.key) * (slowdown == slowdowns.end() ? 1 : slowdown->second);
        Verdict& verdict = judgement.verdicts.emplace_back();
        verdict.key = row.benchmark.key;
        screen_time(verdict, {row.sessions, lab.measure(row.benchmark, factor, count)}, row.noise, policy_);
      }
      conclude(judgement, policy_);
      return judgement;
    };
    Judgement screen = time_of({}, processes);
    const auto keys = suspects(screen);
    suspected += static_cast<int>(keys.size());
    if (keys.empty()) return screen;
    const int confirming = confirming_processes(screen);
    return confirm(std::move(screen), time_of(keys, confirming));
  }

  int suspected = 0;

 private:
  static constexpr double clock_step_us = 0.032 / 100;  // the centre of a hundred samples resolves below the step

  struct Known {
    Benchmark benchmark;
    SessionTimes sessions;
    Noise noise;
  };

  Policy policy_;
  NoiseModel model_;
  std::vector<Known> rows_;
};

}  // namespace warpmark::simulation
