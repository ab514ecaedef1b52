// The order of operations of a batch of samples. Templated on what it drives, so that the order itself is tested with a
// fake that logs the calls and fails at any of them.
#pragma once

#include <warpmark/l2_state.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "harness/measure/timer.h"

namespace warpmark {

/// Does `work`, and `end` whatever comes of it. The first failure is the one that tells.
template <class Work, class End>
void ended(const Work& work, const End& end) {
  try {
    work();
  } catch (...) {
    try {
      end();
    } catch (...) {
    }
    throw;
  }
  end();
}

/// Driver has: void reset_persisting(), void flush_l2(), void begin(), void launch(), void end(), void observe(),
/// void wait().
///
/// A begin() is always followed by its end(), also when the launch throws, so that no later launch is counted as this
/// sample's. A cold sample's launch is queued while its flush still runs: the flush is outside the timed region and
/// hides the launch's latency.
template <class Driver>
void queue_sample(Driver& driver, L2State state) {
  if (state == L2State::cold) driver.flush_l2();
  driver.begin();
  ended([&] { driver.launch(); }, [&] { driver.end(); });
}

/// A run of samples, for the timer to collect.
///
/// Warm samples run back to back, and are waited for together. Cold ones are waited for one by one: samples queued in a
/// row keep the memory's state in step with their own rhythm (cold reads of 2 GiB on an H200 all take 456.9 us or all
/// 458.7, as the first of them does), and starting each anew draws that state anew. observe() (clocks, power) is called
/// while the GPU is busy, at no cost to it.
template <class Driver>
void queue_run(Driver& driver, L2State state, int count) {
  for (int i = 0; i < count; ++i) {
    queue_sample(driver, state);
    if (state == L2State::warm && i + 1 < count) continue;
    driver.observe();
    driver.wait();
  }
}

/// The samples of a batch, without what precedes the batch.
template <class Driver>
void queue_samples(Driver& driver, L2State state, int count) {
  if (state == L2State::cold) driver.reset_persisting();
  queue_run(driver, state, count);
}

/// Samples of the two workloads of a pair, as many of each, taken one right after the other.
struct Turn {
  std::vector<Sample> first;
  std::vector<Sample> second;
};

/// How many samples a turn takes of each workload, when a batch takes `count`. Warm ones run back to back, and whoever
/// takes over starts with the other's code in the instruction caches: a few at a time, but enough turns for an interval
/// (statistics.h). A cold sample begins anew anyway.
inline int samples_a_turn(L2State state, int count) {
  constexpr int most = 8;
  constexpr int turns = 5;
  return state == L2State::cold ? 1 : std::clamp(count / turns, 1, most);
}

/// A turn on its way: so many samples of each, the second's before the first's where that leads.
struct QueuedTurn {
  int samples;
  bool second_leads;
};

/// `count` samples of each of two workloads in the order A B B A A B B A ..., so that what drifts (clock, temperature)
/// meets both alike: a drift at a constant rate cancels over two turns. `second_leads` in the first turn.
///
/// Driver has settle() besides: called before a workload takes over warm, to have things as it leaves them itself.
template <class Driver>
std::vector<QueuedTurn> queue_turns(Driver& first, Driver& second, L2State state, int count, int a_turn,
                                    bool second_leads) {
  if (state == L2State::cold) first.reset_persisting();
  const Driver* last = nullptr;
  const auto queue = [&](Driver& driver, int samples) {
    if (state == L2State::warm && last != &driver) driver.settle();
    last = &driver;
    queue_run(driver, state, samples);
  };
  std::vector<QueuedTurn> turns;
  for (int left = count; left > 0; left -= a_turn) {
    const QueuedTurn turn{std::min(a_turn, left), second_leads};
    turns.push_back(turn);
    queue(second_leads ? second : first, turn.samples);
    queue(second_leads ? first : second, turn.samples);
    second_leads = !second_leads;
  }
  return turns;
}

/// What was collected of queued turns, as theirs. Throws std::runtime_error where it is not so many samples.
inline std::vector<Turn> dealt(const std::vector<QueuedTurn>& queued, const std::vector<Sample>& samples) {
  std::size_t expected = 0;
  for (const QueuedTurn& turn : queued) expected += 2 * static_cast<std::size_t>(turn.samples);
  if (samples.size() != expected) throw std::runtime_error("the timer lost samples of turns");
  std::vector<Turn> turns;
  auto next = samples.begin();
  for (const QueuedTurn& turn : queued) {
    Turn& of = turns.emplace_back();
    for (std::vector<Sample>* const each :
         {turn.second_leads ? &of.second : &of.first, turn.second_leads ? &of.first : &of.second}) {
      each->assign(next, next + turn.samples);
      next += turn.samples;
    }
  }
  return turns;
}

}  // namespace warpmark
