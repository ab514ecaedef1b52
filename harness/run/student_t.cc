#include "harness/run/student_t.h"

#include <cmath>
#include <initializer_list>
#include <numbers>

namespace warpmark {
namespace {

/// The continued fraction of the incomplete beta function (DLMF 8.17.22), by Lentz's method. It converges fast for
/// x < (a + 1) / (a + b + 2).
double beta_fraction(double a, double b, double x) {
  constexpr int most_terms = 500;
  constexpr double precision = 1e-15;
  constexpr double tiny = 1e-300;  // in place of a denominator of 0
  const auto kept = [](double value) { return std::abs(value) < tiny ? tiny : value; };
  double c = 1;
  double d = 1 / kept(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int m = 1; m < most_terms; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    double change = 1;
    for (const double term : {even, odd}) {
      d = 1 / kept(1 + term * d);
      c = kept(1 + term / c);
      change = c * d;
      fraction *= change;
    }
    if (std::abs(change - 1) < precision) break;
  }
  return fraction;
}

/// The regularised incomplete beta function I_x(a, b).
double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double density(double t, double freedom) {
  return std::exp(std::lgamma((freedom + 1) / 2) - std::lgamma(freedom / 2) -
                  (freedom + 1) / 2 * std::log1p(t * t / freedom)) /
         std::sqrt(freedom * std::numbers::pi);
}

}  // namespace

double two_sided_p(double t, double freedom) {
  if (std::isinf(t)) return 0;
  return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

double t_95(double freedom) {
  // Newton's method. The tails are convex, so from the normal distribution's value, which is below, it only rises.
  double t = 1.959963984540054;
  constexpr int most_steps = 100;
  constexpr double precision = 1e-12;
  for (int i = 0; i < most_steps; ++i) {
    const double step = (two_sided_p(t, freedom) - 0.05) / (2 * density(t, freedom));
    t += step;
    if (std::abs(step) < precision * t) break;
  }
  return t;
}

}  // namespace warpmark
