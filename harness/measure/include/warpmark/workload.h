// What a kernel's author writes against. See bench/copy.cc for a whole benchmark.
//
// A workload is declared in this order: buffers with their seeded data; the bytes it reads and writes, if its bandwidth
// is to be told; what its result must be; the launch. The declaration runs once to learn its sizes, and again for each
// place in memory where a small workload is measured, so it must not use the GPU itself: device pointers point nowhere
// the first time, and are valid whenever the launch or a check runs.
#pragma once

#include <cuda_runtime.h>
#include <warpmark/element.h>
#include <warpmark/fill.h>
#include <warpmark/output_span.h>
#include <warpmark/seeded.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpmark {

/// `count` T in device memory, aligned to 2 MiB.
template <class T>
struct Buffer {
  T* data = nullptr;
  std::size_t count = 0;
  std::size_t bytes() const { return count * sizeof(T); }
  std::size_t data_bytes() const { return count * element_data_bytes<T>; }  // without padding (element.h)
};

/// Memory behind a buffer that nobody may write to. Every buffer's guard holds a byte of its own, so that a kernel
/// which copies one element too many, and so one guard to another, is seen to.
struct Guard {
  std::byte* data;  // on the device
  std::size_t bytes;
  unsigned char filled_with;
};

/// An output that is not what the workload expects.
class WrongResult : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Workload {
 public:
  using Launch = std::function<void(cudaStream_t)>;

  /// Input data: data[i] = seeded<T>(seed, i): numbers in [-1, 1) for floating-point types of one to eight bytes,
  /// float4 and the like, random bytes for any other T. Filled anew for every row, outside the measured time. A call
  /// that changes it fails its row.
  template <class T>
  Buffer<T> input(std::size_t count, std::uint64_t seed) {
    const Buffer<T> buffer = place<T>(count);
    fills_.push_back([=](cudaStream_t stream) { fill_seeded(buffer.data, buffer.count, seed, stream); });
    inputs_.push_back({buffer.data, buffer.bytes()});
    return buffer;
  }

  /// Input data of your own: data[i] = value(i). Made on the host, anew for every row: a gigabyte takes a second or
  /// two.
  template <class T, class Value>
  requires std::is_invocable_r_v<T, Value&, std::size_t> Buffer<T> input(std::size_t count, Value value) {
    const Buffer<T> buffer = place<T>(count);
    fills_.push_back([=](cudaStream_t stream) mutable {
      const auto data = std::make_unique<T[]>(buffer.count);
      for (std::size_t i = 0; i < buffer.count; ++i) data[i] = value(i);
      send(buffer.data, data.get(), buffer.bytes(), stream);
    });
    inputs_.push_back({buffer.data, buffer.bytes()});
    return buffer;
  }

  template <class T, std::floating_point Constant>
  Buffer<T> input(std::size_t count, Constant value) = delete;  // a constant is [](std::size_t) { return T(0.5); }

  /// Output: poisoned before, hashed and checked after. Elements that no launch writes are part of the hash.
  template <class T>
  Buffer<T> output(std::size_t count) {
    const Buffer<T> buffer = place<T>(count);
    outputs_.push_back({buffer.data, buffer.bytes(), sizeof(T), element_data_bytes<T>});
    return buffer;
  }

  /// What one call moves at least: each byte of data read or written once (padding is no data). Add up over several
  /// calls.
  void reads(std::size_t bytes) { bytes_read_ += sound(bytes); }
  void writes(std::size_t bytes) { bytes_written_ += sound(bytes); }

  /// The oldest GPU that can run it, as CUDA counts (9, 0 is sm_90): on older ones the row is skipped, and says so.
  /// Throws std::invalid_argument for what no GPU is called.
  void needs_compute_capability(int major, int minor = 0);

  /// `output` must hold reference(i) at i, each bit of data unless `agrees(expected, actual)` says otherwise. Checked
  /// on the host for `run` elements at either end and at 14 places in between, or for all if they are fewer; choose a
  /// shorter run where the reference is slow. Throws std::invalid_argument for what would check nothing: an output
  /// without elements, a run of 0, a buffer that is no output.
  template <class T, class Reference>
  void expect(Buffer<T> output, Reference reference) {
    expect(output, reference, same_data<T>);
  }
  template <class T, class Reference, class Agrees>
  void expect(Buffer<T> output, Reference reference, Agrees agrees, std::size_t run = 256) {
    if (run == 0) throw std::invalid_argument("a result is expected and no element of it to be checked: run is 0");
    if (output.count == 0) throw std::invalid_argument("a result is expected of an output without elements");
    require_output(output.data, output.bytes());
    checks_.push_back([=] {
      for (const auto& [first, count] : places_to_check(output.count, run)) {
        std::vector<T> actual(count);
        fetch(actual.data(), output.data + first, count * sizeof(T));
        for (std::size_t k = 0; k < count; ++k) {
          const auto expected = reference(first + k);
          if (!agrees(expected, actual[k])) throw wrong(first + k, element_text(expected), element_text(actual[k]));
        }
      }
    });
  }

  /// The call to be measured: one or more kernel launches on `stream`, or on others that wait for it and that it waits
  /// for in the end (copies and memsets in it are not timed). It runs as often as the sampling needs, on the same
  /// buffers: its result must not depend on how often, so it may neither add to an output nor change an input. Errors
  /// of the launch are checked by the harness.
  void launch(Launch launch) {
    require_no_launch();
    launch_ = std::move(launch);
  }

  /// The same for a call that needs what only a GPU can make: a graph, a library's handle, a module. `make` gets a
  /// stream to work on and returns it; it runs once for each place in memory, before the row is measured. What it
  /// returned is handed to each call as its first argument, and destroyed after the row, when the GPU is idle.
  ///   workload.launch([=](cudaStream_t stream) { return Graph(stream, ...); },
  ///                   [](Graph& graph, cudaStream_t stream) { cudaGraphLaunch(graph.exec, stream); });
  template <class Make, class LaunchMade>
  void launch(Make make, LaunchMade launch) {
    require_no_launch();
    using Prepared = std::decay_t<std::invoke_result_t<Make&, cudaStream_t>>;
    const auto prepared = std::make_shared<std::shared_ptr<Prepared>>();
    prepare_ = [=](cudaStream_t stream) mutable {
      if (*prepared != nullptr) return;
      *prepared = std::shared_ptr<Prepared>(new Prepared(make(stream)), [](Prepared* made) {
        wait_for_gpu();
        delete made;
      });
    };
    launch_ = [=](cudaStream_t stream) mutable { launch(**prepared, stream); };
  }

  /// Instead of a launch: a call on the host alone, timed by the host's clock. It has no buffers and no state of the
  /// L2, so it is one row, named .../timer:host, and no GPU is needed to measure it. What it throws fails the row.
  void host(std::function<void()> call) {
    if (has_host_call()) throw std::logic_error("two calls on the host are declared: one row has one");
    host_call_ = std::move(call);
  }

  /// The result differs from call to call in bits that do not matter (atomics on floating-point numbers, say): it is
  /// checked by expect() alone, and no hash of it is kept. Without this, a result that changes fails the row.
  void nondeterministic() { is_deterministic_ = false; }

  /// A word about the row, shown beside it.
  void label(std::string text) { label_ = std::move(text); }

  // For the harness: a declared workload.
  /// An arena for declarations alone: what touches it crashes, on any machine.
  static std::byte* nowhere() { return reinterpret_cast<std::byte*>(std::uintptr_t{1} << 52); }
  explicit Workload(std::byte* arena, std::string row = {}) : arena_(arena), row_(std::move(row)) {}
  bool has_launch() const { return launch_ != nullptr; }
  bool has_host_call() const { return host_call_ != nullptr; }
  bool is_deterministic() const { return is_deterministic_; }
  std::size_t bytes_needed() const { return used_; }
  int least_sm() const { return least_sm_; }
  std::size_t bytes_read() const { return bytes_read_; }
  std::size_t bytes_written() const { return bytes_written_; }
  const std::vector<OutputSpan>& outputs() const { return outputs_; }
  const std::vector<OutputSpan>& inputs() const { return inputs_; }
  const std::vector<Guard>& guards() const { return guards_; }
  const std::string& label() const { return label_; }
  void fill_inputs(cudaStream_t stream) const;
  void poison_outputs(cudaStream_t stream) const;  // and fills the guards
  void check_outputs() const;                      // against the references, and the guards; throws WrongResult
  void check_guards() const;                       // throws WrongResult
  void prepare(cudaStream_t stream) const;         // what the launch needs, once; synchronises
  void run(cudaStream_t stream) const;             // in an NVTX range of the row's name; throws CudaError
  void run_on_host() const;

 private:
  void require_no_launch() const {
    if (has_launch()) throw std::logic_error("two launches are declared: one call may launch several kernels");
  }

  void require_output(const void* data, std::size_t bytes) const;

  static constexpr std::size_t most_bytes = std::size_t{1} << 50;  // no card has them

  static std::size_t sound(std::size_t bytes) {
    if (bytes > most_bytes) throw std::length_error(std::to_string(bytes) + " bytes: did they go below zero?");
    return bytes;
  }

  template <class T>
  Buffer<T> place(std::size_t count) {
    if (count > most_bytes / sizeof(T))
      throw std::length_error("a buffer of " + std::to_string(count) + " elements: did its size go below zero?");
    return {reinterpret_cast<T*>(place_bytes(count * sizeof(T))), count};
  }
  std::byte* place_bytes(std::size_t bytes);

  static std::vector<std::pair<std::size_t, std::size_t>> places_to_check(std::size_t count, std::size_t run);
  static void wait_for_gpu();
  static void fetch(void* to, const void* from, std::size_t bytes);
  static void send(void* to, const void* from, std::size_t bytes, cudaStream_t stream);  // and waits for it
  static WrongResult wrong(std::size_t index, const std::string& expected, const std::string& actual);

  std::byte* arena_;
  std::string row_;
  std::size_t used_ = 0;
  int least_sm_ = 0;
  std::size_t bytes_read_ = 0;
  std::size_t bytes_written_ = 0;
  bool is_deterministic_ = true;
  std::vector<OutputSpan> inputs_;
  std::vector<OutputSpan> outputs_;
  std::vector<Guard> guards_;
  std::vector<std::function<void(cudaStream_t)>> fills_;
  std::vector<std::function<void()>> checks_;
  std::function<void(cudaStream_t)> prepare_;
  Launch launch_;
  std::function<void()> host_call_;
  std::string label_;
};

}  // namespace warpmark
