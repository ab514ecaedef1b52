#include "harness/calibrate/percent_of_ceiling.h"

#include <charconv>
#include <cmath>
#include <optional>

#include "harness/calibrate/bandwidth.h"
#include "harness/run/median.h"

namespace warpmark {
namespace {

constexpr std::string_view ceiling_family = "quantize/ceiling/";

bool is_ceiling(const std::string& key) { return key.starts_with(ceiling_family); }

std::string text_param(const Bandwidth& bandwidth, const char* axis) {
  const auto found = bandwidth.params.find(axis);
  return found != bandwidth.params.end() && found->second.is_string() ? found->second.get<std::string>() : "";
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
  const Bandwidth* bandwidth;
  std::string shape;
  std::string l2;
  Mix mix;
};

std::map<std::string, Candidate> shaped(const Run& run, const std::map<std::string, Bandwidth>& bandwidths) {
  std::map<std::string, Candidate> candidates;
  for (const Row& row : run.rows) {
    const auto found = bandwidths.find(row.key);
    if (found == bandwidths.end() || candidates.contains(row.key)) continue;
    const std::string shape = text_param(found->second, "shape");
    const double elements = elements_of(shape);
    if (elements == 0) continue;
    const Mix mix{row.counter("gpu_bytes_read").value_or(0) / elements,
                  row.counter("gpu_bytes_written").value_or(0) / elements};
    candidates[row.key] = {&found->second, shape, text_param(found->second, "l2"), mix};
  }
  return candidates;
}

bool may_be_ceiling(const Candidate& ceiling, const Candidate& of) {
  return ceiling.shape == of.shape && ceiling.l2 == of.l2 && std::lround(ceiling.mix.read) == std::lround(of.mix.read);
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
  const auto candidates = shaped(run, bandwidths);
  std::vector<PercentOfCeiling> result;
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
    if (nearest == nullptr) continue;
    const double share = percent(*candidate.bandwidth, *nearest->second.bandwidth);
    if (share > 0) result.push_back({key, nearest->first, share});
  }
  return result;
}

}  // namespace warpmark
