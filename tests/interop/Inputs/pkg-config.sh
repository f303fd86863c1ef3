# Makes a library of kernels, .so or .a, and a program that uses it, by pkg-config.
set -e
encke=$(pkg-config --variable=encke encke)
case $1 in
so)
  "$encke" lib kernels.ta -o libkernels.so
  cc spmv.c $(pkg-config --cflags --libs encke) -L. -lkernels -Wl,-rpath,. -o spmv
  ;;
a)
  "$encke" lib kernels.ta -o libkernels.a
  cc spmv.c libkernels.a $(pkg-config --cflags --libs --static encke) -o spmv
  ;;
esac
