// The table that a study of 132 workloads published, against the summary that it published: what is computed from the
// rounded times has to be what the study computed from its exact ones, within that rounding.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/compare/before_after_table.h"
#include "harness/compare/comparison.h"
#include "harness/run/median.h"
#include "harness/run/text_file.h"

namespace warpmark::compare {
namespace {

using testing::HasSubstr;

constexpr double median_within = 0.002;
constexpr double extreme_within = 0.010;

Delimited table(const std::string& name) {
  const std::string file = std::string(WARPMARK_TEST_DATA) + "/" + name;
  return parse_delimited(read_text(file), file);
}

Comparison study(const std::vector<std::string>& group_by, const std::vector<std::string>& control = {}) {
  return compare(match_table(table("te_pr3291_gb200.tsv"), {}), {.control = control, .group_by = group_by});
}

const GroupStats& stats(const Comparison& comparison, const std::string& group, const std::string& cache) {
  const auto found = std::find_if(comparison.groups.begin(), comparison.groups.end(),
                                  [&](const Group& candidate) { return candidate.name == group; });
  if (found == comparison.groups.end()) throw std::runtime_error("no group " + group);
  return found->by_cache.at(cache);
}

TEST(PublishedStudy, gives_the_published_summary) {
  const Comparison comparison = study({"name:1"});
  ASSERT_EQ(comparison.groups.size(), 3U);
  const Delimited summary = table("te_pr3291_summary.tsv");
  ASSERT_EQ(summary.rows.size(), 3U);
  for (const DelimitedRow& row : summary.rows) {
    for (const auto& [cache, column] : {std::pair("cold", 2U), std::pair("warm", 4U)}) {
      const GroupStats group = stats(comparison, row.cells[0], cache);
      EXPECT_EQ(group.n, std::stoul(row.cells[1])) << row.cells[0];
      EXPECT_NEAR(group.median, std::stod(row.cells[column]), median_within) << row.cells[0] << cache;
      EXPECT_NEAR(group.best, std::stod(row.cells[column + 1]), extreme_within) << row.cells[0] << cache;
    }
  }
}

/// Every group of the default grouping, against the study's own ratios.
TEST(PublishedStudy, gives_each_groups_median_and_range_of_the_published_ratios) {
  const Comparison comparison = study({});
  EXPECT_EQ(comparison.groups.size(), 22U);
  const Delimited published = table("te_pr3291_gb200.tsv");
  for (const auto& [cache, column] : {std::pair("cold", 7U), std::pair("warm", 10U)}) {
    std::map<std::string, std::vector<double>> ratios;
    for (const DelimitedRow& row : published.rows)
      ratios[row.cells[0] + "/" + row.cells[1] + "/dir:" + row.cells[2]].push_back(std::stod(row.cells[column]));
    ASSERT_EQ(ratios.size(), 22U);
    for (const auto& [name, values] : ratios) {
      const GroupStats group = stats(comparison, name, cache);
      EXPECT_EQ(group.n, values.size()) << name;
      EXPECT_NEAR(group.median, median(values), extreme_within) << name << cache;
      EXPECT_NEAR(group.best, *std::max_element(values.begin(), values.end()), extreme_within) << name << cache;
      EXPECT_NEAR(group.worst, *std::min_element(values.begin(), values.end()), extreme_within) << name << cache;
    }
  }
}

TEST(PublishedStudy, has_no_spread_so_that_no_row_can_be_told) {
  const Comparison comparison = study({});
  EXPECT_EQ(comparison.pairs.size(), 264U);
  EXPECT_EQ(comparison.count(Change::unknown), 264U);
  ASSERT_FALSE(comparison.notes.empty());
  EXPECT_THAT(comparison.notes.front(), HasSubstr("cold_ratio, warm_ratio"));
}

TEST(PublishedStudy, marks_what_is_outside_of_its_negative_control) {
  const Comparison comparison = study({"name:1"}, {"specialized/plain/dir:row/*"});
  EXPECT_GT(comparison.noise_floor.at("cold"), 0);
  EXPECT_LT(comparison.noise_floor.at("cold"), 0.02);
  EXPECT_GT(stats(comparison, "generic", "cold").outside_noise, 48U);
  for (const Pair& pair : comparison.pairs) {
    EXPECT_EQ(pair.is_control, pair.key.starts_with("specialized/plain/dir:row/"));
    EXPECT_FALSE(pair.is_control && pair.is_outside_noise) << pair.key;
  }
}

}  // namespace
}  // namespace warpmark::compare
