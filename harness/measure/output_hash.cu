#include <cstring>

#include "harness/measure/cuda_error.h"
#include "harness/measure/output_hash.h"
#include "harness/measure/seeded.h"

namespace warpmark {

namespace {

constexpr unsigned block = 256;
constexpr unsigned blocks_at_most = 132 * 16;  // fills the largest chip; the loop strides over the rest

__host__ __device__ std::uint64_t word_term(std::uint64_t word, std::uint64_t index) {
  return mix_bits(word + (index + 1) * 0x9e3779b97f4a7c15ULL);
}

std::uint64_t chain(std::uint64_t so_far, std::uint64_t sum, std::size_t bytes) {
  return mix_bits(mix_bits(so_far ^ sum) + bytes);
}

std::uint64_t last_word(const unsigned char* tail, std::size_t bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, tail, bytes);
  return word;
}

}  // namespace

__global__ void hash_kernel(std::uint64_t* __restrict__ sum, const std::uint64_t* __restrict__ words,
                            std::size_t count) {
  std::uint64_t mine = 0;
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    mine += word_term(words[i], i);
  }
  atomicAdd(reinterpret_cast<unsigned long long*>(sum), static_cast<unsigned long long>(mine));
}

OutputHasher::OutputHasher() { check_cuda(cudaMalloc(&sum_, sizeof(*sum_)), "allocating the hash accumulator"); }

OutputHasher::~OutputHasher() { cudaFree(sum_); }

std::uint64_t OutputHasher::hash(const std::vector<OutputSpan>& outputs, cudaStream_t stream) {
  std::uint64_t result = 0;
  for (const OutputSpan& output : outputs) {
    const std::size_t words = output.bytes / 8;
    check_cuda(cudaMemsetAsync(sum_, 0, sizeof(*sum_), stream), "hashing an output");
    if (words > 0) {
      const auto needed = (words + block - 1) / block;
      const auto blocks = static_cast<unsigned>(needed < blocks_at_most ? needed : blocks_at_most);
      hash_kernel<<<blocks, block, 0, stream>>>(sum_, static_cast<const std::uint64_t*>(output.data), words);
      check_cuda(cudaGetLastError(), "hashing an output");
    }
    std::uint64_t sum = 0;
    unsigned char tail[8];
    const std::size_t tail_bytes = output.bytes % 8;
    check_cuda(cudaMemcpyAsync(&sum, sum_, sizeof(sum), cudaMemcpyDeviceToHost, stream), "hashing an output");
    if (tail_bytes > 0) {
      check_cuda(cudaMemcpyAsync(tail, static_cast<const unsigned char*>(output.data) + words * 8, tail_bytes,
                                 cudaMemcpyDeviceToHost, stream),
                 "hashing an output");
    }
    check_cuda(cudaStreamSynchronize(stream), "hashing an output");
    if (tail_bytes > 0) sum += word_term(last_word(tail, tail_bytes), words);
    result = chain(result, sum, output.bytes);
  }
  return result >> 16;
}

std::uint64_t hash_on_host(const std::vector<OutputSpan>& outputs) {
  std::uint64_t result = 0;
  for (const OutputSpan& output : outputs) {
    const auto* bytes = static_cast<const unsigned char*>(output.data);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i * 8 < output.bytes; ++i) {
      sum += word_term(last_word(bytes + i * 8, output.bytes - i * 8 < 8 ? output.bytes - i * 8 : 8), i);
    }
    result = chain(result, sum, output.bytes);
  }
  return result >> 16;
}

}  // namespace warpmark
