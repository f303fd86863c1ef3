//===- ParserInput.cpp - from bytes to checked tokens ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/parse/ParserInput.h"

#include "dialects/Format.h"
#include "frontend/parse/ParserWords.h"

#include "TALexer.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Error.h"

using namespace llvm;
using antlr4::Token;
using encke::grammar::TALexer;

namespace encke {

//===----------------------------------------------------------------------===//
// ByteStream
//===----------------------------------------------------------------------===//

void ByteStream::consume() {
  if (position < buffer.size())
    ++position;
}

size_t ByteStream::LA(ssize_t offset) {
  // LA(1) is the next character, LA(-1) the one before.
  ssize_t at = static_cast<ssize_t>(position) + offset - (offset > 0);
  if (offset == 0)
    return 0;
  if (at < 0 || at >= static_cast<ssize_t>(buffer.size()))
    return antlr4::IntStream::EOF;
  return static_cast<unsigned char>(buffer[at]);
}

std::string ByteStream::getText(const antlr4::misc::Interval &interval) {
  if (interval.a < 0 || interval.b < interval.a)
    return "";
  return buffer.slice(interval.a, interval.b + 1).str();
}

SMRange rangeOf(StringRef buffer, const Token *first, const Token *last) {
  // The end of the file is a token whose stop lies before its start.
  size_t begin = std::min(first->getStartIndex(), buffer.size());
  size_t end = last->getStopIndex() + 1;
  if (last->getType() == Token::EOF || end > buffer.size())
    end = buffer.size();
  return SMRange(SMLoc::getFromPointer(buffer.data() + begin),
                 SMLoc::getFromPointer(buffer.data() + std::max(begin, end)));
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

bool checkEncoding(StringRef buffer, Diagnostics &diagnostics) {
  const auto *at = reinterpret_cast<const UTF8 *>(buffer.begin());
  const auto *end = reinterpret_cast<const UTF8 *>(buffer.end());
  if (isLegalUTF8String(&at, end))
    return true;
  const char *bad = reinterpret_cast<const char *>(at);
  diagnostics.error(
      diag::not_utf8,
      SMRange(SMLoc::getFromPointer(bad), SMLoc::getFromPointer(bad + 1)),
      "the file is not UTF-8 text: unexpected byte 0x" +
          toHex(StringRef(bad, 1)));
  return false;
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

namespace {

/// Bytes for a message: those that do not print as `\xNN`.
std::string quoted(StringRef text) {
  std::string result = "'";
  for (unsigned char c : text.take_front(40)) {
    if (isPrint(c) || c >= 0x80)
      result += c;
    else
      result += "\\x" + toHex(StringRef(reinterpret_cast<char *>(&c), 1));
  }
  return result + (text.size() > 40 ? "...'" : "'");
}

/// The checks of one buffer's tokens, one by one.
class TokenChecker {
public:
  TokenChecker(StringRef buffer, Diagnostics &diagnostics)
      : buffer(buffer), diagnostics(diagnostics) {}

  /// `next` follows `token`, or is null.
  void check(Token *token, const Token *next);
  /// Reports the characters seen last that belong to no token. Returns whether
  /// there were any.
  bool flushUnknown();

  DenseSet<size_t> guessed;

private:
  StringRef textOf(const Token *token) const {
    SMRange range = rangeOf(buffer, token);
    return StringRef(range.Start.getPointer(),
                     range.End.getPointer() - range.Start.getPointer());
  }
  /// Takes `token` from the parser when it lies in a comment of another
  /// language, which it may begin.
  bool skipForeignComment(Token *token, const Token *next);
  void guess(Token *token, size_t type) {
    static_cast<antlr4::CommonToken *>(token)->setType(type);
    guessed.insert(token->getTokenIndex());
  }
  void checkInteger(const Token *token);
  void checkDecimal(const Token *token);

  StringRef buffer;
  Diagnostics &diagnostics;
  /// A run of adjacent characters that belong to no token.
  StringRef unknown;
  /// Where the last comment of another language ends.
  size_t commentEnd = 0;
  bool reportedComment = false;
};

/// `//` and `/*` cannot stand in a program, so what follows them is as in C.
/// One report is enough: who writes one writes many.
bool TokenChecker::skipForeignComment(Token *token, const Token *next) {
  size_t start = token->getStartIndex();
  if (start >= commentEnd) {
    if (token->getType() != TALexer::Slash || !next ||
        next->getStartIndex() != start + 1 ||
        (next->getType() != TALexer::Slash && next->getType() != TALexer::Star))
      return false;
    bool isLine = next->getType() == TALexer::Slash;
    size_t end = isLine ? buffer.find_first_of("\r\n", start)
                        : buffer.find("*/", start + 2);
    commentEnd =
        end == StringRef::npos ? buffer.size() : end + (isLine ? 0 : 2);
    if (!reportedComment)
      diagnostics
          .error(diag::foreign_comment, rangeOf(buffer, token, next),
                 "a comment begins with '#', not '" +
                     Twine(isLine ? "//" : "/*") + "'")
          .help("'#' makes the rest of its line a comment");
    reportedComment = true;
  }
  auto *hidden = static_cast<antlr4::CommonToken *>(token);
  hidden->setType(TALexer::Unknown);
  hidden->setChannel(Token::HIDDEN_CHANNEL);
  return true;
}

bool TokenChecker::flushUnknown() {
  if (unknown.empty())
    return false;
  bool single = unknown.size() == 1 ||
                getUTF8SequenceSize(unknown.bytes_begin(),
                                    unknown.bytes_end()) == unknown.size();
  Diagnostics::Builder error = diagnostics.error(
      diag::unexpected_character,
      SMRange(SMLoc::getFromPointer(unknown.begin()),
              SMLoc::getFromPointer(unknown.end())),
      (single ? "unexpected character " : "unexpected characters ") +
          quoted(unknown));
  size_t at = unknown.begin() - buffer.begin();
  std::string hint = hintForCharacters(unknown, buffer.take_front(at),
                                       buffer.drop_front(at + unknown.size()));
  if (!hint.empty())
    error.help(hint);
  unknown = StringRef();
  return true;
}

void TokenChecker::checkInteger(const Token *token) {
  int64_t value;
  if (!textOf(token).getAsInteger(10, value))
    return;
  diagnostics
      .error(diag::integer_too_large, rangeOf(buffer, token),
             "the integer does not fit in 64 bits")
      .help("the largest integer is 9223372036854775807; with an exponent "
            "(1e20) a number is floating-point");
}

void TokenChecker::checkDecimal(const Token *token) {
  APFloat value(APFloat::IEEEdouble());
  Expected<APFloat::opStatus> status =
      value.convertFromString(textOf(token), APFloat::rmNearestTiesToEven);
  bool malformed = !status;
  consumeError(status.takeError());
  if (malformed || value.isInfinity())
    diagnostics.error(diag::number_too_large, rangeOf(buffer, token),
                      "the number is too large for a double");
}

void TokenChecker::check(Token *token, const Token *next) {
  if (token->getType() != Token::EOF && skipForeignComment(token, next))
    return;
  StringRef text = textOf(token);
  if (token->getType() == TALexer::Unknown) {
    if (unknown.end() != text.begin())
      flushUnknown();
    unknown = unknown.empty()
                  ? text
                  : StringRef(unknown.begin(), unknown.size() + text.size());
    return;
  }
  // The parser does not see those characters, nor such a comment: it may
  // stumble where they were.
  bool followsComment = commentEnd != 0 && token->getStartIndex() >= commentEnd;
  if (followsComment)
    commentEnd = 0;
  if (flushUnknown() || followsComment)
    guessed.insert(token->getTokenIndex());
  switch (token->getType()) {
  case TALexer::Integer:
    return checkInteger(token);
  case TALexer::Decimal:
    return checkDecimal(token);
  case TALexer::BadNumber:
    diagnostics
        .error(diag::malformed_number, rangeOf(buffer, token),
               "malformed number " + quoted(text))
        .help(hintForNumber(text));
    return guess(token, TALexer::Integer);
  case TALexer::OpenString:
    diagnostics.error(diag::unclosed_string, rangeOf(buffer, token),
                      "the string has no closing '\"' on its line");
    return guess(token, TALexer::String);
  case TALexer::SingleQuoted:
    diagnostics.error(diag::single_quotes, rangeOf(buffer, token),
                      "strings are written in double quotes");
    return guess(token, TALexer::String);
  default:
    return;
  }
}

} // namespace

DenseSet<size_t> checkTokens(const std::vector<Token *> &tokens,
                             StringRef buffer, Diagnostics &diagnostics) {
  TokenChecker checker(buffer, diagnostics);
  for (size_t i = 0; i < tokens.size() && !diagnostics.isFull(); ++i)
    checker.check(tokens[i], i + 1 < tokens.size() ? tokens[i + 1] : nullptr);
  checker.flushUnknown();
  return std::move(checker.guessed);
}

static bool endsStatement(size_t type) {
  return type == TALexer::Semicolon || type == TALexer::LeftBrace ||
         type == TALexer::RightBrace || type == TALexer::End ||
         type == TALexer::Colon;
}

/// Nothing follows but a list in brackets, and the statement's end.
static bool isListOnly(ArrayRef<size_t> rest) {
  if (rest.front() != TALexer::LeftBracket)
    return false;
  const size_t *end = llvm::find_if(rest, [](size_t type) {
    return type == TALexer::RightBracket || endsStatement(type);
  });
  return rest.end() - end > 1 && *end == TALexer::RightBracket &&
         end[1] == TALexer::Semicolon;
}

/// The word that a name is that begins a statement, from what follows it.
static size_t wordOf(StringRef name, ArrayRef<size_t> rest, bool isOutside) {
  size_t next = rest.front();
  if (name == "distribute" && isListOnly(rest))
    return TALexer::Distribute;
  if (next == TALexer::Semicolon && name == "break")
    return TALexer::Break;
  if (next == TALexer::Semicolon && name == "continue")
    return TALexer::Continue;
  if (isOutside && name == "param" &&
      (next == TALexer::Name || isKeyword(next)))
    return TALexer::Param;
  if (isOutside && name == "import" && next == TALexer::String)
    return TALexer::Import;
  return TALexer::Name;
}

static StringRef textOf(const Token *token, StringRef buffer) {
  SMRange range = rangeOf(buffer, token);
  return {range.Start.getPointer(),
          size_t(range.End.getPointer() - range.Start.getPointer())};
}

void markWords(const std::vector<Token *> &tokens, StringRef buffer) {
  std::vector<Token *> words;
  std::vector<size_t> types;
  for (Token *token : tokens)
    if (token->getChannel() == Token::DEFAULT_CHANNEL) {
      words.push_back(token);
      types.push_back(token->getType());
    }
  auto mark = [&](size_t word, size_t type) {
    static_cast<antlr4::CommonToken *>(words[word])->setType(type);
  };
  bool isFirst = true; // of a statement
  size_t depth = 0;    // of braces
  for (size_t n = 0; n + 1 < words.size(); ++n) {
    size_t type = types[n];
    if (isFirst && type == TALexer::Name)
      mark(n, wordOf(textOf(words[n], buffer),
                     ArrayRef(types).drop_front(n + 1), depth == 0));
    if (n >= 2 && types[n - 2] == TALexer::Tensor &&
        types[n - 1] == TALexer::Less && type == TALexer::Name &&
        parseNarrowType(textOf(words[n], buffer)))
      mark(n, TALexer::NarrowType);
    isFirst = endsStatement(type);
    depth += type == TALexer::LeftBrace;
    depth -= type == TALexer::RightBrace && depth != 0;
  }
}

//===----------------------------------------------------------------------===//
// Nesting
//===----------------------------------------------------------------------===//

namespace {

constexpr size_t maxNesting = 256;

/// What is open at a point of the program, over-approximated so that the
/// parser, which drops and supplies closing tokens after an error but never
/// opening ones, is at no point deeper than this.
class NestingTracker {
public:
  size_t depth() const { return open.size() + prefixes; }

  void step(size_t previous, size_t type, size_t next) {
    bool isPrefix = type == TALexer::Minus || type == TALexer::Exclamation;
    prefixes = isPrefix ? prefixes + 1 : 0;
    switch (type) {
    case TALexer::LeftParen:
    case TALexer::LeftBracket:
    case TALexer::LeftBrace:
    // Opens a body that `end` closes, or a pair of braces.
    case TALexer::Range:
    // A choice goes on to the end of what it is in.
    case TALexer::Question:
      open.push_back(type);
      break;
    case TALexer::Semicolon:
      while (!open.empty() && open.back() == TALexer::Question)
        open.pop_back();
      break;
    case TALexer::If:
      if (previous == TALexer::Else)
        open.push_back(TALexer::Else);
      break;
    case TALexer::RightParen:
      close(TALexer::LeftParen);
      break;
    case TALexer::RightBracket:
      close(TALexer::LeftBracket);
      break;
    case TALexer::End:
      close(TALexer::Range);
      break;
    case TALexer::RightBrace:
      close(TALexer::LeftBrace);
      if (!open.empty() && open.back() == TALexer::Range)
        open.pop_back();
      while (next != TALexer::Else && !open.empty() &&
             open.back() == TALexer::Else)
        open.pop_back();
      break;
    default:
      break;
    }
  }

private:
  void close(size_t opener) {
    auto found = llvm::find(llvm::reverse(open), opener);
    if (found != open.rend())
      open.truncate(open.rend() - found - 1);
  }

  SmallVector<size_t> open;
  size_t prefixes = 0;
};

} // namespace

bool checkNesting(const std::vector<Token *> &tokens, StringRef buffer,
                  Diagnostics &diagnostics) {
  // What the parser does not see must not end an `else if` chain either.
  std::vector<Token *> visible;
  llvm::copy_if(tokens, std::back_inserter(visible), [](const Token *token) {
    return token->getChannel() == Token::DEFAULT_CHANNEL;
  });
  NestingTracker nesting;
  for (size_t i = 0; i < visible.size(); ++i) {
    nesting.step(i ? visible[i - 1]->getType() : 0, visible[i]->getType(),
                 i + 1 < visible.size() ? visible[i + 1]->getType() : 0);
    if (nesting.depth() > maxNesting) {
      diagnostics.error(diag::nested_too_deeply, rangeOf(buffer, visible[i]),
                        "the program is nested more than " + Twine(maxNesting) +
                            " levels deep here");
      return false;
    }
  }
  return true;
}

} // namespace encke
