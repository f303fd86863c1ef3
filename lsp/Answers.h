//===- Answers.h - what editors ask about a program -------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of an analysis and a place, in the protocol's own form. A null
// value says that there is nothing to say.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_LSP_ANSWERS_H
#define ENCKE_LSP_ANSWERS_H

#include "lsp/Analysis.h"
#include "lsp/Schedules.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace encke::server {

/// Errors and warnings; those of imported files stand at their imports.
llvm::json::Array listDiagnostics(const Analysis &program,
                                  const lsp::URIForFile &uri);

/// What a name is, with its type, sizes and format; elsewhere the type of the
/// expression, and what it is summed over.
llvm::json::Value describe(const Analysis &program, lsp::Position position);

llvm::json::Value findDefinition(const Analysis &program,
                                 lsp::Position position);
/// All places of a name, also in imported files.
llvm::json::Value findReferences(const Analysis &program,
                                 lsp::Position position, bool withDeclaration);
llvm::json::Value findHighlights(const Analysis &program,
                                 lsp::Position position);
/// The functions and what they declare.
llvm::json::Value listSymbols(const Analysis &program);

/// The name that would be renamed.
llvm::json::Value findRenamed(const Analysis &program, lsp::Position position);
/// The edits; an error where the program would then mean something else.
llvm::Expected<llvm::json::Value> rename(const Analysis &program,
                                         const lsp::URIForFile &uri,
                                         lsp::Position position,
                                         llvm::StringRef name);

/// The edits of the usual layout; none for a program with errors of syntax.
llvm::json::Value layOut(const Analysis &program);

/// What the text does not spell: the sums, and of statements without a schedule
/// that of `schedules`.
llvm::json::Value listHints(const Analysis &program, lsp::Range range,
                            const Schedules &schedules);

/// What is meant where an error says "did you mean".
llvm::json::Value listFixes(const Analysis &program, const lsp::URIForFile &uri,
                            lsp::Range range);

/// What may stand at a place of a text, of which `program` was an earlier
/// version with a tree; null if there was none.
llvm::json::Value complete(llvm::StringRef text, lsp::Position position,
                           const Analysis *program);

} // namespace encke::server

#endif // ENCKE_LSP_ANSWERS_H
