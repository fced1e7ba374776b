# Installs the library into an empty directory, builds examples/client-codec against that copy alone, and
# lets the program read what it made and what the specifications print.
#
#   cmake -D SOURCE=... -D BINARY=... -D COMPILER=... -D GENERATOR=... -P installed_copy.cmake
set(work "${BINARY}/installed-copy")
file(REMOVE_RECURSE "${work}")

function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${ARGN}\n${out}")
    endif()
endfunction()

run("${CMAKE_COMMAND}" --install "${BINARY}" --prefix "${work}/prefix")
# A copy of the example, so that nothing of the source tree is near it.
file(COPY "${SOURCE}/examples/client-codec" DESTINATION "${work}")
run("${CMAKE_COMMAND}" -S "${work}/client-codec" -B "${work}/build" -G "${GENERATOR}"
    "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_PREFIX_PATH=${work}/prefix"
    "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror")
run("${CMAKE_COMMAND}" --build "${work}/build")

file(GLOB headers RELATIVE "${SOURCE}/src/codec" "${SOURCE}/src/codec/*.hpp")
foreach(header ${headers})
    if(NOT EXISTS "${work}/prefix/include/base62id/${header}")
        message(FATAL_ERROR "not installed: ${header}")
    endif()
endforeach()

set(program "${work}/build/client-codec")
execute_process(COMMAND "${program}" make 1000 RESULT_VARIABLE status OUTPUT_FILE "${work}/made")
if(NOT status EQUAL 0)
    message(FATAL_ERROR "client-codec make: ${status}")
endif()
file(STRINGS "${work}/made" rows)
list(LENGTH rows count)
if(NOT count EQUAL 1000)
    message(FATAL_ERROR "${count} rows")
endif()
set(last "")
foreach(row ${rows})
    if(NOT row MATCHES "^user_[0-9a-z]+\t[1-9A-Za-z]+\t[-_0-9A-Za-z]+\t[F-N][0-9A-Za-z]+\t[F-I][$_0-9A-Za-z]+\t[0-7][0-9A-HJKMNP-TV-Z]+$")
        message(FATAL_ERROR "made: ${row}")
    endif()
    if(NOT last STRLESS row)
        message(FATAL_ERROR "out of order: ${last} ${row}")
    endif()
    set(last "${row}")
endforeach()
file(READ "${work}/made" made)
string(REPLACE "\t" "\n" made "${made}")
file(WRITE "${work}/ids" "${made}")
execute_process(COMMAND "${program}" read INPUT_FILE "${work}/ids" RESULT_VARIABLE status OUTPUT_VARIABLE out)
string(REGEX MATCHALL "\t(typeid|uid11|baseuid|base62id|base64uuid|ulid)\t" systems "${out}")
list(LENGTH systems count)
if(NOT status EQUAL 0 OR NOT count EQUAL 6000)
    message(FATAL_ERROR "read ${count} of 6000 ids, status ${status}")
endif()

file(WRITE "${work}/ids" "user_01h455vb4pex5vsknk084sn02q\n113q8KFkAEs\nFd9w4CutiyWHZha547fAai\nF0_IMOEUStyvGayd0zcMyT\nANjssJky------------\n01ARZ3NDEKTSV4RRFFQ69G5FAV\n")
execute_process(COMMAND "${program}" read INPUT_FILE "${work}/ids" RESULT_VARIABLE status OUTPUT_VARIABLE out)
set(expected "user_01h455vb4pex5vsknk084sn02q\ttypeid\tprefix \"user\" uuid 01890a5dac96774bbcceb302099a8057 unix_ms 1688096058518
113q8KFkAEs\tuid11\tpayload 362387865600000 as xid unix_ms 1321096271111 random 0
Fd9w4CutiyWHZha547fAai\tbase62id\tuuid 019b15153df87032bfc606b5e46ff8f4
F0_IMOEUStyvGayd0zcMyT\tbase64uuid\tuuid 019535d93df779fbb466fa907fa17f9e
ANjssJky------------\tbaseuid\toctets 2d8bf8e14c3e000000000000000000 unix_ns 1640995200000000000
01ARZ3NDEKTSV4RRFFQ69G5FAV\tulid\tuuid 01563e3ab5d3d6764c61efb99302bd5b unix_ms 1469922850259
")
if(NOT out STREQUAL expected)
    message(FATAL_ERROR "read:\n${out}expected:\n${expected}")
endif()
file(WRITE "${work}/ids" "user_81h455vb4pex5vsknk084sn02q\n")
execute_process(COMMAND "${program}" read INPUT_FILE "${work}/ids" RESULT_VARIABLE status OUTPUT_VARIABLE out)
if(NOT status EQUAL 1 OR NOT out MATCHES "\tnone\t")
    message(FATAL_ERROR "bad id: status ${status}, ${out}")
endif()
file(REMOVE_RECURSE "${work}")
