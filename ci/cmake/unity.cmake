# warpmark_several_at_once(TARGET [files]): with WARPMARK_UNITY, its C++ files are compiled several (16) at a time, because
# most of the time goes into headers that they share. Never its kernels: what a kernel compiles to must not depend on its
# neighbours.
function(warpmark_several_at_once target)
  if(NOT WARPMARK_UNITY)
    return()
  endif()
  set(files 16)
  if(ARGC GREATER 1)
    set(files ${ARGV1})
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files})
  get_target_property(kernels ${target} SOURCES)
  list(FILTER kernels INCLUDE REGEX "\\.cu$")
  set_source_files_properties(${kernels} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # collecting garbage takes a tenth of the time, at GCC's own limits
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=1000000>)
  endif()
endfunction()
