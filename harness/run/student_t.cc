#include "harness/run/student_t.h"

#include <algorithm>
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

namespace {

/// Within 5e-4 of the normal distribution's value (Abramowitz and Stegun 26.2.23).
double normal_exceeded_with(double p) {
  const double t = std::sqrt(-2 * std::log(p));
  return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}

/// Fisher and Cornish's expansion in 1 / freedom: close from a dozen degrees on, and a start below.
double expanded_t(double z, double freedom) {
  const double square = z * z;
  return z * (1 + (square + 1) / (4 * freedom) + (square * (5 * square + 16) + 3) / (96 * freedom * freedom));
}

}  // namespace

double one_sided_p(double t, double freedom) {
  const double beyond = two_sided_p(t, freedom) / 2;
  return t >= 0 ? beyond : 1 - beyond;
}

double t_exceeded_with(double p, double freedom) {
  // Newton's method on the logarithms of both, which in the tail are a straight line of slope -freedom.
  double t = std::max(1e-3, expanded_t(normal_exceeded_with(p), freedom));
  constexpr int most_steps = 100;
  constexpr double precision = 1e-7;  // the last step's error is its square
  for (int i = 0; i < most_steps; ++i) {
    const double beyond = one_sided_p(t, freedom);
    const double slope = t * density(t, freedom) / beyond;
    const double step = std::clamp(std::log(beyond / p) / slope, -1.0, 1.0);
    t *= std::exp(step);
    if (std::abs(step) < precision) break;
  }
  return t;
}

double t_95(double freedom) { return t_exceeded_with(0.025, freedom); }

}  // namespace warpmark
