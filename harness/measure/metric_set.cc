#include "harness/measure/metric_set.h"

#include <cupti_profiler_host.h>

#include <utility>

#include "harness/measure/cupti_error.h"
#include "harness/measure/cupti_params.h"

namespace warpmark {

void MetricSet::Release::operator()(CUpti_Profiler_Host_Object* host) const {
  auto params = CUPTI_PARAMS(CUpti_Profiler_Host_Deinitialize_Params);
  params.pHostObject = host;
  cuptiProfilerHostDeinitialize(&params);
}

MetricSet::MetricSet(const std::string& chip) {
  auto params = CUPTI_PARAMS(CUpti_Profiler_Host_Initialize_Params);
  params.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
  params.pChipName = chip.c_str();
  check_cupti(cuptiProfilerHostInitialize(&params), "looking up the chip's metrics");
  host_.reset(params.pHostObject);
}

bool MetricSet::supports(const std::string& metric) const {
  auto params = CUPTI_PARAMS(CUpti_Profiler_Host_GetMetricProperties_Params);
  params.pHostObject = host_.get();
  params.pMetricName = metric.c_str();
  return cuptiProfilerHostGetMetricProperties(&params) == CUPTI_SUCCESS;
}

void MetricSet::schedule(std::vector<std::string> metrics) {
  metrics_ = std::move(metrics);
  std::vector<const char*> names = c_strings(metrics_);
  auto add = CUPTI_PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params);
  add.pHostObject = host_.get();
  add.ppMetricNames = names.data();
  add.numMetrics = names.size();
  check_cupti(cuptiProfilerHostConfigAddMetrics(&add), "choosing metrics");

  auto size = CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImageSize_Params);
  size.pHostObject = host_.get();
  check_cupti(cuptiProfilerHostGetConfigImageSize(&size), "scheduling metrics");
  image_.resize(size.configImageSize);
  auto image = CUPTI_PARAMS(CUpti_Profiler_Host_GetConfigImage_Params);
  image.pHostObject = host_.get();
  image.configImageSize = image_.size();
  image.pConfigImage = image_.data();
  check_cupti(cuptiProfilerHostGetConfigImage(&image), "scheduling metrics");

  auto passes = CUPTI_PARAMS(CUpti_Profiler_Host_GetNumOfPasses_Params);
  passes.configImageSize = image_.size();
  passes.pConfigImage = image_.data();
  check_cupti(cuptiProfilerHostGetNumOfPasses(&passes), "scheduling metrics");
  passes_ = passes.numOfPasses;
}

std::vector<double> MetricSet::values(const std::vector<std::uint8_t>& counter_data, std::size_t range) const {
  std::vector<const char*> names = c_strings(metrics_);
  std::vector<double> values(names.size());
  auto params = CUPTI_PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues_Params);
  params.pHostObject = host_.get();
  params.pCounterDataImage = counter_data.data();
  params.counterDataImageSize = counter_data.size();
  params.rangeIndex = range;
  params.ppMetricNames = names.data();
  params.numMetrics = names.size();
  params.pMetricValues = values.data();
  check_cupti(cuptiProfilerHostEvaluateToGpuValues(&params), "evaluating metrics");
  return values;
}

std::vector<const char*> c_strings(const std::vector<std::string>& names) {
  std::vector<const char*> pointers;
  for (const std::string& name : names) pointers.push_back(name.c_str());
  return pointers;
}

}  // namespace warpmark
