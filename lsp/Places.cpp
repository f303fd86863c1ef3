//===- Places.cpp - where names stand, and renaming them ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lsp/Answers.h"

#include "frontend/format/Formatter.h"
#include "lsp/Messages.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace encke::server {

/// What stands at a position of the program itself.
static std::optional<Occurrence> find(const Analysis &program,
                                      lsp::Position position) {
  const Names *names = program.getNames();
  std::optional<Occurrence> found =
      names ? names->at(program.placeAt(position)) : std::nullopt;
  return found && program.isHere(found->where) ? found : std::nullopt;
}

static const Meaning &meaningOf(const Analysis &program,
                                const Occurrence &found) {
  return program.getNames()->getMeanings()[found.meaning];
}

json::Value findDefinition(const Analysis &program, lsp::Position position) {
  std::optional<Occurrence> found = find(program, position);
  std::optional<lsp::Location> location =
      found ? program.locationOf(meaningOf(program, *found).declared)
            : std::nullopt;
  return location ? own(lsp::toJSON(*location)) : nullptr;
}

json::Value findReferences(const Analysis &program, lsp::Position position,
                           bool withDeclaration) {
  json::Array all;
  std::optional<Occurrence> found = find(program, position);
  if (!found)
    return all;
  SMRange declared = meaningOf(program, *found).declared;
  for (const Occurrence &place : program.getNames()->placesOf(found->meaning))
    if (withDeclaration || place.where.Start != declared.Start)
      if (auto location = program.locationOf(place.where))
        all.push_back(own(lsp::toJSON(*location)));
  return all;
}

json::Value findHighlights(const Analysis &program, lsp::Position position) {
  constexpr int read = 2, write = 3;
  json::Array all;
  std::optional<Occurrence> found = find(program, position);
  if (!found)
    return all;
  for (const Occurrence &place : program.getNames()->placesOf(found->meaning))
    if (program.isHere(place.where))
      all.push_back(
          json::Object{{"range", lsp::toJSON(program.rangeOf(place.where))},
                       {"kind", place.isWritten ? write : read}});
  return all;
}

static lsp::SymbolKind kindOf(const Meaning &meaning) {
  switch (meaning.kind) {
  case Meaning::Label:
    return lsp::SymbolKind::Key;
  case Meaning::Tensor:
    return lsp::SymbolKind::Array;
  case Meaning::Scalar:
  case Meaning::Counter:
    return lsp::SymbolKind::Variable;
  case Meaning::Parameter:
    return lsp::SymbolKind::Constant;
  case Meaning::Function:
    return lsp::SymbolKind::Function;
  case Meaning::Format:
    return lsp::SymbolKind::Struct;
  }
  return lsp::SymbolKind::Variable;
}

/// On one line.
static std::string flatten(StringRef text) {
  std::string line;
  for (char c : text) {
    bool isSpace = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!isSpace)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  return line;
}

json::Value listSymbols(const Analysis &program) {
  json::Array all;
  const Names *names = program.getNames();
  if (!names)
    return all;
  auto describe = [&](const Meaning &meaning, SMRange whole) {
    lsp::DocumentSymbol symbol(meaning.name, kindOf(meaning),
                               program.rangeOf(whole),
                               program.rangeOf(meaning.declared));
    symbol.detail = json::fixUTF8(flatten(ast::textOf(meaning.whole)));
    return symbol;
  };
  for (const Meaning &meaning : names->getMeanings()) {
    if (meaning.function || !program.isHere(meaning.declared))
      continue;
    const ast::Function *function = nullptr;
    for (const auto &candidate : program.getTree()->functions)
      if (candidate->name.range.Start == meaning.declared.Start)
        function = candidate.get();
    lsp::DocumentSymbol symbol =
        describe(meaning, function ? function->range : meaning.whole);
    for (const Meaning &inner : names->getMeanings())
      if (function && inner.function == function)
        symbol.children.push_back(describe(inner, inner.declared));
    all.push_back(lsp::toJSON(symbol));
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Renaming
//===----------------------------------------------------------------------===//

json::Value findRenamed(const Analysis &program, lsp::Position position) {
  std::optional<Occurrence> found = find(program, position);
  if (!found)
    return nullptr;
  return json::Object{{"range", lsp::toJSON(program.rangeOf(found->where))},
                      {"placeholder", ast::textOf(found->where)}};
}

static Error refuse(const Twine &why) {
  return make_error<lsp::LSPError>(why.str(), lsp::ErrorCode::RequestFailed);
}

/// By which meaning each name is, and how wrong the program is: what is the
/// same before and after a renaming.
static std::vector<unsigned> shapeOf(const Analysis &program) {
  std::vector<unsigned> shape;
  const Names &names = *program.getNames();
  for (unsigned meaning = 0; meaning < names.getMeanings().size(); ++meaning) {
    shape.push_back(unsigned(names.placesOf(meaning).size()));
  }
  return shape;
}

static size_t countErrors(const Analysis &program) {
  return size_t(count_if(program.getEntries(), [](const auto &entry) {
    return entry.kind == SourceMgr::DK_Error;
  }));
}

Expected<json::Value> rename(const Analysis &program,
                             const lsp::URIForFile &uri, lsp::Position position,
                             StringRef name) {
  std::optional<Occurrence> found = find(program, position);
  if (!found)
    return refuse("there is no name of the program here");
  const Meaning &meaning = meaningOf(program, *found);
  if (!program.isHere(meaning.declared))
    return refuse("'" + meaning.name +
                  "' is declared in another file: rename it there");
  if (name.empty() || !all_of(name, isWordCharacter) || isDigit(name.front()))
    return refuse("'" + name +
                  "' is no name: it is made of letters, digits "
                  "and '_', and begins with no digit");
  lsp::WorkspaceEdit edit;
  std::vector<lsp::TextEdit> &edits = edit.changes[uri.uri().str()];
  std::string text = program.getText().str();
  std::vector<Occurrence> places = program.getNames()->placesOf(found->meaning);
  for (const Occurrence &place : places)
    edits.push_back({program.rangeOf(place.where), name.str()});
  for (const Occurrence &place : reverse(places))
    text.replace(program.offsetOf(place.where.Start),
                 place.where.End.getPointer() - place.where.Start.getPointer(),
                 name.data(), name.size());
  // The front end says whether that means the same: the name may be a word of
  // the language, or stand for something else somewhere.
  Analysis renamed(text, uri.file());
  if (!renamed.getNames() || countErrors(renamed) > countErrors(program)) {
    StringRef why = "it is a word of the language";
    for (const Diagnostics::Entry &entry : renamed.getEntries())
      if (entry.kind == SourceMgr::DK_Error && renamed.getNames()) {
        why = entry.message;
        break;
      }
    return refuse("the program would be wrong with '" + name + "': " + why);
  }
  if (shapeOf(renamed) != shapeOf(program))
    return refuse("'" + name + "' is the name of something else already");
  return lsp::toJSON(edit);
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

json::Value layOut(const Analysis &program) {
  StringRef text = program.getText();
  SourceMgr sources;
  unsigned id = sources.AddNewSourceBuffer(
      MemoryBuffer::getMemBuffer(text, "", /*RequiresNullTerminator=*/false),
      SMLoc());
  Diagnostics diagnostics(sources);
  std::optional<std::string> formatted = formatProgram(diagnostics, id);
  json::Array edits;
  if (!formatted)
    return edits;
  // Only the lines that change, so that cursors and folds stay.
  StringRef made = *formatted;
  size_t shorter = std::min(text.size(), made.size()), before = 0, behind = 0;
  while (before < shorter && text[before] == made[before])
    ++before;
  if (before == text.size() && before == made.size())
    return edits;
  before = text.take_front(before).rfind('\n') + 1;
  shorter -= std::min(shorter, before);
  while (behind < shorter &&
         text[text.size() - 1 - behind] == made[made.size() - 1 - behind])
    ++behind;
  // A whole character ends there.
  while (behind && (text[text.size() - behind] & 0xC0) == 0x80)
    --behind;
  lsp::TextEdit edit;
  edit.range = program.getLines().rangeOf(before, text.size() - behind);
  edit.newText = made.slice(before, made.size() - behind).str();
  edits.push_back(lsp::toJSON(edit));
  return edits;
}

} // namespace encke::server
