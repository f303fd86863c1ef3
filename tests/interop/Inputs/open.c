/* The functions of open.ta in the formats of exports.test. */
#include "open.h"

#include <stdio.h>

static void show(encke_tensor *result) {
  for (int64_t n = 0; n != result->value_count; ++n)
    printf(n ? " %g" : "%g", ((double *)result->values)[n]);
  printf("\n");
  encke_release(result);
}

int main(void) {
  int32_t pos[] = {0, 2, 2, 4}, crd[] = {0, 2, 1, 3};
  double v[] = {1, 2, 3, 4}, x[] = {1, 10, 100, 1000}, w[] = {3, 4}, d = 0;
  encke_operand A, X;
  encke_tensor *r = NULL;
  if (open_product(encke_csr(&A, 3, 4, 4, pos, crd, v, ENCKE_F64, 4),
                   encke_vector(&X, 4, ENCKE_F64, x), &r, NULL))
    return 1;
  show(r);
  r = NULL;
  if (open_by_columns(encke_csc(&A, 4, 3, 4, pos, crd, v, ENCKE_F64, 4),
                      encke_vector(&X, 3, ENCKE_F64, x), &r, NULL))
    return 1;
  show(r);
  int64_t size = 9, count = 2;
  const void *ends = (int32_t[]){0, 2}, *at = (int32_t[]){2, 7};
  if (open_norm(encke_csf(&A, 1, &size, &count, &ends, &at, w, ENCKE_F64, 4),
                &d, NULL))
    return 1;
  printf("%g\n", d);
  r = NULL;
  if (open_normalized(encke_vector(&X, 2, ENCKE_F64, w), &r, NULL))
    return 1;
  show(r);
  return 0;
}
