# What our own programs (tests, fuzz targets, benchmark) are compiled with; users of the library get none
# of it.  -DCMAKE_COMPILE_WARNING_AS_ERROR=OFF for a compiler that knows more warnings than we do.
if(NOT DEFINED CMAKE_COMPILE_WARNING_AS_ERROR)
    set(CMAKE_COMPILE_WARNING_AS_ERROR ON)
endif()

add_library(base62id_developer INTERFACE)
target_link_libraries(base62id_developer INTERFACE base62id::codec)
target_compile_options(base62id_developer INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(base62id_developer INTERFACE -Wno-restrict) # false alarms at string + "x": GCC bug 105651
endif()

if(BASE62ID_SANITIZE)
    set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(base62id_developer INTERFACE ${sanitizers})
    target_link_options(base62id_developer INTERFACE ${sanitizers})
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU) # instrumented code misleads it, in std::regex for one
        target_compile_options(base62id_developer INTERFACE -Wno-maybe-uninitialized)
    endif()
endif()
if(BASE62ID_COVERAGE)
    target_compile_options(base62id_developer INTERFACE --coverage -O0 -fno-inline)
    target_link_options(base62id_developer INTERFACE --coverage)
endif()
