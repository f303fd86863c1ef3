/* Functions of a library that the processes of a communicator call together.
 * Each has rows of a symmetric matrix that all of them can tell: what they get
 * is compared with what one process gets of the whole. */

#include "distributed.h"

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { size = 41, mostOfRow = 9 };

static int rank, count;
static int32_t positions[size + 1], columns[size * mostOfRow];
static double values[size * mostOfRow], vector[size];

/* Row and column 7 are empty; others have the diagonal, its neighbours, and
 * what lies far away. */
static double element(int i, int j) {
  if (i == 7 || j == 7)
    return 0;
  if (i == j)
    return 9 + i % 5;
  int low = i < j ? i : j, high = i < j ? j : i;
  if (high - low == 1 || (low * 5 + 3) % size == high)
    return -1 - 0.125 * (low % 3);
  return 0;
}

static void makeWhole(void) {
  int at = 0;
  for (int i = 0; i != size; ++i) {
    for (int j = 0; j != size; ++j)
      if (element(i, j) != 0) {
        columns[at] = j;
        values[at++] = element(i, j);
      }
    positions[i + 1] = at;
    vector[i] = i == 7 ? 0 : 1.5 + i * i % 11;
  }
}

/* Rows from begin(p) on belong to process p; of three the second has none. */
static int begin(int process) {
  if (count == 3 && process == 2)
    return begin(1);
  return size * process * (process + 1) / (count * (count + 1));
}

static const encke_tensor *rows(encke_operand *room, int first, int last) {
  static int32_t own[size + 1];
  for (int i = first; i <= last; ++i)
    own[i - first] = positions[i] - positions[first];
  return encke_csr(room, last - first, size, own[last - first], own,
                   columns + positions[first], values + positions[first],
                   ENCKE_F64, 4);
}

static void fail(const char *what) {
  fprintf(stderr, "process %d: %s\n", rank, what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void check(int status, const encke_call *call) {
  if (status != ENCKE_OK)
    fail(call->message);
}

/* Those of a process are those of the whole from `first` on. */
static void compare(const char *name, const encke_tensor *part,
                    const encke_tensor *whole, int first, int last) {
  if (part->sizes[0] != last - first)
    fail(name);
  for (int i = first; i != last; ++i) {
    double got = ((const double *)part->values)[i - first];
    double expected = ((const double *)whole->values)[i];
    if (fabs(got - expected) > 1e-12 * (1 + fabs(expected)))
      fail(name);
  }
}

static void compareRows(const encke_tensor *part, const encke_tensor *whole,
                        int first, int last) {
  const int32_t *pos = part->levels[1].pos, *crd = part->levels[1].crd;
  const int32_t *allPos = whole->levels[1].pos, *allCrd = whole->levels[1].crd;
  if (part->sizes[0] != last - first || part->sizes[1] != size ||
      pos[last - first] != allPos[last] - allPos[first])
    fail("rows of a sparse result");
  for (int e = 0; e != pos[last - first]; ++e)
    if (crd[e] != allCrd[allPos[first] + e] ||
        fabs(((const double *)part->values)[e] -
             ((const double *)whole->values)[allPos[first] + e]) > 1e-9)
      fail("elements of a sparse result");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  /* Ranks of the communicator are others than those of the world. */
  MPI_Comm comm;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comm);
  MPI_Comm_rank(comm, &rank);
  makeWhole();
  int first = begin(rank), last = rank + 1 == count ? size : begin(rank + 1);

  encke_call alone = encke_call_default(), all = encke_call_default();
  all.communicator = &comm;
  encke_operand A, x, partOfA, partOfX;
  rows(&A, 0, size);
  encke_tensor *whole = NULL, *part = NULL;
  encke_vector(&x, size, ENCKE_F64, vector);
  encke_vector(&partOfX, last - first, ENCKE_F64, vector + first);

  check(distributed_product(&A.tensor, &x.tensor, &whole, &alone), &alone);
  rows(&partOfA, first, last);
  check(distributed_product(&partOfA.tensor, &partOfX.tensor, &part, &all),
        &all);
  compare("product", part, whole, first, last);
  /* Into memory that is there; the plan is made anew. */
  check(distributed_product(&partOfA.tensor, &partOfX.tensor, &part, &all),
        &all);
  compare("product again", part, whole, first, last);
  encke_release(whole), encke_release(part);

  whole = part = NULL;
  rows(&A, 0, size);
  check(distributed_transposed(&A.tensor, &x.tensor, &whole, &alone), &alone);
  rows(&partOfA, first, last);
  check(distributed_transposed(&partOfA.tensor, &partOfX.tensor, &part, &all),
        &all);
  compare("transposed", part, whole, first, last);
  encke_release(whole), encke_release(part);

  whole = part = NULL;
  rows(&A, 0, size);
  check(distributed_solve(&A.tensor, &x.tensor, &whole, &alone), &alone);
  rows(&partOfA, first, last);
  check(distributed_solve(&partOfA.tensor, &partOfX.tensor, &part, &all), &all);
  compare("solve", part, whole, first, last);
  encke_release(whole), encke_release(part);

  whole = part = NULL;
  rows(&A, 0, size);
  check(distributed_square(&A.tensor, &whole, &alone), &alone);
  rows(&partOfA, first, last);
  check(distributed_square(&partOfA.tensor, &part, &all), &all);
  compareRows(part, whole, first, last);
  encke_release(whole), encke_release(part);

  double dot = 0, expected = 0;
  check(distributed_dot(&x.tensor, &x.tensor, &expected, &alone), &alone);
  check(distributed_dot(&partOfX.tensor, &partOfX.tensor, &dot, &all), &all);
  if (fabs(dot - expected) > 1e-12 * expected)
    fail("dot");

  /* A file, of which all processes together have each row once. */
  const char *files[] = {argv[1]};
  alone.files = all.files = files;
  alone.file_count = all.file_count = 1;
  whole = part = NULL;
  check(distributed_load(&whole, &alone), &alone);
  check(distributed_load(&part, &all), &all);
  long sums[2] = {(long)part->sizes[0], (long)part->value_count}, total[2];
  MPI_Allreduce(sums, total, 2, MPI_LONG, MPI_SUM, comm);
  if (total[0] != whole->sizes[0] || total[1] != whole->value_count ||
      part->sizes[1] != whole->sizes[1])
    fail("load");
  encke_release(whole), encke_release(part);
  all.file_count = 0;

  /* What is wrong on one process all are told, and the next call is right. */
  part = NULL;
  if (rank == count - 1)
    encke_vector(&partOfX, last - first - 1, ENCKE_F64, vector + first);
  int status =
      distributed_product(&partOfA.tensor, &partOfX.tensor, &part, &all);
  if (rank == count - 1)
    printf("%d %s: %s\n", status, all.identifier, all.message);
  else if (status != ENCKE_RUN_TIME_ERROR || part)
    fail("a failure of another process");
  encke_vector(&partOfX, last - first, ENCKE_F64, vector + first);
  check(distributed_product(&partOfA.tensor, &partOfX.tensor, &part, &all),
        &all);
  encke_release(part);

  part = NULL;
  status = rank == 0 ? distributed_square(&partOfA.tensor, &part, &all)
                     : distributed_transposed(&partOfA.tensor, &partOfX.tensor,
                                              &part, &all);
  /* Some find it out, the others are told. */
  if (status == ENCKE_OK || !strstr(all.message, "make different calls"))
    fail(all.message);

  MPI_Comm none = MPI_COMM_NULL;
  all.communicator = &none;
  status = distributed_dot(&x.tensor, &x.tensor, &dot, &all);
  if (rank == 0)
    printf("%d %s: %s\n", status, all.identifier, all.message);

  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
