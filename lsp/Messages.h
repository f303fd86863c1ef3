//===- Messages.h - messages that LLVM's protocol lacks ---------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_LSP_MESSAGES_H
#define ENCKE_LSP_MESSAGES_H

#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Protocol.h"

namespace encke::server {

/// With texts of its own. What LLVM makes of places only points to their URIs.
inline llvm::json::Value own(const llvm::json::Value &value) {
  if (const llvm::json::Object *object = value.getAsObject()) {
    llvm::json::Object copy;
    for (const auto &[key, member] : *object)
      copy[key.str()] = own(member);
    return copy;
  }
  if (const llvm::json::Array *array = value.getAsArray()) {
    llvm::json::Array copy;
    for (const llvm::json::Value &element : *array)
      copy.push_back(own(element));
    return copy;
  }
  if (std::optional<llvm::StringRef> text = value.getAsString())
    return text->str();
  return value;
}

/// A document, and what is of no matter here.
struct DocumentParams {
  llvm::lsp::TextDocumentIdentifier textDocument;
};

inline bool fromJSON(const llvm::json::Value &value, DocumentParams &result,
                     llvm::json::Path path) {
  llvm::json::ObjectMapper object(value, path);
  return object && object.map("textDocument", result.textDocument);
}

/// A place and what the name there shall be.
struct RenameParams : llvm::lsp::TextDocumentPositionParams {
  std::string newName;
};

inline bool fromJSON(const llvm::json::Value &value, RenameParams &result,
                     llvm::json::Path path) {
  llvm::json::ObjectMapper object(value, path);
  return object && object.map("textDocument", result.textDocument) &&
         object.map("position", result.position) &&
         object.map("newName", result.newName);
}

} // namespace encke::server

#endif // ENCKE_LSP_MESSAGES_H
