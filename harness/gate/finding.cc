#include "harness/gate/finding.h"

#include <utility>

namespace warpmark {

Finding worst_of(Finding a, Finding b) {
  if (b.status < a.status) std::swap(a, b);
  if (!a.detail.empty() && !b.detail.empty()) a.detail += "; ";
  a.detail += b.detail;
  return a;
}

}  // namespace warpmark
