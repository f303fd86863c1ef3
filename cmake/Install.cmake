# cmake --install: the command, the runtime, the headers, what CMake and pkg-config
# need to find them, and what people read. All paths are relative, so that the tree works
# where it is moved. `encke` looks for ../lib beside itself: it is no other name.

install(TARGETS encke encke-compiler RUNTIME DESTINATION bin)
install(TARGETS encke_rt encke_omp encke_runtime
  ARCHIVE DESTINATION lib LIBRARY DESTINATION lib)
install(FILES ${CMAKE_BINARY_DIR}/lib/libencke_rt.o DESTINATION lib)
foreach(suffix "" _openmpi _mpich)
  install(FILES ${CMAKE_BINARY_DIR}/lib/libencke_mpi${suffix}.so DESTINATION lib
    OPTIONAL)
endforeach()
install(DIRECTORY runtime/include/encke DESTINATION include)
install(FILES LICENSE CHANGELOG.md README.md DESTINATION share/doc/encke)
install(DIRECTORY docs/ DESTINATION share/doc/encke/docs FILES_MATCHING PATTERN "*.md")
install(DIRECTORY examples editors DESTINATION share/encke
  PATTERN "__pycache__" EXCLUDE)

# The manual and the words for shells are the command's own.
install(CODE [[
  set(root "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
  foreach(form IN ITEMS "man share/man/man1/encke.1"
      "bash share/bash-completion/completions/encke"
      "zsh share/zsh/vendor-completions/_encke"
      "fish share/fish/vendor_completions.d/encke.fish")
    separate_arguments(form)
    list(GET form 0 name)
    list(GET form 1 file)
    get_filename_component(folder "${root}/${file}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    execute_process(COMMAND "${root}/bin/encke" help ${name}
      OUTPUT_FILE "${root}/${file}" RESULT_VARIABLE status)
    if(status)
      message(FATAL_ERROR "'encke help ${name}' failed: ${status}")
    endif()
  endforeach()
]])

include(CMakePackageConfigHelpers)
set(package ${CMAKE_BINARY_DIR}/install)
configure_package_config_file(cmake/install/EnckeConfig.cmake.in
  ${package}/EnckeConfig.cmake INSTALL_DESTINATION lib/cmake/Encke
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${package}/EnckeConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
configure_file(cmake/install/encke.pc.in ${package}/encke.pc @ONLY)
install(FILES ${package}/EnckeConfig.cmake ${package}/EnckeConfigVersion.cmake
  cmake/install/EnckeAddLibrary.cmake DESTINATION lib/cmake/Encke)
install(FILES ${package}/encke.pc DESTINATION lib/pkgconfig)
