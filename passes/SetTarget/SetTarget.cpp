//===- SetTarget.cpp - record which machine a module is for ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Cost/TargetText.h"
#include "passes/Support/TargetSpec.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/MemoryBuffer.h"

namespace encke {
#define GEN_PASS_DECL
#define GEN_PASS_DEF_SETTARGET
#include "passes/SetTarget/SetTarget.h.inc"
} // namespace encke

using namespace mlir;
using namespace encke;

/// Where a part of a file's text begins.
static Location getPlace(MLIRContext *context, StringRef file, StringRef text,
                         StringRef part) {
  StringRef before(text.begin(), size_t(part.begin() - text.begin()));
  size_t line = before.count('\n') + 1;
  size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  return FileLineColLoc::get(context, file, unsigned(line), unsigned(column));
}

namespace {
struct SetTarget : encke::impl::SetTargetBase<SetTarget> {
  using SetTargetBase::SetTargetBase;

  void runOnOperation() override {
    auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
    if (!buffer) {
      getOperation()->emitError("cannot read the target '")
          << file << "': " << buffer.getError().message();
      return signalPassFailure();
    }
    cost::Target target = getTarget(getOperation());
    StringRef text = (*buffer)->getBuffer();
    bool isRight = true;
    cost::parseTarget(
        text, target, [&](StringRef where, const std::string &message) {
          isRight = false;
          emitError(getPlace(&getContext(), file, text, where)) << message;
        });
    if (!isRight)
      return signalPassFailure();
    setTarget(getOperation(), target);
  }
};
} // namespace
