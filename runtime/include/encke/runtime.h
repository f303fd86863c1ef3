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
// calls exit or abort while a program runs (without one there is nowhere to
// return to: the process ends with status 2). In a call of a library's function
// the message goes to its caller, and control back to encke_invoke. An error on
// a thread of a team ends the share of that thread, and with the team the
// program. `where` arguments are "file.ta:line:column" of the statement, or
// NULL.
//
// Ownership. Tensors made by encke_tensor_new or encke_view_* belong to the
// running context and are freed when encke_main returns, or earlier by
// encke_tensor_free. A view borrows its values.
//
// Threads. One program runs at a time in a process; functions of libraries may
// be called from several threads at once, and beside it.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_H
#define ENCKE_RUNTIME_H

#include "encke/dense.h"
#include "encke/device.h"
#include "encke/parameters.h"
#include "encke/processes.h"
#include "encke/tensor.h"
#include "encke/workspace.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

/* Options of a run; encke_options_default() fills in the defaults. */
typedef struct encke_options {
  int32_t storage_print; /* 1: print(X) as COMET does (--print=storage), 2: as
                            the tree of its levels (--print=levels), 3: as
                            JSON, 4: as a table (csv), 5: as .mtx or .tns */
  int32_t tns_dialect;   /* 0 auto, 1 frostt, 2 comet, 3 frostt0, 4 header1,
                            5 edges, 6 edges0, 7 edges1 (--tns=) */
  int32_t verbose;       /* 1: say on stderr what was read (-v) */
  int32_t time;          /* 1: a table of times on stderr at the end (--time) */
  int32_t threads;       /* 0: OMP_NUM_THREADS, else as many as processors */
  int32_t json_diagnostics; /* 1: errors as JSON (--diagnostics=json) */
  int32_t json;             /* 1: encke_info writes one line of JSON (--json) */
  int32_t keep; /* 1: encke_convert_file keeps pattern and symmetry (--keep) */
  int32_t lenient;   /* 1: read slips that have one meaning, and warn */
  int32_t processes; /* 0: this one alone; else so many copies of it run the
                        program; -1: those that MPI has started
                        (--processes=) */
  int32_t setting_count;
  const char *const *settings; /* "name=value" of parameters (--set) */
} encke_options;

void encke_options_default(encke_options *options);

/* The number of threads that 0 in `threads` of the options stands for. */
int32_t encke_default_threads(void);

/* Parses the command line of a compiled program: options (--print=, --tns=,
 * --time, --threads N, --set, -v, --help; the environment's ENCKE_THREADS
 * stands for a --threads before them) into *options, the data files into
 * `files` (at least argc entries; pointers into argv) and their count into
 * *file_count. `settings` has room for as many, and is where *options has them.
 * `help` is of the program. Returns -1 to go on, else the exit status (help was
 * printed, or an error). */
int encke_parse_arguments(int argc, char **argv, const char *help,
                          encke_options *options, const char **settings,
                          const char **files, int32_t *file_count);

/* Tells of a limit on the stack (`ulimit -s`) below `bytes`, which the work
 * that begins needs. Returns 0 where there is room, else 2. */
int encke_check_stack(int64_t bytes);
/* Runs `body` with a fresh context: its data files are read(0), read(1), ...
 * (else SPARSE_FILE_NAMEn from the environment; read(0) also
 * SPARSE_FILE_NAME). Returns 0, or 2 after a run-time error. Frees everything
 * the context owns and flushes stdout (a failed flush is a run-time error). */
int encke_main(void (*body)(void), const encke_options *options,
               const char *const *files, int32_t file_count);

/* The same with default options and no arguments: every data file comes from
 * the environment. What `main` of a module that encke prints calls. */
int encke_main_default(void (*body)(void));

/* What goes wrong from now on does so at `where`, "program.ta:line:column", in
 * a function that is not told itself. The text is not copied. */
void encke_mark_place(const char *where);

/* Ends a call of a library that its caller has cancelled, as encke_mark_place
 * does, too. */
void encke_look_for_cancel(void);

/* Ends the running program with a run-time error "where: message". Does not
 * return. */
void encke_fail(const char *where, const char *message);

/* What runs a team of OpenMP's threads, and what each of them runs: libomp's
 * __kmpc_fork_call and a function that the compiler has taken out of a loop. */
typedef void (*encke_team_body)(int32_t *thread, int32_t *number, ...);
typedef void (*encke_fork)(void *where, int32_t count, encke_team_body body,
                           ...);

/* Runs `body` with `argument` on the threads of a team, each of which works for
 * the running program. An error on one of them ends its share, and then, when
 * the team has ended, the program. */
void encke_fork_call(encke_fork fork, void *where, encke_team_body body,
                     void *argument);

//===----------------------------------------------------------------------===//
// Functions of a library
//===----------------------------------------------------------------------===//

/* Calls a function of a library on arrays of the caller's: what each function
 * that `encke lib` exports does. `arguments` has, for each parameter, a tensor
 * or the address of a scalar; `result` is an encke_tensor ** or the address of
 * a scalar. Returns what encke/encke.h says; nothing is printed. */
struct encke_function;
struct encke_call;
int encke_invoke(const struct encke_function *function,
                 const void *const *arguments, void *result,
                 struct encke_call *call);

/* The code of the function gives its result. A dense one: the size of each
 * mode, then the memory for its values, which are of an encke_type; a scalar:
 * its memory alone. A sparse one: the tensor, which may be an operand. */
void encke_give_size(int64_t mode, int64_t size);
void encke_give_values(encke_memref1 *result, int64_t type);
void encke_give_tensor(encke_tensor *tensor);

//===----------------------------------------------------------------------===//
// Data files
//===----------------------------------------------------------------------===//

typedef struct encke_file encke_file;

/* The n-th data file of the program, or the file at a path. Opened and its
 * header read once in a run; the handle belongs to the context. */
encke_file *encke_file_argument(int64_t n, const char *where);
encke_file *encke_file_path(const char *path, const char *where);

/* Tells of all data files that are not there, where these are several: of one
 * the program tells when it reads it. Returns how many were told of. */
int32_t encke_report_missing(const char *const *files, int32_t count,
                             const encke_options *options);

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
 * spread, and the memory that formats would take; `formats`, `count` of them as
 * people write them ("BCSR(2, 2)", "(i, j) -> (i + j : compressed, i :
 * dense)"), are built to see it. Returns 0, or 2 after an error. Outside
 * encke_main. */
int encke_info(const char *path, const char *const *formats, int32_t count,
               const encke_options *options);

/* Reads a file and says how its entries are spread: of each mode, and of
 * `capacity` modes at most, how many coordinates have entries (`filled`) and
 * how many entries the fullest of them has; and how many entries there are once
 * duplicates are summed. Returns 0, or 2 after an error. Outside encke_main. */
int encke_measure_file(const char *path, const encke_options *options,
                       int64_t *filled, int64_t *fullest, int32_t capacity,
                       int64_t *entries);

/* What a format for a matrix is chosen by. Duplicates are summed. */
typedef struct encke_structure {
  int64_t rows, columns;
  int64_t entries;
  int64_t diagonals;    /* that have an entry */
  int64_t is_symmetric; /* it equals its transpose */
} encke_structure;

/* Reads a file and says how a matrix is built; and, for square blocks with each
 * of the `count` sides, how many `blocks` [count] have an entry. `rows` is 0
 * where the file holds a tensor of another order. Returns 0, or 2 after an
 * error. Outside encke_main. */
int encke_measure_structure(const char *path, const encke_options *options,
                            encke_structure *structure, const int64_t *sides,
                            int64_t *blocks, int32_t count);

/* Reads a file and writes it as .mtx or .tns, or .gz of these, by the extension
 * of `to`. Symmetry is expanded, duplicates are summed, entries sorted. Returns
 * 0, or 2 after an error. Outside encke_main. */
int encke_convert_file(const char *from, const char *to,
                       const encke_options *options);

/* Draws where the tensor of a file has elements, into the file `to`, a PNG, or
 * by its extension SVG or PDF ("-": a PNG onto stdout); with a `method` (L36;
 * "" for none) also where it has them when it is reordered, beside that. Of a
 * tensor of more than two dimensions the first two are drawn that `slice`
 * leaves open: "3=5,4=0" is coordinate 5 of dimension 3 and 0 of dimension 4;
 * "" leaves all open; "3=*" draws a picture for each
 * coordinate of dimension 3, or for each of 25 ranges of these. With `alike`
 * the rows and columns of a square matrix are reordered alike, as those of a
 * symmetric one always are. Returns 0, or 2 after an error. Outside encke_main.
 */
int encke_spy(const char *path, const char *to, const char *method,
              const char *slice, int32_t alike, const encke_options *options);

/* Draws the levels, positions and coordinates of the tensor of a file onto
 * stdout, as text, in each of the `count` formats or parts of hybrids (as
 * encke_info takes them; without any in CSR, or CSF where it is no matrix).
 * Returns 0, or 2 after an error. Outside encke_main. */
int encke_draw_storage(const char *path, const char *const *formats,
                       int32_t count, const encke_options *options);

/* The seconds that a call of a kernel takes on a matrix in CSR with 32-bit
 * positions and coordinates: y = A x with 1 column, C = A B with 32. */
typedef double (*encke_time_kernel)(void *data, encke_tensor *matrix,
                                    int32_t columns, int32_t threads);

/* Prints on stdout, for each reordering (L36) of the matrix in a file, how near
 * to each other it brings elements, what it costs, how long kernels take, with
 * `time`, on 1 and 2 threads, and after how many calls it has paid; and what
 * encke_reorder_auto would choose with these costs. Returns 0, or 2 after an
 * error. Outside encke_main. */
int encke_compare_orders(const char *path, const encke_options *options,
                         encke_time_kernel time, void *data,
                         const int32_t *costs);

//===----------------------------------------------------------------------===//
// Sizes of labels (L5)
//===----------------------------------------------------------------------===//

typedef struct encke_size encke_size;

/* Collects what fixes a label's size and decides: sources that disagree are an
 * error that names the label, both sizes and both places. A FROSTT file only
 * bounds from below. No text is copied before the end. */
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

/* What encke_format_read finds in a text. */
typedef struct encke_format {
  int32_t order;           /* modes */
  int32_t has_padding;     /* positions may be no elements (L47) */
  const char *levels;      /* as below: "D0/2 C1/2 D0%2 D1%2" */
  const char *declaration; /* "(d0, d1) -> (d0 / 2 : dense, ...)" */
  /* Why the text is no format, NULL of one; and at which byte. */
  const char *message;
  int64_t offset;
} encke_format;

/* A format as people write it: a name of a format for matrices with its
 * numbers, "BCSR(2, 2)"; a declaration without a name, "(i, j) -> (j - i :
 * compressed, j : dense)"; or the levels, as below. It has to be freed, of a
 * text that is no format too. NULL if there is no memory for it. Outside and
 * inside encke_main. */
encke_format *encke_format_read(const char *text);
void encke_format_free(encke_format *format);

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
/* What coordinate 0 of level `level` stands for: the least value of a level's
 * expression, j - i for instance, over the sizes of the modes; 0 of a level
 * that counts what is stored. */
int64_t encke_level_least(const encke_tensor *tensor, int64_t level);
/* How many positions the first `levels` levels have together: how many elements
 * there are, if these are all, or rows, if the last one is left. */
int64_t encke_position_count(const encke_tensor *tensor, int64_t levels);
void encke_tensor_free(encke_tensor *tensor);

/* For loops: how many tensors have been made so far; and freeing those made
 * after the first `first` ones, except what encke_tensor_keep named since the
 * last time. */
int64_t encke_tensors_made(void);
void encke_tensor_keep(encke_tensor *tensor);
void encke_tensors_free(int64_t first);

/* A new tensor of another format with the elements of `from` (L35): zeros that
 * are elements stay, padding is dropped, a dense tensor gives its nonzeros
 * (L38). An element type may become a wider one (bool, i32, i64, f32, f64,
 * c128). The result does not depend on the number of threads. */
encke_tensor *encke_convert(const encke_tensor *from, const char *format,
                            const char *where);

/* The same of a part of a matrix: "diagonal", or what is beside it,
 * "strict_lower" or "strict_upper", of a matrix that equals its transpose: it
 * is an error at `where` that it does not, or is not square. */
encke_tensor *encke_symmetric_part(const encke_tensor *matrix,
                                   const char *format, const char *part,
                                   const char *where);

/* The number of elements that are stored (NNZ, L25): not padding; of a dense
 * tensor all. */
int64_t encke_stored_count(const encke_tensor *tensor);

/* Fills `tensor` (sizes set) from a file: expands symmetry, sums duplicates
 * (L38), keeps explicit zeros, sorts. selector: 0 full, 1 strictly lower, 2
 * lower, 3 strictly upper, 4 upper. An all-dense tensor with values already
 * there (a view) is filled in place, zeros where nothing is stored. Errors name
 * the file, line and column. Positions or coordinates that do not fit the
 * tensor's widths are an error, never wrapped. */
void encke_read(encke_tensor *tensor, encke_file *file, int64_t selector,
                const char *where);

/* Fills `result` (best of the format of `source`; sizes set) with the part of
 * `source` that the ranges pick (L6): a word for each mode, "lo:hi:step" or ":"
 * for all of it. A range beyond the size is an error. */
void encke_slice(encke_tensor *result, const encke_tensor *source,
                 const char *ranges, const char *where);

/* Fills `result` (sizes set) with the elements that `source` has at places (L6,
 * L53, L56, L63). Of the `count` arguments that follow the first one, i64, says
 * how many tables there are. For each mode of `source` come the offset, 1 where
 * nothing is beyond the size and 0 where that is an error, then the factors of
 * the coordinates in `result` and those of the tables: the coordinate in
 * `source` is the sum. For each table come a view of it, dense and of int64,
 * and for each of its modes which one of `result` its coordinate is. */
void encke_select(encke_tensor *result, const encke_tensor *source,
                  const char *where, int64_t count, ...);
/* Fills `result`, of the format and the sizes of `old`, with the elements of
 * that, but at the places of `value` with those of `value`: it is in place of
 * the result above. Two values for one place are an error. `combine` is "", or
 * the operator that takes what is there and the new value, "sub" the negative
 * where nothing is; "erase" leaves nothing there. A dense view of a buffer may
 * be both `result` and `old`: the buffer is updated then. */
void encke_insert(encke_tensor *result, const encke_tensor *old,
                  const encke_tensor *value, const char *combine,
                  const char *where, int64_t count, ...);
/* Functions of whole tensors (L57, L58, L65). Of the `count` arguments that
 * follow, encke_tensor *, the first `results` are filled, their sizes set, from
 * the others. "reshape", "cumsum", "sort", "argsort" and "top" of one tensor,
 * the latter along `mode`, "top" takes `number` elements; "elements" of a
 * matrix of int64, a row of coordinates for each, and a vector of values;
 * "solve", "cholesky", "qr", "svd" and "eigh" of dense matrices, by LAPACK. */
void encke_whole(const char *function, int64_t mode, int64_t number,
                 const char *where, int64_t results, int64_t count, ...);

/* It is an error at `where` that encke_select would meet places beyond
 * `source`. Of the `count` arguments, i64, come the number of modes of the
 * result and their sizes, and then what encke_select is given. */
void encke_check_places(const encke_tensor *source, const char *where,
                        int64_t count, ...);

/* It is an error that a mode of that size has no such coordinate, or not all of
 * `count`, which begin with `first` (L6, L56). */
void encke_check_block(int64_t first, int64_t step, int64_t count, int64_t size,
                       int64_t mode, const char *where);
void encke_check_place(int64_t coordinate, int64_t size, int64_t mode,
                       const char *where);

/* Fills the `count` tensors that follow, encke_tensor * of any formats with
 * their sizes set, with the parts of a hybrid (L34): an element of `source` is
 * in the first one whose condition holds. `conditions` has those of the parts
 * but the last one, which takes what is left, separated by ';', over modes d0,
 * d1, ... Queries ask the whole of `source`. */
void encke_decompose(const encke_tensor *source, const char *conditions,
                     const char *where, int64_t count, ...);

/* Questions that a schedule asks (L32), of some of the rows: those of the last
 * level, where it is compressed; the answer is 0 of any other.
 * encke_ask_uneven: a third of the rows or more have another length than the
 * one before. encke_ask_scattered: half of the coordinates or more are far from
 * those that came shortly before. encke_ask_alike: a loop over the rows of both
 * should go step by step (encke_loop_rows_are_alike). encke_ask_stored: the
 * tensor stores so many elements. */
int64_t encke_ask_uneven(const encke_tensor *tensor);
int64_t encke_ask_scattered(const encke_tensor *tensor);
int64_t encke_ask_alike(const encke_tensor *tensor, const encke_tensor *other);
int64_t encke_ask_stored(const encke_tensor *tensor, int64_t least);
/* What a kernel asks that multiplies two matrices stored by rows: a row of
 * `right` has so many columns at least, a row of the product takes between
 * `fewest` and `most` multiplications on average, and those of `right` are
 * scattered. */
int64_t encke_ask_short_rows(const encke_tensor *left,
                             const encke_tensor *right, int64_t columns,
                             int64_t fewest, int64_t most);

/* Frees what the tensor stores; its sizes stay. */
void encke_tensor_clear(encke_tensor *tensor);

/* Uniform [0, 1) from a fixed generator; the same seed gives the same values on
 * every machine. For all-dense tensors. encke_random_next takes the seed after
 * the one used last, or 0. */
void encke_random(encke_tensor *tensor, int64_t seed);
void encke_random_next(encke_tensor *tensor);
/* The share `density`, from 0 to 1, of the elements of a tensor of any format,
 * rounded to a whole number of them: places and values depend on the seed and
 * the sizes only. */
void encke_random_sparse(encke_tensor *tensor, double density, int64_t seed,
                         const char *where);
void encke_random_sparse_next(encke_tensor *tensor, double density,
                              const char *where);

/* How the coordinates of a label are numbered in memory (L36). Until
 * encke_reorder sets it, a new one numbers them as the files do. The context
 * frees it in the end, or the program earlier. */
typedef struct encke_ordering encke_ordering;
encke_ordering *encke_ordering_new(void);
void encke_ordering_free(encke_ordering *ordering);
/* For the next encke_reorder or encke_permute: mode `mode` of its tensor goes
 * by `ordering`; it may be called for several modes. */
void encke_ordering_use(encke_ordering *ordering, int64_t mode);
/* Sets those orderings that are not set yet by the elements of `tensor`: by
 * "lexi", in at most `number` rounds (0: 5), "rcm", "degree", "partition", into
 * `number` parts (0: by size), or "none". Modes of the same ordering are
 * numbered alike. */
void encke_reorder(const encke_tensor *tensor, const char *method,
                   int64_t number, const char *where);
/* Sets them as encke_reorder does, by "rcm" where that pays, and leaves all as
 * it is where it does not (L66). Dense tensors that are used with `tensor` have
 * between `least` and `most` bytes at a coordinate. `costs` are
 *    3 sizes, in KiB, of what the first, the second and the last cache hold for
 *      a core
 *    3 times of an element, of each line of a row after the first, of a slice
 *    3 times in addition for a first line that is not in these caches
 *    3 the same for each further line
 *      a time to find an order by rcm, for each element
 *      for how many products it is used
 *      how many percent of its speed before a product must at least have;
 * times are in ps. */
void encke_reorder_auto(const encke_tensor *tensor, int64_t least, int64_t most,
                        const int32_t *costs, const char *where);
/* Fills `result`, of the format and the sizes of `source`, with its elements
 * renumbered. direction: 0 from the order of the files into that of the
 * orderings, 1 back, 2 as 0, but only by those that the last encke_reorder with
 * them has set. */
void encke_permute(encke_tensor *result, const encke_tensor *source,
                   int64_t direction, const char *where);
/* Fills a dense vector with 0, 1, ...: in the order of a label these are the
 * new numbers of its coordinates. */
void encke_permutation(encke_tensor *tensor);

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
 * encke_loop_tasks: how many tasks are worth having, when each element costs
 * `cost`, and a round that has elements `round_cost` besides; at least 1, and
 * each with `least` to do. Each task but the first begins a copy of `extra`
 * elements, which is added to the first one's at the end, or each visits so
 * many elements that are another one's: where there are any, a task must have
 * `extra_least` to do and `extra_cost` for each of them. (Costs have any unit;
 * the compiler's is in passes/Cost/Threads.h.)
 * encke_loop_elements: how many elements and rounds there are.
 * encke_loop_owners: tasks own the coordinates 0 ... size - 1 of a mode, task t
 * those from first[t] to first[t + 1] - 1: about as many elements each, as some
 * of the `count` `coordinates` say, integers of `bytes` bytes; without these
 * (null) as many coordinates each. Sets first[0] = 0 ... first[tasks] = size.
 * encke_loop_split: where the chunk `chunk` of `chunks` with about the same
 * number of elements begins; `chunk` may be `chunks`, or more. Without
 * positions, chunks of `line` rounds or more begin at multiples of that, so
 * that two seldom write to one line of a cache, and shorter ones of `group`
 * rounds or more at multiples of that.
 * encke_loop_part: the same chunk in three parts, where rounds with more
 * elements than a chunk are cut: part 0 goes on with a round that the chunks
 * before began, part 1 are whole rounds, part 2 begins a round that others go
 * on with. Each may be empty. Sets rounds[0] ... rounds[1] - 1; of a piece of a
 * round also the elements ends[0] ... ends[1] - 1, integers of `bytes` bytes.
 * Returns whether it is a piece.
 * encke_loop_is_scattered: whether a loop should ask for rows before their
 * turn. It has `count` elements and reads a row at each of `coordinates`,
 * integers of `bytes` bytes. It should if three things hold. There are `few`
 * elements or more. The tensors with these rows, of `row_bytes` bytes in all,
 * are larger than the caches of one core, which hold `near` bytes. And few
 * coordinates are close to one that came shortly before; of rows in memory
 * (from `far` bytes on), not nearly all. Looks at some of them.
 * encke_loop_uneven_rows: of the rows between `count` `positions`, how many of
 * the first ones end at the element `most` or before; none, if there are fewer
 * than `few`, they have more than `length` elements, or most are as long as the
 * one before, as some of them say: where they are not, a processor guesses
 * wrong where one ends.
 * encke_loop_rows_are_alike: whether a loop should step through rows of two
 * tensors in order to find what both have, as some of the rows say, between
 * `count` ends in each tensor: where most are short, and have as many
 * coordinates, the same first and the same last one, or where one of the two is
 * empty. The longer they are, the more have to be so, of about `most` elements
 * all.
 * encke_loop_next_rest: the first of the chunks `chunk` ... chunks - 1 that
 * went on with a round, whose number is in `rounds` (-1: it did not), or
 * `chunks`. */
int64_t encke_loop_tasks(const void *positions, int64_t bytes, int64_t lo,
                         int64_t hi, int64_t cost, int64_t round_cost,
                         int64_t least, int64_t extra, int64_t extra_cost,
                         int64_t extra_least);
int64_t encke_loop_elements(const void *positions, int64_t bytes, int64_t lo,
                            int64_t hi);
void encke_loop_owners(const void *coordinates, int64_t bytes, int64_t count,
                       int64_t size, int64_t tasks, int64_t *first);
int64_t encke_loop_split(const void *positions, int64_t bytes, int64_t lo,
                         int64_t hi, int64_t chunk, int64_t chunks,
                         int64_t line, int64_t group);
int64_t encke_loop_part(const void *positions, int64_t bytes, int64_t lo,
                        int64_t hi, int64_t chunk, int64_t chunks, int64_t part,
                        int64_t *rounds, void *ends);
int64_t encke_loop_is_scattered(const void *coordinates, int64_t bytes,
                                int64_t count, int64_t row_bytes, int64_t few,
                                int64_t near, int64_t far);
int64_t encke_loop_uneven_rows(const void *positions, int64_t bytes,
                               int64_t count, int64_t most, int64_t few,
                               int64_t length);
int64_t encke_loop_rows_are_alike(const void *ends, const void *other_ends,
                                  const void *coordinates,
                                  const void *other_coordinates,
                                  int64_t end_bytes, int64_t coordinate_bytes,
                                  int64_t count, int64_t most);
int64_t encke_loop_next_rest(const int64_t *rounds, int64_t chunk,
                             int64_t chunks);

/* A directory of `count` coordinates of 0 ... size - 1, which are in order:
 * what has the coordinate c is at one of the positions shelves[c >> shift] ...
 * shelves[(c >> shift) + 1] - 1.
 * encke_directory_shift: the least shift for which the directory is not much
 * longer than the coordinates, or 63, for a single shelf, where there are more
 * than `placed` times as many of these as are looked up.
 * encke_directory_fill: sets `length` shelves, (size >> shift) + 2, for the
 * coordinates at lo ... hi - 1. Bytes are those of an integer. */
int64_t encke_directory_shift(int64_t count, int64_t size, int64_t lookups,
                              int64_t placed);
void encke_directory_fill(const void *coordinates, int64_t coordinate_bytes,
                          int64_t lo, int64_t hi, int64_t shift, void *shelves,
                          int64_t shelf_bytes, int64_t length);

/* --time: the statement at `where` starts now (its row ends at the next
 * begin or at the end of the program). */
void encke_time_begin(const char *where, const char *what);

//===----------------------------------------------------------------------===//
// Memory references of generated code
//===----------------------------------------------------------------------===//

/* The memory of dense buffers, as MLIR's generic functions name it. Out of
 * memory is a run-time error. */
void *_mlir_memref_to_llvm_alloc(int64_t bytes);
void _mlir_memref_to_llvm_free(void *buffer);

/* Copies elements of `bytes` bytes between buffers of the same sizes, of which
 * one has gaps or another order. */
void memrefCopy(int64_t bytes, encke_unranked_memref *source,
                encke_unranked_memref *target);

/* Ends the program with a run-time error when there is no memory for a buffer
 * of `order` sizes, int64_t that follow, with elements of `bytes` bytes; `what`
 * it is for is said in the error: "the dense tensor 'A'". */
void encke_buffer_check(const char *what, int64_t bytes, int64_t order, ...);

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
/* For a tensor that has no values of its own: how many those will be. */
void encke_result_count_values(encke_tensor *tensor, int64_t count);
/* Of a result whose innermost level is not dense: whether arrays as long as for
 * `elements` may be made, of which fewer will be used (1 or 0); and, once they
 * were filled in, how many are, as for encke_result_allocate. */
int64_t encke_result_may_reserve(encke_tensor *tensor, int64_t elements);
void encke_result_cut(encke_tensor *tensor, int64_t level, int64_t parents,
                      int64_t elements);
void encke_result_cut_values(encke_tensor *tensor, int64_t count);
/* A part of a result that one of several tasks appends: its first position, as
 * if all parts before were as long as they are at most, and that past its last
 * one, or -1 until it is done; its place among the result's elements, or -1
 * until that is known; where its elements are in a task's arrays, until they
 * are in their place. */
typedef struct {
  int64_t begin, end;
  int64_t place;
  int64_t at;
  encke_tensor *elements;
} encke_part;
/* No part has begun, and the first position of each is known. */
void encke_parts_open(encke_part *parts, int64_t count);
/* The tensor whose arrays have what one of so many tasks appends: the result
 * itself for one task alone and where there is no room (0), else one that only
 * has arrays of coordinates and values, as long as the result's; until
 * encke_parts_leave, which each task calls when it is done. */
encke_tensor *encke_parts_enter(encke_tensor *result, int64_t tasks,
                                int64_t room);
void encke_parts_leave(encke_tensor *result, encke_tensor *elements);
/* Begins a part in these arrays: how far behind its positions its elements are.
 * When it ends, it is copied to its place, or as soon as that is known. */
int64_t encke_part_begin(encke_tensor *result, encke_tensor *elements,
                         encke_part *parts, int64_t part);
void encke_part_end(encke_tensor *result, encke_tensor *elements,
                    encke_part *parts, int64_t part, int64_t end);
/* Copies what is not yet in its place, and corrects the positions that were
 * set: what one of several tasks does of that, which may run at once. */
void encke_parts_close(encke_tensor *result, const encke_part *parts,
                       int64_t count, int64_t task, int64_t tasks);
/* Once all of these are done: how many elements there are. */
int64_t encke_parts_elements(encke_part *parts, int64_t count);
/* No position will be padding, though the innermost level is dense. */
void encke_result_is_full(encke_tensor *tensor);
/* The zero that was put at this position of the values is an element. Several
 * threads may say so at once. */
void encke_result_mark_zero(encke_tensor *tensor, int64_t position);
/* Some zeros of a tensor with padding may be elements: 1, else 0; and whether
 * the one at this position is. */
int64_t encke_may_store_zeros(const encke_tensor *tensor);
int64_t encke_is_stored_zero(const encke_tensor *tensor, int64_t position);
/* After the arrays were filled in, with pos[p + 1] set for each parent p that
 * has children: sets the others. */
void encke_result_finish(encke_tensor *tensor);
/* Of a tensor that has its positions and coordinates: the position in level
 * `level` at which what has an outermost coordinate from `coordinate` on (taken
 * without a sign) begins. */
int64_t encke_result_seek(const encke_tensor *tensor, int64_t level,
                          int64_t coordinate);
/* A new tensor that stores the same elements as `pattern`, which may have no
 * values. It shares the arrays of positions and coordinates, which neither may
 * change, and has values of its own, not set yet but where a dense level is
 * innermost: there they are zero. */
encke_tensor *encke_tensor_like(const encke_tensor *pattern);
/* A new tensor takes over the outermost levels of another one, so many of them,
 * sharing their arrays as encke_tensor_like does. It has no other levels; its
 * values, one for each position, are not set yet. */
void encke_tensor_share_levels(encke_tensor *tensor, const encke_tensor *source,
                               int64_t levels);
/* A new tensor becomes a view of another one whose outermost levels, so many of
 * them, are one dense level: the coordinates of its first mode are the
 * positions of the innermost of these. The other modes follow in their order.
 * It shares all arrays; the values stay the other's. */
void encke_tensor_merge_levels(encke_tensor *view, const encke_tensor *source,
                               int64_t levels);
/* All of these for a tensor that stores nothing. */
void encke_result_clear(encke_tensor *tensor);

/* The same as C interfaces of MLIR functions: positions and coordinates of
 * level `level`, values. The suffix is the width or type that the caller
 * compiled for. */
#define ENCKE_DECLARE(WIDTH)                                                   \
  void _mlir_ciface_encke_positions_##WIDTH(                                   \
      encke_memref1 *result, encke_tensor *tensor, int64_t level);             \
  void _mlir_ciface_encke_coordinates_##WIDTH(                                 \
      encke_memref1 *result, encke_tensor *tensor, int64_t level);
ENCKE_DECLARE(i32)
ENCKE_DECLARE(i64)
#undef ENCKE_DECLARE
#define ENCKE_DECLARE(SUFFIX, TYPE)                                            \
  void _mlir_ciface_encke_values_##SUFFIX(encke_memref1 *result,               \
                                          encke_tensor *tensor);
ENCKE_FOR_EACH_TYPE(ENCKE_DECLARE)
#undef ENCKE_DECLARE

/* A view of a dense buffer as a tensor with dense levels, row-major, of the
 * buffer's element type. Of a buffer with gaps it is a copy, to be read only.
 */
#define ENCKE_DECLARE(SUFFIX, TYPE)                                            \
  encke_tensor *_mlir_ciface_encke_view_##SUFFIX(encke_unranked_memref *buffer);
ENCKE_FOR_EACH_TYPE(ENCKE_DECLARE)
#undef ENCKE_DECLARE

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* ENCKE_RUNTIME_H */
