//===- FrontEndFuzzer.cpp - no program breaks the front end (L37) ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libFuzzer target: whatever the text, the parser, the checker and the
// formatter end with a result or with messages that have a place. The
// sanitizers watch for the rest.
//
//===----------------------------------------------------------------------===//

#include "frontend/check/Sema.h"
#include "frontend/parse/Parser.h"
#include "tests/unit/FormatterProperties.h"

#include <cstdlib>
#include <random>

using namespace encke;

/// libLLVM is not instrumented. Where code in its headers poisons memory that
/// the library then hands out again, the report would be false. The search for
/// leaks needs ptrace, which containers forbid; it may hang there.
extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0:quarantine_size_mb=64:detect_leaks=0";
}

/// Ends the run as a finding.
static void require(bool condition, llvm::StringRef what) {
  if (condition)
    return;
  llvm::errs() << "FrontEndFuzzer: " << what << "\n";
  std::abort();
}

static void checkText(llvm::StringRef text) {
  llvm::SourceMgr sources;
  unsigned id = sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(text, "t.ta"), llvm::SMLoc());
  Diagnostics diagnostics(sources);
  std::unique_ptr<ast::Program> program = parseProgram(diagnostics, id);
  require(bool(program) != diagnostics.hasErrors(),
          "no tree and no error, or both");
  if (program) {
    printProgram(*program, sources, llvm::nulls());
    std::optional<CheckedProgram> checked = checkProgram(*program, diagnostics);
    require(checked.has_value() != diagnostics.hasErrors(),
            "neither checked nor an error, or both");
    if (checked) {
      printProgram(*program, sources, llvm::nulls());
      bool supported = checkSupported(*checked, diagnostics);
      require(supported != diagnostics.hasErrors(),
              "neither supported nor an error, or both");
    }
  }
  std::string messages;
  llvm::raw_string_ostream os(messages);
  diagnostics.flush(os);
  require(messages.empty() || llvm::StringRef(messages).starts_with("t.ta:"),
          "a message without a place");
}

//===----------------------------------------------------------------------===//
// Changes that keep most of a program in order
//===----------------------------------------------------------------------===//

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

/// A program as tokens, for changes that bytes rarely make by chance: the
/// result often parses, and then the checker has its turn.
class TokenMutator {
public:
  TokenMutator(llvm::StringRef text, unsigned seed) : text(text), random(seed) {
    ByteStream bytes(text);
    grammar::TALexer lexer(&bytes);
    lexer.removeErrorListeners();
    for (const auto &token : lexer.getAllTokens())
      tokens.push_back({token->getType(), token->getStartIndex(),
                        token->getStopIndex() + 1});
  }

  std::string mutate() {
    if (tokens.empty())
      return text.str();
    Token at = pick(), other = pick();
    switch (random() % 5) {
    case 0: // Without a token.
      return replaced(at.begin, at.end, "");
    case 1: // Another token of the text in its place.
      return replaced(at.begin, at.end, textOf(other));
    case 2: // Another of its kind: a name for a name, a number for a number.
      for (int i = 0; i < 50 && other.type != at.type; ++i)
        other = pick();
      return replaced(at.begin, at.end, textOf(other));
    case 3: // Without a statement.
      return replaced(statementBegin(at), statementEnd(at), "");
    default: // A statement in another place.
      return replaced(statementBegin(at), statementBegin(at),
                      text.slice(statementBegin(other), statementEnd(other)));
    }
  }

private:
  struct Token {
    size_t type, begin, end;
  };

  Token pick() { return tokens[random() % tokens.size()]; }
  llvm::StringRef textOf(Token token) const {
    return text.slice(token.begin, token.end);
  }
  size_t statementBegin(Token token) const {
    return text.find_last_of(";{", token.begin) + 1;
  }
  size_t statementEnd(Token token) const {
    size_t end = text.find(';', token.begin);
    return end == llvm::StringRef::npos ? text.size() : end + 1;
  }
  std::string replaced(size_t begin, size_t end, llvm::StringRef by) const {
    return (text.take_front(begin) + by + text.drop_front(end)).str();
  }

  llvm::StringRef text;
  std::minstd_rand random;
  std::vector<Token> tokens;
};

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t most, unsigned seed) {
  if (seed % 3 == 0)
    return LLVMFuzzerMutate(data, size, most);
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  std::string result = TokenMutator(text, seed).mutate();
  size = std::min(result.size(), most);
  std::copy_n(result.begin(), size, data);
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  checkText(text);
  std::string broken = test::whatFormattingBreaks(text);
  require(broken.empty(), "formatting breaks a program: " + broken);
  return 0;
}
