//===- MarkRequests.h - what marks ask for, and what is done ----*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_SUPPORT_MARKREQUESTS_H
#define ENCKE_PASSES_SUPPORT_MARKREQUESTS_H

#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/MapVector.h"

namespace encke {

/// What the marks at one place of the program ask for. A forall there may have
/// become several loops, some of which only count, or do what is left over: it
/// has what it asks for if one of them has.
class MarkRequest {
public:
  void ask(llvm::StringRef mark) { wishes[mark]; }
  void fulfil(llvm::StringRef mark) { wishes[mark].isMet = true; }
  void refuse(llvm::StringRef mark, llvm::StringRef why) {
    wishes[mark].whyNot = why;
  }

private:
  friend class MarkRequests;

  struct Wish {
    bool isMet = false;
    llvm::StringRef whyNot;
  };
  llvm::MapVector<llvm::StringRef, Wish> wishes;
};

/// By their places.
class MarkRequests {
public:
  MarkRequest &operator[](mlir::Location loc) { return requests[loc]; }
  void clear() { requests.clear(); }

  /// Says at each place the first mark that nothing has. `getUsualReason` tells
  /// why, where nobody has refused it.
  mlir::LogicalResult check(
      llvm::function_ref<llvm::StringRef(llvm::StringRef mark)> getUsualReason)
      const;

private:
  llvm::MapVector<mlir::Location, MarkRequest> requests;
};

} // namespace encke

#endif // ENCKE_PASSES_SUPPORT_MARKREQUESTS_H
