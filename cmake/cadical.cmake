# CaDiCaL 1.5 to 2.x: older ones have no `constrain` in their C interface, what comes later is not known
# yet. The library says its version itself, by ccadical_signature(); where that has no number in it, as
# "cadical-sc2021" of Debian's 1.5.3, that it has the functions must do.
file(WRITE ${PROJECT_BINARY_DIR}/cadical_version.c "#include <ccadical.h>
#include <stdio.h>
int main(void) {
  CCaDiCaL *solver = ccadical_init();
  ccadical_constrain(solver, 0);
  puts(ccadical_signature());
  return 0;
}
")
if(CADICAL_CHECKED STREQUAL CADICAL_LIBRARY)
  return()
endif()
try_run(ran compiled ${PROJECT_BINARY_DIR}/cadical-version ${PROJECT_BINARY_DIR}/cadical_version.c
  CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${CADICAL_INCLUDE}"
  LINK_LIBRARIES ${CADICAL_LIBRARY} stdc++ m
  COMPILE_OUTPUT_VARIABLE words RUN_OUTPUT_VARIABLE signature)
if(NOT compiled OR NOT ran EQUAL 0)
  message(FATAL_ERROR "CaDiCaL in ${CADICAL_LIBRARY} cannot be used: it takes version 1.5 or newer, with its "
    "C interface (ccadical.h).\n${words}")
endif()
string(REGEX MATCH "[0-9]+\\.[0-9]+(\\.[0-9]+)?" version "${signature}")
if(version STREQUAL "")
  string(STRIP "${signature}" version)
elseif(version VERSION_LESS 1.5 OR version VERSION_GREATER_EQUAL 3)
  message(FATAL_ERROR "CaDiCaL in ${CADICAL_LIBRARY} is version ${version}; Rondo takes 1.5 to 2.x")
endif()
set(CADICAL_VERSION ${version} CACHE INTERNAL "the version of CaDiCaL")
set(CADICAL_CHECKED ${CADICAL_LIBRARY} CACHE INTERNAL "of which library")
message(STATUS "CaDiCaL ${version}")
