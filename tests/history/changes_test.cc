// Changes of level: against what Apache Otava finds in the same series, and in a year whose changes are known.
#include "harness/history/changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "harness/history/e_divisive.h"

namespace warpmark::history {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

/// Normal noise that is the same everywhere: the standard library's distributions are not.
class Noise {
 public:
  explicit Noise(unsigned seed) : random_(seed) {}
  double operator()() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(random_()) / 4294967296.0;
    return sum;
  }

 private:
  std::mt19937 random_;
};

constexpr std::size_t year = 365;
constexpr std::size_t benchmarks = 1000;  // that the error of a family is shared by

std::vector<double> flat(std::size_t nights, double sd, unsigned seed) {
  Noise noise(seed);
  std::vector<double> values(nights);
  for (double& value : values) value = 100 * (1 + sd * noise());
  return values;
}

void scale(std::vector<double>& values, std::size_t from, double by) {
  for (std::size_t i = from; i < values.size(); ++i) values[i] *= by;
}

void creep(std::vector<double>& values, std::size_t from, std::size_t nights, double by) {
  for (std::size_t i = from; i < values.size(); ++i)
    values[i] *= std::pow(1 + by, static_cast<double>(std::min(i - from + 1, nights)));
}

std::vector<Change> found(const std::vector<double>& values) {
  ChangeOptions options;
  options.series = benchmarks;
  return find_changes(values, options);
}

/// tests/data/otava_change_points.json: series and what Otava 0.8.0 found in them.
class Otava : public testing::Test {
 protected:
  Otava() { std::ifstream(std::string(WARPMARK_TEST_DATA) + "/otava_change_points.json") >> data_; }

  static std::vector<ChangePoint> ours(const nlohmann::ordered_json& series, double max_p) {
    EDivisive options;
    options.max_p = max_p;
    options.least_change = 0.005;
    return change_points(series["values"].get<std::vector<double>>(), options);
  }

  nlohmann::ordered_json data_;
};

TEST_F(Otava, finds_the_same_where_a_change_is_sure) {
  ASSERT_THAT(data_["series"], SizeIs(11));
  for (const auto& [name, series] : data_["series"].items()) {
    const auto& theirs = series["p 1e-6"];
    const auto points = ours(series, 1e-6);
    ASSERT_EQ(points.size(), theirs.size()) << name;
    for (std::size_t i = 0; i < points.size(); ++i) {
      // Within a creep there is no night at which a level changes.
      const double nights = name == "creep" ? 3 : 0;
      EXPECT_NEAR(static_cast<double>(points[i].index), theirs[i][0].get<double>(), nights) << name;
      if (nights > 0) continue;
      EXPECT_NEAR(points[i].before, theirs[i][1].get<double>(), 1e-4) << name;
      EXPECT_NEAR(points[i].after, theirs[i][2].get<double>(), 1e-4) << name;
    }
  }
}

TEST_F(Otava, finds_nothing_more_where_it_is_less_sure) {
  for (const auto& [name, series] : data_["series"].items()) {
    if (name == "creep") continue;
    std::vector<std::size_t> theirs;
    for (const auto& point : series["p 0.001"]) theirs.push_back(point[0]);
    // Otava divides by n, not n - 1, in its t: of few values it believes some more.
    for (const ChangePoint& point : ours(series, 0.001)) EXPECT_THAT(theirs, testing::Contains(point.index)) << name;
  }
}

TEST(Changes, steps_are_found_on_their_night) {
  for (const double by : {1.03, 0.97, 1.10}) {
    for (const std::size_t night : {std::size_t{20}, std::size_t{180}, year - nights_to_know}) {
      auto values = flat(year, 0.002, static_cast<unsigned>(night));
      scale(values, night, by);
      const auto changes = found(values);
      ASSERT_THAT(changes, SizeIs(1)) << by << " at " << night;
      EXPECT_EQ(changes[0].begin, night);
      EXPECT_FALSE(changes[0].is_creep());
      EXPECT_NEAR(changes[0].ratio(), by, 0.003);
    }
  }
}

TEST(Changes, less_than_three_nights_are_none) {
  for (const std::size_t nights : {1U, 2U}) {
    auto values = flat(100, 0.002, 7);
    scale(values, values.size() - nights, 1.05);
    EXPECT_THAT(found(values), IsEmpty()) << nights;
    auto inside = flat(100, 0.002, 7);
    for (std::size_t i = 50; i < 50 + nights; ++i) inside[i] *= 1.3;
    EXPECT_THAT(found(inside), IsEmpty()) << nights;
  }
}

TEST(Changes, spikes_do_not_hide_a_step) {
  auto values = flat(100, 0.002, 8);
  scale(values, 60, 1.04);
  for (const std::size_t spike : {30U, 58U, 61U, 80U}) values[spike] *= 1.5;
  const auto changes = found(values);
  ASSERT_THAT(changes, SizeIs(1));
  EXPECT_EQ(changes[0].begin, 60U);
}

TEST(Changes, a_move_within_the_floor_is_none) {
  auto values = flat(year, 0.0005, 9);
  scale(values, 200, 1.008);
  EXPECT_THAT(found(values), IsEmpty());
}

TEST(Changes, a_creep_is_one_change_with_a_beginning_and_an_end) {
  for (const std::size_t nights : {6U, 10U, 30U}) {
    auto values = flat(year, 0.001, static_cast<unsigned>(nights));
    creep(values, 200, nights, 0.005);
    const auto changes = found(values);
    ASSERT_THAT(changes, SizeIs(1)) << nights;
    EXPECT_TRUE(changes[0].is_creep());
    EXPECT_NEAR(static_cast<double>(changes[0].begin), 200, 2) << nights;
    EXPECT_NEAR(static_cast<double>(changes[0].end), 199 + static_cast<double>(nights), 2) << nights;
    EXPECT_NEAR(changes[0].ratio(), std::pow(1.005, static_cast<double>(nights)), 0.005);
  }
}

TEST(Changes, a_creep_is_found_within_five_nights_of_passing_the_tolerance) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    auto values = flat(120, 0.001, seed);
    creep(values, 100, 20, 0.005);
    const std::size_t beyond = 102;  // the third night is the first above 1 %
    std::size_t known = 100;
    while (known < 120 && found({values.begin(), values.begin() + static_cast<std::ptrdiff_t>(known) + 1}).empty())
      ++known;
    EXPECT_LE(known, beyond + 5) << seed;
  }
}

TEST(Changes, a_year_of_many_benchmarks_shows_what_was_planted_and_nothing_else) {
  std::size_t planted = 0;
  for (unsigned benchmark = 0; benchmark < 200; ++benchmark) {
    const double sd = benchmark % 3 == 0 ? 0.0005 : benchmark % 3 == 1 ? 0.002 : 0.005;
    auto values = flat(year, sd, 1000 + benchmark);
    Noise noise(benchmark);
    std::vector<bool> disturbed(year);
    for (int spike = 0; spike < 4; ++spike) disturbed[static_cast<std::size_t>(std::abs(noise()) * 1000) % year] = true;
    for (std::size_t i = 0; i < year; ++i) values[i] *= disturbed[i] ? 1.2 : 1;
    scale(values, 250, 1.03);  // a driver, which every benchmark feels
    const bool steps = benchmark % 10 == 0;
    const std::size_t night = 40 + benchmark % 150;
    if (steps) scale(values, night, 1.05);
    const bool creeps = benchmark % 10 == 5;
    if (creeps) creep(values, 100, 12, 0.005);
    planted += steps || creeps ? 2 : 1;
    const auto changes = found(values);
    ASSERT_THAT(changes, SizeIs(steps || creeps ? 2 : 1)) << benchmark;
    EXPECT_EQ(changes[0].is_creep(), creeps) << benchmark;
    EXPECT_FALSE(changes.back().is_creep()) << benchmark;
    const auto shown_on = [&](std::size_t night_of_change) {  // a disturbed night cannot show it
      while (disturbed[night_of_change]) ++night_of_change;
      return night_of_change;
    };
    if (steps) {
      EXPECT_EQ(changes[0].begin, shown_on(night)) << benchmark;
    }
    if (creeps) {
      // How exactly depends on the noise: the first night of a creep is half a percent.
      EXPECT_NEAR(static_cast<double>(changes[0].begin), 100, 4) << benchmark;
      EXPECT_NEAR(static_cast<double>(changes[0].end), 111, 4) << benchmark;
    }
    EXPECT_EQ(changes.back().begin, shown_on(250)) << benchmark;
  }
  EXPECT_EQ(planted, 240U);
}

TEST(Changes, flat_years_of_every_noise_show_none) {
  for (unsigned benchmark = 0; benchmark < 300; ++benchmark) {
    auto values = flat(year, benchmark % 2 == 0 ? 0.03 : 0.01, 5000 + benchmark);
    if (benchmark % 5 == 0) {  // two modes, as buffers fall
      for (std::size_t i = 0; i < year; i += 3) values[i] *= 1.04;
    }
    EXPECT_THAT(found(values), IsEmpty()) << benchmark;
  }
}

TEST(Changes, short_and_equal_series_are_no_matter) {
  EXPECT_THAT(found({}), IsEmpty());
  EXPECT_THAT(found({1}), IsEmpty());
  EXPECT_THAT(found({1, 2, 3, 4, 5}), IsEmpty());
  EXPECT_THAT(found(std::vector<double>(50, 3.3)), IsEmpty());
  std::vector<double> exact(20, 10);
  scale(exact, 10, 1.1);
  ASSERT_THAT(found(exact), SizeIs(1));
  EXPECT_EQ(found(exact)[0].begin, 10U);
}

}  // namespace
}  // namespace warpmark::history
