#include "harness/measure/placed_sampling.h"

#include <fmt/format.h>

#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include "harness/measure/cuda_error.h"
#include "harness/measure/place_rotation.h"

namespace warpmark {

namespace {

double now_ms() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
}

/// Pauses after each cold sample and each run of warm ones. A GPU that works without any runs into its power cap, and
/// its clock goes down a step and up again, which shows in kernels bound by instructions: on three H200s the suite drew
/// 554 to 589 W and 25 to 59 % of the rows met the cap, by which processes differed by 0.3 %. With these pauses it drew
/// 465 to 474 W on three others, and none, none and 0.4 % did.
class Rest {
 public:
  /// After work that has ended.
  void take() {
    owed_ms_ += share_of_work * (now_ms() - since_ms_);
    if (owed_ms_ >= shortest_ms) {
      const double begun_ms = now_ms();
      std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(owed_ms_));
      owed_ms_ -= now_ms() - begun_ms;
    }
    since_ms_ = now_ms();
  }

 private:
  static constexpr double share_of_work = 0.3;  // by the host's clock
  static constexpr double shortest_ms = 0.2;    // sleeps end some 0.05 ms late
  double since_ms_ = now_ms();
  double owed_ms_ = 0;
};

/// What queue_samples and queue_turns drive: the real thing, at one place.
class GpuDriver {
 public:
  /// `is_observed`: the card's state is to be asked for, once.
  GpuDriver(PlacedRow& row, std::size_t place, const SamplingTools& tools, Rest& rest, bool is_observed)
      : row_(row),
        workload_(row.placed[place]),
        stage_(tools.stage),
        timer_(tools.timer),
        rest_(rest),
        is_observed_(is_observed) {}

  void reset_persisting() { L2Flush::reset_persisting(); }
  void flush_l2() { stage_.l2_flush().flush(stream()); }
  void begin() { timer_.begin(stream()); }
  void launch() { workload_.run(stream()); }
  void end() { timer_.end(stream()); }
  void observe() {
    if (std::exchange(is_observed_, false)) row_.states.push_back(stage_.device().nvml().state());
  }
  void wait() {
    check_cuda(cudaStreamSynchronize(stream()), "running the workload");
    rest_.take();
  }

  /// The buffers of the other places may have pushed this one's out of the L2. A row with one place has its own buffers
  /// there, whoever used them last; and it runs so long that a cold instruction cache does not show.
  void settle() {
    if (row_.placed.size() > 1) launch();
  }

 private:
  cudaStream_t stream() const { return stage_.device().stream(); }

  PlacedRow& row_;
  const Workload& workload_;
  RowStage& stage_;
  Timer& timer_;
  Rest& rest_;
  bool is_observed_;
};

PlaceRotation rotation_of(const PlacedRow& row) { return PlaceRotation(static_cast<int>(row.placed.size())); }

std::vector<Sample> collect(const SamplingTools& tools) { return tools.timer.collect(tools.stage.device().stream()); }

/// Of one workload.
void require_same_kernels(const std::vector<Sample>& samples) {
  for (const Sample& sample : samples) {
    if (sample.kernels == samples.front().kernels) continue;
    throw std::runtime_error(
        fmt::format("{} kernels in one sample, {} in another", samples.front().kernels, sample.kernels));
  }
}

/// Of the one or the other of a pair.
void require_same_kernels(const std::vector<Turn>& turns, std::vector<Sample> Turn::*of) {
  std::vector<Sample> samples;
  for (const Turn& turn : turns) samples.insert(samples.end(), (turn.*of).begin(), (turn.*of).end());
  require_same_kernels(samples);
}

SampleSource source_of(PlacedRow& row, L2State l2, const SamplingTools& tools, PlaceRotation& rotation) {
  const auto take = [&row, l2, &tools, &rotation](int count) {
    Rest rest;
    bool is_first = true;
    rotation.share_out(count, [&](std::size_t place, int share) {
      GpuDriver driver(row, place, tools, rest, std::exchange(is_first, false));
      if (l2 == L2State::warm) driver.settle();
      queue_samples(driver, l2, share);
    });
    std::vector<Sample> samples = collect(tools);
    row.kernels = tools.timer.kernels();
    require_same_kernels(samples);
    return samples;
  };
  return {.take = take,
          .now_ms = now_ms,
          .step_us = [&tools] { return tools.timer.step_ns() * 1e-3; },
          .check_interrupt = tools.check_interrupt};
}

}  // namespace

Sampling sample(PlacedRow& row, L2State l2, const SamplingTools& tools) {
  PlaceRotation rotation = rotation_of(row);
  return sample_until_precise(tools.plan, source_of(row, l2, tools, rotation));
}

PairSampling sample_pair(PlacedRow& first, PlacedRow& second, L2State l2, const SamplingTools& tools) {
  PlaceRotation rotation = rotation_of(first);
  PlaceRotation rotation_of_second = rotation_of(second);
  bool second_leads = false;
  const auto take = [&](int count) {
    Rest rest;
    std::vector<QueuedTurn> queued;
    const int a_turn = samples_a_turn(l2, count);
    rotation.share_out(count, [&](std::size_t place, int share) {
      GpuDriver of_first(first, place, tools, rest, queued.empty());
      GpuDriver of_second(second, place, tools, rest, queued.empty());
      for (const QueuedTurn& turn : queue_turns(of_first, of_second, l2, share, a_turn, second_leads)) {
        queued.push_back(turn);
        second_leads = !second_leads;
      }
    });
    std::vector<Turn> turns = dealt(queued, collect(tools));
    require_same_kernels(turns, &Turn::first);
    require_same_kernels(turns, &Turn::second);
    return turns;
  };
  return sample_pair_until_precise(tools.plan, {.first = source_of(first, l2, tools, rotation),
                                                .second = source_of(second, l2, tools, rotation_of_second),
                                                .take_turns = take});
}

}  // namespace warpmark
