//===- ParserWords.cpp - the grammar's tokens in words --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/parse/ParserWords.h"

#include "TAParser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using antlr4::Token;
using antlr4::dfa::Vocabulary;
using antlr4::misc::IntervalSet;
using encke::grammar::TAParser;

namespace encke {

bool isKeyword(size_t type) {
  return type >= TAParser::Def && type <= TAParser::Complex;
}

SmallVector<size_t> typesIn(const IntervalSet &set) {
  SmallVector<size_t> types;
  for (ssize_t type : set.toList())
    types.push_back(static_cast<size_t>(type));
  return types;
}

std::string describeToken(const Vocabulary &vocabulary, size_t type) {
  switch (type) {
  case Token::EOF:
    return "the end of the file";
  case TAParser::Name:
    return "a name";
  case TAParser::Integer:
    return "an integer";
  case TAParser::Decimal:
    return "a number";
  case TAParser::String:
    return "a string";
  default:
    return vocabulary.getDisplayName(type);
  }
}

//===----------------------------------------------------------------------===//
// Sets of tokens
//===----------------------------------------------------------------------===//

namespace {

/// Tokens with one word for all of them.
struct Group {
  StringRef word; // empty: not worth a mention
  /// The group is meant where all of these are expected.
  SmallVector<size_t, 2> signs;
  SmallVector<size_t, 20> members;
};

/// The groups, the widest first: what one has named, the next do not see.
ArrayRef<Group> groups() {
  using T = TAParser;
  static const Group all[] = {
      {"a statement",
       {T::IndexLabel, T::Tensor},
       {T::IndexLabel, T::Tensor, T::Var, T::For, T::While, T::If, T::Return,
        T::Reorder, T::Break, T::Continue, T::Distribute, T::Semicolon, T::Name,
        T::By, T::Where, T::With, T::Hybrid}},
      {"an expression",
       {T::Decimal},
       {T::Name,      T::By,          T::Where,     T::With,   T::Hybrid,
        T::Integer,   T::Decimal,     T::String,    T::True,   T::False,
        T::LeftParen, T::LeftBracket, T::LeftBrace, T::Minus,  T::Exclamation,
        T::Transpose, T::Reorder,     T::Double,    T::Float,  T::Int,
        T::Int64,     T::Int32,       T::BoolType,  T::Complex}},
      {"an operator",
       {T::DotStar},
       {T::Plus,      T::Minus,       T::Star,         T::Slash,
        T::DotStar,   T::Percent,     T::At,           T::Less,
        T::LessEqual, T::Greater,     T::GreaterEqual, T::EqualEqual,
        T::NotEqual,  T::AndAnd,      T::OrOr,         T::Question,
        T::LeftParen, T::LeftBracket, T::Where,        T::With}},
      {"an operator ('+', '*', 'min', ...)",
       {T::Bar, T::Ampersand},
       {T::Plus, T::Minus, T::Star, T::Slash, T::Bar, T::Ampersand, T::Name,
        T::By, T::Where, T::With, T::Hybrid}},
      {"an assignment ('=')",
       {T::PlusAssign},
       {T::Assign, T::PlusAssign, T::MinusAssign, T::At, T::Less, T::Comma}},
      // The end of a mask together with `=`.
      {"", {T::Greater}, {T::GreaterEqual}},
      {"an element type ('double', 'float', 'int', 'int32', 'bool', "
       "'complex')",
       {T::Double, T::NarrowType},
       {T::Double, T::Float, T::Int, T::Int64, T::Int32, T::BoolType,
        T::Complex, T::NarrowType}},
      {"an element type ('double', 'float', 'int', 'int32', 'bool', "
       "'complex')",
       {T::Double, T::Complex},
       {T::Double, T::Float, T::Int, T::Int64, T::Int32, T::BoolType,
        T::Complex}},
      {"a format",
       {T::Hybrid, T::LeftBrace},
       {T::Name, T::LeftBrace, T::Hybrid}},
      {"a name",
       {T::Name, T::By},
       {T::Name, T::By, T::Where, T::With, T::Hybrid}},
  };
  return all;
}

} // namespace

std::string describeExpected(const Vocabulary &vocabulary,
                             const IntervalSet &expected) {
  // At the top level only a function is worth suggesting.
  if (expected.contains(size_t(TAParser::Def)))
    return "a function ('def')";

  SmallVector<size_t> types = typesIn(expected);
  SmallVector<std::string> words;
  for (const Group &group : groups()) {
    if (!all_of(group.signs,
                [&](size_t sign) { return is_contained(types, sign); }))
      continue;
    if (!group.word.empty())
      words.push_back(group.word.str());
    erase_if(types,
             [&](size_t type) { return is_contained(group.members, type); });
  }
  for (size_t type : types)
    words.push_back(describeToken(vocabulary, type));
  // Words before symbols: `an integer or '?'`.
  stable_sort(words, [](StringRef a, StringRef b) {
    return !a.starts_with("'") && b.starts_with("'");
  });

  std::string result;
  for (auto [i, word] : enumerate(words)) {
    if (i)
      result += i + 1 == words.size() ? " or " : ", ";
    result += word;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Likely mistakes
//===----------------------------------------------------------------------===//

/// Whether `text` looks like `word` mistyped.
static bool isMistyped(StringRef text, StringRef word) {
  if (text.equals_insensitive(word))
    return text != word;
  if (word.size() > 3)
    return text.size() > 2 &&
           text.edit_distance(word, /*AllowReplacements=*/true) <=
               (word.size() > 4 ? 2u : 1u);
  std::string a = text.str(), b = word.str();
  llvm::sort(a);
  llvm::sort(b);
  return a == b;
}

std::string intendedKeyword(const Vocabulary &vocabulary, StringRef text,
                            ArrayRef<size_t> types) {
  for (size_t type : types) {
    if (!isKeyword(type))
      continue;
    std::string literal = vocabulary.getLiteralName(type);
    StringRef keyword = StringRef(literal).trim('\'');
    if (isMistyped(text, keyword))
      return keyword.str();
  }
  return "";
}

StringRef wordOfOtherLanguages(StringRef text) {
  return StringSwitch<StringRef>(text)
      .Cases({"elif", "elsif", "elseif"}, "else if")
      .Cases({"fn", "fun", "func", "function", "proc", "void"}, "def")
      .Cases({"let", "auto", "const"}, "var")
      .Cases({"IndexVar", "Index", "Label"}, "IndexLabel")
      .Cases({"tensor", "Matrix", "Vector"}, "Tensor")
      .Default("");
}

bool isForeignStatement(StringRef text) {
  return StringSwitch<bool>(text)
      .Cases({"goto", "switch", "do", "repeat", "foreach"}, true)
      .Cases({"import", "from", "include", "using", "class", "struct", "try"},
             true)
      .Cases({"catch", "except", "finally", "pass", "assert", "raise", "throw"},
             true)
      .Default(false);
}

StringRef elementTypeOfOtherLanguages(StringRef text) {
  return StringSwitch<StringRef>(text)
      .Cases({"real", "f64", "float64", "Float64", "number"}, "double")
      .Cases({"f32", "float32", "Float32", "single"}, "float")
      .Cases({"integer", "long", "i64", "Int64"}, "int")
      .Cases({"i32", "Int32"}, "int32")
      .Cases({"boolean", "logical", "i1"}, "bool")
      .Cases({"complex128", "c128"}, "complex")
      .Cases({"half", "f16", "fp16", "Float16"}, "float16")
      .Cases({"bf16", "BFloat16"}, "bfloat16")
      .Cases({"i8", "Int8", "char"}, "int8")
      .Cases({"u8", "UInt8", "byte"}, "uint8")
      .Cases({"i16", "Int16", "short"}, "int16")
      .Cases({"c64", "complex32"}, "complex64")
      .Default("");
}

/// The name that `text` begins with, or that it ends with.
static StringRef leadingName(StringRef text) {
  return text.take_while([](char c) { return isAlnum(c) || c == '_'; });
}
static StringRef trailingName(StringRef text) {
  size_t end = text.size();
  while (end != 0 && (isAlnum(text[end - 1]) || text[end - 1] == '_'))
    --end;
  return text.drop_front(end);
}

/// What a lone `.` may be meant for: a path, or a member of an object.
static std::string hintForDot(StringRef before, StringRef after) {
  StringRef member = leadingName(after), object = trailingName(before);
  if (object.empty() && !before.ends_with("]"))
    return "";
  if (StringSwitch<bool>(member)
          .Cases({"mtx", "tns", "txt", "csv", "npy", "mat"}, true)
          .Default(false))
    return ("a path stands in double quotes: \"" + object + "." + member + "\"")
        .str();
  if (member == "T")
    return "swapped labels transpose: 'A[j, i]'";
  return "there are no members; a function is called by its name alone";
}

std::string hintForCharacters(StringRef text, StringRef before,
                              StringRef after) {
  if (text == ".")
    return hintForDot(before, after);
  if (text == "^")
    return "a power is written pow(x, 2)";
  if (text == "'" && !trailingName(before).empty())
    return "swapped labels transpose: 'A[j, i]'";
  if (text == "\\")
    return "a statement ends at its ';', and may go on on the next line";
  if (text == "..." || text == "\xE2\x80\xA6")
    return "every dimension has a label of its own";
  if (text == "\xC3\x97" || text == "\xC2\xB7" || text == "\xE2\x8B\x85")
    return "'*' multiplies";
  if (text == "\xE2\x88\x92")
    return "'-' subtracts";
  if (text == "\xE2\x80\x9C" || text == "\xE2\x80\x9D" || text == "`")
    return "strings are written in double quotes (\")";
  if (!text.empty() && static_cast<unsigned char>(text.front()) >= 0x80)
    return "names are made of the letters a to z and A to Z, digits and '_'";
  return "";
}

std::string hintForNumber(StringRef text) {
  StringRef rest = text.ltrim("0123456789.");
  StringRef digits = text.drop_back(rest.size());
  if (digits == "0" && StringRef("xXbBoO").contains(rest.front()))
    return "numbers are decimal";
  if (rest.front() == '_')
    return "a number has no '_' between its digits";
  if (rest == "e" || rest == "E")
    return "an exponent has digits: '1e3'";
  if (rest.size() == 1 && StringRef("fFlLuUdD").contains(rest.front()))
    return "a number has no suffix: " + digits.str();
  return "a product is written '" + digits.str() + " * " + rest.str() +
         "', and a name begins with a letter or '_'";
}

} // namespace encke
