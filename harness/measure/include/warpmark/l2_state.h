// What the L2 holds when a call begins.
#pragma once

namespace warpmark {

/// Cold: nothing of the call's. Warm: what the call before, the same one, left there.
enum class L2State { cold, warm };

}  // namespace warpmark
