// What the gate's rule comes to on recorded H200 processes: false reds, what stays undecided, what it sees, and the
// same of other tools' rules. Prints Markdown; with a second argument, draws the power curve as SVG.
//
//   evaluate [GATES_OF_A_CARD [POWER.svg]]
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <fstream>
#include <set>

#include "harness/gate/drift.h"
#include "harness/gate/suspects.h"
#include "tests/evaluation/injected.h"
#include "tests/evaluation/own_card.h"
#include "tests/evaluation/rivals.h"
#include "tests/evaluation/share.h"
#include "tests/gate/recorded_cards.h"

namespace warpmark {
namespace {

using recorded::Card;
using recorded::Slowdowns;

class Evaluation {
 public:
  Evaluation(std::vector<Card> cards, Policy policy, int gates)
      : cards_(std::move(cards)), policy_(std::move(policy)), gates_(gates) {
    for (std::size_t i = 0; i < cards_.size(); ++i) baselines_.push_back(recorded::baseline_of_others(cards_, i));
  }

  void without_a_change();
  void power(const char* svg);
  void rivals();
  void tolerances();
  void injected();
  void on_own_card();

 private:
  std::vector<Card> cards_;
  Policy policy_;
  int gates_;
  std::vector<Baseline> baselines_;
  std::mt19937 random_{20261201};
};

void Evaluation::without_a_change() {
  fmt::print(
      "## Without a change: {} gates on each of {} cards, by a baseline of the others\n\n"
      "| card | rows | processes | red gates | rows suspected | rows undecided |\n"
      "| :-- | --: | --: | --: | --: | --: |\n",
      gates_, cards_.size());
  double red = 0, suspected = 0, undecided_rows = 0, rows = 0;
  std::map<std::string, int> culprits;
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    double red_here = 0, suspected_here = 0, undecided_here = 0, rows_here = 0;
    for (int gate = 0; gate < gates_; ++gate) {
      const recorded::Night night = recorded::night(cards_[i], baselines_[i], policy_, random_);
      bool is_red = false;
      for (const Verdict& verdict : night.judgement.verdicts) {
        undecided_here += undecided(verdict);
        if (fails(verdict, {})) {
          is_red = true;
          ++culprits[cards_[i].name + " " + verdict.key];
        }
      }
      red_here += is_red;
      suspected_here += static_cast<double>(suspects(night.screen).size());
      rows_here += static_cast<double>(night.judgement.verdicts.size());
    }
    fmt::print("| {} | {} | {} | {:.0f} of {} | {:.2f} % | {:.2f} % |\n", cards_[i].name, cards_[i].time_us.size(),
               cards_[i].processes.size(), red_here, gates_, 100 * suspected_here / rows_here,
               100 * undecided_here / rows_here);
    red += red_here;
    suspected += suspected_here;
    undecided_rows += undecided_here;
    rows += rows_here;
  }
  const double gates = gates_ * static_cast<double>(cards_.size());
  fmt::print("\nred: {} of {:.0f} gates; suspected by the screen: {} of rows; undecided: {} of rows\n\n",
             share_text(red, gates), gates, share_text(suspected, rows), share_text(undecided_rows, rows));
  for (const auto& [culprit, times] : culprits) fmt::print("- red {} times: {}\n", times, culprit);
}

void Evaluation::tolerances() {
  fmt::print(
      "\n## Effective tolerances, of all cards by baselines of the others\n\n"
      "| duration | rows | at the policy's | median | 90 % | largest |\n| :-- | --: | --: | --: | --: | --: |\n");
  std::map<int, std::vector<double>> by_duration;
  std::map<int, int> at_policy;
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    for (const Verdict& verdict : recorded::night(cards_[i], baselines_[i], policy_, random_).screen.verdicts) {
      if (verdict.ratio <= 0) continue;
      const int decade = static_cast<int>(std::floor(std::log10(verdict.baseline_us) + 0.7));  // 2, 20, 200 us
      by_duration[decade].push_back(verdict.tolerance);
      at_policy[decade] += verdict.bound != Bound::noise_floor;
    }
  }
  for (auto& [decade, values] : by_duration) {
    std::sort(values.begin(), values.end());
    const auto at = [&](double share) {
      return 100 * values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
    };
    fmt::print("| {:.0f} to {:.0f} us | {} | {} | {:.2f} % | {:.2f} % | {:.2f} % |\n", 2 * std::pow(10, decade - 1),
               2 * std::pow(10, decade), values.size(), at_policy[decade], at(0.5), at(0.9), at(1));
  }
}

void Evaluation::injected() {
  injected::evaluate(WARPMARK_TEST_DATA "/h200", cards_, policy_, std::min(gates_, 8), random_);
}

void Evaluation::on_own_card() { own_card::evaluate(cards_, policy_, std::clamp(gates_ / 10, 1, 10), random_); }

void draw(const std::string& file, const std::vector<std::pair<double, double>>& curve) {
  std::ofstream svg(file);
  svg << "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 420 260' font-family='sans-serif' font-size='11'>\n"
         "<rect width='420' height='260' fill='white'/><text x='150' y='250'>slowdown / tolerance</text>\n"
         "<text x='8' y='14'>detected</text><path stroke='#999' fill='none' d='M40 20V220H410'/>\n<polyline "
         "fill='none' stroke='#06c' stroke-width='2' points='";
  for (const auto& [times, share] : curve) svg << fmt::format("{:.1f},{:.1f} ", 40 + 140 * times, 220 - 200 * share);
  svg << "'/>\n";
  for (const auto& [times, share] : curve)
    svg << fmt::format("<text x='{:.1f}' y='234'>{:g}</text><circle cx='{:.1f}' cy='{:.1f}' r='3' fill='#06c'/>\n",
                       34 + 140 * times, times, 40 + 140 * times, 220 - 200 * share);
  for (const int percent : {0, 50, 99})
    svg << fmt::format("<text x='12' y='{}'>{} %</text>\n", 224 - 2 * percent, percent);
  svg << "</svg>\n";
}

/// Every twentieth row, so that whatever rows have in common is not slowed as a whole; never a canary: where one moved,
/// the gate does not blame the program.
void Evaluation::power(const char* svg) {
  fmt::print(
      "\n## Power: every twentieth row slowed, at so many times its own tolerance\n\n"
      "| times the tolerance | rows slowed | called a regression | undecided | neighbours called | |\n"
      "| --: | --: | --: | --: | --: | :-- |\n");
  std::vector<std::pair<double, double>> curve;
  std::map<std::string, int> culprits;
  for (const double times : {0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5}) {
    double slowed = 0, called = 0, unsure = 0, neighbours = 0;
    for (std::size_t i = 0; i < cards_.size(); ++i) {
      const Judgement before = recorded::night(cards_[i], baselines_[i], policy_, random_).screen;
      std::map<std::string, double> tolerance;
      for (const Verdict& verdict : before.verdicts) tolerance[verdict.key] = verdict.tolerance;
      for (std::size_t first = 0; first < 20;
           first += std::max<std::size_t>(1, 20 / static_cast<std::size_t>(std::min(gates_, 5)))) {
        Slowdowns slowdowns;
        std::size_t index = first;
        for (const auto& [key, relative] : tolerance) {
          if (index++ % 20 == 0 && relative > 0 && !is_canary(key)) slowdowns[key] = 1 + times * relative;
        }
        for (const Verdict& verdict :
             recorded::night(cards_[i], baselines_[i], policy_, random_, slowdowns).judgement.verdicts) {
          const bool is_slowed = slowdowns.contains(verdict.key);
          slowed += is_slowed;
          called += is_slowed && verdict.status == Status::regression;
          unsure += is_slowed && undecided(verdict);
          neighbours += !is_slowed && fails(verdict, {});
          if (!is_slowed && fails(verdict, {})) ++culprits[cards_[i].name + " " + verdict.key];
        }
      }
    }
    curve.emplace_back(times, called / slowed);
    fmt::print("| {:g} | {:.0f} | {} | {:.2f} % | {:.0f} | {} |\n", times, slowed, share_text(called, slowed),
               100 * unsure / slowed, neighbours, std::string(static_cast<std::size_t>(20 * called / slowed), '#'));
  }
  for (const auto& [culprit, times] : culprits) fmt::print("- called beside it {} times: {}\n", times, culprit);
  if (svg != nullptr) draw(svg, curve);
}

/// One stored run of another card against the night's: what a tool without a baseline of many cards is given.
std::map<std::string, rivals::Pair> pairs_of(const Card& before, const Card& now, const Run& run) {
  std::map<std::string, rivals::Pair> pairs;
  for (const Row& row : run.rows) {
    const auto times = before.time_us.find(row.key);
    if (times == before.time_us.end()) continue;
    rivals::Pair& pair = pairs[row.key];
    pair.after_us.push_back(row.time_us);
    if (!pair.before_us.empty()) continue;
    for (const auto& [process, time_us] : times->second) pair.before_us.push_back(time_us);
    pair.before_spread = before.spread.at(row.key);
    pair.after_spread = now.spread.at(row.key);
  }
  return pairs;
}

struct Rule {
  const char* name;
  bool (*calls)(const rivals::Pair&);  // null: the gate
  double red_nights = 0, nights = 0, false_rows = 0, rows = 0;
  std::map<double, std::pair<double, double>> missed = {};  // percent -> of
};

void Evaluation::rivals() {
  std::vector<Rule> rules = {{"warpmark gate", nullptr},
                             {"Google Benchmark U test", rivals::u_test},
                             {"fixed 5 %", rivals::five_percent},
                             {"NVBench, smaller noise", rivals::smaller_noise},
                             {"NVBench, gap 0.5 %", rivals::interval_gap}};
  const std::vector<double> percents = {0, 1, 1.5, 2, 3, 5, 10};
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    for (int gate = 0; gate < std::clamp(gates_ / 4, 1, 3); ++gate) {
      const Card& other = cards_[(i + 1 + random_() % (cards_.size() - 1)) % cards_.size()];
      for (const double percent : percents) {
        Slowdowns slowdowns;
        std::size_t index = random_();
        for (const auto& [key, times] : cards_[i].time_us)
          if (index++ % 20 == 0 && percent > 0 && !is_canary(key)) slowdowns[key] = 1 + percent / 100;
        const recorded::Night night = recorded::night(cards_[i], baselines_[i], policy_, random_, slowdowns);
        const auto pairs = pairs_of(other, cards_[i], night.run);
        for (Rule& rule : rules) {
          std::set<std::string> called;
          for (const Verdict& verdict : night.judgement.verdicts) {
            const auto pair = pairs.find(verdict.key);
            if (pair == pairs.end()) continue;  // all rules judge the same rows
            if (rule.calls == nullptr ? fails(verdict, {}) : rule.calls(pair->second)) called.insert(verdict.key);
          }
          if (percent == 0) {
            rule.red_nights += !called.empty();
            rule.nights += 1;
            rule.false_rows += static_cast<double>(called.size());
            rule.rows += static_cast<double>(pairs.size());
          }
          for (const auto& [key, factor] : slowdowns) {
            if (!pairs.contains(key)) continue;
            rule.missed[percent].first += !called.contains(key);
            rule.missed[percent].second += 1;
          }
        }
      }
    }
  }
  fmt::print(
      "\n## The same numbers by other rules\n\n"
      "Unchanged nights that are red, unchanged rows called slower, and slowed rows missed, by size.\n\n"
      "| rule | red nights | false rows |");
  for (const double percent : percents)
    if (percent > 0) fmt::print(" {:g} % missed |", percent);
  fmt::print("\n| :-- | --: | --: |{}\n", fmt::join(std::vector<std::string>(percents.size() - 1, " --: |"), ""));
  for (const Rule& rule : rules) {
    fmt::print("| {} | {:.1f} % of {:.0f} | {:.3f} % |", rule.name, 100 * rule.red_nights / rule.nights, rule.nights,
               100 * rule.false_rows / rule.rows);
    for (const auto& [percent, missed] : rule.missed) fmt::print(" {:.1f} % |", 100 * missed.first / missed.second);
    fmt::print("\n");
  }
}

}  // namespace
}  // namespace warpmark

int main(int argc, char** argv) {
  using namespace warpmark;
  const int gates = argc > 1 ? std::max(1, std::atoi(argv[1])) : 100;
  Evaluation evaluation(recorded::read_cards(WARPMARK_TEST_DATA "/h200"),
                        read_policy(WARPMARK_BASELINES "/nvidia-h200.policy.yaml"), gates);
  evaluation.without_a_change();
  evaluation.tolerances();
  evaluation.injected();
  evaluation.on_own_card();
  evaluation.power(argc > 2 ? argv[2] : nullptr);
  evaluation.rivals();
}
