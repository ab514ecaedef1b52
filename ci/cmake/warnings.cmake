# Every target of ours links warpmark_warnings: host warnings are errors, nvcc forwards them to its host compiler.
add_library(warpmark_warnings INTERFACE)
set(host_warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual)
set(cuda_warnings -Xcompiler=-Wall,-Wextra,-Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND host_warnings -Wno-restrict)  # false alarms about std::string, GCC bug 105651
endif()
if(WARPMARK_WERROR)
  list(APPEND host_warnings -Werror)
  list(APPEND cuda_warnings -Werror=all-warnings -Xcompiler=-Werror)
endif()
target_compile_options(warpmark_warnings INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:${host_warnings}>"
  "$<$<COMPILE_LANGUAGE:CUDA>:${cuda_warnings}>")
