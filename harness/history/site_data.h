// What the dashboard's pages of one GPU model are drawn from.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/baseline/baseline.h"
#include "harness/history/series.h"

namespace warpmark::history {

/// Peaks that only the folder of baselines knows; 0 where it does not.
struct Peaks {
  double datasheet_gbps = 0;
  double measured_gbps = 0;  // the best triad of a calibrated card
};

class SiteData {
 public:
  using Json = nlohmann::ordered_json;

  /// `nights` are all of the history's, by time. What is of another GPU is none of these pages.
  SiteData(History& history, const std::vector<Night>& nights, const std::string& gpu);

  /// Takes a benchmark into the overview and gives the data of its own page.
  Json add(const Series& series);

  [[nodiscard]] Json overview() const;
  [[nodiscard]] Json roofline(const Peaks& peaks) const;
  [[nodiscard]] std::size_t nights() const { return own_nights_.size(); }
  [[nodiscard]] Json night(std::size_t index) const;  // every benchmark's time and verdict in one night
  [[nodiscard]] const RunFacts& newest_facts() const { return nights_[own_nights_.back()].facts; }

 private:
  struct Family {
    std::vector<double> log_ratio;  // per night, summed over benchmarks
    std::vector<int> count;
  };

  std::vector<std::size_t> local_nights(const Series& series) const;
  void add_to_overview(const Series& series, const std::vector<std::size_t>& local);
  void add_to_roofline(const Series& series);
  void add_to_family(const Series& series, const std::vector<std::size_t>& local);
  Json changes_of(const Series& series, const std::vector<std::size_t>& local);
  Json counters_of(const Series& series);
  Json code_of(const Series& series);

  History& history_;
  const std::vector<Night>& nights_;
  std::string gpu_;
  std::vector<std::size_t> own_nights_;          // of this GPU, indices of nights_
  std::map<std::size_t, std::size_t> local_of_;  // night -> index in own_nights_

  std::vector<Json> keys_, times_, ratios_, statuses_, last_nights_, slower_since_;  // a value per benchmark
  Json changes_ = Json::array();
  std::map<std::string, Family> families_;
  Json roofline_ = Json::array();
  std::vector<std::vector<Json>> night_times_;  // [night][benchmark]
  std::vector<std::vector<Json>> night_statuses_;
};

}  // namespace warpmark::history
