# cmake --install: the command, the runtime, the headers, and what CMake and
# pkg-config need to find them. All paths are relative, so that the tree works
# where it is moved. `encke` looks for ../lib beside itself: it is no other name.

install(TARGETS encke encke-compiler RUNTIME DESTINATION bin)
install(TARGETS encke_rt encke_omp encke_runtime
  ARCHIVE DESTINATION lib LIBRARY DESTINATION lib)
install(FILES ${CMAKE_BINARY_DIR}/lib/libencke_rt.o DESTINATION lib)
install(FILES ${CMAKE_BINARY_DIR}/lib/libencke_mpi.so DESTINATION lib OPTIONAL)
install(DIRECTORY runtime/include/encke DESTINATION include)
install(FILES LICENSE DESTINATION share/doc/encke)

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
