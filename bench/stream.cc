#include "kernels/stream/stream.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "bench/suite.h"

namespace warpmark::bench {

namespace {

constexpr std::uint64_t seed_b = 2;
constexpr std::uint64_t seed_c = 3;
constexpr float scalar = 0.4F;  // with b and c in [-1, 1), a stays within [-1.4, 1.4)

template <class T>
T scalar_of() {
  return static_cast<T>(scalar);
}

/// One point of the family's axes.
struct Point {
  unsigned block;
  unsigned mib;
  const char* prefix;  // "stream/" or "stream_sweep/"
  Calibrates calibrates = Calibrates::nothing;
  unsigned cluster = 1;  // blocks, of triad
};

template <class T>
constexpr const char* type_name = nullptr;
template <>
constexpr const char* type_name<float> = "f32";
template <>
constexpr const char* type_name<double> = "f64";
template <>
constexpr const char* type_name<__nv_bfloat16> = "bf16";

template <class T, std::size_t access_bytes>
Axes axes(const Point& point) {
  return {{"type", type_name<T>}, {"bytes", access_bytes}, {"block", point.block}, {"MiB", point.mib}};
}

template <class T>
std::size_t elements_of(const Point& point) {
  return (std::size_t{point.mib} << 20) / sizeof(T);
}

template <class T, std::size_t access_bytes>
void add(Suite& suite, const char* kernel, const Point& point, const Declare& declare) {
  suite.add(std::string(point.prefix) + kernel, axes<T, access_bytes>(point), point.calibrates, declare);
}

template <class T, std::size_t access_bytes>
void add_copy(Suite& suite, const Point& point) {
  add<T, access_bytes>(suite, "copy", point, [=](Workload& workload) {
    const auto a = workload.output<T>(elements_of<T>(point));
    const auto b = workload.input<T>(a.count, seed_b);
    workload.reads(b.bytes());
    workload.writes(a.bytes());
    workload.expect(a, [](std::size_t i) { return seeded<T>(seed_b, i); });
    workload.launch(
        [=](cudaStream_t stream) { stream::copy<T, access_bytes>(a.data, b.data, a.count, point.block, stream); });
  });
}

/// A sum that adds each term at most `depth` times differs from the exact one by at most depth * u * sum |x| to first
/// order, u the unit roundoff (N. J. Higham, "Accuracy and Stability of Numerical Algorithms", section 4.2); |x| <= 1
/// here. `read` adds a thread's elements one after the other, then over the block by two rounds of warp shuffles.
template <class T, std::size_t access_bytes>
double sum_error_bound(std::size_t terms) {
  constexpr std::size_t shuffles = 5 + 5;
  constexpr std::size_t depth = stream::read_accesses * (access_bytes / sizeof(T)) + shuffles;
  const double unit_roundoff = std::ldexp(1.0, -std::numeric_limits<stream::accumulator_t<T>>::digits);
  return static_cast<double>(depth * terms) * unit_roundoff;
}

template <class T, std::size_t access_bytes>
void add_read(Suite& suite, const Point& point) {
  add<T, access_bytes>(suite, "read", point, [=](Workload& workload) {
    using A = stream::accumulator_t<T>;
    const std::size_t elements = elements_of<T>(point);
    const std::size_t terms = stream::read_block_elements<T, access_bytes>(point.block);
    const auto partial = workload.output<A>(stream::read_partials<T, access_bytes>(elements, point.block));
    const auto b = workload.input<T>(elements, seed_b);
    workload.reads(b.bytes());
    workload.writes(partial.bytes());
    workload.expect(
        partial,
        [=](std::size_t k) {
          double sum = 0;
          for (std::size_t i = k * terms; i < std::min((k + 1) * terms, elements); ++i) {
            sum += static_cast<double>(static_cast<A>(seeded<T>(seed_b, i)));
          }
          return sum;
        },
        [=](double expected, A actual) {
          return std::abs(expected - static_cast<double>(actual)) <= sum_error_bound<T, access_bytes>(terms);
        },
        /*run=*/1);
    workload.launch([=](cudaStream_t stream) {
      stream::read<T, access_bytes>(partial.data, b.data, elements, point.block, stream);
    });
  });
}

template <class T, std::size_t access_bytes>
void add_write(Suite& suite, const Point& point) {
  add<T, access_bytes>(suite, "write", point, [=](Workload& workload) {
    const auto a = workload.output<T>(elements_of<T>(point));
    workload.writes(a.bytes());
    workload.expect(a, [](std::size_t) { return scalar_of<T>(); });
    workload.launch([=](cudaStream_t stream) {
      stream::write<T, access_bytes>(a.data, scalar_of<T>(), a.count, point.block, stream);
    });
  });
}

template <class T, std::size_t access_bytes>
void add_triad(Suite& suite, const Point& point) {
  Axes with_cluster = axes<T, access_bytes>(point);
  if (point.cluster > 1) with_cluster.insert(with_cluster.end() - 1, {"cluster", point.cluster});
  suite.add(std::string(point.prefix) + "triad", with_cluster, point.calibrates, [=](Workload& workload) {
    const auto a = workload.output<T>(elements_of<T>(point));
    const auto b = workload.input<T>(a.count, seed_b);
    const auto c = workload.input<T>(a.count, seed_c);
    workload.reads(b.bytes() + c.bytes());
    workload.writes(a.bytes());
    if (point.cluster > 1) workload.needs_compute_capability(9);
    workload.expect(a, [](std::size_t i) {
      return stream::triad_element(seeded<T>(seed_b, i), seeded<T>(seed_c, i), scalar_of<T>());
    });
    workload.launch([=](cudaStream_t stream) {
      stream::triad<T, access_bytes>(a.data, b.data, c.data, scalar_of<T>(), a.count, point.block, stream,
                                     point.cluster);
    });
  });
}

template <class T, std::size_t access_bytes>
void add_all(Suite& suite, const Point& point) {
  add_copy<T, access_bytes>(suite, point);
  add_read<T, access_bytes>(suite, point);
  add_write<T, access_bytes>(suite, point);
  add_triad<T, access_bytes>(suite, point);
}

/// The gated rows: each axis by itself from one common point (float, 16 bytes), at a size no L2 holds.
void register_gated(Suite& suite) {
  constexpr unsigned mib = 2048;
  constexpr const char* prefix = "stream/";
  for (const unsigned block : {128U, 256U, 512U, 1024U}) {
    add_all<float, 16>(suite, {block, mib, prefix, Calibrates::card});
  }
  add_triad<float, 16>(suite, {1024, mib, prefix, Calibrates::card, 8});
  add_all<float, 4>(suite, {256, mib, prefix});
  add_all<double, 16>(suite, {256, mib, prefix});
  add_all<__nv_bfloat16, 16>(suite, {256, mib, prefix});
  add_all<__nv_bfloat16, 2>(suite, {256, mib, prefix});
}

/// The full cross product, from sizes that the L2 holds upwards.
void register_sweep(Suite& suite) {
  const std::vector<unsigned> sizes_mib = {1, 4, 16, 64, 256, 1024, 2048};
  for (const unsigned mib : suite.sweep_mib().empty() ? sizes_mib : suite.sweep_mib()) {
    for (const unsigned block : {128U, 256U, 512U, 1024U}) {
      const Point point{block, mib, "stream_sweep/"};
      add_all<float, 4>(suite, point);
      add_all<float, 8>(suite, point);
      add_all<float, 16>(suite, point);
      add_all<double, 8>(suite, point);
      add_all<double, 16>(suite, point);
      add_all<__nv_bfloat16, 2>(suite, point);
      add_all<__nv_bfloat16, 4>(suite, point);
      add_all<__nv_bfloat16, 8>(suite, point);
      add_all<__nv_bfloat16, 16>(suite, point);
    }
  }
}

}  // namespace

void register_stream(Suite& suite) {
  register_gated(suite);
  register_sweep(suite);
}

}  // namespace warpmark::bench
