/* Every kind of operand and result, and what is refused. */
#include "kernels.h"

#include <stdio.h>

static encke_call call;

static void say(const char *name, int status) {
  printf("%s:", name);
  if (status)
    printf(" %d %s [%s] %s\n", status, call.identifier, call.place,
           call.message);
}

/* Prints the values of a result and frees it. */
static void show(encke_tensor **result) {
  if (!*result)
    return;
  printf(" (");
  for (int m = 0; m != (*result)->order; ++m)
    printf(m ? " x %ld" : "%ld", (long)(*result)->sizes[m]);
  printf(")");
  for (int64_t n = 0; n != (*result)->value_count; ++n)
    printf(" %g", (*result)->type == ENCKE_F32
                      ? (double)((float *)(*result)->values)[n]
                      : ((double *)(*result)->values)[n]);
  printf("\n");
  encke_release(*result);
  *result = NULL;
}

#define SHOW(call_) (say(#call_, call_), show(&r))

int main(void) {
  /* 1 0 2 0; 0 0 0 0; 0 3 0 4: not square, with an empty row. */
  int32_t pos[] = {0, 2, 2, 4}, crd[] = {0, 2, 1, 3};
  int64_t pos64[] = {0, 2, 2, 4}, crd64[] = {0, 2, 1, 3};
  double v[] = {1, 2, 3, 4}, x[] = {1, 10, 100, 1000}, y[] = {7, 7, 7};
  encke_operand spaceA, spaceL, spaceX, spaceY, spaceT, space;
  const encke_tensor *A =
      encke_csr(&spaceA, 3, 4, 4, pos, crd, v, ENCKE_F64, 4);
  const encke_tensor *L =
      encke_csr(&spaceL, 3, 4, 4, pos64, crd64, v, ENCKE_F64, 8);
  const encke_tensor *X = encke_vector(&spaceX, 4, ENCKE_F64, x);
  /* Its transpose, by the same arrays. */
  const encke_tensor *C = encke_csc(&space, 4, 3, 4, pos, crd, v, ENCKE_F64, 4);
  encke_tensor *r = NULL;
  double d;
  call = encke_call_default();

  SHOW(kernels_spmv(A, X, &r, &call));
  SHOW(kernels_spmv(L, X, &r, &call));
  SHOW(kernels_columns(C, encke_vector(&spaceY, 3, ENCKE_F64, x), &r, &call));
  int32_t trow[] = {0, 0, 1, 2}, tcol[] = {0, 1, 0, 2};
  int32_t tpos[] = {0, 1, 2, 4};
  double tv[] = {5, 6, 7, 8};
  encke_operand spaceB;
  const encke_tensor *B =
      encke_csr(&spaceB, 4, 3, 4, (int32_t[]){0, 1, 1, 3, 4},
                (int32_t[]){2, 0, 1, 2}, tv, ENCKE_F64, 4);
  SHOW(kernels_product(A, B, &r, &call));
  SHOW(kernels_product(L, B, &r, &call));
  double norm = 0;
  say("norm", kernels_norm(X, &norm, &call));
  printf(" %.6g\n", norm);
  SHOW(kernels_scaled(X, 2, &r, &call));
  SHOW(kernels_same(X, &r, &call));
  SHOW(kernels_same_csr(A, &r, &call));
  SHOW(kernels_shares(A, &r, &call));
  double two[] = {1, 2};
  SHOW(kernels_powers(encke_csr(&spaceT, 2, 2, 3, (int32_t[]){0, 2, 3},
                                (int32_t[]){0, 1, 1}, (double[]){1, 1, 1},
                                ENCKE_F64, 4),
                      encke_vector(&spaceY, 2, ENCKE_F64, two), 3, &r, &call));
  printf("unchanged: %g %g; %g %g %g %g\n", two[0], two[1], x[0], x[1], x[2],
         x[3]);
  SHOW(kernels_ones(&r, &call));
  encke_complex z = {0, 0};
  say("scalars",
      kernels_scalars(2, 3, true, 0.5f, -1, &(encke_complex){1, 4}, &z, &call));
  printf(" %g %g\n", z.real, z.imaginary);
  bool positive = false;
  say("isPositive", kernels_isPositive(1, &positive, &call));
  printf(" %d\n", positive);

  /* Other formats. */
  int32_t tdep[] = {1, 0, 3, 2};
  const void *coordinates[] = {trow, tcol, tdep};
  int64_t sizes[] = {4, 3, 5};
  float tf[] = {1, 2, 4, 8};
  SHOW(kernels_entries(
      encke_coo(&spaceT, 3, sizes, 4, coordinates, tf, ENCKE_F32, 4), &r,
      &call));
  int64_t counts[] = {2, 3, 4};
  const void *fpos[] = {(int32_t[]){0, 2}, (int32_t[]){0, 1, 3}, tpos};
  const void *fcrd[] = {(int32_t[]){0, 3}, (int32_t[]){1, 0, 2},
                        (int32_t[]){4, 0, 1, 2}};
  double five[] = {1, 2, 3, 4, 5};
  SHOW(kernels_fibres(
      encke_csf(&spaceT, 3, sizes, counts, fpos, fcrd, tv, ENCKE_F64, 4),
      encke_vector(&spaceY, 5, ENCKE_F64, five), &r, &call));
  double blocks[] = {1, 2, 3, 4, 0, 6, 0, 0};
  SHOW(kernels_blocks(encke_bsr(&spaceT, 3, 4, 2, 2, 2, (int32_t[]){0, 1, 2},
                                (int32_t[]){0, 1}, blocks, ENCKE_F64, 4),
                      X, &r, &call));
  /* The diagonals j - i = 0 and 1, of 3 rows each. */
  SHOW(kernels_diagonals(encke_dia(&spaceT, 3, 4, 2, (int32_t[]){2, 3},
                                   (double[]){1, 2, 3, 4, 5, 6}, ENCKE_F64, 4),
                         X, &r, &call));

  say("dot", kernels_dot(encke_sparse_vector(&spaceT, 4, 2, (int32_t[]){1, 3},
                                             (double[]){2, 3}, ENCKE_F64, 4),
                         X, &d, &call));
  printf(" %g\n", d);
  /* The same matrix, with one place of padding in each row but the second. */
  SHOW(kernels_slots(encke_ell(&spaceT, 3, 4, 2, (int32_t[]){0, 2, 0, 1, 1, 3},
                               (double[]){1, 2, 0, 0, 3, 4}, ENCKE_F64, 4),
                     X, &r, &call));

  /* By their texts: the same, and one of no usual kind. */
  const void *none[] = {NULL, NULL, NULL, NULL};
  int64_t shape[] = {3, 4};
  SHOW(kernels_slots(
      encke_by_format(
          &spaceT, "f64 D0 D# S1", shape, (int64_t[]){0, 0, 6}, none,
          (const void *[]){NULL, NULL, (int32_t[]){0, 2, 0, 1, 1, 3}},
          (double[]){1, 2, 0, 0, 3, 4}, 4),
      X, &r, &call));
  SHOW(kernels_spmv(encke_by_format(&spaceT, "f64 D0 C1", shape,
                                    (int64_t[]){0, 4},
                                    (const void *[]){NULL, pos64},
                                    (const void *[]){NULL, crd64}, v, 8),
                    X, &r, &call));
  SHOW(kernels_entries(encke_by_format(&spaceT, "f32 N0 S1 S2", sizes,
                                       (int64_t[]){4, 4, 4}, none, coordinates,
                                       tf, 4),
                       &r, &call));
  SHOW(kernels_blocks(
      encke_by_format(
          &spaceT, "f64 D0/2 C1/2 D0%2 D1%2", shape, (int64_t[]){0, 2, 0, 0},
          (const void *[]){NULL, (int32_t[]){0, 1, 2}, NULL, NULL},
          (const void *[]){NULL, (int32_t[]){0, 1}, NULL, NULL}, blocks, 4),
      X, &r, &call));
  SHOW(kernels_diagonals(
      encke_by_format(&spaceT, "f64 C1-0 D0", shape, (int64_t[]){2, 0}, none,
                      (const void *[]){(int32_t[]){2, 3}, NULL},
                      (double[]){1, 2, 3, 4, 5, 6}, 4),
      X, &r, &call));
  SHOW(kernels_stored_rows(
      encke_by_format(&spaceT, "f64 C0 C1", shape, (int64_t[]){2, 4},
                      (const void *[]){NULL, (int32_t[]){0, 2, 4}},
                      (const void *[]){(int32_t[]){0, 2}, crd}, v, 4),
      X, &r, &call));
  const char *wrong_texts[] = {
      "",       "f64D0",   "f16 D0",    "f64 ",
      "f64 E0", "f64 D",   "f64 D0 ",   "f64 D0/0",
      "f64 D#", "f64 D99", "f64 D0,C1", "f64 D99999999999999999999"};
  for (size_t n = 0; n != sizeof(wrong_texts) / sizeof(*wrong_texts); ++n)
    printf("%d", encke_by_format(&spaceT, wrong_texts[n], shape,
                                 (int64_t[]){0, 0}, none, none, v, 4) == NULL);
  printf("\n");
  SHOW(kernels_spmv(encke_by_format(&spaceT, "CSR", shape, (int64_t[]){0, 4},
                                    none, none, v, 4),
                    X, &r, &call));

  /* Into the caller's memory. */
  encke_tensor *Y = (encke_tensor *)encke_vector(&spaceY, 3, ENCKE_F64, y);
  say("given", kernels_spmv(A, X, &Y, &call));
  printf(" %g %g %g\n", y[0], y[1], y[2]);
  call.flags = ENCKE_ACCUMULATE;
  say("added", kernels_spmv(A, X, &Y, &call));
  printf(" %g %g %g\n", y[0], y[1], y[2]);
  call.flags = 0;
  /* A pattern with one element more than is computed, and one with fewer. */
  double w[] = {9, 9, 9, 9, 9};
  encke_tensor *P =
      (encke_tensor *)encke_csr(&spaceT, 3, 4, 5, (int32_t[]){0, 2, 3, 5},
                                (int32_t[]){0, 2, 0, 1, 3}, w, ENCKE_F64, 4);
  say("pattern", kernels_doubled(A, &P, &call));
  printf(" %g %g %g %g %g\n", w[0], w[1], w[2], w[3], w[4]);
  P = (encke_tensor *)encke_csr(&spaceT, 3, 4, 3, (int32_t[]){0, 2, 2, 3},
                                (int32_t[]){0, 2, 1}, w, ENCKE_F64, 4);
  SHOW(kernels_doubled(A, &P, &call));
  Y = (encke_tensor *)encke_vector(&spaceY, 2, ENCKE_F64, y);
  SHOW(kernels_spmv(A, X, &Y, &call));
  /* The result takes the place of an operand. */
  double in[] = {1, 2};
  Y = (encke_tensor *)encke_vector(&spaceY, 2, ENCKE_F64, in);
  say("in place",
      kernels_spmv(encke_csr(&spaceT, 2, 2, 2, (int32_t[]){0, 1, 2},
                             (int32_t[]){1, 0}, (double[]){1, 1}, ENCKE_F64, 4),
                   Y, &Y, &call));
  printf(" %g %g\n", in[0], in[1]);
  /* Arrays of the pattern are the operand's only if the caller agrees. */
  kernels_doubled(A, &r, &call);
  printf("shared: %d", r->levels[1].crd == crd);
  show(&r);
  call.flags = ENCKE_ALIAS_OK;
  kernels_doubled(A, &r, &call);
  printf("shared: %d", r->levels[1].crd == crd);
  show(&r);
  call.flags = 0;

  /* What is refused. */
  SHOW(kernels_spmv(NULL, X, &r, &call));
  SHOW(kernels_spmv(A, X, NULL, &call));
  SHOW(kernels_spmv(C, X, &r, &call));
  SHOW(kernels_spmv(A, encke_vector(&space, 3, ENCKE_F64, x), &r, &call));
  SHOW(kernels_spmv(A, encke_vector(&space, -1, ENCKE_F64, x), &r, &call));
  SHOW(kernels_spmv(A, encke_vector(&space, 4, ENCKE_F64, NULL), &r, &call));
  SHOW(kernels_spmv(A, encke_vector(&space, 4, ENCKE_F32, x), &r, &call));
  SHOW(kernels_spmv(A, encke_vector(&space, 4, ENCKE_F64, (char *)x + 1), &r,
                    &call));
  SHOW(kernels_spmv(A, A, &r, &call));
  int64_t ones[ENCKE_MOST_LEVELS + 1] = {0};
  SHOW(kernels_spmv(
      A, encke_dense(&space, ENCKE_MOST_LEVELS + 1, ones, ENCKE_F64, x), &r,
      &call));
  int32_t wrong[] = {0, 2, 2, 9}, unsorted[] = {2, 0, 1, 3},
          far[] = {0, 2, 1, 4};
  SHOW(kernels_spmv(encke_csr(&space, 3, 4, 4, wrong, crd, v, ENCKE_F64, 4), X,
                    &r, &call));
  SHOW(kernels_spmv(encke_csr(&space, 3, 4, 4, pos, crd, v, ENCKE_F64, 2), X,
                    &r, &call));
  call.flags = ENCKE_CHECK;
  SHOW(kernels_spmv(encke_csr(&space, 3, 4, 4, pos, unsorted, v, ENCKE_F64, 4),
                    X, &r, &call));
  SHOW(kernels_spmv(encke_csr(&space, 3, 4, 4, pos, far, v, ENCKE_F64, 4), X,
                    &r, &call));
  call.flags = 64;
  SHOW(kernels_spmv(A, X, &r, &call));
  call.flags = 0;
  call.threads = 5000;
  SHOW(kernels_spmv(A, X, &r, &call));
  call.threads = -1;
  SHOW(kernels_spmv(A, X, &r, &call));
  call.threads = 0;
  SHOW(kernels_file(encke_vector(&space, 2, ENCKE_F64, x), &d, &call));
  SHOW(kernels_first_file(2, &d, &call));
  const char *files[] = {"matrix.mtx", NULL};
  call.files = files;
  call.file_count = 1;
  say("file", kernels_first_file(2, &d, &call));
  printf(" %g\n", d);
  call.file_count = 2;
  SHOW(kernels_first_file(2, &d, &call));
  call.file_count = 0;
  call.cancel = 1;
  SHOW(kernels_spmv(A, X, &r, &call));
  call.struct_size = 12;
  printf("old: %d\n", kernels_spmv(A, X, &r, &call));
  printf("no call: %d\n", kernels_spmv(NULL, X, &r, NULL));

  const encke_library *library = kernels_library();
  for (int n = 0; n != library->function_count; ++n)
    printf("%s %s %s\n", library->functions[n].symbol,
           library->functions[n].prototype,
           library->functions[n].result.format);
  return 0;
}
