#include "harness/history/site_data.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "harness/codegen/names.h"
#include "harness/history/between.h"
#include "harness/history/columns.h"
#include "harness/run/median.h"

namespace warpmark::history {
namespace {

using Json = nlohmann::ordered_json;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// `stream/triad` of `stream/triad/type:f32/...`: up to two parts of a name, without axes.
std::string family_of(const std::string& key) {
  std::size_t end = 0;
  for (int parts = 0; parts < 2 && end < key.size(); ++parts) {
    const std::size_t begin = end == 0 ? 0 : end + 1;
    const std::size_t next = std::min(key.find('/', begin), key.size());
    if (key.substr(begin, next - begin).find(':') != std::string::npos) break;
    end = next;
  }
  return end == 0 ? key : key.substr(0, end);
}

Json status_of(const Point& point) {
  if (point.judged) return point.judged->status;
  if (point.error) return "error";
  if (point.skipped) return "skipped";
  return "";
}

Json time_of(const Point& point) { return point.times_us.empty() ? Json(nullptr) : shown(point.time_us()); }

Json ratio_of(const Point& point) {
  if (point.times_us.empty() || !point.judged || !point.judged->has_comparable_baseline()) return nullptr;
  return shown(point.time_us() / point.judged->baseline_us);
}

Json collected(const std::vector<Point>& points, const std::function<Json(const Point&)>& value) {
  std::vector<Json> values;
  values.reserve(points.size());
  for (const Point& point : points) values.push_back(value(point));
  return column(values);
}

Json numbers(const std::vector<Point>& points, const std::function<double(const Point&)>& value) {
  std::vector<double> values;
  values.reserve(points.size());
  for (const Point& point : points) values.push_back(value(point));
  return column(values);
}

Json collected(const std::vector<Night>& nights, const std::vector<std::size_t>& own,
               const std::function<Json(const Night&)>& value) {
  std::vector<Json> values;
  values.reserve(own.size());
  for (const std::size_t night : own) values.push_back(value(nights[night]));
  return column(values);
}

const Point* last_measured(const Series& series) {
  const auto found = std::find_if(series.points.rbegin(), series.points.rend(),
                                  [](const Point& point) { return !point.times_us.empty(); });
  return found == series.points.rend() ? nullptr : &*found;
}

/// What the gate had to say, by position: only of nights that did not pass.
Json words_of(const std::vector<Point>& points) {
  Json words = Json::object();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Point& point = points[i];
    std::string detail = point.judged ? point.judged->detail : point.error.value_or(point.skipped.value_or(""));
    if (detail.empty()) continue;
    words[std::to_string(i)] = {{"detail", std::move(detail)},
                                {"causes", point.judged ? point.judged->causes : std::vector<std::string>()}};
  }
  return words;
}

}  // namespace

SiteData::SiteData(History& history, const std::vector<Night>& nights, const std::string& gpu)
    : history_(history), nights_(nights), gpu_(gpu) {
  for (std::size_t i = 0; i < nights.size(); ++i) {
    if (nights[i].gpu != gpu) continue;
    local_of_[i] = own_nights_.size();
    own_nights_.push_back(i);
  }
  night_times_.resize(own_nights_.size());
  night_statuses_.resize(own_nights_.size());
}

std::vector<std::size_t> SiteData::local_nights(const Series& series) const {
  std::vector<std::size_t> local;
  for (const std::size_t night : series.nights) local.push_back(local_of_.at(night));
  return local;
}

Json SiteData::add(const Series& series) {
  const std::vector<std::size_t> local = local_nights(series);
  add_to_overview(series, local);
  add_to_roofline(series);
  add_to_family(series, local);
  Json page = {{"key", series.key}};
  if (const Point* measured = last_measured(series)) {
    const Setup& setup = history_.setup(measured->setup);
    page["label"] = setup.label;
    page["params"] = setup.params;
    Json kernels = Json::array();
    for (const std::string& kernel : setup.kernels) kernels.push_back(codegen::short_name(kernel, 200));
    page["kernels"] = std::move(kernels);
  }
  page["nights"] = local;
  page["time"] = numbers(series.points, [](const Point& p) { return p.times_us.empty() ? none : p.time_us(); });
  page["low"] = numbers(series.points, [](const Point& p) {
    return p.times_us.empty() ? none : *std::min_element(p.times_us.begin(), p.times_us.end());
  });
  page["high"] = numbers(series.points, [](const Point& p) {
    return p.times_us.empty() ? none : *std::max_element(p.times_us.begin(), p.times_us.end());
  });
  page["processes"] = numbers(series.points, [](const Point& p) { return static_cast<double>(p.times_us.size()); });
  page["status"] = collected(series.points, status_of);
  page["baseline"] = numbers(series.points, [](const Point& p) {
    return p.judged && p.judged->has_comparable_baseline() ? p.judged->baseline_us : none;
  });
  page["tolerance"] = numbers(series.points, [](const Point& p) {
    return p.judged && p.judged->has_comparable_baseline() ? p.judged->tolerance : none;
  });
  page["words"] = words_of(series.points);
  page["changes"] = changes_of(series, local);
  page["counters"] = counters_of(series);
  page["code"] = code_of(series);
  return page;
}

void SiteData::add_to_overview(const Series& series, const std::vector<std::size_t>& local) {
  const std::size_t benchmark = keys_.size();
  const Point& last = series.last();
  keys_.emplace_back(series.key);
  times_.push_back(time_of(last));
  ratios_.push_back(ratio_of(last));
  statuses_.push_back(status_of(last));
  last_nights_.emplace_back(local.back());
  slower_since_.push_back(series.slower_since ? Json(local[*series.slower_since]) : Json(nullptr));
  for (std::size_t i = 0; i < local.size(); ++i) {
    auto& times = night_times_[local[i]];
    auto& statuses = night_statuses_[local[i]];
    times.resize(benchmark);
    statuses.resize(benchmark, "");
    times.push_back(time_of(series.points[i]));
    statuses.push_back(status_of(series.points[i]));
  }
}

/// Instructions over bytes: what a card can do at most is bounded by its schedulers and by its memory.
void SiteData::add_to_roofline(const Series& series) {
  const Point* point = last_measured(series);
  if (point == nullptr) return;
  const auto& names = history_.setup(point->setup).counter_names;
  const auto counter = [&](const char* name) {
    const auto found = std::find(names.begin(), names.end(), name);
    const auto index = static_cast<std::size_t>(found - names.begin());
    return index < point->counters.size() ? point->counters[index] : 0.0;
  };
  const double bytes = counter("gpu_bytes_read") + counter("gpu_bytes_written");
  const double instructions = counter("gpu_inst_executed");
  if (bytes <= 0) return;
  roofline_.push_back({keys_.size() - 1, shown(point->time_us()), shown(bytes), shown(instructions)});
}

void SiteData::add_to_family(const Series& series, const std::vector<std::size_t>& local) {
  constexpr std::size_t first_nights = 3;  // whose median a family's benchmarks are held against
  std::vector<double> first;
  for (const Point& point : series.points) {
    if (!point.times_us.empty() && first.size() < first_nights) first.push_back(point.time_us());
  }
  Family& family = families_[family_of(series.key)];
  family.log_ratio.resize(own_nights_.size());
  family.count.resize(own_nights_.size());
  const double reference = median(first);
  for (std::size_t i = 0; i < local.size(); ++i) {
    if (series.points[i].times_us.empty()) continue;
    family.log_ratio[local[i]] += std::log(series.points[i].time_us() / reference);
    ++family.count[local[i]];
  }
}

Json SiteData::changes_of(const Series& series, const std::vector<std::size_t>& local) {
  Json changes = Json::array();
  for (const Change& change : series.changes) {
    Json json = {{"begin", local[change.begin]},
                 {"end", local[change.end]},
                 {"from", local[series.index_before(change)]},
                 {"before", shown(change.before)},
                 {"after", shown(change.after)},
                 {"reasons", reasons_of(history_, nights_, series, change)}};
    changes.push_back(json);
    json["benchmark"] = keys_.size() - 1;
    changes_.push_back(std::move(json));
  }
  return changes;
}

Json SiteData::counters_of(const Series& series) {
  std::map<std::string, std::vector<double>> values;  // NaN where a night does not have the counter
  for (std::size_t i = 0; i < series.points.size(); ++i) {
    const Point& point = series.points[i];
    if (point.setup == 0) continue;
    const auto& names = history_.setup(point.setup).counter_names;
    for (std::size_t k = 0; k < std::min(names.size(), point.counters.size()); ++k) {
      auto& of_name = values[names[k]];
      of_name.resize(series.points.size(), none);
      of_name[i] = point.counters[k];
    }
  }
  Json counters = Json::object();
  for (const auto& [name, of_name] : values) counters[name] = column(of_name);
  return counters;
}

Json SiteData::code_of(const Series& series) {
  std::vector<std::map<std::string, std::uint64_t>> metrics;
  std::set<std::string> names;
  for (const Point& point : series.points) {
    for (const auto& [name, value] : metrics.emplace_back(code_metrics(history_, point))) names.insert(name);
  }
  Json code = Json::object();
  for (const std::string& name : names) {
    std::vector<Json> values;
    for (const auto& of_night : metrics) {
      const auto found = of_night.find(name);
      values.push_back(of_night.empty() ? Json(nullptr) : Json(found == of_night.end() ? 0 : found->second));
    }
    code[name] = column(values);
  }
  return code;
}

Json SiteData::overview() const {
  const auto nights = [&](const std::function<Json(const Night&)>& value) {
    return collected(nights_, own_nights_, value);
  };
  Json families = Json::object();
  for (const auto& [name, family] : families_) {
    std::vector<Json> ratios;
    for (std::size_t i = 0; i < own_nights_.size(); ++i)
      ratios.push_back(family.count[i] == 0 ? Json(nullptr) : shown(std::exp(family.log_ratio[i] / family.count[i])));
    families[name] = column(ratios);
  }
  const auto either = [](double value) { return value == 0 ? Json(nullptr) : shown(value); };
  return {{"gpu", gpu_},
          {"nights",
           {{"date", nights([](const Night& night) { return night.date; })},
            {"hash", nights([](const Night& night) { return night.hash; })},
            {"commit", nights([](const Night& night) { return night.facts.commit; })},
            {"driver", nights([](const Night& night) { return night.facts.driver; })},
            {"CUDA", nights([](const Night& night) { return night.facts.cuda; })},
            {"compiler", nights([](const Night& night) { return night.facts.compiler; })},
            {"card", nights([](const Night& night) { return night.facts.gpu.uuid; })},
            {"host", nights([](const Night& night) { return night.host; })},
            {"SM MHz", nights([&](const Night& night) { return either(night.facts.gpu.sm_mhz); })},
            {"memory MHz", nights([&](const Night& night) { return either(night.facts.gpu.memory_mhz); })},
            {"power limit W", nights([&](const Night& night) { return either(night.facts.gpu.power_limit_w); })},
            {"verdicts", nights([](const Night& night) { return Json(night.verdicts); })}}},
          {"benchmarks",
           {{"key", keys_},
            {"time", times_},
            {"ratio", ratios_},
            {"status", column(statuses_)},
            {"last", column(last_nights_)},
            {"slower_since", column(slower_since_)}}},
          {"changes", changes_},
          {"families", std::move(families)}};
}

Json SiteData::roofline(const Peaks& peaks) const {
  const GpuFacts& gpu = newest_facts().gpu;
  constexpr double warp_schedulers_per_sm = 4;  // of every architecture from sm_70 on, an instruction a cycle each
  return {{"instructions_per_ns", gpu.sm_count * warp_schedulers_per_sm * gpu.sm_mhz / 1000},
          {"sm_mhz", gpu.sm_mhz},
          {"peaks_gbps",
           {{"driver", gpu.peak_gbps_driver},
            {"datasheet", peaks.datasheet_gbps > 0 ? peaks.datasheet_gbps : gpu.peak_gbps_datasheet},
            {"measured", peaks.measured_gbps}}},
          {"points", roofline_}};
}

Json SiteData::night(std::size_t index) const {
  return {{"time", column(night_times_[index])}, {"status", column(night_statuses_[index])}};
}

}  // namespace warpmark::history
