/* y = A * x by a kernel of kernels.ta, on arrays that this program has. */
#include "kernels.h"

#include <stdio.h>

int main(void) {
  /* 1 0 2 0
   * 0 0 0 0
   * 0 3 0 4 */
  int32_t positions[] = {0, 2, 2, 4}, columns[] = {0, 2, 1, 3};
  double values[] = {1, 2, 3, 4}, x[] = {1, 10, 100, 1000};
  encke_operand A, b;
  encke_tensor *y = NULL;
  encke_call call = encke_call_default();
  encke_csr(&A, 3, 4, 4, positions, columns, values, ENCKE_F64, 4);
  encke_vector(&b, 4, ENCKE_F64, x);
  int status = kernels_spmv(&A.tensor, &b.tensor, &y, &call);
  if (status != ENCKE_OK) {
    fprintf(stderr, "error: %s\n", call.message);
    return status;
  }
  for (int64_t i = 0; i != y->sizes[0]; ++i)
    printf("%g\n", ((double *)y->values)[i]);
  encke_release(y);
  return 0;
}
