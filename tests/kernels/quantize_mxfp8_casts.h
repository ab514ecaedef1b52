// Every MXFP8 cast as a value: which fusion, direction and arm, and how to run it.
#pragma once

#include <array>
#include <functional>
#include <ostream>
#include <vector>

#include "kernels/quantize/quantize.h"
#include "kernels/quantize/reference/mxfp8.h"
#include "tests/kernels/quantize_cases.h"
#include "tests/kernels/quantize_outputs.h"
#include "tests/kernels/quantize_tolerance.h"

namespace warpmark::test {

struct Mxfp8Arm {
  std::string name;
  void (*launch)(const quantize::Mxfp8Tensors& tensors, cudaStream_t stream);
};

struct Mxfp8Direction {
  std::string name;
  bool along_rows, down_columns;
  std::size_t col_multiple;
  std::vector<Mxfp8Arm> arms;
};

struct Mxfp8Fusion {
  std::string name;
  Reads reads;
  unsigned outputs;
  std::size_t sum_rows;
  bool exact;  // computes no activation
  std::function<quantize::reference::Elements(const CastCase&)> elements;
  std::function<quantize::reference::Elements(const CastCase&)> factors;
  std::array<Mxfp8Direction, 3> directions;

  const Mxfp8Direction& both() const { return directions[2]; }
};

inline std::ostream& operator<<(std::ostream& out, const Mxfp8Fusion& fusion) { return out << fusion.name; }

template <class Fusion, class Direction>
std::vector<Mxfp8Arm> mxfp8_arms() {
  namespace arm = quantize::arm;
  std::vector<Mxfp8Arm> arms{{"fixed", quantize::mxfp8<Fusion, Direction, arm::fixed>},
                             {"broken", quantize::mxfp8<Fusion, Direction, arm::broken>}};
  if constexpr (quantize::has_direct<Fusion, Direction>) {
    arms.push_back({"direct", quantize::mxfp8<Fusion, Direction, arm::direct>});
  }
  if constexpr (std::is_same_v<Fusion, quantize::fusion::plain> && std::is_same_v<Direction, quantize::dir::row>) {
    namespace naive = quantize::naive;
    arms.push_back({"scalar fixed", quantize::mxfp8_naive<naive::scalar, arm::fixed>});
    arms.push_back({"scalar broken", quantize::mxfp8_naive<naive::scalar, arm::broken>});
    arms.push_back({"aliasing fixed", quantize::mxfp8_naive<naive::aliasing, arm::fixed>});
    arms.push_back({"aliasing broken", quantize::mxfp8_naive<naive::aliasing, arm::broken>});
  }
  return arms;
}

/// `Reference` is quantize::Fusion or quantize::GatedFusion.
template <class Fusion, class Reference>
Mxfp8Fusion mxfp8_fusion(const std::string& name, Reference reference, Reads reads, unsigned outputs = 1) {
  namespace dir = quantize::dir;
  constexpr bool plain = std::is_same_v<Fusion, quantize::fusion::plain>;
  const std::size_t multiple = reads.x == 2 ? 32 : 16;
  return {
      name,
      reads,
      outputs,
      quantize::sum_rows<Fusion>,
      plain || std::is_same_v<Fusion, quantize::fusion::dbias>,
      [=](const CastCase& from) {
        return quantize::reference::elements(reference, from.rows, from.cols, from.x.data(), from.grad.data());
      },
      [=](const CastCase& from) { return factors(reference, from.rows, from.cols, from.x.data(), from.grad.data()); },
      {{{"row", true, false, plain ? 128 : multiple, mxfp8_arms<Fusion, dir::row>()},
        {"col", false, true, multiple, mxfp8_arms<Fusion, dir::col>()},
        {"both", true, true, multiple, mxfp8_arms<Fusion, dir::both>()}}}};
}

inline std::vector<Mxfp8Fusion> mxfp8_fusions() {
  namespace fusion = quantize::fusion;
  using quantize::Fusion;
  using quantize::GatedFusion;
  return {mxfp8_fusion<fusion::plain>("plain", Fusion::plain, {false, 1}),
          mxfp8_fusion<fusion::dbias>("dbias", Fusion::dbias, {true, 0}),
          mxfp8_fusion<fusion::gelu>("gelu", Fusion::gelu, {false, 1}),
          mxfp8_fusion<fusion::dgelu>("dgelu", Fusion::dgelu, {true, 1}),
          mxfp8_fusion<fusion::dsilu>("dsilu", Fusion::dsilu, {true, 1}),
          mxfp8_fusion<fusion::dbias_dgelu>("dbias_dgelu", Fusion::dbias_dgelu, {true, 1}),
          mxfp8_fusion<fusion::swiglu>("swiglu", GatedFusion::swiglu, {false, 2}),
          mxfp8_fusion<fusion::geglu>("geglu", GatedFusion::geglu, {false, 2}),
          mxfp8_fusion<fusion::dswiglu>("dswiglu", GatedFusion::dswiglu, {true, 2}, 2)};
}

inline std::vector<Mxfp8Fusion> mxfp8_fusions_where(bool (*holds)(const Mxfp8Fusion&)) {
  std::vector<Mxfp8Fusion> fusions;
  for (const Mxfp8Fusion& fusion : mxfp8_fusions()) {
    if (holds(fusion)) fusions.push_back(fusion);
  }
  return fusions;
}

/// A fusion's name as that of a test.
inline std::string name_of(const testing::TestParamInfo<Mxfp8Fusion>& fusion) { return fusion.param.name; }

/// The shapes that a direction takes.
inline bool admits(const Mxfp8Direction& direction, std::size_t cols) { return cols % direction.col_multiple == 0; }

/// Where a failure happened.
inline std::string where(const Mxfp8Fusion& fusion, const Mxfp8Direction& direction, const Mxfp8Arm& arm,
                         const CastCase& from) {
  return fusion.name + " " + direction.name + " " + arm.name + ", " + from.where();
}

inline Outputs run(const Mxfp8Fusion& fusion, const Mxfp8Direction& direction, const Mxfp8Arm& arm,
                   const CastCase& from) {
  const GuardedArray<__nv_bfloat16> x(from.x);
  const GuardedArray<__nv_bfloat16> grad(from.grad);
  const std::size_t out_cols = from.cols * fusion.outputs;
  OutputMemory memory;
  quantize::Mxfp8Tensors tensors{};
  tensors.rows = from.rows;
  tensors.cols = from.cols;
  if (!from.x.empty()) tensors.x = x.data();
  if (!from.grad.empty()) tensors.grad = grad.data();
  if (direction.along_rows) {
    tensors.row = memory.add("row", from.rows * out_cols);
    tensors.row_scales = memory.add("row_scales", quantize::mxfp8_row_scales(from.rows, out_cols).bytes());
  }
  if (direction.down_columns) {
    tensors.col = memory.add("col", from.rows * out_cols);
    tensors.col_scales = memory.add("col_scales", quantize::mxfp8_col_scales(from.rows, out_cols).bytes());
  }
  if (fusion.sum_rows > 0) {
    const std::size_t chunks = quantize::blocks_of(from.rows, fusion.sum_rows);
    tensors.partial_sums = reinterpret_cast<float*>(memory.add("partial_sums", chunks * from.cols * sizeof(float)));
  }
  arm.launch(tensors, nullptr);
  return memory.collect(where(fusion, direction, arm, from));
}

}  // namespace warpmark::test
