#include "harness/measure/range_profiler.h"

#include <cuda.h>
#include <cuda_runtime.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#include <fmt/format.h>

#include <stdexcept>

#include "harness/measure/cuda_error.h"
#include "harness/measure/cupti_error.h"
#include "harness/measure/cupti_params.h"

namespace warpmark {

namespace {

/// The runtime's context, asked of the driver without linking to it: programs start on machines that have none.
CUcontext current_context() {
  constexpr unsigned since_cuda = 12000;
  void* entry = nullptr;
  cudaDriverEntryPointQueryResult found{};
  check_cuda(cudaGetDriverEntryPointByVersion("cuCtxGetCurrent", &entry, since_cuda, cudaEnableDefault, &found),
             "asking for the context");
  CUcontext context = nullptr;
  if (found == cudaDriverEntryPointSuccess) reinterpret_cast<CUresult (*)(CUcontext*)>(entry)(&context);
  if (context == nullptr) throw std::runtime_error("no CUDA context to count in");
  return context;
}

}  // namespace

std::string current_chip() {
  auto initialize = CUPTI_PARAMS(CUpti_Profiler_Initialize_Params);  // or the next call faults
  check_cupti(cuptiProfilerInitialize(&initialize), "starting the profiler");
  int device = 0;
  check_cuda(cudaGetDevice(&device), "asking for the device");
  auto params = CUPTI_PARAMS(CUpti_Device_GetChipName_Params);
  params.deviceIndex = static_cast<std::size_t>(device);
  check_cupti(cuptiDeviceGetChipName(&params), "asking for the chip's name");
  return params.pChipName;
}

RangeProfiler::RangeProfiler(const MetricSet& metrics) : metrics_(metrics) {
  auto enable = CUPTI_PARAMS(CUpti_RangeProfiler_Enable_Params);
  enable.ctx = current_context();
  check_cupti(cuptiRangeProfilerEnable(&enable), "enabling hardware counters");
  profiler_.reset(enable.pRangeProfilerObject);
  make_room();
  clear();
  configure();
}

void RangeProfiler::Disable::operator()(CUpti_RangeProfiler_Object* profiler) const {
  auto disable = CUPTI_PARAMS(CUpti_RangeProfiler_Disable_Params);
  disable.pRangeProfilerObject = profiler;
  cuptiRangeProfilerDisable(&disable);
}

void RangeProfiler::clear() {
  auto empty = CUPTI_PARAMS(CUpti_RangeProfiler_CounterDataImage_Initialize_Params);
  empty.pRangeProfilerObject = profiler_.get();
  empty.counterDataSize = data_.size();
  empty.pCounterData = data_.data();
  check_cupti(cuptiRangeProfilerCounterDataImageInitialize(&empty), "making room for counters");
}

void RangeProfiler::make_room() {
  std::vector<const char*> names = c_strings(metrics_.metrics());
  auto size = CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataSize_Params);
  size.pRangeProfilerObject = profiler_.get();
  size.pMetricNames = names.data();
  size.numMetrics = names.size();
  size.maxNumOfRanges = most_kernels;
  size.maxNumRangeTreeNodes = static_cast<std::uint32_t>(most_kernels);
  check_cupti(cuptiRangeProfilerGetCounterDataSize(&size), "making room for counters");
  data_.assign(size.counterDataSize, 0);
}

void RangeProfiler::configure() {
  auto config = CUPTI_PARAMS(CUpti_RangeProfiler_SetConfig_Params);
  config.pRangeProfilerObject = profiler_.get();
  config.configSize = metrics_.image().size();
  config.pConfig = metrics_.image().data();
  config.counterDataImageSize = data_.size();
  config.pCounterDataImage = data_.data();
  config.range = CUPTI_AutoRange;  // a range a kernel
  config.replayMode = CUPTI_UserReplay;
  config.maxRangesPerPass = most_kernels;
  config.numNestingLevels = 1;
  config.minNestingLevel = 1;
  config.targetNestingLevel = 1;
  check_cupti(cuptiRangeProfilerSetConfig(&config), "configuring hardware counters");
}

void RangeProfiler::start() {
  auto params = CUPTI_PARAMS(CUpti_RangeProfiler_Start_Params);
  params.pRangeProfilerObject = profiler_.get();
  check_cupti(cuptiRangeProfilerStart(&params), "starting hardware counters");
}

bool RangeProfiler::stop() {
  auto params = CUPTI_PARAMS(CUpti_RangeProfiler_Stop_Params);
  params.pRangeProfilerObject = profiler_.get();
  check_cupti(cuptiRangeProfilerStop(&params), "stopping hardware counters");
  return params.isAllPassSubmitted != 0;
}

std::vector<std::vector<double>> RangeProfiler::values() {
  auto decode = CUPTI_PARAMS(CUpti_RangeProfiler_DecodeData_Params);
  decode.pRangeProfilerObject = profiler_.get();
  check_cupti(cuptiRangeProfilerDecodeData(&decode), "decoding hardware counters");
  if (decode.numOfRangeDropped > 0) {
    throw std::runtime_error(fmt::format("{} kernels too many in one call to count", decode.numOfRangeDropped));
  }
  auto info = CUPTI_PARAMS(CUpti_RangeProfiler_GetCounterDataInfo_Params);
  info.pCounterDataImage = data_.data();
  info.counterDataImageSize = data_.size();
  check_cupti(cuptiRangeProfilerGetCounterDataInfo(&info), "reading hardware counters");
  std::vector<std::vector<double>> values;
  for (std::size_t range = 0; range < info.numTotalRanges; ++range) values.push_back(metrics_.values(data_, range));
  return values;
}

}  // namespace warpmark
