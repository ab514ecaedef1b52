// Cards of one model come in kinds: of NVIDIA's H200 one kind runs rows with narrow accesses up to 3.5 % faster than
// the other, at the same clocks. A card is best judged by sessions of its own kind.
#pragma once

#include <map>
#include <string>

#include "harness/baseline/baseline.h"
#include "harness/gate/measured.h"
#include "harness/gate/noise.h"

namespace warpmark {

/// The kinds of card of the baseline's sessions, but for those left out. Two sessions are of one where their most
/// different rows, the twentieth part of those that all sessions have, are within `tolerance`, or within three times
/// what is least between any two; or where a third is of one kind with both. Empty where there are too few rows or
/// sessions to tell, and where all are of one kind.
GroupOfSession kinds_of_sessions(const Baseline& baseline, const std::map<std::string, std::string>& left_out,
                                 double tolerance);

/// The sessions that are of another kind of card than the run, and why. The run is of the kind that its rows say: each
/// that lies at one kind's time, and not at another's, for it, a canary for it ten times over, because nobody works on
/// canaries; the kind must have three times the voices of all others, and ten at least. So a single row measured with
/// its canaries is judged as in the whole suite. Where the kind is not clear, none is: all sessions are compared, and
/// rows in which the kinds differ have a wide noise floor.
std::map<std::string, std::string> sessions_of_another_kind(const std::map<std::string, Measured>& measured,
                                                            const Baseline& baseline, const GroupOfSession& kinds);

/// The variance of a row's logarithm between the kinds, over all rows that have sessions of both: what a row has to be
/// given that was only ever measured on cards of another kind. Nothing is known of it where there are none. Rows differ
/// so little in most and so much in some that it counts as known with ten degrees of freedom at most.
Variance variance_between_kinds(const Baseline& baseline, const std::map<std::string, std::string>& other_kind);

}  // namespace warpmark
