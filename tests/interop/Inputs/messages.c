/* Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
   SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An error of the program ends the call, not the process. */

#include "messages.h"

#include <stdio.h>

static void call(int64_t number) {
  encke_call call = encke_call_default();
  int64_t result = -1;
  int status = messages_checked(number, &result, &call);
  printf("%d %lld %s: %s: %s\n", status, (long long)result, call.place,
         call.identifier, call.message);
  fflush(stdout);
}

int main(void) {
  call(3);
  call(4);
  call(2);
  return 0;
}
