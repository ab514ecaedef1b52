# NVIDIA's disassembler, for the census of machine code. It needs no CUDA compiler, and is looked for again when
# warpmark runs: without it only the census is missing.
find_program(WARPMARK_CUOBJDUMP cuobjdump HINTS ${PROJECT_SOURCE_DIR}/.deps/cuda/bin ${CUDAToolkit_BIN_DIR}
  PATHS /usr/local/cuda/bin)
find_program(WARPMARK_NVDISASM nvdisasm HINTS ${PROJECT_SOURCE_DIR}/.deps/cuda/bin ${CUDAToolkit_BIN_DIR}
  PATHS /usr/local/cuda/bin)
