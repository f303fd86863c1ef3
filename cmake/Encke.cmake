# How every part of Encke is compiled: LLVM's definitions and headers (as system
# headers, so that their warnings are not ours), and one library a folder.

separate_arguments(ENCKE_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${ENCKE_LLVM_DEFINITIONS})

# Also where mlir-tblgen looks for upstream's .td files.
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})

add_compile_options(-Wall -Wextra -Wno-unused-parameter)

# encke_library(NAME source... [LIBS lib...] [DEPENDS target...])
# A static library of MLIR-side code.
function(encke_library name)
  cmake_parse_arguments(ARG "" "" "LIBS;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${ARG_LIBS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()
