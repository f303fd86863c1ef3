/* A tensor in a declared format goes from one function of a library to
 * another; one in another format is refused. */
#include "declared.h"

#include <stdio.h>

int main(void) {
  /* 1 0 2
   * 0 3 0 */
  int32_t positions[] = {0, 2, 3}, columns[] = {0, 2, 1};
  double values[] = {1, 2, 3}, x[] = {1, 10, 100};
  encke_operand A, b;
  encke_tensor *B = NULL, *y = NULL;
  encke_call call = encke_call_default();
  encke_csr(&A, 2, 3, 3, positions, columns, values, ENCKE_F64, 4);
  encke_vector(&b, 3, ENCKE_F64, x);
  if (declared_skew(&A.tensor, &B, &call) != ENCKE_OK)
    return 1;
  const encke_level *outer = &B->levels[0];
  printf("%s, %lld coordinates, least mode %d:", outer->expression,
         (long long)outer->size, (int)outer->mode);
  for (int64_t p = 0; p != outer->crd_count; ++p)
    printf(" %d", (int)((const int32_t *)outer->crd)[p]);
  printf("\n");
  if (declared_product(B, &b.tensor, &y, &call) != ENCKE_OK)
    return 1;
  printf("%g %g\n", ((double *)y->values)[0], ((double *)y->values)[1]);
  encke_release(y);
  y = NULL;
  printf("%d ", declared_product(&A.tensor, &b.tensor, &y, &call));
  printf("%s\n", call.message);
  /* Levels with expressions are made by functions only. */
  int64_t sizes[] = {2, 3}, counts[] = {2, 0};
  const void *none[] = {NULL, NULL};
  printf("%s\n", encke_by_format(&A, "f64 C(d0+d1) D0", sizes, counts, none,
                                 none, values, 4)
                     ? "made"
                     : "not made");
  encke_release(B);
  return 0;
}
