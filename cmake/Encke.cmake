# How every part of Encke is compiled: LLVM's definitions and headers (as system
# headers, so that their warnings are not ours), and one library a folder.

separate_arguments(ENCKE_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${ENCKE_LLVM_DEFINITIONS})

# Also where mlir-tblgen looks for upstream's .td files.
include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})

add_compile_options(-Wall -Wextra -Wno-unused-parameter)

# LLVM and MLIR, from their static archives: loading and binding the shared
# libraries takes 30 ms, about half of what a small program takes from its text
# to its result. What the archives define stays inside: libraries that a program
# loads (MLIR's async runtime) bring the shared ones along.
file(GLOB ENCKE_ARCHIVES ${LLVM_LIBRARY_DIR}/libMLIR*.a
  ${LLVM_LIBRARY_DIR}/libLLVM*.a)
if(NOT ENCKE_ARCHIVES)
  message(FATAL_ERROR "no static archives of LLVM and MLIR in "
    "${LLVM_LIBRARY_DIR}; Debian's libmlir-22-dev and llvm-22-dev have them")
endif()
find_library(ENCKE_ZSTD NAMES zstd libzstd.so.1 REQUIRED)
list(JOIN ENCKE_ARCHIVES "," archives)
add_library(EnckeUpstream INTERFACE)
target_link_libraries(EnckeUpstream INTERFACE
  "$<LINK_GROUP:RESCAN,${archives}>"
  ZLIB::ZLIB ${ENCKE_ZSTD} Threads::Threads ${CMAKE_DL_LIBS} m)
target_link_options(EnckeUpstream INTERFACE
  -Wl,--exclude-libs,ALL -Wl,--gc-sections)

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
