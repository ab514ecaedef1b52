# warpmark_several_at_once(TARGET): with WARPMARK_UNITY, its C++ files are compiled eight at a time, because most of the
# time goes into headers that they share. Never its kernels: what a kernel compiles to must not depend on its neighbours.
function(warpmark_several_at_once target)
  if(NOT WARPMARK_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
  get_target_property(kernels ${target} SOURCES)
  list(FILTER kernels INCLUDE REGEX "\\.cu$")
  set_source_files_properties(${kernels} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
