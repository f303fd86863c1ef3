# Sources compiled once more for tests: by clang, with sanitizers. Libraries of the
# system are linked as they are.

find_program(ENCKE_CLANG clang++ HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)

# encke_can_instrument(RESULT FLAG...)
# Sets RESULT where clang++ and lld make executables with those flags.
function(encke_can_instrument result)
  if(ENCKE_CLANG AND NOT DEFINED ${result})
    set(probe ${CMAKE_CURRENT_BINARY_DIR}/probe)
    # libFuzzer has a `main` of its own.
    set(entry "int main()")
    if("${ARGN}" MATCHES "fuzzer")
      set(entry "extern \"C\" int LLVMFuzzerTestOneInput(const char *, unsigned long)")
    endif()
    file(WRITE ${probe}.cpp "${entry} { return 0; }\n")
    execute_process(COMMAND ${ENCKE_CLANG} ${ARGN} -fuse-ld=lld
      ${probe}.cpp -o ${probe}
      RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    if(status EQUAL 0)
      set(${result} ON CACHE INTERNAL "clang++ makes executables with ${ARGN}")
    endif()
  endif()
endfunction()

# Compiles a source with FLAGS into OBJECT, unless a rule does so already.
function(encke_instrument_source source object)
  cmake_parse_arguments(arg "" "COMMENT" "FLAGS;DEPENDS" ${ARGN})
  get_property(known GLOBAL PROPERTY ENCKE_INSTRUMENTED)
  if(object IN_LIST known)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY ENCKE_INSTRUMENTED ${object})
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${ENCKE_CLANG} -std=c++17 -g1 -w
      ${arg_FLAGS} -MD -MF ${object}.d -c ${source} -o ${object}
    DEPENDS ${source} ${arg_DEPENDS} EnckeGrammar
    DEPFILE ${object}.d
    COMMENT "Compiling ${arg_COMMENT} with sanitizers"
    VERBATIM)
endfunction()

# encke_instrument(OBJECTS [TARGETS target...] [SOURCES source...]
#                  [FLAGS flag...])
# Sets OBJECTS to what is made of the sources of targets, and further ones. A
# source that is compiled once more in the same folder has the same object. What
# a target precompiles is precompiled here, too. FLAGS come last, so that their
# level of optimisation is the one.
function(encke_instrument objects)
  cmake_parse_arguments(arg "" "" "TARGETS;SOURCES;FLAGS" ${ARGN})
  set(out ${CMAKE_CURRENT_BINARY_DIR}/instrumented)
  set(sources)
  foreach(target IN LISTS arg_TARGETS)
    get_target_property(files ${target} SOURCES)
    get_target_property(folder ${target} SOURCE_DIR)
    get_target_property(headers ${target} PRECOMPILE_HEADERS)
    if(headers)
      get_target_property(binary ${target} BINARY_DIR)
      encke_instrument_source(
        ${binary}/CMakeFiles/${target}.dir/cmake_pch.hxx ${out}/${target}.pch
        COMMENT "the headers of ${target}" FLAGS ${arg_FLAGS} -x c++-header)
    endif()
    foreach(source IN LISTS files)
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder} NORMALIZE)
      get_source_file_property(options ${source} DIRECTORY ${folder}
        COMPILE_OPTIONS)
      get_source_file_property(alone ${source} DIRECTORY ${folder}
        SKIP_PRECOMPILE_HEADERS)
      if(options)
        set(options_of_${source} ${options})
      endif()
      if(headers AND NOT alone)
        set(headers_of_${source} ${out}/${target}.pch)
      endif()
      list(APPEND sources ${source})
    endforeach()
  endforeach()
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
      NORMALIZE)
    list(APPEND sources ${source})
  endforeach()

  set(made)
  foreach(source IN LISTS sources)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR}
      OUTPUT_VARIABLE name)
    string(MAKE_C_IDENTIFIER ${name} id)
    set(headers ${headers_of_${source}})
    list(TRANSFORM headers PREPEND "-include-pch;" OUTPUT_VARIABLE include)
    encke_instrument_source(${source} ${out}/${id}.o COMMENT ${name}
      FLAGS ${options_of_${source}} ${arg_FLAGS} ${include}
      DEPENDS ${headers})
    list(APPEND made ${out}/${id}.o)
  endforeach()
  set(${objects} ${made} PARENT_SCOPE)
endfunction()

# encke_build_test(TARGET): a test that builds what other tests need, which require
# the fixture TARGET. It begins first, since they wait for it.
function(encke_build_test target)
  add_test(NAME build-${target}
    COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target ${target})
  # Two at once would compile the same objects.
  set_tests_properties(build-${target} PROPERTIES
    FIXTURES_SETUP ${target} COST 1000 TIMEOUT 3600
    RESOURCE_LOCK build)
endfunction()
