#include "graph.h"

namespace consumer {

Graph::Graph(cudaStream_t stream, const std::function<void(cudaStream_t)>& calls) {
  cudaGraph_t graph = nullptr;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  calls(stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&executable_, graph, 0);
  cudaGraphDestroy(graph);
}

Graph::~Graph() { cudaGraphExecDestroy(executable_); }

void Graph::launch(cudaStream_t stream) const { cudaGraphLaunch(executable_, stream); }

}  // namespace consumer
