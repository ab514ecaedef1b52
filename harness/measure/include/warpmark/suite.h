// The rows of a benchmark program: every workload, cold and warm.
#pragma once

#include <warpmark/l2_state.h>
#include <warpmark/workload.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpmark {

using Declare = std::function<void(Workload&)>;
using Axes = std::vector<std::pair<std::string, nlohmann::json>>;

/// Whether a row is measured as a ceiling of the card, for other rows to be judged by.
enum class Calibrates {
  nothing,
  card,   // cold: whenever calibration is asked for; and as below
  shape,  // for rows of the same `shape` and state of the L2
};

/// The other half of a row's pair: the two are measured in turns.
struct Partner {
  std::string key;
  bool is_first = false;  // of the two; the pair's ratio is the first's time over the second's
};

/// Who times a row. Times of one are never compared with those of another, and so their keys differ: those of the GPU's
/// rows end in /l2:cold or /l2:warm, and nobody else's do.
enum class TimedBy {
  gpu,
  host,              // the host's clock
  google_benchmark,  // an ordinary benchmark, which times itself
};

/// One row of the suite: a workload in one state of the L2, or on the host.
struct SuiteRow {
  std::string key;  // family/kernel/axis:value/.../l2:cold, what baselines know it by
  Axes params;      // the axes, l2 included
  L2State l2;
  Declare declare;
  std::size_t bytes_needed;
  Calibrates calibrates = Calibrates::nothing;
  std::optional<Partner> partner = std::nullopt;
  int least_sm = 0;  // 90: needs sm_90 or newer
  TimedBy timed_by = TimedBy::gpu;
  std::string benchmark_name = {};  // Google Benchmark's, which says how it is run
  std::string place = {};           // "file:line" of its declaration

  /// Families called `<family>_sweep` are for exploring: neither in baselines nor run unless a filter names "_sweep".
  bool is_sweep() const { return family().ends_with("_sweep"); }
  /// The family `canary` is the gate's: rows of code that nobody changes, run first and last in every process. When one
  /// moves, the card did, and other rows that moved are undecided.
  std::string_view family() const { return std::string_view(key).substr(0, key.find('/')); }
  /// What its cold and its warm row share: the key without the state of the L2.
  std::string_view workload() const { return std::string_view(key).substr(0, key.rfind('/')); }
};

/// A declaration that cannot be measured, where it stands, and what to do.
class DeclarationError : public std::logic_error {
 public:
  DeclarationError(std::string place, const std::string& what, std::string remedy)
      : std::logic_error(what), place_(std::move(place)), remedy_(std::move(remedy)) {}

  /// "file:line"
  [[nodiscard]] const std::string& place() const { return place_; }
  [[nodiscard]] const std::string& remedy() const { return remedy_; }

 private:
  std::string place_;
  std::string remedy_;
};

class Suite {
 public:
  explicit Suite(std::vector<unsigned> sweep_mib = {}) : sweep_mib_(std::move(sweep_mib)) {}

  /// Adds `name`/axis:value/.../l2:cold and l2:warm, or .../timer:host for a workload of the host. `name` is
  /// family/kernel; two families mean something, see SuiteRow. Throws DeclarationError on a key used twice, a name or
  /// value that no list of names can hold (empty, of several lines, no number), and for whatever the declaration throws
  /// or lacks.
  void add(std::string_view name, const Axes& axes, const Declare& declare, const char* file = __builtin_FILE(),
           int line = __builtin_LINE()) {
    add(name, axes, Calibrates::nothing, declare, file, line);
  }
  void add(std::string_view name, const Axes& axes, Calibrates calibrates, const Declare& declare,
           const char* file = __builtin_FILE(), int line = __builtin_LINE());

  /// Adds an ordinary benchmark by its name in Google Benchmark. Throws std::logic_error on a key used twice, or that
  /// would pass for a row of the GPU's.
  void add_google_benchmark(std::string_view name);

  /// Makes pairs of the rows added so far of `family` that are equal but for their value on `axis`: `first` and
  /// `second`. The two must declare the same buffers in the same order with the same data, and have the same result.
  /// Throws DeclarationError when there is no such pair, a row has a partner already, or two need different memory.
  void pair(std::string_view family, const std::string& axis, const nlohmann::json& first, const nlohmann::json& second,
            const char* file = __builtin_FILE(), int line = __builtin_LINE());

  /// Sizes that whoever runs the program wants sweeps over size to have, in MiB an array; empty: the family's own.
  const std::vector<unsigned>& sweep_mib() const { return sweep_mib_; }

  const std::vector<SuiteRow>& rows() const { return rows_; }

  /// The row that `row` is measured with in turns; null: none.
  const SuiteRow* partner_of(const SuiteRow& row) const;

  /// What the largest row needs of the arena that all rows share, among rows of at most `limit_bytes`: the same for any
  /// filter, so that a row lies at the same place whatever else runs.
  std::size_t arena_bytes(std::size_t limit_bytes) const;

 private:
  void add_at(const std::string& place, std::string_view name, const Axes& axes, Calibrates calibrates,
              const Declare& declare);
  void add_row(SuiteRow row);
  void make_pairs(std::string_view family, const std::string& axis, const nlohmann::json& first,
                  const nlohmann::json& second);

  std::vector<unsigned> sweep_mib_;
  std::vector<SuiteRow> rows_;
};

}  // namespace warpmark
