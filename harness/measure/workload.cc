#include <fmt/format.h>
#include <warpmark/workload.h>

#include <algorithm>
#include <nvtx3/nvtx3.hpp>

#include "harness/measure/cuda_error.h"

namespace warpmark {

namespace {

constexpr std::size_t places = 16;  // both ends, where tails and offsets go wrong, and an even spread between

constexpr int poison = 0xa5;  // as a float -2.9e-16: a plausible value in no test data

constexpr std::size_t placement_bytes = std::size_t{2} << 20;  // the size of a GPU page

// What a block of 256 threads writes too much of the widest elements there are.
constexpr std::size_t guard_bytes_at_most = std::size_t{64} << 10;

constexpr unsigned char first_guard = 0x5a;

void check_guard(const Guard& guard, std::size_t buffer) {
  std::vector<unsigned char> actual(guard.bytes);
  check_cuda(cudaMemcpy(actual.data(), guard.data, guard.bytes, cudaMemcpyDeviceToHost), "fetching a guard");
  const auto changed = std::find_if(actual.begin(), actual.end(), [&](auto byte) { return byte != guard.filled_with; });
  if (changed == actual.end()) return;
  throw WrongResult(fmt::format("wrong result: byte {} behind buffer {}, in order of declaration, was written to",
                                changed - actual.begin(), buffer));
}

/// Does what a user wrote. Whatever is thrown, somebody has to be able to say it.
template <class Call>
void told(const Call& call, const char* what) {
  try {
    call();
  } catch (const std::exception&) {
    throw;
  } catch (...) {
    throw std::runtime_error(fmt::format("{} threw something that is no std::exception", what));
  }
}

}  // namespace

/// The guard takes what a buffer leaves of its last page, and so moves no buffer: where one lies is a part of what its
/// row's baseline measured. A buffer of whole pages has none; a family that is to have guards chooses other sizes.
std::byte* Workload::place_bytes(std::size_t bytes) {
  std::byte* const data = arena_ + used_;
  const std::size_t placed = (bytes + placement_bytes - 1) / placement_bytes * placement_bytes;
  used_ += placed;
  guards_.push_back({data + bytes, std::min(placed - bytes, guard_bytes_at_most),
                     static_cast<unsigned char>(first_guard + guards_.size())});
  return data;
}

/// (first, count) of each run of elements.
std::vector<std::pair<std::size_t, std::size_t>> Workload::places_to_check(std::size_t count, std::size_t run) {
  if ((count + places - 1) / places <= run) return {{0, count}};
  std::vector<std::pair<std::size_t, std::size_t>> runs;
  for (std::size_t k = 0; k < places; ++k) runs.emplace_back((count - run) / (places - 1) * k, run);
  runs.back().first = count - run;
  return runs;
}

void Workload::require_output(const void* data, std::size_t bytes) const {
  const auto begin = reinterpret_cast<std::uintptr_t>(data);
  const auto holds = [&](const OutputSpan& output) {
    const auto first = reinterpret_cast<std::uintptr_t>(output.data);
    return begin >= first && begin + bytes <= first + output.bytes;
  };
  if (std::none_of(outputs_.begin(), outputs_.end(), holds))
    throw std::invalid_argument("a result is expected of a buffer that is no output of this workload");
}

void Workload::fetch(void* to, const void* from, std::size_t bytes) {
  check_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "fetching a result");
}

void Workload::send(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
  check_cuda(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream), "filling an input");
  check_cuda(cudaStreamSynchronize(stream), "filling an input");
}

WrongResult Workload::wrong(std::size_t index, const std::string& expected, const std::string& actual) {
  return WrongResult(fmt::format("wrong result: element {} is {}, expected {}", index, actual, expected));
}

void Workload::fill_inputs(cudaStream_t stream) const {
  for (const auto& fill : fills_) told([&] { fill(stream); }, "an input's data");
}

void Workload::poison_outputs(cudaStream_t stream) const {
  for (const OutputSpan& output : outputs_) {
    check_cuda(cudaMemsetAsync(const_cast<void*>(output.data), poison, output.bytes, stream), "poisoning an output");
  }
  for (const Guard& guard : guards_) {
    check_cuda(cudaMemsetAsync(guard.data, guard.filled_with, guard.bytes, stream), "filling a guard");
  }
}

void Workload::check_outputs() const {
  for (const auto& check : checks_) check();
  check_guards();
}

void Workload::check_guards() const {
  for (std::size_t buffer = 0; buffer < guards_.size(); ++buffer) check_guard(guards_[buffer], buffer);
}

void Workload::prepare(cudaStream_t stream) const {
  if (!prepare_) return;
  told([&] { prepare_(stream); }, "what prepares the launch");
  check_cuda(cudaGetLastError(), "preparing the launch");
  check_cuda(cudaStreamSynchronize(stream), "preparing the launch");
}

void Workload::run(cudaStream_t stream) const {
  const nvtx3::scoped_range range(row_);
  told([&] { launch_(stream); }, "the launch");
  check_cuda(cudaGetLastError(), "launching the workload");
}

void Workload::run_on_host() const { told(host_call_, "the call"); }

void Workload::wait_for_gpu() { cudaDeviceSynchronize(); }

void Workload::needs_compute_capability(int major, int minor) {
  constexpr int most_major = 20;
  if (major < 1 || major > most_major || minor < 0 || minor > 9)
    throw std::invalid_argument(fmt::format("no GPU has compute capability {}.{}: 9, 0 is sm_90", major, minor));
  least_sm_ = 10 * major + minor;
}

}  // namespace warpmark
