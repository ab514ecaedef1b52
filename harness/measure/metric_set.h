// Metrics of a chip made ready for collection, and their values out of what was collected: CUPTI's host side, which
// needs neither a GPU nor a driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct CUpti_Profiler_Host_Object;

namespace warpmark {

class MetricSet {
 public:
  /// `chip` as CUPTI names it, "GH100" say. Throws CuptiError for a chip it does not know.
  explicit MetricSet(const std::string& chip);

  /// Whether the chip has this metric, "dram__bytes_read.sum" say.
  bool supports(const std::string& metric) const;

  /// Schedules the metrics, once, all together: added one by one they take more passes than they need, and read wrong.
  /// Throws CuptiError.
  void schedule(std::vector<std::string> metrics);

  const std::vector<std::string>& metrics() const { return metrics_; }
  const std::vector<std::uint8_t>& image() const { return image_; }
  /// How often the work has to run until everything is collected.
  std::size_t passes() const { return passes_; }

  /// The metrics' values in range `range` of decoded counter data, in the order of metrics(). Throws CuptiError.
  std::vector<double> values(const std::vector<std::uint8_t>& counter_data, std::size_t range) const;

 private:
  struct Release {
    void operator()(CUpti_Profiler_Host_Object* host) const;
  };
  std::unique_ptr<CUpti_Profiler_Host_Object, Release> host_;
  std::vector<std::string> metrics_;
  std::vector<std::uint8_t> image_;
  std::size_t passes_ = 0;
};

/// `names` as CUPTI takes them; valid while `names` is.
std::vector<const char*> c_strings(const std::vector<std::string>& names);

}  // namespace warpmark
