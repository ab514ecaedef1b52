// The history file: what goes in comes out, once, whole or not at all, from old versions on.
#include "harness/history/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "harness/history/between.h"
#include "harness/history/schema.h"
#include "harness/history/series.h"
#include "harness/run/input_error.h"
#include "tests/history/nights.h"
#include "tests/run/scratch_folder.h"

namespace warpmark::history {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class Store : public testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path file() const { return folder_.path() / "history.sqlite"; }
  History writer() const { return {file(), Database::Access::write}; }
  History reader() const { return {file(), Database::Access::read}; }

  static std::string refusal(const std::function<void()>& attempt) {
    try {
      attempt();
    } catch (const InputError& error) {
      return error.what();
    }
    ADD_FAILURE() << "was accepted";
    return "";
  }

  static Point point_of(History& history, const std::string& key, std::int64_t run) {
    for (const Point& point : history.of_benchmark(history.benchmarks().at(key)))
      if (point.run == run) return point;
    ADD_FAILURE() << "no point of " << key;
    return {};
  }

  ScratchFolder folder_;
};

TEST_F(Store, gives_back_what_it_was_given) {
  warpmark::Run run = night_run("2026-03-01T03:00:00+02:00", {{"k/l2:cold", 10}, {"k/l2:warm", 5}});
  run.rows.back().error = "CUDA OOM";
  Judgement judgement;
  Verdict verdict;
  verdict.key = "k/l2:cold";
  verdict.status = Status::regression;
  verdict.reason = Reason::slower;
  verdict.detail = "it is";
  verdict.baseline_us = 9;
  verdict.tolerance = 0.01;
  verdict.causes = {"registers 22 -> 24", "clock"};
  judgement.verdicts.push_back(verdict);
  verdict.key = "vanished";
  verdict.status = Status::missing;
  judgement.verdicts.push_back(verdict);
  EXPECT_TRUE(writer().add(run, judgement, "run.json").is_new);

  History history = reader();
  const auto nights = history.nights();
  ASSERT_THAT(nights, SizeIs(1));
  EXPECT_EQ(nights[0].date, "2026-03-01T01:00:00Z");
  EXPECT_EQ(nights[0].facts.driver, "580.1");
  EXPECT_EQ(nights[0].facts.gpu.sm_mhz, 1980);
  EXPECT_EQ(nights[0].host, "vm");
  EXPECT_EQ(nights[0].verdicts, (std::map<std::string, int>{{"missing", 1}, {"regression", 1}}));
  EXPECT_EQ(history.context(nights[0].id)["date"], "2026-03-01T03:00:00+02:00");
  const Point cold = point_of(history, "k/l2:cold", nights[0].id);
  EXPECT_THAT(cold.times_us, ElementsAre(10, 10.001, 10.002, 10.003, 10.004));
  EXPECT_EQ(cold.time_us(), 10.002);
  EXPECT_THAT(history.setup(cold.setup).counter_names,
              ElementsAre("gpu_bytes_read", "gpu_inst_executed", "gpu_sm_mhz"));
  EXPECT_THAT(cold.counters, ElementsAre(4096, 1000, 1980));
  EXPECT_EQ(history.setup(cold.setup).params.at("elements"), 4096);
  ASSERT_TRUE(cold.judged);
  EXPECT_EQ(cold.judged->status, "regression");
  EXPECT_THAT(cold.judged->causes, ElementsAre("registers 22 -> 24", "clock"));
  EXPECT_EQ(code_metrics(history, cold).at("registers"), 22U);
  const Point warm = point_of(history, "k/l2:warm", nights[0].id);
  EXPECT_THAT(warm.times_us, IsEmpty());
  EXPECT_THAT(warm.error.value_or(""), HasSubstr("CUDA OOM"));
  EXPECT_EQ(point_of(history, "vanished", nights[0].id).judged->status, "missing");
}

TEST_F(Store, the_same_run_twice_is_one) {
  const warpmark::Run run = night_run(date_of(0), {{"k", 10}});
  EXPECT_TRUE(writer().add(run, {}, "run.json").is_new);
  EXPECT_FALSE(writer().add(run, {}, "copy.json").is_new);
  warpmark::Run other = run;
  other.rows[0].time_us += 1;
  EXPECT_TRUE(writer().add(other, {}, "run.json").is_new);
  EXPECT_THAT(reader().nights(), SizeIs(2));
}

TEST_F(Store, nights_are_in_the_order_of_their_dates_whatever_came_first) {
  History history = writer();
  EXPECT_THAT(history.add(night_run(date_of(5), {{"k", 10}}), {}, "5.json").notes, IsEmpty());
  EXPECT_THAT(history.add(night_run(date_of(2), {{"k", 11}}), {}, "2.json").notes, Contains(HasSubstr("by its date")));
  EXPECT_THAT(history.add(night_run(date_of(5), {{"k", 12}}), {}, "5.json").notes,
              Contains(HasSubstr("both are kept")));
  const auto nights = history.nights();
  ASSERT_THAT(nights, SizeIs(3));
  EXPECT_EQ(nights[0].date.substr(0, 10), "2026-01-03");
  const auto series = series_of(history, nights, "k", history.benchmarks().at("k"), {});
  ASSERT_THAT(series, SizeIs(1));
  EXPECT_EQ(series.begin()->second.points[0].time_us(), 11.002);
}

TEST_F(Store, cards_of_two_models_and_timers_are_series_of_their_own) {
  History history = writer();
  warpmark::Run other = night_run(date_of(1), {{"k", 20}});
  other.facts.gpu.name = "NVIDIA B200";
  warpmark::Run events = night_run(date_of(2), {{"k", 12}});
  events.facts.timer = "event";
  warpmark::Run another_card = night_run(date_of(3), {{"k", 10}});
  another_card.facts.gpu.uuid = "GPU-another";
  for (const warpmark::Run& run : {night_run(date_of(0), {{"k", 10}}), other, events, another_card})
    history.add(run, {}, "run.json");
  const auto nights = history.nights();
  const auto series = series_of(history, nights, "k", history.benchmarks().at("k"), {});
  ASSERT_THAT(series, SizeIs(3));
  EXPECT_THAT(series.at(nights[0].gpu).points, SizeIs(2));
  EXPECT_THAT(context_between(nights[0], nights[3]), ElementsAre("card GPU-0123456789 -> GPU-another"));
}

TEST_F(Store, a_change_names_what_changed_with_it) {
  History history = writer();
  for (int night = 0; night < 24; ++night) {
    warpmark::Run run = night_run(date_of(night), {{"k", (night < 12 ? 10.0 : 10.5) + 0.003 * (night % 3)}});
    if (night >= 12) {
      run.facts.driver = "590.2";
      run.facts.commit = "def5678";
      run.code.kernels["_Z1kv"].metrics["registers"] = 56;
      for (Row& row : run.rows) row.counters["gpu_sm_mhz"] = 1900;
    }
    history.add(run, {}, "run.json");
  }
  const auto nights = history.nights();
  const Series series = series_of(history, nights, "k", history.benchmarks().at("k"), {}).begin()->second;
  ASSERT_THAT(series.changes, SizeIs(1));
  EXPECT_EQ(series.changes[0].begin, 12U);
  EXPECT_THAT(reasons_of(history, nights, series, series.changes[0]),
              ElementsAre("commit abc1234 -> def5678", "driver 580.1 -> 590.2", "SM clock MHz 1980 -> 1900",
                          "machine code registers 22 -> 56"));
}

TEST_F(Store, three_nights_beyond_the_tolerance_are_slower_since_the_first) {
  History history = writer();
  for (int night = 0; night < 6; ++night) {
    Judgement judgement;
    Verdict verdict;
    verdict.key = "k";
    verdict.baseline_us = 10;
    verdict.tolerance = 0.01;
    judgement.verdicts.push_back(verdict);
    history.add(night_run(date_of(night), {{"k", night < 3 ? 10.0 : 10.2}}), judgement, "run.json");
    const auto nights = history.nights();
    const Series series = series_of(history, nights, "k", history.benchmarks().at("k"), {}).begin()->second;
    EXPECT_EQ(series.slower_since, night < 5 ? std::nullopt : std::optional<std::size_t>(3)) << night;
  }
}

TEST_F(Store, a_run_without_date_gpu_or_rows_is_refused) {
  History history = writer();
  for (const char* date : {"", "yesterday", "2026-02-30T03:00:00", "2026-01-01", "2026-01-01T25:00:00Z"})
    EXPECT_THAT(refusal([&] {
                  history.add(night_run(date, {{"k", 1}}), {}, "a.json");
                }),
                HasSubstr("a.json: context.date"));
  warpmark::Run nowhere = night_run(date_of(0), {{"k", 1}});
  nowhere.facts.gpu.name.clear();
  EXPECT_THAT(refusal([&] { history.add(nowhere, {}, "a.json"); }), HasSubstr("which GPU"));
  EXPECT_THAT(refusal([&] { history.add(night_run(date_of(0), {}), {}, "a.json"); }), HasSubstr("no measurement"));
  EXPECT_THAT(history.nights(), IsEmpty());
}

TEST_F(Store, an_older_version_is_brought_up_to_date_with_all_it_holds) {
  {
    Database database(file(), Database::Access::write);
    migrate(database, 1);
    database.execute(
        "INSERT INTO run VALUES (1, 'aa', '2026-01-01T00:00:00Z', 1767225600, 'NVIDIA H200', '{\"schema\":1}', '{}');"
        "INSERT INTO benchmark VALUES (1, 'k');"
        "INSERT INTO setup VALUES (1, '{\"label\":\"\",\"params\":{},\"kernels\":[],\"counters\":[]}');");
    Statement insert(database, "INSERT INTO measurement VALUES (1, 1, 1, ?, x'', NULL, NULL)");
    insert.run(std::vector<double>{1.5, 2.5, 3.5});
    EXPECT_EQ(version_of(database), 1);
  }
  History history = reader();
  ASSERT_THAT(history.nights(), SizeIs(1));
  EXPECT_THAT(point_of(history, "k", 1).times_us, ElementsAre(1.5, 2.5, 3.5));
  Database database(file(), Database::Access::read);
  EXPECT_EQ(version_of(database), schema_version);
}

TEST_F(Store, what_is_no_history_is_refused_and_untouched) {
  EXPECT_THAT(refusal([&] { reader(); }), HasSubstr("history add makes it"));
  std::ofstream(file()) << "no database, but a text that is longer than the header of one would be, by a few words";
  EXPECT_THAT(refusal([&] { writer(); }), HasSubstr("not a database"));
  std::filesystem::remove(file());
  {
    Database other(file(), Database::Access::write);
    other.execute("CREATE TABLE mine (x)");
  }
  EXPECT_THAT(refusal([&] { writer(); }), HasSubstr("of something else"));
  EXPECT_THAT(refusal([&] { reader(); }), HasSubstr("of something else"));
}

TEST_F(Store, a_newer_version_is_refused) {
  writer();
  Database(file(), Database::Access::write).execute("PRAGMA user_version = 99");
  EXPECT_THAT(refusal([&] { reader(); }), HasSubstr("newer warpmark (version 99"));
  EXPECT_THAT(refusal([&] { writer(); }), HasSubstr("newer warpmark (version 99"));
}

TEST_F(Store, a_truncated_file_is_refused) {
  std::map<std::string, double> many;
  for (int i = 0; i < 300; ++i) many[fmt::format("k{}", i)] = 1 + i;
  writer().add(night_run(date_of(0), many), {}, "run.json");
  const auto size = std::filesystem::file_size(file());
  for (const double part : {0.9, 0.5, 0.01}) {
    std::filesystem::resize_file(file(), static_cast<std::uintmax_t>(static_cast<double>(size) * part));
    EXPECT_THAT(refusal([&] { reader().nights(); }), HasSubstr("history.sqlite: ")) << part;
    EXPECT_THAT(refusal([&] { writer().nights(); }), HasSubstr("history.sqlite: ")) << part;
  }
}

TEST_F(Store, a_thousand_nights_of_a_thousand_rows_take_less_than_a_gigabyte) {
  constexpr int rows = 300;
  std::mt19937 random(1);
  std::map<std::string, double> many;
  for (int i = 0; i < rows; ++i)
    many[fmt::format("quantize/specialized/plain/dir:row/shape:8192x{}/l2:cold", i)] = 1 + i;
  const auto fill = [&](warpmark::Run& run) {
    for (Row& row : run.rows) {
      for (int counter = 0; counter < 34; ++counter)
        row.counters[fmt::format("gpu_counter_{}", counter)] = static_cast<double>(random()) * 0.1;
    }
  };
  const auto size_with = [&](int night) {
    warpmark::Run run = night_run(date_of(night), many);
    fill(run);
    Judgement judgement;
    for (const auto& [key, time] : many) {
      judgement.verdicts.emplace_back();
      judgement.verdicts.back().key = key;
      judgement.verdicts.back().baseline_us = time;
    }
    writer().add(run, judgement, "run.json");
    return std::filesystem::file_size(file());
  };
  const auto first = size_with(0);
  size_with(1);
  EXPECT_LT((size_with(2) - first) / 2 / rows, 900U);
}

TEST_F(Store, takes_fifty_thousand_rows) {
  std::map<std::string, double> many;
  for (int i = 0; i < 10'000; ++i) many[fmt::format("k{}", i)] = 1 + i;
  EXPECT_EQ(writer().add(night_run(date_of(0), many), {}, "run.json").benchmarks, 10'000U);
  History history = reader();
  EXPECT_THAT(history.of_run(history.nights().at(0).id), SizeIs(10'000));
}

}  // namespace
}  // namespace warpmark::history
