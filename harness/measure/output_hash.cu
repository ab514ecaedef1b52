#include <warpmark/seeded.h>

#include <algorithm>

#include "harness/measure/cuda_error.h"
#include "harness/measure/output_hash.h"

namespace warpmark {

namespace {

constexpr unsigned block = 256;

unsigned blocks_for(std::size_t words) {
  constexpr std::size_t blocks_at_most = 132 * 16;  // fills the largest chip; the loops stride over the rest
  return static_cast<unsigned>(std::min((words + block - 1) / block, blocks_at_most));
}

__host__ __device__ std::uint64_t word_term(std::uint64_t word, std::uint64_t index) {
  return mix_bits(word + (index + 1) * 0x9e3779b97f4a7c15ULL);
}

std::uint64_t chain(std::uint64_t so_far, std::uint64_t sum, std::size_t bytes) {
  return mix_bits(mix_bits(so_far ^ sum) + bytes);
}

/// Word `index` of the output's data.
__host__ __device__ std::uint64_t data_word(const OutputSpan& output, std::size_t data_bytes, std::size_t index) {
  const auto* const bytes = static_cast<const unsigned char*>(output.data);
  const std::size_t first = index * 8;
  std::size_t element = first / output.element_data_bytes;
  std::size_t within = first % output.element_data_bytes;
  std::uint64_t word = 0;
  for (std::size_t k = 0; k < 8 && first + k < data_bytes; ++k) {
    word |= std::uint64_t{bytes[element * output.element_bytes + within]} << k * 8;
    if (++within == output.element_data_bytes) {
      within = 0;
      ++element;
    }
  }
  return word;
}

/// Adds up what the threads of the block have, and the blocks: one atomic a block, because those on one address queue.
__device__ void add_to(std::uint64_t* sum, std::uint64_t mine) {
  constexpr unsigned warp_lanes = 32;
  __shared__ std::uint64_t of_warp[block / warp_lanes];
  for (unsigned step = warp_lanes / 2; step > 0; step /= 2) mine += __shfl_down_sync(0xffffffffU, mine, step);
  if (threadIdx.x % warp_lanes == 0) of_warp[threadIdx.x / warp_lanes] = mine;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned warp = 1; warp < block / warp_lanes; ++warp) mine += of_warp[warp];
  atomicAdd(reinterpret_cast<unsigned long long*>(sum), static_cast<unsigned long long>(mine));
}

}  // namespace

__global__ void hash_kernel(std::uint64_t* __restrict__ sum, const std::uint64_t* __restrict__ words,
                            std::size_t count) {
  std::uint64_t mine = 0;
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
#pragma unroll 4
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    mine += word_term(words[i], i);
  }
  add_to(sum, mine);
}

/// The same from the `first` word on, of any output.
__global__ void hash_data_kernel(std::uint64_t* __restrict__ sum, OutputSpan output, std::size_t data_bytes,
                                 std::size_t first) {
  std::uint64_t mine = 0;
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = first + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i * 8 < data_bytes; i += stride) {
    mine += word_term(data_word(output, data_bytes, i), i);
  }
  add_to(sum, mine);
}

OutputHasher::OutputHasher() { check_cuda(cudaMalloc(&sum_, sizeof(*sum_)), "allocating the hash accumulator"); }

OutputHasher::~OutputHasher() { cudaFree(sum_); }

std::uint64_t OutputHasher::sum(const OutputSpan& output, cudaStream_t stream) {
  const std::size_t data_bytes = output.data_bytes();
  const std::size_t words = output.has_padding() ? 0 : data_bytes / 8;  // that can be read as such
  const std::size_t others = (data_bytes + 7) / 8 - words;
  check_cuda(cudaMemsetAsync(sum_, 0, sizeof(*sum_), stream), "hashing an output");
  if (words > 0) {
    hash_kernel<<<blocks_for(words), block, 0, stream>>>(sum_, static_cast<const std::uint64_t*>(output.data), words);
    check_cuda(cudaGetLastError(), "hashing an output");
  }
  if (others > 0) {
    hash_data_kernel<<<blocks_for(others), block, 0, stream>>>(sum_, output, data_bytes, words);
    check_cuda(cudaGetLastError(), "hashing an output");
  }
  std::uint64_t sum = 0;
  check_cuda(cudaMemcpyAsync(&sum, sum_, sizeof(sum), cudaMemcpyDeviceToHost, stream), "hashing an output");
  check_cuda(cudaStreamSynchronize(stream), "hashing an output");
  return sum;
}

std::vector<std::uint64_t> OutputHasher::sums(const std::vector<OutputSpan>& outputs, cudaStream_t stream) {
  std::vector<std::uint64_t> all;
  for (const OutputSpan& output : outputs) all.push_back(sum(output, stream));
  return all;
}

std::uint64_t OutputHasher::hash(const std::vector<OutputSpan>& outputs, cudaStream_t stream) {
  return hash_of(outputs, sums(outputs, stream));
}

std::uint64_t hash_of(const std::vector<OutputSpan>& outputs, const std::vector<std::uint64_t>& sums) {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < outputs.size(); ++i) result = chain(result, sums.at(i), outputs[i].data_bytes());
  return result >> 16;
}

std::uint64_t hash_on_host(const std::vector<OutputSpan>& outputs) {
  std::uint64_t result = 0;
  for (const OutputSpan& output : outputs) {
    const std::size_t data_bytes = output.data_bytes();
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i * 8 < data_bytes; ++i) sum += word_term(data_word(output, data_bytes, i), i);
    result = chain(result, sum, data_bytes);
  }
  return result >> 16;
}

}  // namespace warpmark
