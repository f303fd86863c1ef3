//===- encke/encke.h - calling kernels from C and C++ -------------*- C -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program needs to call the functions of a library that `encke lib` has
// made (docs/calling.md):
//
//   int kernels_product(const encke_tensor *A, const encke_tensor *x,
//                       encke_tensor **result, encke_call *call);
//
// Status. A function returns ENCKE_OK, ENCKE_RUN_TIME_ERROR, or
// ENCKE_OPERAND_ERROR, which is found before anything is computed. It never
// prints an error, ends the process or jumps out of itself.
//
// Ownership. Operands are borrowed for the call and only read. A result belongs
// to the caller, who gives it back with encke_release.
//
// Threads. Functions may be called from several threads at once. Nothing in the
// process is changed by a call: neither OpenMP's settings nor signals.
//
// This file needs nothing but the C library: there is nothing to link with but
// the library of kernels itself.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_ENCKE_H
#define ENCKE_ENCKE_H

#include "encke/tensor.h"

#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A complex number, which goes by address. */
typedef struct encke_complex {
  double real, imaginary;
} encke_complex;

/* What functions return. */
enum {
  ENCKE_OK = 0,
  ENCKE_RUN_TIME_ERROR = 2, /* sizes that differ, no memory, a data file, ... */
  ENCKE_OPERAND_ERROR = 3   /* an operand is not what the function takes */
};

/* Flags of a call. */
enum {
  /* A sparse result may share positions and coordinates with operands, which
   * then have to outlive it, unchanged. */
  ENCKE_ALIAS_OK = 1,
  /* Look at each position and coordinate of operands: in order, distinct, and
   * inside the sizes. Else only their number is checked. */
  ENCKE_CHECK = 2,
  /* Add to what the result holds that the caller gives. */
  ENCKE_ACCUMULATE = 4,
  /* Where no operand has positions and coordinates, let those inside be of 64
   * bits: for functions that read large files. */
  ENCKE_WIDE = 8
};

/* How one call is to be made, and what went wrong. NULL stands for the
 * defaults. All zero but for the first member is the default, too. */
typedef struct encke_call {
  /* sizeof(encke_call). A call with another size returns ENCKE_OPERAND_ERROR;
   * it has a message only if the size has room for one. */
  int32_t struct_size;
  int32_t threads; /* 0: as OMP_NUM_THREADS says, or one a processor */
  int32_t flags;
  /* Another thread may set this: the call soon ends with a run-time error, also
   * within a statement (docs/calling.md). */
  volatile int32_t cancel;
  /* The data files that read(0), read(1), ... of the function read. */
  const char *const *files; /* [file_count] paths */
  int32_t file_count;
  int32_t reserved0;
  /* After an error: its name, such as "operand-format" (docs/diagnostics.md);
   * "program.ta:3:5", or empty; one or several lines. */
  char identifier[64];
  char place[256];
  char message[1024];
  /* The address of an MPI_Comm, for a function that was compiled to run on
   * several processes (--processes=mpi): all of its processes make the call,
   * each with its part of the operands (docs/processes.md). NULL: this process
   * alone. */
  const void *communicator;
  int64_t reserved[7];
} encke_call;

static inline encke_call encke_call_default(void) {
  encke_call call;
  memset(&call, 0, sizeof(call));
  call.struct_size = (int32_t)sizeof(call);
  return call;
}

/* Frees a result. NULL and borrowed tensors are left alone. */
static inline void encke_release(encke_tensor *tensor) {
  if (tensor && tensor->release)
    tensor->release(tensor);
}

/*===----------------------------------------------------------------------===*\
 * What a library has
\*===----------------------------------------------------------------------===*/

/* What a parameter or a result is. */
typedef enum encke_kind {
  ENCKE_NOTHING = 0, /* a function without a result */
  ENCKE_SCALAR = 1,  /* by value; complex numbers by address */
  ENCKE_TENSOR = 2
} encke_kind;

typedef struct encke_parameter {
  const char *name;     /* "A"; of the result "" */
  const char *labels;   /* "i,k"; "" for scalars */
  const char *format;   /* "f64 D0 C1" (encke_tensor_new, without the widths);
                           of scalars the type alone, of nothing "" */
  const int64_t *sizes; /* [order]; -1: any */
  const encke_level *levels; /* [level_count]: type, mode, map, other, block */
  int32_t kind;              /* encke_kind */
  int32_t type;              /* encke_type */
  int32_t order;
  int32_t level_count;
  int32_t is_buffer; /* the code takes its values alone, row-major */
  /* 1 + the dimension of which each process of a call's communicator has a
   * range: theirs follow each other. 0: each has the whole. */
  int32_t part;
} encke_parameter;

/* Code for processors of one kind, or better ones. Only the library itself
 * calls it. */
typedef struct encke_version {
  /* 0 and 1: any; 2, 3, 4: x86-64-v2, -v3, -v4 (the x86-64 psABI). */
  int32_t level;
  int32_t reserved0;
  /* For 32-bit and for 64-bit positions and coordinates; NULL: none. */
  void (*bodies[2])(void *const *arguments, void *result);
} encke_version;

typedef struct encke_function {
  const char *name;      /* "product" */
  const char *symbol;    /* "kernels_product" */
  const char *prototype; /* "product(A[i,k]: CSR double, ...) -> ..." */
  const char *place;     /* "kernels.ta:1:5" */
  const encke_parameter *parameters;
  encke_parameter result;
  int32_t parameter_count;
  int32_t version_count;
  const encke_version *versions; /* [version_count], the best ones first */
  int32_t takes_communicator;    /* else a call may have none */
  int32_t reserved0;
  int64_t reserved[4];
} encke_function;

/* What LIBRARY_library() returns. */
typedef struct encke_library {
  int32_t struct_size;   /* sizeof(encke_library) */
  int32_t function_size; /* sizeof(encke_function) */
  int32_t abi;           /* 0 while formats are being built */
  int32_t function_count;
  const encke_function *functions;
  const char *name;    /* "kernels" */
  const char *version; /* of Encke, "2.0.0" */
  int64_t reserved[4];
} encke_library;

#ifdef __cplusplus
}
#endif

#include "encke/operands.h"

#endif /* ENCKE_ENCKE_H */
