// Sampling of a row on the GPU, and of the two rows of a pair in turns, at each of their places in memory.
#pragma once

#include <functional>
#include <vector>

#include "harness/measure/row_stage.h"
#include "harness/measure/sampler.h"
#include "harness/measure/timer.h"

namespace warpmark {

/// A row as it is sampled, and what is seen of it meanwhile.
struct PlacedRow {
  std::vector<Workload> placed;
  std::vector<CardState> states = {};     // of the card while it ran
  std::vector<KernelFacts> kernels = {};  // of one call
};

struct SamplingTools {
  RowStage& stage;
  Timer& timer;
  const SamplingPlan& plan;
  const std::function<void()>& check_interrupt;
};

Sampling sample(PlacedRow& row, L2State l2, const SamplingTools& tools);

/// Both rows lie at the same places.
PairSampling sample_pair(PlacedRow& first, PlacedRow& second, L2State l2, const SamplingTools& tools);

}  // namespace warpmark
