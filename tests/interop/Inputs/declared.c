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
  /* Records of a coordinate and a value, then arrays in two parts. */
  encke_tensor *C = NULL;
  B = NULL;
  encke_csr(&A, 2, 3, 3, positions, columns, values, ENCKE_F64, 4);
  if (declared_pack(&A.tensor, &B, &call) != ENCKE_OK)
    return 1;
  printf("%d %lld:", B->levels[1].stride, (long long)B->value_stride);
  for (int64_t p = 0; p != B->value_count; ++p)
    printf(" (%d, %g)",
           ((const int32_t *)B->levels[1].crd)[p * B->levels[1].stride],
           ((const double *)B->values)[p * B->value_stride]);
  printf("\n");
  if (declared_spread(B, &C, &call) != ENCKE_OK)
    return 1;
  const encke_level *columns_of = &C->levels[2];
  for (int64_t p = 0; p != columns_of->pos_count; ++p)
    printf("%d ", ((const int32_t *)columns_of->pos)[p]);
  printf("\n");
  if (declared_sum(C, &b.tensor, &y, &call) != ENCKE_OK)
    return 1;
  printf("%g %g\n", ((double *)y->values)[0], ((double *)y->values)[1]);
  encke_release(y);
  y = NULL;
  B->value_stride = 1;
  encke_tensor *D = NULL;
  printf("%d ", declared_spread(B, &D, &call));
  printf("%s\n", call.message);
  B->value_stride = 2;
  encke_release(B);
  encke_release(C);
  /* A pattern with one value, which is of no array. */
  double zero = 0, three = 3;
  B = NULL;
  y = NULL;
  if (declared_pattern(&A.tensor, &B, &call) != ENCKE_OK)
    return 1;
  printf("%lld elements of %g\n", (long long)B->value_count,
         *(const double *)B->explicit_value);
  printf("%d ", declared_degrees(B, &y, &call));
  printf("%s\n", call.message);
  encke_release(B);
  printf("%d ", declared_degrees(&A.tensor, &y, &call));
  printf("%s\n", call.message);
  A.tensor.values = NULL;
  A.tensor.explicit_value = &three;
  if (declared_degrees(&A.tensor, &y, &call) != ENCKE_OK)
    return 1;
  printf("%g %g\n", ((double *)y->values)[0], ((double *)y->values)[1]);
  encke_release(y);
  A.tensor.explicit_value = &zero;
  y = NULL;
  printf("%d\n", declared_degrees(&A.tensor, &y, &call));
  return 0;
}
