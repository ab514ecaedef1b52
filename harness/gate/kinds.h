// Cards of one model come in kinds: of NVIDIA's H200 one kind runs rows with narrow accesses up to 3.5 % faster than
// the other, at the same clocks. A card is best judged by sessions of its own kind.
#pragma once

#include <map>
#include <string>

#include "harness/baseline/baseline.h"
#include "harness/gate/measured.h"

namespace warpmark {

/// The sessions of the baseline that are of another kind of card than the run, and why. The run decides only which
/// session is nearest to it, by what is typical of the rows that all sessions have, once a shift that they share is
/// taken out; changed kernels do not move that. Of another kind is a session whose most different rows, the twentieth
/// part, are both more than `tolerance` from the nearest one and more than three times as far as the session closest to
/// that. Where rows are too few to tell, or one session alone would be left, all are compared: rows in which the kinds
/// differ then have a wide noise floor.
std::map<std::string, std::string> sessions_of_another_kind(const std::map<std::string, Measured>& measured,
                                                            const Baseline& baseline,
                                                            const std::map<std::string, std::string>& left_out,
                                                            double tolerance);

/// The variance of a row's logarithm between the kinds, over all rows that have sessions of both: what a row has to be
/// given that was only ever measured on cards of another kind. 0 where there are none.
double variance_between_kinds(const Baseline& baseline, const std::map<std::string, std::string>& other_kind);

}  // namespace warpmark
