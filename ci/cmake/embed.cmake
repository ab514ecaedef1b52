# warpmark_embed(SOURCE ROOT FUNCTION FILE...): SOURCE, made at build time, defines `FUNCTION()`, which gives the FILEs
# as harness/run/embedded_file.h has them, named by their paths below ROOT. Run as a script, this file writes SOURCE.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  function(warpmark_embed source root function)
    add_custom_command(OUTPUT ${source}
      COMMAND ${CMAKE_COMMAND} -D SOURCE=${source} -D ROOT=${root} -D FUNCTION=${function} "-DFILES=${ARGN}"
        -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
      DEPENDS ${ARGN} ${CMAKE_CURRENT_FUNCTION_LIST_FILE} VERBATIM COMMENT "")
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  endfunction()
  return()
endif()

string(REGEX MATCH "[a-z_]+$" function ${FUNCTION})
string(REGEX REPLACE "::[a-z_]+$" "" namespace ${FUNCTION})
set(code "#include \"harness/run/embedded_file.h\"\n\n#include <array>\n\nnamespace ${namespace} {\n\n")
string(APPEND code "std::span<const warpmark::EmbeddedFile> ${function}() {\n")
string(APPEND code "static constexpr auto files = std::to_array<warpmark::EmbeddedFile>({\n")
foreach(file IN LISTS FILES)
  file(READ ${file} text)
  cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${ROOT} OUTPUT_VARIABLE name)
  if(name MATCHES "^\\.\\.")  # a library from elsewhere
    cmake_path(GET file FILENAME name)
  endif()
  string(APPEND code "{\"${name}\", R\"warpmark(${text})warpmark\"},\n")
endforeach()
string(APPEND code "});\nreturn files;\n}\n\n}  // namespace ${namespace}\n")
file(WRITE ${SOURCE} "${code}")
