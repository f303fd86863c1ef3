# encke_add_library(NAME [SHARED | STATIC] SOURCES file.ta
#                   [PREFIX prefix] [MCPU cpu] [SHARED_RUNTIME]
#                   [OPTIONS option...])
#
# Has `encke lib` make a library of the functions in a file, and offers the target
# NAME to link with, which brings the header NAME.h and encke/encke.h along. The
# library is shared unless it is said to be static, or BUILD_SHARED_LIBS is off.
#
#   PREFIX          what functions' names begin with, before '_' (default: NAME)
#   MCPU            the processor to generate code for (default: this one)
#   SHARED_RUNTIME  the runtime is loaded, and not inside
#   OPTIONS         more options of `encke lib`
#
# The library is ${CMAKE_CURRENT_BINARY_DIR}/libNAME.so or .a, which is also the
# target's property IMPORTED_LOCATION. To install it, install that file.
function(encke_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SHARED;STATIC;SHARED_RUNTIME"
    "PREFIX;MCPU" "SOURCES;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "encke_add_library(${name}): what is ${arg_UNPARSED_ARGUMENTS}?")
  endif()
  list(LENGTH arg_SOURCES count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR
      "encke_add_library(${name}): SOURCES is one .ta file, not ${count}")
  endif()
  if(arg_SHARED AND arg_STATIC)
    message(FATAL_ERROR
      "encke_add_library(${name}): SHARED or STATIC, not both")
  endif()
  set(kind SHARED)
  if(arg_STATIC OR (NOT arg_SHARED AND DEFINED BUILD_SHARED_LIBS
                    AND NOT BUILD_SHARED_LIBS))
    set(kind STATIC)
  endif()
  if(kind STREQUAL STATIC AND arg_SHARED_RUNTIME)
    message(FATAL_ERROR
      "encke_add_library(${name}): SHARED_RUNTIME is for shared libraries")
  endif()

  if(kind STREQUAL SHARED)
    set(extension so)
  else()
    set(extension a)
  endif()
  set(library ${CMAKE_CURRENT_BINARY_DIR}/lib${name}.${extension})
  # As `encke lib` names it: what C cannot spell is an underscore.
  string(REGEX REPLACE "[^A-Za-z0-9]" "_" stem ${name})
  string(REGEX REPLACE "^([0-9])" "_\\1" stem ${stem})
  set(header ${CMAKE_CURRENT_BINARY_DIR}/${stem}.h)
  # Errors of calls name the file without its folders.
  get_filename_component(source ${arg_SOURCES} ABSOLUTE)
  get_filename_component(folder ${source} DIRECTORY)
  get_filename_component(file ${source} NAME)

  set(options ${arg_OPTIONS})
  # CMake forgets an empty one.
  set(words ${ARGN})
  if(DEFINED arg_PREFIX OR "PREFIX" IN_LIST words)
    list(APPEND options "--prefix=${arg_PREFIX}")
  endif()
  if(arg_MCPU)
    list(APPEND options "--mcpu=${arg_MCPU}")
  endif()
  if(arg_SHARED_RUNTIME)
    list(APPEND options --shared-runtime)
  endif()
  add_custom_command(OUTPUT ${library} ${header}
    COMMAND Encke::encke lib ${file} -o ${library} ${options}
    DEPENDS ${source} ${ENCKE_EXECUTABLE}
    WORKING_DIRECTORY ${folder}
    COMMENT "Making lib${name}.${extension} of ${arg_SOURCES}"
    VERBATIM)
  add_custom_target(encke-${name} ALL DEPENDS ${library} ${header})

  add_library(${name} ${kind} IMPORTED GLOBAL)
  add_dependencies(${name} encke-${name})
  set_target_properties(${name} PROPERTIES
    IMPORTED_LOCATION ${library}
    INTERFACE_INCLUDE_DIRECTORIES ${CMAKE_CURRENT_BINARY_DIR}
    INTERFACE_LINK_LIBRARIES Encke::headers)
  if(kind STREQUAL SHARED)
    set_target_properties(${name} PROPERTIES
      IMPORTED_SONAME lib${name}.${extension})
  else()
    # What a shared library has inside.
    find_library(ENCKE_OMP omp HINTS ${ENCKE_LLVM_LIBRARIES})
    if(ENCKE_OMP)
      target_link_libraries(${name} INTERFACE ${ENCKE_OMP})
    endif()
    target_link_libraries(${name} INTERFACE stdc++ z m pthread dl)
  endif()
endfunction()
