//===- encke/runtime.h - what compiled programs call --------------*- C -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C ABI between generated code and the runtime library. No MLIR inside.
//
// Errors. A function that can fail reports through the running program's
// context: it prints one message (file and line of the data, statement of the
// program) to stderr and returns control to encke_main, which returns 2. It
// does so by longjmp, so generated code needs no checks; nothing in the runtime
// calls exit or abort while a program runs on its own thread (without one there
// is nowhere to return to: the process ends with status 2). `where` arguments
// are "file.ta:line:column" of the statement, or NULL.
//
// Ownership. Tensors made by encke_tensor_new or encke_view_* belong to the
// running context and are freed when encke_main returns, or earlier by
// encke_tensor_free. A view borrows its values.
//
// Threads. One program runs at a time in a process.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_H
#define ENCKE_RUNTIME_H

#include "encke/tensor.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/* Options of a run; encke_options_default() fills in the defaults. */
typedef struct encke_options {
  int32_t storage_print; /* 1: print(X) as COMET does (--print=storage) */
  int32_t tns_dialect;   /* 0 auto, 1 frostt, 2 comet (--tns=) */
  int32_t verbose;       /* 1: say on stderr what was read (-v) */
  int32_t time;          /* 1: a table of times on stderr at the end (--time) */
  int32_t threads;       /* 0: as many as the machine has */
  int32_t json_diagnostics; /* 1: errors as JSON (--diagnostics=json) */
} encke_options;

void encke_options_default(encke_options *options);

/* Parses the command line of a compiled program: options (--print=, --tns=,
 * --time, --threads N, -v, --help) into *options, the data files into `files`
 * (at least argc entries; pointers into argv) and their count into *file_count.
 * Returns -1 to go on, else the exit status (help was printed, or an error). */
int encke_parse_arguments(int argc, char **argv, encke_options *options,
                          const char **files, int32_t *file_count);

/* Runs `body` with a fresh context: its data files are read(0), read(1), ...
 * (else SPARSE_FILE_NAMEn from the environment; read(0) also
 * SPARSE_FILE_NAME). Returns 0, or 2 after a run-time error. Frees everything
 * the context owns and flushes stdout (a failed flush is a run-time error). */
int encke_main(void (*body)(void), const encke_options *options,
               const char *const *files, int32_t file_count);

/* The same with default options and no arguments: every data file comes from
 * the environment. What `main` of a module that encke prints calls. */
int encke_main_default(void (*body)(void));

/* `main` of a compiled program: parses the command line and runs `wide` when a
 * data file, of the command line or of the NULL-terminated `named_files`, needs
 * 64-bit indices, else `narrow`. `threads` is the default number of threads. */
int encke_start(int argc, char **argv, void (*narrow)(void), void (*wide)(void),
                const char *const *named_files, int32_t threads);

/* Ends the running program with a run-time error "where: message". Does not
 * return. */
void encke_fail(const char *where, const char *message);

//===----------------------------------------------------------------------===//
// Data files
//===----------------------------------------------------------------------===//

typedef struct encke_file encke_file;

/* The n-th data file of the program, or the file at a path. Opened and its
 * header read once in a run; the handle belongs to the context. */
encke_file *encke_file_argument(int64_t n, const char *where);
encke_file *encke_file_path(const char *path, const char *where);

/* What a file's header says, for a compiler that looks at the data first
 * (outside encke_main). The next encke_main takes over what was read, unless
 * the file has changed by then. Returns 0 and fills `sizes` [capacity] (for a
 * .tns file the largest coordinates, which needs a scan), `order` and `entries`
 * (the stored entries after expanding symmetry, an upper bound); 1 when the
 * file cannot be read or understood, with a message in `message`
 * [message_size]. */
int encke_peek_file(const char *path, const encke_options *options,
                    int64_t *sizes, int32_t capacity, int32_t *order,
                    int64_t *entries, char *message, int64_t message_size);

/* Nonzero when a file's sizes or its entries do not fit 32-bit positions and
 * coordinates. A file that cannot be read does not need them: reading it is
 * the error. */
int encke_needs_wide_indices(const char *path, const encke_options *options);

/* Prints on stdout what a file holds: kind, sizes, entries and how they are
 * spread, and the memory that formats would take. Returns 0, or 2 after an
 * error. Outside encke_main. */
int encke_info(const char *path, const encke_options *options);

/* Reads a file and writes it as .mtx or .tns, or .gz of these, by the extension
 * of `to`. Symmetry is expanded, duplicates are summed, entries sorted. Returns
 * 0, or 2 after an error. Outside encke_main. */
int encke_convert_file(const char *from, const char *to,
                       const encke_options *options);

//===----------------------------------------------------------------------===//
// Sizes of labels (L5)
//===----------------------------------------------------------------------===//

typedef struct encke_size encke_size;

/* Collects what fixes a label's size and decides: sources that disagree are an
 * error that names the label, both sizes and both places. A FROSTT file only
 * bounds from below. */
encke_size *encke_size_begin(const char *label);
void encke_size_static(encke_size *size, int64_t value, const char *where);
/* Mode `mode` of the file, read as a tensor of order `order` (an order-1 tensor
 * may come from an n x 1 or 1 x n file; any other difference of order is an
 * error). */
void encke_size_file(encke_size *size, encke_file *file, int64_t mode,
                     int64_t order, const char *where);
/* A size at hand: that of `origin`, such as "dimension 1 of 'A'". */
void encke_size_given(encke_size *size, int64_t value, const char *origin,
                      const char *where);
int64_t encke_size_end(encke_size *size);

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/* A tensor without values yet. `format` is a text "TYPE POSBYTES CRDBYTES
 * LEVELS", such as "f64 4 4 D0 C1" for CSR: TYPE is f64 f32 i64 i32 bool c128;
 * each level is D, C (CU), N (CN) or S followed by its mode, and
 *   D0/2  block  of the coordinate of mode 0: i / 2
 *   D0%2  inside of such a block:             i % 2
 *   C1-0  diagonal j - i (+ size of i - 1)
 *   D#    slots: as many as the fullest parent needs; one S level follows
 * "D0/2 C1/3 D0%2 D1%3" is BCSR(2, 3), "C1-0 D0" DIA, "D0 D# S1" ELL. */
encke_tensor *encke_tensor_new(const char *format);
/* Sets the size of one mode, before the tensor is filled. */
void encke_tensor_set_size(encke_tensor *tensor, int64_t mode, int64_t size);
int64_t encke_tensor_size(const encke_tensor *tensor, int64_t mode);
/* The number of coordinates of level `level`; of slots once it is filled. */
int64_t encke_level_size(const encke_tensor *tensor, int64_t level);
void encke_tensor_free(encke_tensor *tensor);

/* For loops: how many tensors have been made so far; and freeing those made
 * after the first `first` ones, except what encke_tensor_keep named since the
 * last time. */
int64_t encke_tensors_made(void);
void encke_tensor_keep(encke_tensor *tensor);
void encke_tensors_free(int64_t first);

/* A new tensor of another format with the elements of `from` (L35): zeros that
 * are elements stay, padding is dropped, a dense tensor gives its nonzeros
 * (L38). Duplicates, which only CN levels keep, are summed into any other
 * format. An element type may become a wider one (bool, i32, i64, f32, f64,
 * c128). The result does not depend on the number of threads. */
encke_tensor *encke_convert(const encke_tensor *from, const char *format,
                            const char *where);

/* The number of elements that are stored (NNZ, L25): not padding; of a dense
 * tensor all. */
int64_t encke_stored_count(const encke_tensor *tensor);

/* Fills `tensor` (sizes set) from a file: expands symmetry, sums duplicates
 * (except into CN levels), keeps explicit zeros, sorts. selector: 0 full, 1
 * strictly lower, 2 lower, 3 strictly upper, 4 upper. An all-dense tensor with
 * values already there (a view) is filled in place, zeros where nothing is
 * stored. Errors name the file, line and column. Positions or coordinates that
 * do not fit the tensor's widths are an error, never wrapped. */
void encke_read(encke_tensor *tensor, encke_file *file, int64_t selector,
                const char *where);

/* Fills `result` (of the format of `source`, sizes set) with the part of
 * `source` that the ranges pick (L6): a word for each mode, "lo:hi:step" or ":"
 * for all of it. A range beyond the size is an error. */
void encke_slice(encke_tensor *result, const encke_tensor *source,
                 const char *ranges, const char *where);

/* Uniform [0, 1) from a fixed generator; the same seed gives the same values on
 * every machine. For all-dense tensors. encke_random_next takes the seed after
 * the one used last, or 0. */
void encke_random(encke_tensor *tensor, int64_t seed);
void encke_random_next(encke_tensor *tensor);

/* Prints on stdout, in the form the options ask for (L16). `name` is the
 * tensor's name in the program. */
void encke_print(const encke_tensor *tensor, const char *name);
void encke_print_f64(double value);
void encke_print_f32(float value);
void encke_print_c128(double real, double imaginary);
void encke_print_i64(int64_t value);

/* Writes .mtx or .tns by the path's extension, atomically (L14). */
void encke_write(const encke_tensor *tensor, const char *path,
                 const char *where);

/* Seconds since an arbitrary point; prints "ELAPSED_TIME = %lf". (L17) */
double encke_get_time(void);
void encke_print_elapsed(double from, double to);

/* A range that goes on to coordinate `last` of a mode of that size (L6): an
 * error when it is too far. */
void encke_check_range(int64_t size, int64_t last, int64_t mode,
                       const char *where);

/* How often a loop t = lo, lo + step, ... runs that ends before hi (L30). A
 * step of 0 is an error. */
int64_t encke_loop_rounds(int64_t lo, int64_t hi, int64_t step,
                          const char *where);

/* A parallel loop over lo ... hi - 1. `positions`, or null, is an array of
 * integers of `bytes` bytes: round i has positions[i + 1] - positions[i]
 * elements to deal with, besides itself.
 * encke_loop_tasks: how many tasks are worth having, when each element takes
 * `steps` steps; at least 1.
 * encke_loop_split: where the chunk `chunk` of `chunks` with about the same
 * number of elements begins; `chunk` may be `chunks`. */
int64_t encke_loop_tasks(const void *positions, int64_t bytes, int64_t lo,
                         int64_t hi, int64_t steps);
int64_t encke_loop_split(const void *positions, int64_t bytes, int64_t lo,
                         int64_t hi, int64_t chunk, int64_t chunks);

/* --time: the statement at `where` starts now (its row ends at the next
 * begin or at the end of the program). */
void encke_time_begin(const char *where, const char *what);

//===----------------------------------------------------------------------===//
// Memory references of generated code
//===----------------------------------------------------------------------===//

/* A rank-1 memory reference and an unranked one, as MLIR passes them through C
 * interfaces. */
typedef struct encke_memref1 {
  void *allocated;
  void *aligned;
  int64_t offset;
  int64_t sizes[1];
  int64_t strides[1];
} encke_memref1;
typedef struct encke_unranked_memref {
  int64_t rank;
  void *descriptor; /* allocated, aligned, offset, sizes[rank], strides[rank] */
} encke_unranked_memref;

/* The memory of dense buffers, as MLIR's generic functions name it. Out of
 * memory is a run-time error. */
void *_mlir_memref_to_llvm_alloc(int64_t bytes);
void _mlir_memref_to_llvm_free(void *buffer);

/* Copies elements of `bytes` bytes between buffers of the same sizes, of which
 * one has gaps or another order. */
void memrefCopy(int64_t bytes, encke_unranked_memref *source,
                encke_unranked_memref *target);

/* bytes * size, for the size of a buffer one dimension after the other; a
 * buffer larger than any memory is a run-time error. */
int64_t encke_buffer_bytes(int64_t bytes, int64_t size);

/* The arrays of a tensor: positions and coordinates of level `level`, values,
 * which stay the tensor's. `bytes` and `type` are what the caller compiled for;
 * a mismatch is an error. */
void encke_get_positions(encke_memref1 *result, encke_tensor *tensor,
                         int64_t level, int64_t bytes);
void encke_get_coordinates(encke_memref1 *result, encke_tensor *tensor,
                           int64_t level, int64_t bytes);
void encke_get_values(encke_memref1 *result, encke_tensor *tensor,
                      int64_t type);

/* The arrays of a sparse result, from the outermost level in: level `level`,
 * which is not dense, will hold `elements` coordinates under `parents`
 * positions. Positions start as zero. More elements than the tensor's width of
 * positions can count are a run-time error. Then the values, which start as
 * zero when the innermost level is dense. */
void encke_result_allocate(encke_tensor *tensor, int64_t level, int64_t parents,
                           int64_t elements);
void encke_result_allocate_values(encke_tensor *tensor, int64_t count);
/* After the arrays were filled in, with pos[p + 1] set for each parent p that
 * has children: sets the others. */
void encke_result_finish(encke_tensor *tensor);
/* All of these for a tensor that stores nothing. */
void encke_result_clear(encke_tensor *tensor);

/* A dense row with a list of its elements: more of them than 32-bit unsigned
 * coordinates can name are a run-time error. */
void encke_check_row(int64_t size);

/* Sorts 32-bit unsigned coordinates, which are distinct. */
void encke_sort_coordinates(void *coordinates, int64_t count);

/* The same as C interfaces of MLIR functions: positions and coordinates of
 * level `level`, values. The suffix is the width or type that the caller
 * compiled for. */
void _mlir_ciface_encke_positions_i32(encke_memref1 *result,
                                      encke_tensor *tensor, int64_t level);
void _mlir_ciface_encke_positions_i64(encke_memref1 *result,
                                      encke_tensor *tensor, int64_t level);
void _mlir_ciface_encke_coordinates_i32(encke_memref1 *result,
                                        encke_tensor *tensor, int64_t level);
void _mlir_ciface_encke_coordinates_i64(encke_memref1 *result,
                                        encke_tensor *tensor, int64_t level);
void _mlir_ciface_encke_values_f64(encke_memref1 *result, encke_tensor *tensor);
void _mlir_ciface_encke_values_f32(encke_memref1 *result, encke_tensor *tensor);
void _mlir_ciface_encke_values_i64(encke_memref1 *result, encke_tensor *tensor);
void _mlir_ciface_encke_values_i32(encke_memref1 *result, encke_tensor *tensor);
void _mlir_ciface_encke_values_bool(encke_memref1 *result,
                                    encke_tensor *tensor);
void _mlir_ciface_encke_values_c128(encke_memref1 *result,
                                    encke_tensor *tensor);

/* A view of a dense row-major buffer as a tensor with dense levels, of the
 * buffer's element type. */
encke_tensor *_mlir_ciface_encke_view_f64(encke_unranked_memref *buffer);
encke_tensor *_mlir_ciface_encke_view_f32(encke_unranked_memref *buffer);
encke_tensor *_mlir_ciface_encke_view_i64(encke_unranked_memref *buffer);
encke_tensor *_mlir_ciface_encke_view_i32(encke_unranked_memref *buffer);
encke_tensor *_mlir_ciface_encke_view_bool(encke_unranked_memref *buffer);
encke_tensor *_mlir_ciface_encke_view_c128(encke_unranked_memref *buffer);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* ENCKE_RUNTIME_H */
