# What other projects use, by the same names whether they find_package(warpmark), add_subdirectory or FetchContent it:
#   warpmark::measure     from a workload to samples; needs CUDA. Its headers: <warpmark/benchmark.h>
#   warpmark::bench_main  a main that runs what the files of a program register
#   warpmark::judge       all that judges, without CUDA: runs, baselines, gate, reports, history. Its headers, which may
#                         change from version to version: "harness/gate/judge.h"
#   warpmark::warpmark    the command
#   warpmark_add_gate, warpmark_add_codegen_check (gate.cmake), warpmark_add_build_facts (build_facts.cmake)
set(judging run build_facts codegen baseline gate compare calibrate session report)
if(TARGET warpmark_history)
  list(APPEND judging history)
endif()
add_library(warpmark_judge INTERFACE)
set_target_properties(warpmark_judge PROPERTIES EXPORT_NAME judge)
list(TRANSFORM judging PREPEND warpmark_ OUTPUT_VARIABLE judging_targets)
target_link_libraries(warpmark_judge INTERFACE ${judging_targets})
add_library(warpmark::judge ALIAS warpmark_judge)
add_executable(warpmark::warpmark ALIAS warpmark)
set(measuring_targets)
if(WARPMARK_CUDA)
  set(measuring_targets warpmark_measure warpmark_bench_main)
  add_library(warpmark::measure ALIAS warpmark_measure)
  add_library(warpmark::bench_main ALIAS warpmark_bench_main)
endif()

# Everything but the tests: what `ctest -L perf`, `warpmark init` and `cmake --install` use.
if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(products DEPENDS warpmark ${judging_targets} ${measuring_targets})
  if(TARGET warpmark_bench)
    add_dependencies(products warpmark_bench)
  endif()
endif()

if(NOT WARPMARK_INSTALL)
  return()
endif()

# A package names the packages that it needs, which a library that was fetched for this build alone is not.
set(fetched)
foreach(library fmt::fmt nlohmann_json::nlohmann_json yaml-cpp::yaml-cpp pugixml::pugixml benchmark::benchmark)
  if(TARGET ${library})
    get_target_property(is_from_system ${library} IMPORTED)
    if(NOT is_from_system)
      list(APPEND fetched ${library})
    endif()
  endif()
endforeach()
if(fetched)
  list(JOIN fetched ", " fetched)
  string(CONCAT no_package "this build cannot be installed: it fetched ${fetched}. Install them on the system "
    "(ci/setup does) and configure anew, or use warpmark by add_subdirectory")
  message(STATUS "${no_package}")
  install(CODE "message(FATAL_ERROR \"warpmark: ${no_package}\")")
  return()
endif()

set(WARPMARK_HAS_PACKAGE ON)
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/warpmark)
set(headers FILES_MATCHING PATTERN "*.h")

set_target_properties(warpmark PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS warpmark warpmark_judge ${judging_targets} EXPORT warpmark-judge)
foreach(room run codegen baseline gate compare calibrate session report history)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/harness/${room} DESTINATION ${WARPMARK_JUDGE_INCLUDE}/harness ${headers})
endforeach()
install(EXPORT warpmark-judge NAMESPACE warpmark:: DESTINATION ${package_dir})
export(EXPORT warpmark-judge NAMESPACE warpmark:: FILE ${PROJECT_BINARY_DIR}/warpmark-judge.cmake)

if(WARPMARK_CUDA)
  install(TARGETS ${measuring_targets} EXPORT warpmark-measure OBJECTS DESTINATION ${CMAKE_INSTALL_LIBDIR}/warpmark)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/harness/measure/include/warpmark DESTINATION include ${headers})
  install(EXPORT warpmark-measure NAMESPACE warpmark:: DESTINATION ${package_dir})
  export(EXPORT warpmark-measure NAMESPACE warpmark:: FILE ${PROJECT_BINARY_DIR}/warpmark-measure.cmake)
  if(TARGET warpmark_bench)  # `warpmark doctor` asks it about the card
    set_target_properties(warpmark_bench PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
    install(TARGETS warpmark_bench)
  endif()
endif()

# The packages that this build found; a user of the libraries needs the same.
set(optional_packages)
foreach(library pugixml::pugixml OpenSSL::Crypto SQLite::SQLite3)
  if(TARGET ${library})
    string(REGEX REPLACE "::.*" "" package ${library})
    list(APPEND optional_packages "find_dependency(${package})")
  endif()
endforeach()
list(JOIN optional_packages "\n" WARPMARK_OPTIONAL_DEPENDENCIES)
string(REPLACE "(SQLite)" "(SQLite3)" WARPMARK_OPTIONAL_DEPENDENCIES "${WARPMARK_OPTIONAL_DEPENDENCIES}")
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/warpmarkConfig.cmake.in
  ${PROJECT_BINARY_DIR}/warpmarkConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/warpmarkConfigVersion.cmake COMPATIBILITY SameMinorVersion)
foreach(functions gate build_facts)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${functions}.cmake ${PROJECT_BINARY_DIR}/${functions}.cmake COPYONLY)
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/warpmarkConfig.cmake ${PROJECT_BINARY_DIR}/warpmarkConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/gate.cmake ${CMAKE_CURRENT_LIST_DIR}/build_facts.cmake DESTINATION ${package_dir})
