//===- MarkRequests.cpp - what marks ask for, and what is done ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/MarkRequests.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace encke;

LogicalResult MarkRequests::check(
    llvm::function_ref<StringRef(StringRef mark)> getUsualReason) const {
  bool all = true;
  for (const auto &[loc, request] : requests)
    for (const auto &[mark, wish] : request.wishes) {
      if (wish.isMet)
        continue;
      StringRef why = wish.whyNot.empty() ? getUsualReason(mark) : wish.whyNot;
      emitError(loc, "'") << mark << "' cannot be carried out: " << why;
      all = false;
      // One without vectors has nothing else either.
      break;
    }
  return success(all);
}
