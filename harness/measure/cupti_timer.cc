#include "harness/measure/cupti_timer.h"

#include <cupti.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "harness/measure/cuda_error.h"
#include "harness/measure/cupti_error.h"

namespace warpmark {

namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;  // some 4,000 records; CUPTI asks for more when full
constexpr std::size_t buffer_alignment = 8;                 // CUPTI wants ACTIVITY_RECORD_ALIGNMENT

// The kinds of record we ask for. External ids are only handed out for API calls that are themselves recorded.
constexpr CUpti_ActivityKind kinds[] = {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_RUNTIME,
                                        CUPTI_ACTIVITY_KIND_DRIVER, CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION};
constexpr CUpti_ExternalCorrelationKind our_ids = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0;

struct KernelRecord {
  std::uint32_t correlation;
  std::uint64_t start_ns;
  std::uint64_t end_ns;
  KernelFacts facts;
};

/// What the callbacks saw since it was last taken.
struct Records {
  std::vector<KernelRecord> kernels;
  std::unordered_map<std::uint32_t, std::uint64_t> sample_of_correlation;
  std::size_t dropped = 0;
};

// CUPTI's callbacks carry no pointer of ours, and come from its own thread as well as from inside the flush.
std::mutex records_mutex;
Records records;

Records take_records() {
  const std::lock_guard lock(records_mutex);
  return std::exchange(records, {});
}

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* max_records) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(buffer_alignment, buffer_bytes));
  *size = *buffer != nullptr ? buffer_bytes : 0;
  *max_records = 0;  // as many as fit
}

KernelFacts facts_of(const CUpti_ActivityKernel9& kernel) {
  const auto volume = [](int x, int y, int z) { return static_cast<double>(x) * y * z; };
  return {.name = kernel.name != nullptr ? kernel.name : "",
          .time_us = static_cast<double>(kernel.end - kernel.start) * 1e-3,
          .grid_blocks = volume(kernel.gridX, kernel.gridY, kernel.gridZ),
          .block_threads = kernel.blockX * kernel.blockY * kernel.blockZ,
          .registers = kernel.registersPerThread,
          .static_shared_bytes = kernel.staticSharedMemory,
          .dynamic_shared_bytes = kernel.dynamicSharedMemory};
}

void keep(const CUpti_Activity& record) {
  if (record.kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
    const auto& kernel = reinterpret_cast<const CUpti_ActivityKernel9&>(record);
    records.kernels.push_back({kernel.correlationId, kernel.start, kernel.end, facts_of(kernel)});
  } else if (record.kind == CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION) {
    const auto& correlation = reinterpret_cast<const CUpti_ActivityExternalCorrelation&>(record);
    records.sample_of_correlation[correlation.correlationId] = correlation.externalId;
  }
}

void CUPTIAPI take_buffer(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t,
                          std::size_t valid) {
  const std::lock_guard lock(records_mutex);
  CUpti_Activity* record = nullptr;
  while (valid > 0 && cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) keep(*record);
  std::size_t dropped = 0;
  if (cuptiActivityGetNumDroppedRecords(context, stream, &dropped) == CUPTI_SUCCESS) records.dropped += dropped;
  std::free(buffer);
}

/// The kernels of each sample, in order of their start.
std::vector<std::vector<KernelRecord>> by_sample(Records seen, std::uint64_t samples) {
  std::vector<std::vector<KernelRecord>> of_sample(samples);
  for (KernelRecord& kernel : seen.kernels) {
    const auto found = seen.sample_of_correlation.find(kernel.correlation);
    if (found != seen.sample_of_correlation.end()) of_sample.at(found->second).push_back(std::move(kernel));
  }
  for (auto& kernels : of_sample) {
    std::sort(kernels.begin(), kernels.end(), [](const auto& a, const auto& b) { return a.start_ns < b.start_ns; });
  }
  return of_sample;
}

Sample to_sample(const std::vector<KernelRecord>& kernels) {
  Sample sample;
  std::uint64_t last_end_ns = 0;
  for (const KernelRecord& kernel : kernels) {
    if (kernel.start_ns == 0 || kernel.end_ns <= kernel.start_ns) {
      throw std::runtime_error("CUPTI: a record of kernel " + kernel.facts.name + " has no time");
    }
    sample.busy_us += static_cast<double>(kernel.end_ns - kernel.start_ns) * 1e-3;
    last_end_ns = std::max(last_end_ns, kernel.end_ns);
  }
  sample.start_ns = kernels.front().start_ns;
  sample.end_ns = last_end_ns;
  sample.span_us = static_cast<double>(last_end_ns - kernels.front().start_ns) * 1e-3;
  sample.kernels = static_cast<int>(kernels.size());
  return sample;
}

void enable_all() {
  for (const CUpti_ActivityKind kind : kinds) check_cupti(cuptiActivityEnable(kind), "enabling activity records");
}

void disable_all() {
  for (const CUpti_ActivityKind kind : kinds) cuptiActivityDisable(kind);
}

}  // namespace

CuptiTimer::CuptiTimer() {
  check_cupti(cuptiActivityRegisterCallbacks(give_buffer, take_buffer), "registering for activity records");
  try {
    enable_all();
  } catch (...) {
    disable_all();  // whoever measures instead must not pay for half of us
    throw;
  }
}

void CuptiTimer::pause() { disable_all(); }

void CuptiTimer::resume() { enable_all(); }

CuptiTimer::~CuptiTimer() {
  disable_all();
  cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  take_records();
}

void CuptiTimer::begin(cudaStream_t /*stream*/) {
  check_cupti(cuptiActivityPushExternalCorrelationId(our_ids, samples_), "marking a sample");
  ++samples_;
}

void CuptiTimer::end(cudaStream_t /*stream*/) {
  std::uint64_t id = 0;
  check_cupti(cuptiActivityPopExternalCorrelationId(our_ids, &id), "marking a sample");
}

std::vector<Sample> CuptiTimer::collect(cudaStream_t stream) {
  const std::uint64_t expected = std::exchange(samples_, 0);
  // The flush delivers only what is complete, hence the wait before it.
  const cudaError_t ran = cudaStreamSynchronize(stream);
  check_cupti(cuptiActivityFlushAll(0), "flushing activity records");
  Records seen = take_records();
  check_cuda(ran, "running the workload");
  if (seen.dropped > 0) throw std::runtime_error(fmt::format("CUPTI: {} records were dropped", seen.dropped));

  std::vector<Sample> samples;
  std::vector<std::uint64_t> durations_ns;
  kernels_.clear();
  for (const std::vector<KernelRecord>& kernels : by_sample(std::move(seen), expected)) {
    if (kernels.empty()) throw std::runtime_error("CUPTI saw no kernel in a call: does it launch one?");
    samples.push_back(to_sample(kernels));
    for (const KernelRecord& kernel : kernels) durations_ns.push_back(kernel.end_ns - kernel.start_ns);
    if (samples.size() == 1) {
      for (const KernelRecord& kernel : kernels) kernels_.push_back(kernel.facts);
    }
  }
  step_ns_ = clock_step_ns(durations_ns, step_ns_);
  return samples;
}

std::uint64_t clock_step_ns(const std::vector<std::uint64_t>& durations_ns, std::uint64_t before) {
  constexpr std::uint64_t coarsest = 1024;  // ns
  constexpr std::uint64_t finest = 8;       // a finer step could not be told from the rounding
  constexpr std::uint64_t rounding = 2;
  for (std::uint64_t step = before != 0 ? before : coarsest; step >= finest; step /= 2) {
    const auto on_step = [&](std::uint64_t duration) { return (duration + rounding) % step <= 2 * rounding; };
    if (std::all_of(durations_ns.begin(), durations_ns.end(), on_step)) return step;
  }
  return 1;
}

}  // namespace warpmark
