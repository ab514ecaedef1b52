#include "harness/measure/row_meter.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "harness/measure/cuda_error.h"
#include "harness/measure/launch_facts.h"
#include "harness/measure/result_check.h"
#include "harness/measure/row_counters.h"
#include "harness/measure/stream_order.h"

namespace warpmark {

namespace {

Row begun(const SuiteRow& row) {
  Row result;
  result.key = row.key;
  result.name = row.key;
  result.params.insert(row.params.begin(), row.params.end());
  return result;
}

Row failed(const SuiteRow& row, const std::string& why) {
  Row result = begun(row);
  result.error = why;
  return result;
}

bool is_warm_twin(const SuiteRow& row, const SuiteRow& cold) {
  return row.l2 == L2State::warm && cold.l2 == L2State::cold && row.workload() == cold.workload();
}

/// The two rows of a pair do not do the same.
class PairDiffers : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

void require_same_outputs(const Workload& a, const Workload& b) {
  const auto same = [](const OutputSpan& x, const OutputSpan& y) { return x.data == y.data && x.bytes == y.bytes; };
  if (std::equal(a.outputs().begin(), a.outputs().end(), b.outputs().begin(), b.outputs().end(), same)) return;
  throw PairDiffers("declares other outputs than its partner");
}

void require_same_results(const Row& a, const Row& b) {
  if (a.counter("gpu_output_hash") != b.counter("gpu_output_hash"))
    throw PairDiffers("wrong result: its output differs from its partner's");
}

}  // namespace

/// A row on its way.
struct RowMeter::Measured {
  const SuiteRow& row;
  PlacedRow where;
  Row result = begun(row);
  Sampling sampling = {};
  FirstResult first = {};
  bool follows_its_twin = false;  // the cold row of the same call, on the same buffers
};

RowMeter::RowMeter(RowStage& stage, const Suite& suite, Timer& timer, Counters* counters, const SamplingPlan& plan,
                   std::function<void()> check_interrupt)
    : stage_(stage),
      suite_(suite),
      device_(stage.device()),
      timer_(timer),
      counters_(counters),
      plan_(plan),
      check_interrupt_(std::move(check_interrupt)) {}

Row RowMeter::measure(const SuiteRow& row) {
  if (const auto obstacle = stage_.obstacle(row)) {
    Row result = begun(row);
    result.skipped = obstacle;
    return result;
  }
  if (std::optional<Row> kept = take_kept(row.key)) return std::move(*kept);
  const SuiteRow* partner = suite_.partner_of(row);
  if (partner != nullptr && !alone_.contains(row.key)) {
    if (std::optional<Row> paired = measure_pair(row, *partner)) return std::move(*paired);
  }
  return measure_alone(row);
}

std::optional<Row> RowMeter::take_kept(const std::string& key) {
  std::deque<Row>& kept = kept_[key];
  if (kept.empty()) return std::nullopt;
  Row row = std::move(kept.front());
  kept.pop_front();
  return row;
}

/// What `measure` returns, or the row with the reason why it failed.
template <class Measure>
Row RowMeter::unless_failed(const SuiteRow& row, const Measure& measure) {
  try {
    return measure();
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception& failure) {
    if (cuda_is_lost()) throw GpuLost(failed(row, failure.what()));
    drop_unfinished_samples();
    return failed(row, failure.what());
  }
}

Row RowMeter::measure_alone(const SuiteRow& row) {
  return unless_failed(row, [&] {
    Measured measured{row, {stage_.place(row)}};
    for (const Workload& workload : measured.where.placed) stage_.prepare(workload);
    look_at(measured);
    measured.sampling = sample(measured.where, row.l2, {stage_, timer_, plan_, check_interrupt_});
    report(measured);
    count_hardware({&measured});
    verify(measured);
    return std::move(measured.result);
  });
}

std::vector<Row> RowMeter::count(const std::vector<const SuiteRow*>& rows,
                                 const std::function<void(const SuiteRow&)>& begins) {
  std::vector<Row> results;
  std::deque<Measured> sampled;
  std::size_t offset = 0;
  for (const SuiteRow* row : rows) {
    begins(*row);
    results.push_back(unless_failed(*row, [&] {
      Row result = begun(*row);
      result.skipped = stage_.obstacle(*row);
      if (result.skipped) return result;
      Measured measured{*row, {}};
      measured.follows_its_twin = !sampled.empty() && is_warm_twin(*row, sampled.back().row);
      const std::size_t at = measured.follows_its_twin ? offset - row->bytes_needed : offset;
      measured.where.placed.push_back(stage_.place_at(at, *row));
      stage_.prepare(measured.where.placed.front());
      measured.sampling = sample(measured.where, row->l2, {stage_, timer_, plan_, check_interrupt_});
      report(measured);
      sampled.push_back(std::move(measured));
      offset = at + row->bytes_needed;
      return result;
    }));
  }
  std::vector<Measured*> together;
  for (Measured& each : sampled) together.push_back(&each);
  try {
    if (!together.empty()) count_hardware(together);
  } catch (const CudaError& failure) {
    const auto is_last = [&](const Measured* each) {
      return &each->where.placed.front() == counters_->launched_last();
    };
    const auto last = std::find_if(together.begin(), together.end(), is_last);
    throw GpuLost(failed((last == together.end() ? together.front() : *last)->row, failure.what()));
  }
  auto next = results.begin();
  for (Measured& each : sampled) {
    next = std::find_if(next, results.end(), [&](const Row& row) { return row.key == each.row.key; });
    *next = std::move(each.result);
  }
  return results;
}

/// Nothing where one of the two fails: measured by itself, each then says what is the matter with it.
std::optional<Row> RowMeter::measure_pair(const SuiteRow& row, const SuiteRow& partner) {
  const SuiteRow* running = &row;
  Row of_partner;
  Row of_row;
  try {
    Measured asked{row, {stage_.place(row)}};
    Measured other{partner, {stage_.place(partner)}};
    measure_in_turns(asked, other, running);
    of_row = std::move(asked.result);
    of_partner = std::move(other.result);
  } catch (const Interrupted&) {
    throw;
  } catch (const PairDiffers& difference) {
    of_row = failed(row, std::string(difference.what()) + ": " + partner.key);
    of_partner = failed(partner, std::string(difference.what()) + ": " + row.key);
  } catch (const std::exception& failure) {
    if (cuda_is_lost()) {
      const std::string in_turns = running == nullptr ? "in turns with " : "measured in turns with it, ";
      throw GpuLost(failed(row, (running == &row ? "" : in_turns + partner.key + ": ") + failure.what()));
    }
    drop_unfinished_samples();
    std::cerr << "note: not measured in turns: " << row.key << " and " << partner.key << ": " << failure.what() << '\n';
    alone_.insert({row.key, partner.key});
    return std::nullopt;
  }
  kept_[partner.key].push_back(std::move(of_partner));
  return of_row;
}

/// The two share their inputs, filled once, and their outputs, which are verified when each has written them anew.
/// `running` is the one to blame should this throw; null while both are sampled.
void RowMeter::measure_in_turns(Measured& asked, Measured& partner, const SuiteRow*& running) {
  require_same_outputs(asked.where.placed.front(), partner.where.placed.front());
  for (const Workload& workload : asked.where.placed) stage_.prepare(workload);
  look_at(asked);
  running = &partner.row;
  for (const Workload& workload : partner.where.placed) stage_.launch_anew(workload);
  look_at(partner);
  running = nullptr;

  const bool asked_is_second = asked.row.partner && asked.row.partner->is_first;
  Measured& first = asked_is_second ? partner : asked;
  Measured& second = asked_is_second ? asked : partner;
  PairSampling pair = sample_pair(first.where, second.where, asked.row.l2, {stage_, timer_, plan_, check_interrupt_});
  first.sampling = std::move(pair.first);
  second.sampling = std::move(pair.second);
  for (Measured* each : {&asked, &partner}) report(*each);
  count_hardware({&asked, &partner});
  for (Measured* each : {&asked, &partner}) {
    running = &each->row;
    for (const Workload& workload : each->where.placed) stage_.launch_anew(workload);
    verify(*each);
    if (pair.ratio) count_ratio(each->result, *pair.ratio);
  }
  require_same_results(asked.result, partner.result);
}

/// At the first call, before any is measured.
void RowMeter::look_at(Measured& measured) {
  const Workload& workload = measured.where.placed.front();
  measured.first = first_result(workload, hasher_, device_.stream());
  check_stream_order(workload, timer_, device_.stream());
}

/// Samples that the failed row had begun must not be taken for those of the next one.
void RowMeter::drop_unfinished_samples() {
  try {
    timer_.collect(device_.stream());
  } catch (const std::exception&) {  // that they are incomplete is known
  }
}

void RowMeter::report(Measured& measured) {
  Row& result = measured.result;
  const Workload& workload = measured.where.placed.front();
  count_sampling(result, measured.sampling);
  count_work(result, workload, device_.facts().peak_gbps_driver);
  count_states(result, measured.where.states);
  for (const KernelFacts& kernel : measured.where.kernels) result.kernels.push_back(kernel.name);
  result.counters.merge(launch_facts(measured.where.kernels, device_.properties()));
  result.label = workload.label();
}

/// At the first place against the reference; at the others, by their hashes, against the first.
void RowMeter::verify(Measured& measured) {
  const std::vector<Workload>& placed = measured.where.placed;
  placed.front().check_outputs();
  for (std::size_t place = 1; place < placed.size(); ++place) placed[place].check_guards();
  const auto hash = checked_hash(placed, measured.first, hasher_, device_.stream());
  if (hash) measured.result.counters["gpu_output_hash"] = static_cast<double>(*hash);
}

/// What cannot be counted together (by a timer that does not know the kernels, nothing can) is counted one by one; what
/// cannot be counted then is said and left out: the time stands.
void RowMeter::count_hardware(const std::vector<Measured*>& together) {
  if (counters_ == nullptr) return;
  std::vector<CountedCall> calls;
  for (const Measured* each : together)
    calls.push_back({&each->where.placed.front(),
                     {each->where.kernels.size(), each->follows_its_twin ? Before::nothing : before(each->row.l2)}});
  std::vector<CounterValues> counted;
  timer_.pause();
  try {
    counted = counters_->count(calls);
  } catch (const CudaError&) {
    timer_.resume();
    throw;
  } catch (const std::runtime_error& failure) {
    if (together.size() == 1) {
      std::cerr << "note: " << together.front()->row.key << ": no hardware counters: " << failure.what() << '\n';
    }
  }
  timer_.resume();
  if (counted.empty() && together.size() > 1) {
    for (Measured* each : together) count_hardware({each});
  }
  for (std::size_t i = 0; i < counted.size(); ++i) {
    Row& result = together[i]->result;
    result.counters.merge(counted[i]);
    const auto moved = [&](const char* name) { return result.counter(name).value_or(0); };
    const double declared = moved("gpu_bytes_read") + moved("gpu_bytes_written");
    const double dram = moved("gpu_dram_bytes_read") + moved("gpu_dram_bytes_written");
    if (together[i]->row.l2 == L2State::cold && declared > 0 && dram > 0)
      result.counters["gpu_dram_per_declared_byte"] = dram / declared;
  }
}

}  // namespace warpmark
