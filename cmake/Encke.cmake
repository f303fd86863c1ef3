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

# Clang brings a linker along that is four times as fast. What it links starts as
# fast as by GNU ld where segments begin on pages of their own, and what runs at
# the start is in one place.
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  set(clang ON)
  find_program(ENCKE_LLD ld.lld HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)
  if(ENCKE_LLD)
    add_link_options(--ld-path=${ENCKE_LLD}
      -Wl,-z,separate-loadable-segments -Wl,-z,keep-text-section-prefix)
  endif()
endif()

# What most files of the compiler include, parsed once. By g++ it would take
# 2.7 GB of memory.
option(ENCKE_PCH "precompile the headers that most files include" ${clang})
if(ENCKE_PCH AND clang)
  # Without times in them, ccache knows them again. The pragmas by which the
  # standard library silences itself are lost in them.
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp"
    -Wno-deprecated-declarations)
endif()
function(encke_precompiled_headers)
  file(WRITE ${CMAKE_BINARY_DIR}/headers.cpp "")
  add_library(EnckeHeaders OBJECT ${CMAKE_BINARY_DIR}/headers.cpp)
  add_dependencies(EnckeHeaders EnckeTAIncGen EnckeCINIncGen
    EnckeTasksIncGen EnckeDistIncGen)
  target_precompile_headers(EnckeHeaders PRIVATE
    <mlir/Bytecode/BytecodeOpInterface.h>
    <mlir/Dialect/Arith/IR/Arith.h>
    <mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h>
    <mlir/Dialect/Bufferization/IR/Bufferization.h>
    <mlir/Dialect/Complex/IR/Complex.h>
    <mlir/Dialect/Func/IR/FuncOps.h>
    <mlir/Dialect/LLVMIR/LLVMDialect.h>
    <mlir/Dialect/Linalg/IR/Linalg.h>
    <mlir/Dialect/Math/IR/Math.h>
    <mlir/Dialect/MemRef/IR/MemRef.h>
    <mlir/Dialect/SCF/IR/SCF.h>
    <mlir/Dialect/SparseTensor/IR/SparseTensor.h>
    <mlir/Dialect/Tensor/IR/Tensor.h>
    <mlir/Dialect/Vector/IR/VectorOps.h>
    <mlir/IR/Builders.h>
    <mlir/IR/IRMapping.h>
    <mlir/IR/Matchers.h>
    <mlir/Pass/Pass.h>
    <llvm/ADT/DenseSet.h>
    <llvm/ADT/MapVector.h>
    <llvm/ADT/SetVector.h>
    <llvm/ADT/StringExtras.h>
    <llvm/ADT/TypeSwitch.h>
    ${CMAKE_SOURCE_DIR}/dialects/TA/TADialect.h
    ${CMAKE_SOURCE_DIR}/dialects/CIN/CINDialect.h)
endfunction()

# encke_library(NAME source... [LIBS lib...] [DEPENDS target...])
# A static library of MLIR-side code.
function(encke_library name)
  cmake_parse_arguments(ARG "" "" "LIBS;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC ${ARG_LIBS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  # Where MLIR's own headers are included.
  if(ENCKE_PCH AND ARG_DEPENDS)
    target_precompile_headers(${name} REUSE_FROM EnckeHeaders)
  endif()
endfunction()
