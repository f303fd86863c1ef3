# cpack -G DEB: what is installed, as a package of Debian's. `./dev package` runs it.

set(CPACK_PACKAGE_NAME encke)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The authors of Encke")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
  "compiler of tensor algebra over dense and sparse tensors")
set(CPACK_PACKAGE_DESCRIPTION
  "Encke compiles programs in Einstein notation to native code: runs them on data\n\
files, makes executables and libraries for C, C++ and Python of them, says how\n\
each statement is computed, and tunes it.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# Not what the libraries of MPI need, which most do not have.
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "libantlr4-runtime4.9, libc6 (>= 2.36), libgcc-s1, libstdc++6 (>= 12), libzstd1, zlib1g")
# What programs load where they have threads or large dense products, or are linked
# by: executables and static libraries.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS
  "libomp5-19 | libomp-22-dev, g++ | clang, zlib1g-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libopenblas0-pthread, libmetis5, libopenmpi3")
# Packing what LLVM takes is then done in seconds.
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)
include(CPack)
