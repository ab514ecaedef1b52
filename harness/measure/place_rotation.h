// Which of a row's places in memory is sampled how often. No CUDA in here.
#pragma once

#include <algorithm>
#include <cstddef>

namespace warpmark {

/// Shares batches of samples out over places, each beginning where the last one ended, so that all have their turn.
class PlaceRotation {
 public:
  explicit PlaceRotation(int places) : places_(places) {}

  /// Calls visit(place, samples) for each place that has a share in a batch of `count`.
  template <class Visit>
  void share_out(int count, Visit visit) {
    const int begin = next_;
    next_ = (next_ + count) % places_;
    for (int i = 0; i < std::min(places_, count); ++i) {
      visit(static_cast<std::size_t>((begin + i) % places_), count / places_ + (i < count % places_ ? 1 : 0));
    }
  }

 private:
  int places_;
  int next_ = 0;
};

}  // namespace warpmark
