// Student's t distribution: how far a mean of few values may be from the truth. For samples of a process and for
// processes of a run alike.
#pragma once

namespace warpmark {

/// The probability that chance alone gives a |t| at least as large.
double two_sided_p(double t, double freedom);

/// The probability that chance alone gives a t at least as large.
double one_sided_p(double t, double freedom);

/// The t that chance exceeds with probability `p`, 0 < p < 0.5: 2.776 for 0.025 and 4 degrees of freedom. Degrees need
/// not be whole; exact to 1e-9 also far out in the tail, where a suite of a thousand rows is decided.
double t_exceeded_with(double p, double freedom);

/// The |t| that 95 % of all means stay below: 2.776 with 4 degrees of freedom.
double t_95(double freedom);

}  // namespace warpmark
