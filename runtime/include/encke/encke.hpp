//===- encke/encke.hpp - calling kernels from C++ ---------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layer over encke/encke.h, in C++17 and headers alone: errors are
// exceptions, results free themselves, and operands are made of what a program
// has: pointers, containers, Eigen's matrices. No array is copied.
//
//   #include "encke/encke.hpp"
//   #include "kernels.h" // by `encke lib kernels.ta -o libkernels.so`
//
//   auto A = encke::csr(rows, columns, positions, coordinates, values);
//   encke::Tensor y = encke::call(kernels_product, A, x);
//   for (double element : y.values<double>())
//     ...
//
// encke/cxx/error.hpp    Error
// encke/cxx/view.hpp     View, and csr(), csc(), coo(), csf(), bsr(), dia(),
//                        dense() that make them of arrays
// encke/cxx/levels.hpp   sparseVector(), ell(), byFormat()
// encke/cxx/eigen.hpp    views of Eigen's matrices, which need not be included
// encke/cxx/tensor.hpp   Tensor, a result
// encke/cxx/call.hpp     call(), callInto() and Call, a call with options
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_ENCKE_HPP
#define ENCKE_ENCKE_HPP

#include "encke/cxx/call.hpp"
#include "encke/cxx/eigen.hpp"
#include "encke/cxx/error.hpp"
#include "encke/cxx/levels.hpp"
#include "encke/cxx/tensor.hpp"
#include "encke/cxx/view.hpp"
#include "encke/encke.h"

#endif // ENCKE_ENCKE_HPP
