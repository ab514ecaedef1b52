# The CUDA toolkit: ci/setup's own in .deps/cuda where there is one, otherwise the system's. ci/setup puts there only
# what the system lacks: a whole toolkit, or just the disassembler and NVML's header.
set(private_cuda ${PROJECT_SOURCE_DIR}/.deps/cuda)
if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  find_program(CMAKE_CUDA_COMPILER nvcc HINTS ${private_cuda}/bin PATHS /usr/local/cuda/bin)
  if(NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR "No CUDA compiler. Run ci/setup, or build only what judges recorded runs: -DWARPMARK_CUDA=OFF")
  endif()
endif()

if(NOT CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 80-real 89-real 90-real 100-real 120)
  if(PROJECT_IS_TOP_LEVEL)
    set(CMAKE_CUDA_ARCHITECTURES ${CMAKE_CUDA_ARCHITECTURES} CACHE STRING "GPUs to build for" FORCE)
  endif()
endif()
enable_language(CUDA)
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake 3.25 does not know that nvcc has it
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
endif()
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_EXTENSIONS OFF)
find_package(CUDAToolkit 12.8 REQUIRED)
add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:-lineinfo>)

# NVML's library is loaded at run time; its header is optional.
find_path(WARPMARK_NVML_INCLUDE nvml.h HINTS ${CUDAToolkit_INCLUDE_DIRS} ${private_cuda}/include)
add_library(warpmark_nvml INTERFACE)
if(WARPMARK_NVML_INCLUDE)
  target_include_directories(warpmark_nvml SYSTEM INTERFACE ${WARPMARK_NVML_INCLUDE})
endif()

# What tells profilers about a run: two headers that a toolkit in parts may lack.
add_library(warpmark_profiler_headers INTERFACE)
foreach(header nvtx3/nvtx3.hpp cuda_profiler_api.h)
  find_path(WARPMARK_INCLUDE_OF_${header} ${header} HINTS ${CUDAToolkit_INCLUDE_DIRS} ${private_cuda}/include)
  if(NOT WARPMARK_INCLUDE_OF_${header})
    message(FATAL_ERROR "No ${header}. Run ci/setup, or install your CUDA toolkit's cuda-nvtx and cuda-profiler-api")
  endif()
  target_include_directories(warpmark_profiler_headers SYSTEM INTERFACE ${WARPMARK_INCLUDE_OF_${header}})
endforeach()
