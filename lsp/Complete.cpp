//===- Complete.cpp - what may stand at a place ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// While a text is written it is mostly wrong. What may be meant is seen from
// the words and brackets of the statement before the place; the names are those
// of the last version that had a tree, and what the text seems to declare.
//
//===----------------------------------------------------------------------===//

#include "lsp/Answers.h"

#include "dialects/Clauses.h"
#include "frontend/check/SemaBuiltins.h"
#include "runtime/format/level_type.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace encke::server {

//===----------------------------------------------------------------------===//
// Words of the language
//===----------------------------------------------------------------------===//

static constexpr StringLiteral statementWords[] = {
    "IndexLabel", "Tensor",     "var",    "for",   "while",
    "if",         "else",       "return", "break", "continue",
    "reorder",    "distribute", "in",     "range", "end"};
static constexpr StringLiteral outerWords[] = {"def", "format", "param",
                                               "import"};
static constexpr StringLiteral valueWords[] = {"true", "false", "transpose",
                                               "where", "with"};
static constexpr StringLiteral semiringWords[] = {
    "+",     "-",      "*",   "/",    "min", "max",
    "first", "second", "any", "pair", "|",   "&"};
static constexpr StringLiteral reorderings[] = {"lexi",      "rcm",  "degree",
                                                "partition", "auto", "none"};

//===----------------------------------------------------------------------===//
// What is meant
//===----------------------------------------------------------------------===//

namespace {

enum class Wanted {
  Nothing,    ///< in a comment or a text
  Outer,      ///< outside of functions
  Statement,  ///< the first word of one
  Value,      ///< in an expression
  Index,      ///< in brackets
  Type,       ///< behind `Tensor<`
  Format,     ///< in the braces of a tensor
  Clause,     ///< behind `with`
  Semiring,   ///< behind `@(`
  Reordering, ///< behind `by`
  New,        ///< a name that is declared
};

/// Reads the words and brackets before a place.
class Reader {
public:
  explicit Reader(StringRef text) { read(text); }
  Wanted getWanted() const;
  /// What stands behind `IndexLabel`, `Tensor<...>`, `var`, ... somewhere
  /// before.
  const std::vector<std::pair<StringRef, Meaning::Kind>> &getDeclared() const {
    return declared;
  }

private:
  void read(StringRef text);
  void readWord(StringRef word);
  void readSign(char sign);
  /// Where statements stand, or outside of functions.
  bool isInBlock() const {
    return brackets.empty() ||
           (brackets.back().sign == '{' && brackets.back().before.empty());
  }

  struct Bracket {
    char sign;
    StringRef before; ///< the word, or '@'
  };
  std::vector<Bracket> brackets;
  /// Of the statement at hand: its words, and the last sign.
  std::vector<StringRef> words;
  char last = ';';
  bool isWithin = false; ///< a comment or a text
  std::vector<std::pair<StringRef, Meaning::Kind>> declared;
};

} // namespace

void Reader::readWord(StringRef word) {
  StringRef before = words.empty() ? "" : words.back();
  StringRef first = words.empty() ? "" : words.front();
  if (first == "IndexLabel" &&
      llvm::all_of(words, [](StringRef other) { return other != "="; }))
    declared.push_back({word, Meaning::Label});
  else if (first == "Tensor" && words.size() == 2 && last == '>')
    declared.push_back({word, Meaning::Tensor});
  else if (last == 'a' && before == "var")
    declared.push_back({word, Meaning::Scalar});
  else if (last == 'a' && before == "for")
    declared.push_back({word, Meaning::Counter});
  else if (last == 'a' && before == "def")
    declared.push_back({word, Meaning::Function});
  else if (last == 'a' && before == "param")
    declared.push_back({word, Meaning::Parameter});
  else if (last == 'a' && before == "format")
    declared.push_back({word, Meaning::Format});
  words.push_back(word);
  last = 'a';
}

void Reader::readSign(char sign) {
  bool isTensor = !words.empty() && words.front() == "Tensor";
  switch (sign) {
  case '(':
  case '[':
    brackets.push_back({sign, last == '@'   ? StringRef("@")
                              : last == 'a' ? words.back()
                                            : StringRef()});
    break;
  case '{':
    brackets.push_back({sign, isTensor ? "Tensor" : ""});
    if (!isTensor)
      words.clear();
    break;
  case ')':
  case ']':
  case '}':
    if (!brackets.empty()) {
      bool wasBlock =
          brackets.back().sign == '{' && brackets.back().before.empty();
      brackets.pop_back();
      if (wasBlock)
        words.clear();
    }
    break;
  case ';':
    // What is still open was forgotten.
    while (!isInBlock())
      brackets.pop_back();
    words.clear();
    break;
  case '=':
    words.push_back("=");
    break;
  default:
    break;
  }
  last = sign;
}

void Reader::read(StringRef text) {
  for (size_t i = 0; i < text.size();) {
    char c = text[i];
    size_t end = i + 1;
    if (c == '#' || c == '"') {
      end = text.find(c == '#' ? '\n' : '"', i + 1);
      isWithin = end == StringRef::npos;
      if (isWithin)
        return;
      ++end;
      if (c == '"')
        last = '"';
    } else if (isWordCharacter(c)) {
      end = wordAt(text, i).second;
      readWord(text.slice(i, end));
    } else if (!isSpace(c)) {
      readSign(c);
    }
    i = end;
  }
}

Wanted Reader::getWanted() const {
  if (isWithin)
    return Wanted::Nothing;
  StringRef first = words.empty() ? "" : words.front();
  StringRef before = words.empty() ? "" : words.back();
  const Bracket *inner = brackets.empty() ? nullptr : &brackets.back();
  bool inBlock = isInBlock();
  if (last == 'a' && (before == "var" || before == "def" || before == "for" ||
                      before == "param"))
    return Wanted::New;
  if (last == '<' && before == "Tensor")
    return Wanted::Type;
  if (inBlock && words.empty())
    return inner ? Wanted::Statement : Wanted::Outer;
  if (first == "IndexLabel" || (first == "Tensor" && inBlock))
    return Wanted::New;
  if (inner && inner->before == "@")
    return Wanted::Semiring;
  if (inner && inner->sign == '{' && inner->before == "Tensor")
    return Wanted::Format;
  if (first == "reorder" && before == "by")
    return Wanted::Reordering;
  if (inner && inner->sign == '[')
    return Wanted::Index;
  if (inBlock && llvm::is_contained(words, "with") &&
      (last == ',' || before == "with"))
    return Wanted::Clause;
  return Wanted::Value;
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

namespace {
class Items {
public:
  void add(StringRef label, lsp::CompletionItemKind kind, StringRef detail,
           char order) {
    if (label.empty() || !seen.insert(label).second)
      return;
    lsp::CompletionItem item(label, kind, std::string(1, order) + label.str());
    item.detail = json::fixUTF8(detail);
    items.push_back(lsp::toJSON(item));
  }
  void add(ArrayRef<StringLiteral> words) {
    for (StringRef word : words)
      add(word, lsp::CompletionItemKind::Keyword, "", '3');
  }
  json::Value take() {
    return json::Object{{"isIncomplete", false}, {"items", std::move(items)}};
  }

private:
  json::Array items;
  StringSet<> seen;
};
} // namespace

static lsp::CompletionItemKind kindOf(Meaning::Kind kind) {
  switch (kind) {
  case Meaning::Label:
    return lsp::CompletionItemKind::Property;
  case Meaning::Tensor:
  case Meaning::Scalar:
  case Meaning::Counter:
    return lsp::CompletionItemKind::Variable;
  case Meaning::Parameter:
    return lsp::CompletionItemKind::Constant;
  case Meaning::Function:
    return lsp::CompletionItemKind::Function;
  case Meaning::Format:
    return lsp::CompletionItemKind::Struct;
  }
  return lsp::CompletionItemKind::Text;
}

static bool isWanted(Meaning::Kind kind, Wanted wanted) {
  switch (wanted) {
  case Wanted::Format:
    return kind == Meaning::Format;
  case Wanted::Index:
    return kind != Meaning::Format && kind != Meaning::Function;
  case Wanted::Statement:
    return kind != Meaning::Format && kind != Meaning::Label;
  case Wanted::Value:
    return kind != Meaning::Format;
  default:
    return false;
  }
}

static void addNames(Items &items, Wanted wanted, const Reader &reader,
                     StringRef text, size_t offset, const Analysis *program) {
  auto orderOf = [&](Meaning::Kind kind) {
    bool isFirst = (wanted == Wanted::Index) == (kind == Meaning::Label);
    return isFirst ? '0' : '1';
  };
  if (program && program->getNames()) {
    StringRef old = program->getText();
    SMLoc place = SMLoc::getFromPointer(
        old.data() + std::min(carryOver(offset, text, old), old.size()));
    for (const Meaning *meaning : program->getNames()->visibleAt(place))
      if (isWanted(meaning->kind, wanted))
        items.add(meaning->name, kindOf(meaning->kind),
                  ast::textOf(meaning->whole).split('\n').first,
                  orderOf(meaning->kind));
    return;
  }
  for (auto [name, kind] : reader.getDeclared())
    if (isWanted(kind, wanted))
      items.add(name, kindOf(kind), "", orderOf(kind));
}

static void addFunctions(Items &items, bool statements) {
  using sema::BuiltinKind;
  for (const sema::Builtin &builtin : sema::allBuiltins()) {
    bool isStatement = builtin.kind == BuiltinKind::Print ||
                       builtin.kind == BuiltinKind::Write ||
                       builtin.kind == BuiltinKind::Error ||
                       builtin.kind == BuiltinKind::PrintElapsedTime;
    if (isStatement == statements && isWordCharacter(builtin.name.front()))
      items.add(builtin.name, lsp::CompletionItemKind::Function, "", '2');
  }
}

json::Value complete(StringRef text, lsp::Position position,
                     const Analysis *program) {
  size_t offset = Lines(text).offsetOf(position);
  size_t begin = wordAt(text, offset).first;
  Reader reader(text.take_front(begin));
  Wanted wanted = reader.getWanted();
  Items items;
  addNames(items, wanted, reader, text, offset, program);
  switch (wanted) {
  case Wanted::Nothing:
  case Wanted::New:
  case Wanted::Index:
    break;
  case Wanted::Outer:
    items.add(outerWords);
    break;
  case Wanted::Statement:
    items.add(statementWords);
    addFunctions(items, /*statements=*/true);
    break;
  case Wanted::Value:
    items.add(valueWords);
    addFunctions(items, /*statements=*/false);
    break;
  case Wanted::Type:
    for (int type = 0; type <= int(ElementType::UInt8); ++type)
      items.add(toString(ElementType(type)),
                lsp::CompletionItemKind::TypeParameter, "", '2');
    break;
  case Wanted::Format:
    for (const Format::Name &named : Format::getNames())
      items.add(named.name, lsp::CompletionItemKind::EnumMember, "", '2');
    for (size_t type = 0; type != format::levelTypeCount; ++type)
      items.add(format::levelTraits[type].spelling,
                lsp::CompletionItemKind::Keyword, "", '3');
    items.add({StringLiteral("auto"), StringLiteral("hybrid")});
    break;
  case Wanted::Clause:
    for (const ClauseForm &clause : getClauseForms())
      items.add(clause.name, lsp::CompletionItemKind::Keyword, clause.example,
                '2');
    break;
  case Wanted::Semiring:
    items.add(semiringWords);
    break;
  case Wanted::Reordering:
    items.add(reorderings);
    break;
  }
  return items.take();
}

} // namespace encke::server
