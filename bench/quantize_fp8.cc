#include "bench/quantize.h"
#include "kernels/quantize/fp8.cuh"

namespace warpmark::bench {

namespace {

template <class Fusion, class Arm>
void add_arm(Suite& suite, const std::string& name, quantize::GatedFusion fusion, const char* arm) {
  for (const QuantizeShape& shape : quantize_shapes) {
    suite.add(name, quantize_axes("na", shape, arm), [=](Workload& workload) {
      const bool backward = quantize::is_backward(fusion);
      quantize::Fp8Tensors tensors{};
      tensors.rows = shape.rows;
      tensors.cols = shape.cols;
      tensors.grad = quantize_input(workload, backward ? shape.elements() : 0, seed_grad);
      tensors.x = quantize_input(workload, 2 * shape.elements(), seed_x);
      tensors.scale = workload.input<float>(1, seed_of_a_large_number).data;
      const auto scale = seeded<float>(seed_of_a_large_number, 0);
      const auto out = quantize_output(workload, (backward ? 2 : 1) * shape.elements());
      const auto scale_inverse = workload.output<float>(1);
      tensors.out = out.data;
      tensors.amax = workload.output<float>(1).data;  // of every element: known to the hash alone
      tensors.scale_inverse = scale_inverse.data;
      workload.expect(
          out,
          [=, elements =
                  quantize::reference::elements(fusion, shape.rows, shape.cols, seeded_x, seeded_grad)](std::size_t i) {
            return quantize::to_fp8<quantize::E4M3>(scale * elements.at(i / elements.cols, i % elements.cols));
          },
          within_a_code, 32);
      workload.expect(scale_inverse, [=](std::size_t) { return 1.0F / scale; });
      workload.label(shape.tensor);
      workload.launch([=](cudaStream_t stream) { quantize::fp8_gated<Fusion, Arm>(tensors, stream); });
    });
  }
}

template <class Fusion>
void add(Suite& suite, const std::string& name, quantize::GatedFusion fusion) {
  add_arm<Fusion, arm::broken>(suite, "quantize/fp8_gated/" + name, fusion, "broken");
  add_arm<Fusion, arm::fixed>(suite, "quantize/fp8_gated/" + name, fusion, "fixed");
  if constexpr (quantize::has_direct<Fusion, void>) {
    add_arm<Fusion, arm::direct>(suite, "quantize/fp8_gated/" + name, fusion, "direct");
  }
}

}  // namespace

void register_quantize_fp8(Suite& suite) {
  using quantize::GatedFusion;
  add<fusion::swiglu>(suite, "swiglu", GatedFusion::swiglu);
  add<fusion::geglu>(suite, "geglu", GatedFusion::geglu);
  add<fusion::dswiglu>(suite, "dswiglu", GatedFusion::dswiglu);
  add<fusion::dgeglu>(suite, "dgeglu", GatedFusion::dgeglu);
}

}  // namespace warpmark::bench
