//===- MLIRReporter.cpp - what MLIR reports -------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/MLIRReporter.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

#include <cstring>

using namespace mlir;
using namespace encke;

MLIRReporter::MLIRReporter(llvm::SourceMgr &sources, DiagnosticStyle style,
                           MLIRContext *context)
    : ScopedDiagnosticHandler(context), sources(sources), style(style) {
  setHandler([this](Diagnostic &diagnostic) {
    report(diagnostic);
    return success();
  });
}

/// Who writes programs knows no operations: what is not supported yet is so at
/// a place of the program.
static std::string forPrograms(std::string message) {
  size_t begin = message.find("' op not supported yet: ");
  bool isPrefix = begin != std::string::npos && message.front() == '\'' &&
                  message.find('\'', 1) == begin;
  return isPrefix ? message.substr(begin + strlen("' op ")) : message;
}

void MLIRReporter::report(Diagnostic &diagnostic) {
  Diagnostics diagnostics(sources);
  llvm::SMRange where = find(diagnostic.getLocation());
  std::string message = forPrograms(diagnostic.str());
  Diagnostics::Builder builder =
      diagnostic.getSeverity() == DiagnosticSeverity::Error
          ? diagnostics.error(diag::compilation_failed, where, message)
          : diagnostics.warning(diag::costly_statement, where, message);
  for (Diagnostic &note : diagnostic.getNotes())
    builder.note(find(note.getLocation()), note.str());
  diagnostics.flush(llvm::errs(), style);
}

llvm::SMRange MLIRReporter::find(Location location) const {
  auto place = location->findInstanceOf<FileLineColLoc>();
  unsigned id = 0, count = place ? sources.getNumBuffers() : 0;
  for (unsigned buffer = count; buffer != 0; --buffer)
    if (place.getFilename().getValue() ==
        sources.getMemoryBuffer(buffer)->getBufferIdentifier())
      id = buffer;
  if (!id)
    return {};
  // Without a column the line is the place.
  llvm::SMLoc start = sources.FindLocForLineAndColumn(
      id, place.getLine(), std::max(place.getColumn(), 1u));
  return {start, start};
}
