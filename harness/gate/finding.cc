#include "harness/gate/finding.h"

#include <string>
#include <utility>

namespace warpmark {

Finding worst_of(Finding a, Finding b) {
  if (b.status < a.status) std::swap(a, b);
  if (!a.detail.empty() && !b.detail.empty()) a.detail += "; ";
  a.detail += b.detail;
  return a;
}

void set_finding_of_time(Verdict& verdict, Finding of_time) {
  Finding others = verdict.apart_from_time;
  // Often what is said now goes on to quote what was said before, all of it.
  if (of_time.detail.find(others.detail) != std::string::npos) others.detail.clear();
  Finding worst = worst_of(std::move(of_time), std::move(others));
  verdict.status = worst.status;
  verdict.reason = worst.reason;
  verdict.detail = std::move(worst.detail);
}

}  // namespace warpmark
