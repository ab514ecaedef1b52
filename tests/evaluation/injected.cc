#include "tests/evaluation/injected.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "harness/run/median.h"
#include "tests/evaluation/share.h"

namespace warpmark::injected {

namespace {

using recorded::Card;
using Times = std::map<std::string, std::map<int, double>>;

constexpr std::string_view unslowed = "/percent:0.0/";
constexpr std::size_t slowed_of = 4;  // every fourth is slowed in a gate, the others are its neighbours

std::string with_percent(std::string key, double percent) {
  return key.replace(key.find(unslowed), unslowed.size(), fmt::format("/percent:{:.1f}/", percent));
}

int nominal_us(const std::string& key) { return std::atoi(key.c_str() + key.find("/us:") + 4); }

double median_of(const std::map<int, double>& times) {
  std::vector<double> values;
  for (const auto& [process, time_us] : times) values.push_back(time_us);
  return median(std::move(values));
}

/// The same benchmark's times as those of the card's other processes.
std::map<int, double> as_processes_of(const Card& card, const std::map<int, double>& times) {
  std::vector<double> values;
  for (const auto& [process, time_us] : times) values.push_back(time_us);
  std::map<int, double> spread;
  for (std::size_t i = 0; i < card.processes.size(); ++i) spread[card.processes[i]] = values[i % values.size()];
  return spread;
}

/// Ranges of a slowdown in tolerances of its row: from each to the next.
constexpr std::array<double, 4> ranges = {1, 1.5, 2, 3};

struct Tally {
  void add(double size, const Verdict& verdict) {
    true_size += size;
    tolerance += verdict.tolerance;
    gates += 1;
    called += verdict.status == Status::regression;
    unsure += undecided(verdict);
  }

  double true_size = 0, tolerance = 0, gates = 0, called = 0, unsure = 0;
};

class Injection {
 public:
  Injection(const std::filesystem::path& folder, const std::vector<Card>& cards);

  void add_gates(std::size_t card, double percent, const Policy& policy, int gates, std::mt19937& random);
  void print() const;
  [[nodiscard]] std::size_t size() const { return cards_.size(); }

 private:
  std::vector<Card> cards_;  // with the kernels as they are
  std::vector<Times> slowed_;
  std::vector<std::string> keys_;
  std::map<std::pair<int, double>, Tally> tallies_;   // by duration and percent
  std::map<std::pair<int, double>, Tally> by_range_;  // by duration and the range's begin
  int gates_ = 0;
  int neighbours_ = 0;
};

Injection::Injection(const std::filesystem::path& folder, const std::vector<Card>& cards) {
  for (const Card& card : cards) {
    const auto file = folder / "injected" / (card.name + ".json.gz");
    if (!std::filesystem::exists(file)) continue;
    Card with = card;
    Times times = recorded::read_card(file).time_us;
    keys_.clear();
    for (const auto& [key, of_processes] : times) {
      if (key.find(unslowed) == std::string::npos) continue;
      keys_.push_back(key);
      with.time_us[key] = as_processes_of(card, of_processes);
      with.spread[key] = 0;
    }
    cards_.push_back(std::move(with));
    slowed_.push_back(std::move(times));
  }
}

void Injection::add_gates(std::size_t card, double percent, const Policy& policy, int gates, std::mt19937& random) {
  const Baseline baseline = recorded::baseline_of_others(cards_, card);
  for (int gate = 0; gate < gates; ++gate) {
    Card now = cards_[card];
    recorded::Slowdowns slowed;
    for (std::size_t i = static_cast<std::size_t>(gate) % slowed_of; i < keys_.size(); i += slowed_of) {
      const auto& times = slowed_[card].at(with_percent(keys_[i], percent));
      now.time_us[keys_[i]] = as_processes_of(now, times);
      slowed[keys_[i]] = 1;  // by what was measured
    }
    ++gates_;
    for (const Verdict& verdict : recorded::night(now, baseline, policy, random, slowed).judgement.verdicts) {
      if (!slowed.contains(verdict.key)) {
        neighbours_ += fails(verdict, {});
        continue;
      }
      const double before = median_of(slowed_[card].at(verdict.key));
      const double size = median_of(slowed_[card].at(with_percent(verdict.key, percent))) / before - 1;
      tallies_[{nominal_us(verdict.key), percent}].add(size, verdict);
      const auto* const beyond = std::upper_bound(ranges.begin(), ranges.end(), size / verdict.tolerance);
      if (beyond != ranges.begin()) by_range_[{nominal_us(verdict.key), *std::prev(beyond)}].add(size, verdict);
    }
  }
}

void Injection::print() const {
  fmt::print(
      "\n## Injected slowdowns, measured on {} cards, {} gates\n\n"
      "| kernel of about | extra work | measured | tolerance | slowed | called a regression | undecided |\n"
      "| --: | --: | --: | --: | --: | --: | --: |\n",
      cards_.size(), gates_);
  for (const auto& [what, tally] : tallies_) {
    fmt::print("| {} us | {:g} % | {:.2f} % | {:.2f} % | {:.0f} | {} | {:.1f} % |\n", what.first, what.second,
               100 * tally.true_size / tally.gates, 100 * tally.tolerance / tally.gates, tally.gates,
               share_text(tally.called, tally.gates), 100 * tally.unsure / tally.gates);
  }
  fmt::print(
      "\n| kernel of about | slowed by tolerances, from | rows | called a regression | undecided |\n"
      "| --: | --: | --: | --: | --: |\n");
  for (const auto& [what, tally] : by_range_) {
    fmt::print("| {} us | {:g} | {:.0f} | {} | {:.1f} % |\n", what.first, what.second, tally.gates,
               share_text(tally.called, tally.gates), 100 * tally.unsure / tally.gates);
  }
  fmt::print("\nneighbours called: {}\n", neighbours_);
}

}  // namespace

void evaluate(const std::filesystem::path& folder, const std::vector<Card>& cards, const Policy& policy, int gates,
              std::mt19937& random) {
  Injection injection(folder, cards);
  for (const double percent : {1.0, 1.5, 2.0, 3.0, 5.0, 10.0})
    for (std::size_t card = 0; card < injection.size(); ++card)
      injection.add_gates(card, percent, policy, gates, random);
  injection.print();
}

}  // namespace warpmark::injected
