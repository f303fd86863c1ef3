//===- ExplainProgram.cpp - what is written where a statement stands ------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Compiler.h"
#include "driver/Explain.h"

#include "llvm/ADT/StringExtras.h"

using namespace encke;
using namespace llvm;

/// The statement of a program at a place, in one line; empty without a place.
static std::string getText(const SourceMgr &sources, StringRef place) {
  auto [rest, columnText] = place.rsplit(':');
  auto [file, lineText] = rest.rsplit(':');
  unsigned line = 0, column = 0;
  if (lineText.getAsInteger(10, line) || columnText.getAsInteger(10, column) ||
      line == 0 || column == 0)
    return "";
  StringRef text =
      sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
  for (unsigned buffer = 1; buffer <= sources.getNumBuffers(); ++buffer)
    if (sources.getMemoryBuffer(buffer)->getBufferIdentifier() == file)
      text = sources.getMemoryBuffer(buffer)->getBuffer();
  while (--line != 0)
    text = text.split('\n').second;
  text = text.drop_front(column - 1).split(';').first;
  // An expression in another one, or in an index, ends with it.
  int open = 0;
  StringRef statement = text.take_while([&](char c) {
    open += (c == '(' || c == '[') - (c == ')' || c == ']');
    return open >= 0;
  });
  SmallVector<StringRef> words;
  SplitString(statement, words);
  return join(words, " ") + (statement == text ? ";" : "");
}

/// The ways that the statement's schedule asks for stand before it, in order.
static void moveWays(const Compiler &compiler, const ast::Assign &assign,
                     Explanation &explanation) {
  std::string whole = compiler.getPlace(assign.range.Start);
  Explanation ways;
  for (const ast::Directive &when : assign.schedule) {
    auto found = find_if(explanation, [&](const ExplainedStatement &way) {
      return when.name.name == "when" &&
             way.place == compiler.getPlace(when.range.Start);
    });
    if (found == explanation.end())
      continue;
    found->text = ast::textOf(when.range).str();
    found->question = ast::textOf(when.arguments.front()->range).str();
    found->whole = whole;
    found->maySchedule = true;
    ways.push_back(std::move(*found));
    explanation.erase(found);
  }
  auto at = find_if(explanation, [&](const ExplainedStatement &statement) {
    return statement.place == whole;
  });
  explanation.insert(at, ways.begin(), ways.end());
}

void encke::explainProgram(const Compiler &compiler, Explanation &explanation) {
  for (ExplainedStatement &statement : explanation)
    statement.text = getText(compiler.getSources(), statement.place);
  for (const ast::Assign *assign : compiler.findAssignments()) {
    for (ExplainedStatement &statement : explanation)
      statement.maySchedule |=
          statement.place == compiler.getPlace(assign->range.Start);
    moveWays(compiler, *assign, explanation);
  }
}
