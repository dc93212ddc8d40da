# Writes files as zero-terminated arrays of characters into a C file:
#
#   cmake -DOUTPUT=page.c -DFOLDER=src/report/page -P cmake/embed.cmake
#
# All page/*.js become one script, in the order of their names.

set(content "/* Made from the files in ${FOLDER} by cmake/embed.cmake. */\n#include \"report/page.h\"\n")

function(embed name)
  set(bytes "")
  foreach(file ${ARGN})
    file(READ "${file}" hex HEX)
    string(APPEND bytes "${hex}")
  endforeach()
  string(REGEX REPLACE "(................................................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  set(content "${content}\nconst char ${name}[] = {\n${bytes}0x00};\n" PARENT_SCOPE)
endfunction()

file(GLOB scripts "${FOLDER}/*.js")
list(SORT scripts)
embed(page_html "${FOLDER}/page.html")
embed(page_css "${FOLDER}/page.css")
embed(page_js ${scripts})
file(WRITE "${OUTPUT}" "${content}")
