// Real processes on H200s, resampled into gates: each card judged by a baseline of the others.
#pragma once

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/gate/verdict.h"

namespace warpmark::recorded {

/// What one recorded run holds: one card, some processes, the times of each benchmark in each of them.
struct Card {
  std::string name;  // of the file
  RunFacts facts;    // with the clocks seen
  std::string date;
  std::map<std::string, std::map<int, double>> time_us;  // key -> process -> time; held-back ones left out
  std::map<std::string, double> spread;                  // key -> of the samples of one process, relative
  std::vector<int> processes;
};

/// One recorded run, a card's.
Card read_card(const std::filesystem::path& file);

/// Every `baseline-*.json.gz` in `folder`, in the order of their names. Throws std::runtime_error where there are none.
std::vector<Card> read_cards(const std::filesystem::path& folder);

/// A session a card, but for `left_out`. Of every benchmark it knows, as of a night's run, that its machine code and
/// what it executes are the same everywhere.
Baseline baseline_of_others(const std::vector<Card>& cards, std::size_t left_out);

using Slowdowns = std::map<std::string, double>;  // key -> factor of the time

struct Night {
  Judgement screen;
  Judgement judgement;  // with the suspects confirmed
  Run run;              // of the screen
};

/// A gate on the card, of a build whose machine code changed in what is slowed and nowhere else: five of its processes
/// screened, five others that confirm; where it has fewer than ten, both are drawn from all, a process twice at most.
Night night(const Card& card, const Baseline& baseline, const Policy& policy, std::mt19937& random,
            const Slowdowns& slowdowns = {});

}  // namespace warpmark::recorded
