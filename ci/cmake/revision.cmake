# Target warpmark_revision: harness/run/revision.h, whose text is brought up to date by every build, but compiled anew
# only when it changed. Included, it makes the target; run as a script, it writes OUTPUT.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(revision_source ${PROJECT_BINARY_DIR}/generated/revision.cc)
  add_custom_target(warpmark_write_revision
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${revision_source} -P ${CMAKE_CURRENT_LIST_FILE}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    BYPRODUCTS ${revision_source}
    COMMENT "")
  add_library(warpmark_revision STATIC ${revision_source})
  add_dependencies(warpmark_revision warpmark_write_revision)
  set_target_properties(warpmark_revision PROPERTIES EXPORT_NAME revision)
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
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "harness/run/revision.h"

namespace warpmark {

std::string_view source_revision() { return "@revision@"; }

}  // namespace warpmark
]])
