# Packages come from the system; where one is absent, a pinned release is fetched.
include(FetchContent)
set(CMAKE_POLICY_VERSION_MINIMUM 3.5)  # some pinned releases ask for policies that CMake 4 no longer has

# warpmark_dependency(NAME OLDEST GITHUB_REPOSITORY TAG): a macro, because a package's targets belong to its caller.
macro(warpmark_dependency name oldest repository tag)
  FetchContent_Declare(${name}
    GIT_REPOSITORY https://github.com/${repository}.git GIT_TAG ${tag} GIT_SHALLOW ON SYSTEM
    FIND_PACKAGE_ARGS ${oldest} GLOBAL)
  FetchContent_MakeAvailable(${name})
  if(NOT ${name}_VERSION)  # a fetched package keeps its version to itself
    string(REGEX REPLACE "^v" "" ${name}_VERSION ${tag})
  endif()
endmacro()

warpmark_dependency(fmt 9 fmtlib/fmt 9.1.0)
warpmark_dependency(nlohmann_json 3.11 nlohmann/json v3.11.3)
warpmark_dependency(yaml-cpp 0.7 jbeder/yaml-cpp 0.8.0)
warpmark_dependency(CLI11 2.1 CLIUtils/CLI11 v2.4.2)
if(NOT TARGET yaml-cpp::yaml-cpp)  # 0.7 exports an unqualified target
  add_library(yaml-cpp::yaml-cpp ALIAS yaml-cpp)
endif()
find_package(Threads REQUIRED)

# What a machine without a network may lack: without pugixml there is no JUnit, without OpenSSL files are told apart by a
# hash that guards against nothing.
find_package(pugixml 1.13 QUIET)
if(NOT pugixml_FOUND)
  execute_process(COMMAND git ls-remote --exit-code https://github.com/zeux/pugixml.git v1.14
    TIMEOUT 20 OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE unreachable)
  if(NOT unreachable)
    warpmark_dependency(pugixml 1.13 zeux/pugixml v1.14)
  endif()
endif()
find_package(OpenSSL 3.0 QUIET COMPONENTS Crypto)
if(WARPMARK_TESTS)
  set(INSTALL_GTEST OFF)
  warpmark_dependency(GTest 1.12 google/googletest v1.14.0)
  include(GoogleTest)
endif()
if(WARPMARK_CUDA)
  set(BENCHMARK_ENABLE_TESTING OFF)
  warpmark_dependency(benchmark 1.7.1 google/benchmark v1.8.3)
endif()
