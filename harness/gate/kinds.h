// Cards of one model come in kinds: of NVIDIA's H200 one kind runs rows with narrow accesses up to 3.5 % faster than
// the other, at the same clocks. A card is best judged by sessions of its own kind.
#pragma once

#include <map>
#include <string>

#include "harness/baseline/baseline.h"
#include "harness/gate/measured.h"

namespace warpmark {

/// The sessions of the baseline that are of another kind of card than the run, and why. The distance to a session is
/// that of the run's most different rows, the twentieth part of those that all sessions have, once a shift that all
/// rows share is taken out: what a few changed kernels do not move. Of another kind is a session that is both more than
/// `tolerance` and more than three times as far as the nearest one. Where rows are too few to tell, or one session
/// alone would be left, all are compared: rows in which the kinds differ then have a wide noise floor.
std::map<std::string, std::string> sessions_of_another_kind(const std::map<std::string, Measured>& measured,
                                                            const Baseline& baseline,
                                                            const std::map<std::string, std::string>& left_out,
                                                            double tolerance);

}  // namespace warpmark
