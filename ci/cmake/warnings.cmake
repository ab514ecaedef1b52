# Every target of ours links warpmark_warnings: host warnings are errors, nvcc forwards them to its host compiler.
add_library(warpmark_warnings INTERFACE)
set(host_warnings -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual)
set(cuda_warnings -Xcompiler=-Wall,-Wextra,-Wshadow)
if(WARPMARK_WERROR)
  list(APPEND host_warnings -Werror)
  list(APPEND cuda_warnings -Werror=all-warnings -Xcompiler=-Werror)
endif()
target_compile_options(warpmark_warnings INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:${host_warnings}>"
  "$<$<COMPILE_LANGUAGE:CUDA>:${cuda_warnings}>")
