# Tests that judge a benchmark program, for `ctest -L perf`; tests/perf uses them, and so do projects that use warpmark.
#
#   warpmark_add_gate(NAME name BENCH target BASELINES folder
#                     [ARGS argument...] [FLAGS flag...] [LABELS label...] [OUTPUT folder] [TIMEOUT seconds])
#
# `warpmark gate`: measures BENCH, a target or the path of a program, called with ARGS, and holds it against the
# baseline of this machine's GPU. Without a GPU, or a baseline for its model, the test is skipped (exit code 77); the
# reason is in its output (ctest -V). FLAGS go to the gate: --inconclusive=warn. OUTPUT, `perf/<name>` in the build tree
# unless given, keeps run.json, verdicts.json and, where warpmark was built with pugixml, junit.xml. Gates of one
# project take turns. A target gets its project's build facts (build_facts.cmake).
#
#   warpmark_add_codegen_check(target EXPECTATIONS file
#                              [NAME name] [BASELINES folder] [LABELS label...] [OUTPUT folder] [TIMEOUT seconds])
#
# `warpmark codegen check`: takes the machine code of the target apart, which needs no GPU, and holds it to what FILE
# demands and, with BASELINES, to the record there as well. OUTPUT keeps codegen.json. NAME is `<target>.codegen` unless
# given.
#
# Both label the test `perf` unless LABELS says otherwise, and need enable_testing() in the project's CMakeLists.txt.

function(warpmark_add_gate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;BENCH;BASELINES;OUTPUT;TIMEOUT" "ARGS;FLAGS;LABELS")
  warpmark_check_arguments(warpmark_add_gate "NAME;BENCH;BASELINES")
  warpmark_set_defaults(3600)
  warpmark_claim(${arg_OUTPUT}/run.json)
  set(junit)
  get_target_property(writes_junit warpmark::warpmark WARPMARK_HAS_JUNIT)
  if(writes_junit)
    set(junit --junit ${arg_OUTPUT}/junit.xml)
  endif()
  add_test(NAME ${arg_NAME} COMMAND $<TARGET_FILE:warpmark::warpmark> gate --baselines ${arg_BASELINES} ${arg_FLAGS}
    -o ${arg_OUTPUT}/run.json --json ${arg_OUTPUT}/verdicts.json ${junit} -- ${program} ${arg_ARGS})
  set_tests_properties(${arg_NAME} PROPERTIES
    LABELS "${arg_LABELS}" RESOURCE_LOCK gpu SKIP_RETURN_CODE 77 TIMEOUT ${arg_TIMEOUT})
endfunction()

function(warpmark_add_codegen_check bench)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME;EXPECTATIONS;BASELINES;OUTPUT;TIMEOUT" "LABELS")
  set(arg_BENCH ${bench})
  if(NOT arg_NAME)
    set(arg_NAME ${bench}.codegen)
  endif()
  warpmark_check_arguments(warpmark_add_codegen_check "EXPECTATIONS")
  warpmark_set_defaults(600)
  warpmark_claim(${arg_OUTPUT}/codegen.json)
  set(record)
  if(arg_BASELINES)
    set(record --baselines ${arg_BASELINES})
  endif()
  add_test(NAME ${arg_NAME} COMMAND $<TARGET_FILE:warpmark::warpmark> codegen check
    --expectations ${arg_EXPECTATIONS} ${record} --json ${arg_OUTPUT}/codegen.json ${program})
  set_tests_properties(${arg_NAME} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT})
endfunction()

# Two tests that write one file would each keep what the other measured. CMake wants a test's name once in a folder, and
# takes it in another again.
function(warpmark_claim file)
  get_property(claimed GLOBAL PROPERTY WARPMARK_OUTPUT_FILES)
  if(file IN_LIST claimed)
    message(FATAL_ERROR "warpmark: two tests would write ${file}: give one another NAME or OUTPUT")
  endif()
  set_property(GLOBAL APPEND PROPERTY WARPMARK_OUTPUT_FILES ${file})
endfunction()

# Without enable_testing() CMake takes tests and forgets them, and `ctest -L perf` passes because it finds none.
function(warpmark_warn_without_testing)
  if(NOT CMAKE_TESTING_ENABLED AND NOT (DEFINED BUILD_TESTING AND NOT BUILD_TESTING))
    message(AUTHOR_WARNING "warpmark: ctest will find no test: call enable_testing() in the CMakeLists.txt at the top")
  endif()
endfunction()

# The two macros below read and set the variables of the functions above.

macro(warpmark_check_arguments function required)
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${function}: no such arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  foreach(argument ${required})
    if(NOT arg_${argument})
      message(FATAL_ERROR "${function}: ${argument} is missing")
    endif()
  endforeach()
  foreach(path BASELINES EXPECTATIONS OUTPUT)
    if(arg_${path})
      cmake_path(ABSOLUTE_PATH arg_${path} BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    endif()
  endforeach()
  foreach(path BASELINES EXPECTATIONS)
    if(arg_${path} AND NOT EXISTS ${arg_${path}})
      message(FATAL_ERROR "${function}: ${path} ${arg_${path}}: it is not there. Make it; the "
        "folder of baselines may be empty")
    endif()
  endforeach()
endmacro()

macro(warpmark_set_defaults timeout)
  if(NOT arg_LABELS)
    set(arg_LABELS perf)
  endif()
  if(NOT arg_OUTPUT)
    set(arg_OUTPUT ${PROJECT_BINARY_DIR}/perf/${arg_NAME})
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT ${timeout})
  endif()
  file(MAKE_DIRECTORY ${arg_OUTPUT})
  set(program ${arg_BENCH})
  if(TARGET ${arg_BENCH})
    get_target_property(aliased ${arg_BENCH} ALIASED_TARGET)
    if(aliased)
      set(arg_BENCH ${aliased})
    endif()
    set(program $<TARGET_FILE:${arg_BENCH}>)
    get_target_property(is_imported ${arg_BENCH} IMPORTED)
    if(NOT is_imported)
      warpmark_add_build_facts(${arg_BENCH})
    endif()
    if(TARGET warpmark AND NOT is_imported)  # built beside it, and not from a package
      add_dependencies(${arg_BENCH} warpmark)
    endif()
  elseif(NOT arg_BENCH MATCHES "[/$]")  # neither a path nor a generator expression
    message(FATAL_ERROR "${arg_NAME}: ${arg_BENCH} is no target; name it after its add_executable, or give a path")
  endif()
  get_property(warns_already GLOBAL PROPERTY WARPMARK_WARNS_WITHOUT_TESTING)
  if(NOT warns_already)
    set_property(GLOBAL PROPERTY WARPMARK_WARNS_WITHOUT_TESTING ON)
    cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL warpmark_warn_without_testing)
  endif()
endmacro()
