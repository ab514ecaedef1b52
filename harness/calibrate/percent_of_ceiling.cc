#include "harness/calibrate/percent_of_ceiling.h"

#include <charconv>
#include <cmath>

#include "harness/calibrate/bandwidth.h"
#include "harness/run/median.h"

namespace warpmark {
namespace {

constexpr std::string_view ceiling_family = "quantize/ceiling/";
constexpr const char* counter_name = "gpu_ceiling_percent";

bool is_ceiling(const std::string& key) { return key.starts_with(ceiling_family); }

std::string text_param(const Row& row, const char* axis) {
  const auto found = row.params.find(axis);
  return found != row.params.end() && found->second.is_string() ? found->second.get<std::string>() : "";
}

/// The elements of a shape written as 8192x28672; 0 of anything else.
double elements_of(const std::string& shape) {
  std::size_t rows = 0;
  std::size_t columns = 0;
  const char* end = shape.data() + shape.size();
  const auto first = std::from_chars(shape.data(), end, rows);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != 'x') return 0;
  const auto second = std::from_chars(first.ptr + 1, end, columns);
  return second.ec == std::errc{} && second.ptr == end ? static_cast<double>(rows) * static_cast<double>(columns) : 0;
}

/// Bytes read and written an element.
struct Mix {
  double read = 0;
  double written = 0;
};

/// What is left of a benchmark for the search of its ceiling.
struct Candidate {
  std::string shape;
  std::string l2;
  Mix mix;
};

std::map<std::string, Candidate> shaped(const Run& run) {
  std::map<std::string, Candidate> candidates;
  for (const Row& row : run.rows) {
    if (!gbps_of(row) || candidates.contains(row.key)) continue;
    const std::string shape = text_param(row, "shape");
    const double elements = elements_of(shape);
    if (elements == 0) continue;
    const Mix mix{row.counter("gpu_bytes_read").value_or(0) / elements,
                  row.counter("gpu_bytes_written").value_or(0) / elements};
    candidates[row.key] = {shape, text_param(row, "l2"), mix};
  }
  return candidates;
}

bool may_be_ceiling(const Candidate& ceiling, const Candidate& of) {
  return ceiling.shape == of.shape && ceiling.l2 == of.l2 && std::lround(ceiling.mix.read) == std::lround(of.mix.read);
}

/// The key of each benchmark's ceiling, by key.
std::map<std::string, std::string> nearest_ceilings(const Run& run) {
  const auto candidates = shaped(run);
  std::map<std::string, std::string> nearest_of;
  for (const auto& [key, candidate] : candidates) {
    if (is_ceiling(key)) continue;
    const auto distance = [&, &of = candidate](const Candidate& ceiling) {
      return std::abs(ceiling.mix.written - of.mix.written);
    };
    const std::pair<const std::string, Candidate>* nearest = nullptr;
    for (const auto& entry : candidates) {
      if (!is_ceiling(entry.first) || !may_be_ceiling(entry.second, candidate)) continue;
      if (nearest == nullptr || distance(entry.second) < distance(nearest->second)) nearest = &entry;
    }
    if (nearest != nullptr) nearest_of[key] = nearest->first;
  }
  return nearest_of;
}

double percent(const Bandwidth& of, const Bandwidth& ceiling) {
  std::vector<double> shares;
  for (const auto& [process, gbps] : of.gbps) {
    if (const auto best = ceiling.gbps.find(process); best != ceiling.gbps.end()) shares.push_back(gbps / best->second);
  }
  return 100 * median(shares);
}

}  // namespace

std::vector<PercentOfCeiling> percent_of_ceilings(const Run& run) {
  const auto bandwidths = bandwidths_of(run);
  std::vector<PercentOfCeiling> result;
  for (const auto& [key, ceiling] : nearest_ceilings(run)) {
    const double share = percent(bandwidths.at(key), bandwidths.at(ceiling));
    if (share > 0) result.push_back({key, ceiling, share});
  }
  return result;
}

void count_percent_of_ceiling(Run& run) {
  const auto bandwidths = bandwidths_of(run);
  const auto ceilings = nearest_ceilings(run);
  for (Row& row : run.rows) {
    row.counters.erase(counter_name);
    const auto gbps = gbps_of(row);
    const auto ceiling = ceilings.find(row.key);
    if (!gbps || ceiling == ceilings.end()) continue;
    const auto& by_process = bandwidths.at(ceiling->second).gbps;
    const auto reached = by_process.find(row.process);
    if (reached != by_process.end()) row.counters[counter_name] = 100 * *gbps / reached->second;
  }
}

}  // namespace warpmark
