/* A call that takes seconds ends soon after another thread has cancelled it, in
 * the midst of a statement, and leaves nothing behind. */
#include "kernels.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { rows = 4000, each = 2000 };

/* A product that is not cancelled takes far longer. */
enum { mostSeconds = 5 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void *cancelSoon(void *call) {
  struct timespec time = {0, 20 * 1000 * 1000};
  nanosleep(&time, NULL);
  ((encke_call *)call)->cancel = 1;
  return NULL;
}

int main(void) {
  int32_t *pos = malloc((rows + 1) * sizeof(int32_t));
  int32_t *crd = malloc((size_t)rows * each * sizeof(int32_t));
  double *v = malloc((size_t)rows * each * sizeof(double));
  for (int i = 0; i <= rows; ++i)
    pos[i] = i * each;
  for (int n = 0; n != rows * each; ++n) {
    crd[n] = n % each * 2 + n / each % 2;
    v[n] = 1;
  }
  encke_operand space;
  const encke_tensor *A =
      encke_csr(&space, rows, rows, rows * each, pos, crd, v, ENCKE_F64, 4);
  size_t before = 0, after;
  for (int n = 0; n != 6; ++n) {
    encke_call call = encke_call_default();
    encke_tensor *C = NULL;
    pthread_t other;
    call.threads = 1 + n % 2;
    pthread_create(&other, NULL, cancelSoon, &call);
    double begin = now();
    int status = kernels_product(A, A, &C, &call);
    double seconds = now() - begin;
    pthread_join(other, NULL);
    printf("%d %s%s%s\n", status, call.identifier, C ? " with a result" : "",
           seconds < mostSeconds ? " soon" : " late");
    struct mallinfo2 memory = mallinfo2();
    after = memory.uordblks + memory.hblkhd;
    if (n == 2)
      before = after;
  }
  printf("%s\n",
         after > before + 100000 ? "memory is lost" : "no memory is lost");
  return 0;
}
