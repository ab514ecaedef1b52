// Calls recorded once as a CUDA graph, and launched as one.
#pragma once

#include <cuda_runtime.h>

#include <functional>

namespace consumer {

class Graph {
 public:
  /// Records what `calls` launches on the stream it is given.
  Graph(cudaStream_t stream, const std::function<void(cudaStream_t)>& calls);
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  void launch(cudaStream_t stream) const;

 private:
  cudaGraphExec_t executable_ = nullptr;
};

}  // namespace consumer
