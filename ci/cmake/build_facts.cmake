# warpmark_add_build_facts(TARGET): what TARGET was built from and by, which goes into every run that it measures: its
# project's commit, compilers and build type. Our own libraries carry ours, in target warpmark_build_facts; a program
# that has its own is linked with those. The text is brought up to date by every build, but compiled anew only when it
# changed. Run as a script, this file writes OUTPUT.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  function(warpmark_add_build_facts target)
    get_target_property(has_them ${target} WARPMARK_BUILD_FACTS)
    if(has_them)
      return()
    endif()
    set(source ${PROJECT_BINARY_DIR}/generated/build_facts_of_${target}.cc)
    add_custom_target(${target}_write_build_facts
      COMMAND ${CMAKE_COMMAND} -D OUTPUT=${source} -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
      BYPRODUCTS ${source}
      COMMENT "")
    target_sources(${target} PRIVATE ${source})
    add_dependencies(${target} ${target}_write_build_facts)
    set_target_properties(${target} PROPERTIES WARPMARK_BUILD_FACTS ON)
    set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES
      GENERATED ON SKIP_UNITY_BUILD_INCLUSION ON COMPILE_DEFINITIONS
      "BUILD_TYPE=\"$<CONFIG>\";DEVICE_COMPILER=\"nvcc ${CMAKE_CUDA_COMPILER_VERSION}\";HOST_COMPILER=\"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\"")
  endfunction()
  return()
endif()

if(DEFINED ENV{WARPMARK_REVISION})  # for a source tree that left its repository behind
  set(revision $ENV{WARPMARK_REVISION})
else()
  execute_process(COMMAND git describe --always --dirty --exclude=*
    OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(revision unknown)
  endif()
endif()
# No header of ours: it is compiled in projects that see only the public ones.
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include <string>
#include <string_view>

namespace warpmark {

std::string_view source_revision();
std::string device_compiler();
std::string host_compiler();
std::string build_type();

std::string_view source_revision() { return "@revision@"; }
std::string device_compiler() { return DEVICE_COMPILER; }
std::string host_compiler() { return HOST_COMPILER; }
std::string build_type() { return BUILD_TYPE; }

}  // namespace warpmark
]])
