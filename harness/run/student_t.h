// Student's t distribution: how far a mean of few values may be from the truth. For samples of a process and for
// processes of a run alike.
#pragma once

namespace warpmark {

/// The probability that chance alone gives a |t| at least as large.
double two_sided_p(double t, double freedom);

/// The |t| that 95 % of all means stay below: 2.776 with 4 degrees of freedom. Degrees need not be whole.
double t_95(double freedom);

}  // namespace warpmark
