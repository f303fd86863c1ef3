/* Calls that fail take no memory, and threads call at once. */
#include "kernels.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { rows = 3000, many = 20000 };

static int32_t pos[rows + 1], crd[4 * rows];
static double v[4 * rows], x[rows];
static encke_operand spaceA, spaceX, spaceS;
static const encke_tensor *A, *X, *S;

/* Four elements a row. */
static void fill(void) {
  for (int i = 0; i != rows; ++i) {
    x[i] = i % 7 - 3;
    pos[i + 1] = 4 * (i + 1);
    for (int k = 0; k != 4; ++k) {
      crd[4 * i + k] = i / 2 + k * 300;
      v[4 * i + k] = i % 11 + k;
    }
  }
  A = encke_csr(&spaceA, rows, rows, 4 * rows, pos, crd, v, ENCKE_F64, 4);
  X = encke_vector(&spaceX, rows, ENCKE_F64, x);
  S = encke_vector(&spaceS, rows - 1, ENCKE_F64, x);
}

static double sumOf(encke_tensor *tensor) {
  double sum = 0;
  for (int64_t n = 0; n != tensor->value_count; ++n)
    sum += ((double *)tensor->values)[n] * (double)(n % 13);
  encke_release(tensor);
  return sum;
}

/* The sum of all results: each call must give the same. */
static double compute(int32_t threads) {
  encke_call call = encke_call_default();
  encke_tensor *y = NULL, *C = NULL;
  call.threads = threads;
  if (kernels_spmv(A, X, &y, &call) || kernels_product(A, A, &C, &call)) {
    printf("%s\n", call.message);
    exit(1);
  }
  return sumOf(y) + sumOf(C);
}

static void *work(void *expected) {
  for (int n = 0; n != 30; ++n)
    if (compute(1 + n % 3) != *(double *)expected)
      return "a result differs";
  return NULL;
}

int main(void) {
  fill();
  double expected = compute(1);
  pthread_t threads[8];
  for (int t = 0; t != 8; ++t)
    pthread_create(&threads[t], NULL, work, &expected);
  for (int t = 0; t != 8; ++t) {
    void *wrong;
    pthread_join(threads[t], &wrong);
    if (wrong)
      printf("thread %d: %s\n", t, (char *)wrong);
  }
  encke_call call = encke_call_default(), cancelled = encke_call_default();
  encke_tensor *r = NULL;
  double d;
  cancelled.cancel = 1;
  int failures = 0;
  size_t before = 0;
  for (int n = 0; n != many; ++n) {
    failures += kernels_spmv(A, S, &r, &call) == 3; /* sizes */
    failures += kernels_spmv(X, X, &r, &call) == 3; /* order */
    failures += kernels_file(X, &d, &call) == 2;    /* no such file */
    failures += kernels_shares(A, &r, &cancelled) == 2;
    if (n == 100)
      before = mallinfo2().uordblks;
  }
  size_t more = mallinfo2().uordblks - before;
  printf("%d failures, %s\n", failures,
         more > 100000 ? "memory is lost" : "no memory is lost");
  return 0;
}
