//===- encke/parameters.h - parameters and lines of text ----------*- C -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parameters of programs, and the lines that they print and end with (L59). A
// part of encke/runtime.h.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PARAMETERS_H
#define ENCKE_PARAMETERS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct encke_options;

/* A parameter of a program (L59). */
typedef struct encke_program_parameter {
  const char *name;
  const char *value; /* what it is by default, as text */
  int32_t kind;      /* 0: int64_t, 1: double, 2: bool, 3: text */
  int32_t is_fixed;  /* 1: the code is for this value only */
  int32_t is_read;   /* 1: the program reads the file of that name */
} encke_program_parameter;

/* A program that was compiled. */
typedef struct encke_executable {
  void (*narrow)(void); /* the code for 32-bit indices, and for wide ones */
  void (*wide)(void);
  int32_t threads;         /* by default; 0: those of the machine */
  int32_t processes;       /* -1: of MPI, where a launcher has started it */
  int32_t parameter_count; /* and these: */
  const encke_program_parameter *parameters;
  const char *const *named_files; /* that it reads; NULL-terminated */
  const char *help;               /* its data files and parameters, in lines */
  const char *version;            /* of Encke, which made it */
} encke_executable;

/* `main` of a compiled program: parses the command line and runs `wide` when a
 * data file, of the command line or one that the program names, needs 64-bit
 * indices, else `narrow`. */
int encke_start(int argc, char **argv, const encke_executable *program);

/* Checks the settings of the options: each names a parameter and has a value of
 * its kind; with `is_compiled` none is for one whose value is fixed. Returns 0,
 * or 1 with what is wrong in `message`. */
int encke_check_settings(const encke_program_parameter *parameters,
                         int32_t count, const struct encke_options *options,
                         int is_compiled, char *message, int64_t message_size);

/* What a parameter is set to, or NULL. */
const char *encke_setting_of(const struct encke_options *options,
                             const char *name);

/* The value of a parameter of the running program: what was set, else
 * `otherwise`. A text lives as long as the program runs. */
int64_t encke_parameter_i64(const char *name, int64_t otherwise);
double encke_parameter_f64(const char *name, double otherwise);
int64_t encke_parameter_bool(const char *name, int64_t otherwise);
const char *encke_parameter_text(const char *name, const char *otherwise);

/* A line of texts and single values (L59): its parts, and what ends it. Spaces
 * stand between them. encke_line_fail ends the program with the line as its
 * message; it does not return. */
void encke_line_text(const char *text);
void encke_line_f64(double value);
void encke_line_f32(float value);
void encke_line_c128(double real, double imaginary);
void encke_line_i64(int64_t value);
void encke_line_print(void);
void encke_line_fail(const char *where);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* ENCKE_PARAMETERS_H */
