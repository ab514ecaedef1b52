#include "harness/measure/host_meter.h"

#include <chrono>
#include <exception>

#include "harness/measure/row_counters.h"

namespace warpmark {

namespace {

constexpr double shortest_sample_us = 50;  // reading the clock twice takes some 0.05 us
constexpr int most_calls = 1 << 24;
constexpr double clock_step_us = 1e-3;

double time_of_us(const Workload& workload, int calls, const HostClock& now_us) {
  const double begun_us = now_us();
  for (int call = 0; call < calls; ++call) workload.run_on_host();
  return now_us() - begun_us;
}

int calls_a_sample(const Workload& workload, const HostClock& now_us) {
  int calls = 1;
  while (calls < most_calls && time_of_us(workload, calls, now_us) < shortest_sample_us) calls *= 2;
  return calls;
}

Sampling sample(const Workload& workload, const SamplingPlan& plan, const HostClock& now_us,
                const std::function<void()>& check_interrupt) {
  const int calls = calls_a_sample(workload, now_us);
  const auto take = [&](int count) {
    std::vector<Sample> samples;
    for (int i = 0; i < count; ++i) {
      const double call_us = time_of_us(workload, calls, now_us) / calls;
      samples.push_back({.busy_us = call_us, .span_us = call_us});
    }
    return samples;
  };
  return sample_until_precise(plan, {.take = take,
                                     .now_ms = [&] { return now_us() * 1e-3; },
                                     .step_us = [calls] { return clock_step_us / calls; },
                                     .check_interrupt = check_interrupt});
}

}  // namespace

double host_clock_us() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::micro>(now).count();
}

Row measure_on_host(const SuiteRow& row, const SamplingPlan& plan, const HostClock& now_us,
                    const std::function<void()>& check_interrupt) {
  Row result;
  result.key = row.key;
  result.name = row.key;
  result.timer = "host";
  result.params.insert(row.params.begin(), row.params.end());
  check_interrupt();
  try {
    Workload workload(Workload::nowhere(), row.key);
    row.declare(workload);
    const auto interrupted_later = [] {};  // what it throws is no failure of the row's
    count_sampling(result, sample(workload, plan, now_us, interrupted_later));
    count_work(result, workload, 0);
    result.label = workload.label();
  } catch (const std::exception& failure) {
    result.error = failure.what();
  }
  return result;
}

}  // namespace warpmark
