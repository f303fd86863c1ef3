//===- Findings.cpp - errors, warnings, and what mends them ---------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lsp/Answers.h"

#include "lsp/Messages.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace encke::server {

/// The import through which a file came, as far as names tell.
static SMRange importOf(const Analysis &program, StringRef file) {
  if (const ast::Program *tree = program.getTree())
    for (const ast::Import &import : tree->imports)
      if (sys::path::filename(import.path) == sys::path::filename(file))
        return import.range;
  SMLoc begin = SMLoc::getFromPointer(program.getText().begin());
  return {begin, begin};
}

static json::Object describe(const Analysis &program,
                             const lsp::URIForFile &uri,
                             const Diagnostics::Entry &entry) {
  SMRange where = entry.where;
  std::string message = entry.message;
  std::vector<lsp::DiagnosticRelatedInformation> related;
  if (where.isValid() && !program.isHere(where)) {
    unsigned buffer = program.getSources().FindBufferContainingLoc(where.Start);
    StringRef file =
        program.getSources().getMemoryBuffer(buffer)->getBufferIdentifier();
    if (auto location = program.locationOf(where))
      related.emplace_back(*location, entry.message);
    message = ("in '" + file + "': " + message).str();
    where = importOf(program, file);
  }
  for (const Diagnostics::Note &note : entry.notes) {
    if (!note.where.isValid())
      message += "\n" + note.message;
    else if (program.isHere(note.where))
      related.emplace_back(lsp::Location(uri, program.rangeOf(note.where)),
                           note.message);
    else if (auto location = program.locationOf(note.where))
      related.emplace_back(*location, note.message);
  }
  lsp::Diagnostic diagnostic;
  if (where.isValid())
    diagnostic.range = program.rangeOf(where);
  diagnostic.severity = entry.kind == SourceMgr::DK_Warning
                            ? lsp::DiagnosticSeverity::Warning
                            : lsp::DiagnosticSeverity::Error;
  diagnostic.source = "encke";
  diagnostic.message = json::fixUTF8(message);
  if (!related.empty())
    diagnostic.relatedInformation = std::move(related);
  json::Value value = own(lsp::toJSON(diagnostic));
  // LLVM's structure has no room for it.
  json::Object object = std::move(*value.getAsObject());
  object["code"] = toString(entry.id);
  return object;
}

json::Array listDiagnostics(const Analysis &program,
                            const lsp::URIForFile &uri) {
  json::Array all;
  for (const Diagnostics::Entry &entry : program.getEntries())
    all.push_back(describe(program, uri, entry));
  return all;
}

//===----------------------------------------------------------------------===//
// Fixes
//===----------------------------------------------------------------------===//

/// A word in quotes from where `text` is; takes it away.
static StringRef takeQuoted(StringRef &text) {
  if (!text.consume_front("'"))
    return "";
  StringRef word = text.take_until([](char c) { return c == '\''; });
  text = text.drop_front(word.size());
  return text.consume_front("'") ? word : "";
}

static bool isWord(StringRef text) {
  return !text.empty() && all_of(text, isWordCharacter);
}

namespace {
struct Fix {
  SMRange where;
  StringRef word;
};
} // namespace

/// "did you mean 'Tensor'?", of the word that the error is at; "did you mean
/// 'def' instead of 'function'?", of the nearest such word before it; "did you
/// mean 'main' here?", of the word that the note is at.
static std::optional<Fix> findFix(const Analysis &program,
                                  const Diagnostics::Entry &entry,
                                  const Diagnostics::Note &note) {
  StringRef text = note.message;
  if (!text.consume_front("did you mean "))
    return std::nullopt;
  StringRef word = takeQuoted(text);
  SMRange where = note.where.isValid() ? note.where : entry.where;
  if (!isWord(word) || !program.isHere(where))
    return std::nullopt;
  if (text == "?" || text == " here?")
    return isWord(ast::textOf(where)) ? std::optional(Fix{where, word})
                                      : std::nullopt;
  if (!text.consume_front(" instead of "))
    return std::nullopt;
  StringRef wrong = takeQuoted(text);
  StringRef before =
      program.getText().take_front(program.offsetOf(where.Start));
  size_t begin = before.rfind(wrong);
  if (!isWord(wrong) || begin == StringRef::npos)
    return std::nullopt;
  const char *start = before.data() + begin;
  return Fix{{SMLoc::getFromPointer(start),
              SMLoc::getFromPointer(start + wrong.size())},
             word};
}

json::Value listFixes(const Analysis &program, const lsp::URIForFile &uri,
                      lsp::Range range) {
  json::Array fixes;
  for (const Diagnostics::Entry &entry : program.getEntries())
    for (const Diagnostics::Note &note : entry.notes) {
      std::optional<Fix> fix = findFix(program, entry, note);
      if (!fix)
        continue;
      lsp::Range where = program.rangeOf(fix->where);
      lsp::Range error =
          program.isHere(entry.where) ? program.rangeOf(entry.where) : where;
      bool isAsked = (error.start <= range.end && range.start <= error.end) ||
                     (where.start <= range.end && range.start <= where.end);
      if (!isAsked)
        continue;
      lsp::CodeAction action;
      action.title =
          ("Replace '" + ast::textOf(fix->where) + "' by '" + fix->word + "'")
              .str();
      action.kind = lsp::CodeAction::kQuickFix.str();
      action.isPreferred = true;
      action.edit.emplace();
      action.edit->changes[uri.uri().str()].push_back({where, fix->word.str()});
      fixes.push_back(lsp::toJSON(action));
    }
  return fixes;
}

} // namespace encke::server
