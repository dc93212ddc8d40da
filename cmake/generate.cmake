# Man pages and completions, from the programs themselves:
# cmake -DRONDO=... -DRONDO_CHECK=... -DFOLDER=... -P generate.cmake
function(write file)
  execute_process(COMMAND ${RONDO} ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE ${FOLDER}/${file} "${text}")
endfunction()

file(REMOVE_RECURSE ${FOLDER})
foreach(shell bash zsh fish)
  write(completions/rondo.${shell} completion ${shell})
endforeach()
write(man1/rondo.1 help man)
execute_process(COMMAND ${RONDO} help commands OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" commands "${commands}")
foreach(command ${commands})
  write(man1/rondo-${command}.1 help man ${command})
endforeach()
# The program rondo-check has the name of the page of 'rondo check': a section of it says what it is.
execute_process(COMMAND ${RONDO_CHECK} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "-" "\\-" help "${help}")
string(REPLACE "\n" "\n\\&" help "${help}") # no line begins with a request
file(READ ${FOLDER}/man1/rondo-check.1 page)
string(REPLACE ".SH SEE ALSO\n" ".SH THE PROGRAM rondo\\-check\nIt judges evidence, and is another one than \\fBrondo check\\fR.\n.nf\n\\&${help}\n.fi\n.SH SEE ALSO\n" page "${page}")
file(WRITE ${FOLDER}/man1/rondo-check.1 "${page}")
file(TOUCH ${FOLDER}/stamp)
