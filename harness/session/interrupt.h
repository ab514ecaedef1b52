// Ctrl-C and SIGTERM as a flag that loops look at, so that what was measured is kept.
#pragma once

#include <stdexcept>

namespace warpmark {

/// The user stopped the run: exit code 130. The text says what was kept and how to go on.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

namespace interrupt {

/// Turns SIGINT and SIGTERM into counts. Also ignores SIGPIPE and SIGXFSZ, so that a closed terminal or a full disk
/// is a failed write, not a death.
void install();

/// How often the user asked to stop; twice means now.
int count();
inline bool requested() { return count() > 0; }

/// Throws Interrupted where nothing was measured that could be kept.
void check();

}  // namespace interrupt
}  // namespace warpmark
