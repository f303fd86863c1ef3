//===- ParserHints.cpp - the likely mistake behind a syntax error ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each part of the grammar where mistakes are alike. Each
// looks at a few tokens around the current one and at what was expected there.
//
//===----------------------------------------------------------------------===//

#include "frontend/parse/ParserHints.h"

#include "dialects/Format.h"
#include "frontend/check/SemaBuiltins.h"
#include "frontend/parse/ParserWords.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using antlr4::Parser;
using antlr4::Token;
using antlr4::misc::IntervalSet;
using T = encke::grammar::TAParser;

namespace encke {

namespace {

class Hints {
public:
  Hints(Parser *parser, const IntervalSet &expected)
      : parser(parser), expected(expected) {
    for (auto *context = parser->getContext(); context;
         context = dynamic_cast<antlr4::ParserRuleContext *>(context->parent)) {
      if (rules.size() < 16)
        rules.push_back(context->getRuleIndex());
      size_t rule = context->getRuleIndex();
      if (rule == T::RuleStatement || rule == T::RuleFunction ||
          rule == T::RuleFormatDeclaration ||
          rule == T::RuleParameterDeclaration) {
        start = context->getStart();
        inFunction = rule == T::RuleFunction ||
                     (context->parent &&
                      static_cast<antlr4::ParserRuleContext *>(context->parent)
                              ->getRuleIndex() != T::RuleTopLevel);
        break;
      }
    }
  }

  std::string find() const {
    for (auto hint :
         {&Hints::ofMisspelling, &Hints::ofFirstWord, &Hints::ofFormat,
          &Hints::ofDeclaration, &Hints::ofTensor, &Hints::ofFunction,
          &Hints::ofControl, &Hints::ofIndices, &Hints::ofAssignment,
          &Hints::ofOperators, &Hints::ofOperands, &Hints::ofStatement,
          &Hints::ofKeyword}) {
      std::string text = (this->*hint)();
      if (!text.empty())
        return text;
    }
    return "";
  }

private:
  Token *token(ssize_t offset) const {
    return parser->getTokenStream()->LT(offset);
  }
  /// 1 is the current token, -1 the one before it.
  size_t type(ssize_t offset) const {
    Token *found = token(offset);
    return found ? found->getType() : size_t(Token::EOF);
  }
  std::string text(ssize_t offset) const {
    Token *found = token(offset);
    return found ? found->getText() : "";
  }
  bool expects(size_t type) const { return expected.contains(type); }
  /// Whether the parser is in `rule`, inside the statement.
  bool isIn(size_t rule) const { return is_contained(rules, rule); }
  size_t startType() const {
    return start ? start->getType() : size_t(Token::EOF);
  }
  size_t distanceFromStart() const {
    return start ? token(1)->getTokenIndex() - start->getTokenIndex() : 0;
  }
  bool isElementType(size_t type) const {
    return type >= T::Double && type <= T::Complex;
  }

  std::string ofMisspelling() const;
  std::string ofFirstWord() const;
  std::string ofFormat() const;
  std::string ofDeclaration() const;
  std::string ofTensor() const;
  std::string ofFunction() const;
  std::string ofControl() const;
  std::string ofIndices() const;
  std::string ofAssignment() const;
  std::string ofOperators() const;
  std::string ofOperands() const;
  std::string ofStatement() const;
  std::string ofKeyword() const;

  Parser *parser;
  const IntervalSet &expected;
  /// The rules that the parser is in, up to the statement.
  SmallVector<size_t, 16> rules;
  /// Where the statement or function begins that the parser is in, or null.
  Token *start = nullptr;
  bool inFunction = false;
};

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

std::string Hints::ofMisspelling() const {
  if (type(1) != T::Name)
    return "";
  std::string written = text(1);
  StringRef known = elementTypeOfOtherLanguages(written);
  // L50: scalars have no narrow types.
  if (auto narrow = parseNarrowType(known.empty() ? written : known.str());
      narrow && !expects(T::NarrowType))
    known = toString(computedIn(*narrow));
  if (!known.empty() && expects(T::Double))
    return "did you mean '" + known.str() + "'?";
  std::string word =
      intendedKeyword(parser->getVocabulary(), text(1), typesIn(expected));
  return word.empty() ? "" : "did you mean '" + word + "'?";
}

/// The word that begins the statement was taken for a name.
std::string Hints::ofFirstWord() const {
  if (startType() != T::Name)
    return "";
  std::string first = start->getText();
  std::string word =
      intendedKeyword(parser->getVocabulary(), first, statementKeywords);
  bool isLabels = word == "IndexLabel";
  if (word.empty())
    word = intendedKeyword(parser->getVocabulary(), first, definitionKeywords);
  if (word.empty())
    word = wordOfOtherLanguages(first).str();
  bool isNear = type(1) == T::LeftBrace || distanceFromStart() <= 2;
  if (!word.empty() && (isNear || isLabels))
    return "did you mean '" + word + "' instead of '" + first + "'?";
  if ((first == "import" || first == "include") && isNear)
    return "functions of another file are made known outside of functions: "
           "'import \"graph.ta\";'";
  if (first == "param" && distanceFromStart() == 1 && type(1) == T::Name)
    return "parameters of the program stand outside of functions; a variable "
           "is declared with 'var'";
  if (isForeignStatement(first) && isNear)
    return "there is no '" + first + "' in the language";
  return "";
}

std::string Hints::ofKeyword() const {
  if (!isKeyword(type(1)) || !expects(T::Name) || expects(T::IndexLabel))
    return "";
  if (expects(T::Decimal) && is_contained(statementKeywords, type(1)))
    return "'" + text(1) + "' begins a statement and has no value";
  return "'" + text(1) +
         "' is a word of the language and cannot be used as a name";
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// L33.
std::string Hints::ofFormat() const {
  bool isBody = isIn(T::RuleFormatDeclaration) &&
                (type(-1) == T::Assign || type(-1) == T::RightParen);
  return isBody && (expects(T::LeftParen) || expects(T::Arrow))
             ? "a format maps modes to levels: 'format F = (i, j) -> (i : "
               "dense, j : compressed);'"
             : "";
}

std::string Hints::ofDeclaration() const {
  if (startType() == T::IndexLabel) {
    if (type(-1) == T::Assign && expects(T::LeftBracket))
      return "a size stands in brackets: '= [4];' or '= [?];'";
    if (type(1) == T::Comma && expects(T::Colon))
      return "a range is written [lo:hi]; the labels of one declaration have "
             "one size";
    if (isIn(T::RuleLabelDeclaration) && expects(T::Question) &&
        expects(T::Integer))
      return "a size is a number, or '?' when a file tells it";
    if (type(1) == T::LeftParen && expects(T::Assign))
      return "a size is written '= [4]'";
  }
  if (startType() == T::Param && isIn(T::RuleConstant))
    return "a parameter is a number, true, false or a text by default";
  if (startType() == T::Var) {
    if (isIn(T::RuleScalarDeclaration) && expects(T::Assign) &&
        !expects(T::EqualEqual))
      return "a variable has the type of its first value: 'var " + text(-1) +
             " = 0.0;'";
    if (type(1) == T::Comma && expects(T::Semicolon))
      return "each variable has a 'var' of its own";
  }
  if (isElementType(type(1)) && expects(T::IndexLabel))
    return !inFunction && !start && type(3) == T::LeftParen
               ? "a function is written 'def main() { ... }'"
               : "a scalar variable is declared with 'var', and has the type "
                 "of its value";
  return "";
}

std::string Hints::ofTensor() const {
  if (type(-1) == T::Tensor && expects(T::Less))
    return "a tensor has an element type: 'Tensor<double>'";
  bool isTensor =
      startType() == T::Tensor || isIn(T::RuleParameter) || isIn(T::RuleResult);
  if (!isTensor)
    return "";
  if (isElementType(type(-1)) && type(1) == T::Comma && expects(T::Greater))
    return "the dimensions say a tensor's order: 'Tensor<double> A([i, j], "
           "{Dense});'";
  if (type(1) == T::LeftBracket && expects(T::LeftParen) &&
      expects(T::RightBrace))
    return "the numbers of a format stand in parentheses: 'BCSR(2, 2)'";
  bool afterName = expects(T::LeftParen) && type(-1) == T::Name;
  if ((afterName && (type(1) == T::LeftBracket || type(1) == T::Assign)) ||
      (type(-1) == T::LeftParen && expects(T::LeftBracket)))
    return "a tensor is declared with its labels in brackets and a format: "
           "'Tensor<double> A([i, j], {Dense});'";
  if (expects(T::Hybrid) && expects(T::LeftBrace))
    return "a format stands in braces: '{CSR}'";
  if (type(1) == T::Name && type(-1) == T::Name &&
      (isIn(T::RuleDimensions) || isIn(T::RuleFormat)))
    return "a ',' stands between '" + text(-1) + "' and '" + text(1) + "'";
  return "";
}

//===----------------------------------------------------------------------===//
// Functions and control flow
//===----------------------------------------------------------------------===//

std::string Hints::ofFunction() const {
  if (startType() == T::Name && !inFunction && type(1) == T::LeftBrace &&
      type(-1) == T::RightParen)
    return "a function begins with 'def': 'def " + start->getText() +
           "() { ... }'";
  if (!start && expects(T::Def) && type(1) == T::RightBrace)
    return "no '{' is open that this closes";
  if (startType() != T::Def)
    return "";
  if (expects(T::Tensor) && expects(T::Double) && type(1) == T::Name)
    return "a parameter has a type: 'double " + text(1) +
           "' or 'Tensor<double> " + text(1) + "'";
  if (type(1) == T::Colon && expects(T::Arrow))
    return isElementType(type(2)) || type(2) == T::Tensor
               ? "the type of the result stands after '->'"
               : "a body stands in braces: '{ ... }'";
  if (type(1) == T::LeftBrace && expects(T::LeftParen))
    return "a function has parentheses, also without parameters: 'def " +
           text(-1) + "() { ... }'";
  return "";
}

std::string Hints::ofControl() const {
  size_t first = startType();
  if (first == T::For) {
    if (isIn(T::RuleForLoop) && type(-1) == T::For && type(1) == T::LeftParen)
      return "a loop is written 'for t in 0:10 { ... }'";
    bool isOldRange = type(1) == T::Decimal && text(1).front() == '.';
    if (expects(T::Colon) &&
        (isOldRange || type(1) == T::LeftBrace || type(1) == T::Colon))
      return "a loop counts over a range: 'for t in 0:10 { ... }'";
    if (type(1) == T::Colon && expects(T::RightBracket))
      return "a loop's range has no brackets: 'for t in 0:10 { ... }'";
  }
  if (first != T::If && first != T::While && first != T::For)
    return "";
  if (expects(T::LeftParen) && (type(-1) == T::If || type(-1) == T::While))
    return "a condition stands in parentheses";
  if (expects(T::LeftBrace) && !expects(T::Plus))
    return "a body stands in braces: '{ ... }'";
  return "";
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

std::string Hints::ofIndices() const {
  size_t current = type(1), previous = type(-1);
  if (current == T::LeftBracket && previous == T::RightBracket)
    return "the labels of a tensor are separated by commas: 'A[i, j]'";
  if (!expects(T::RightBracket) && !expects(T::Name))
    return "";
  bool isIndex = isIn(T::RuleIndices) &&
                 (previous == T::LeftBracket || previous == T::Comma ||
                  expects(T::RightBracket));
  if (!isIndex || isIn(T::RuleArguments))
    return "";
  if (current == T::Colon)
    return "a part of a dimension has a label of its own, which a range "
           "declares: 'IndexLabel [p] = [0:5];'";
  if (current == T::Name && previous == T::Name)
    return "a ',' stands between '" + text(-1) + "' and '" + text(1) + "'";
  return "";
}

//===----------------------------------------------------------------------===//
// Assignments and expressions
//===----------------------------------------------------------------------===//

std::string Hints::ofAssignment() const {
  if (startType() != T::Name)
    return "";
  size_t current = type(1);
  if (current == T::Assign && type(-1) == T::RightParen &&
      expects(T::Semicolon))
    return "the labels of a tensor stand in brackets: '" + start->getText() +
           "[i, j]'";
  if ((current == T::Colon && type(2) == T::Assign) ||
      (current == T::Greater && type(-1) == T::Assign) ||
      (current == T::Minus && type(-1) == T::Less) ||
      (current == T::EqualEqual && expects(T::PlusAssign)))
    return "an assignment is written '='";
  if (!expects(T::PlusAssign))
    return "";
  std::string target = start->getText();
  bool isTwice =
      current == type(2) && (current == T::Plus || current == T::Minus);
  if (isTwice && distanceFromStart() == 1)
    return "write '" + target + " = " + target + " " + text(1) + " 1'";
  if (type(2) == T::Assign && distanceFromStart() == 1)
    return "write '" + target + " = " + target + " " + text(1) + " ...'";
  if (is_contained({T::Plus, T::Minus, T::Star, T::Slash, T::DotStar}, current))
    return "the left side of an assignment is one tensor or variable";
  return "";
}

std::string Hints::ofOperators() const {
  size_t current = type(1), previous = type(-1);
  if (current == T::Star && previous == T::Star)
    return "a power is written pow(x, 2)";
  if (current == T::Percent && previous == T::Percent)
    return "'a % b' is the remainder of whole numbers";
  if (previous == T::At && expects(T::LeftParen))
    return "the matrix product is '*', with labels: 'A[i, j] * B[j, k]'; '@' "
           "names the operators of a semiring: 'A[i, j] @(min, +) B[j, k]'";
  if (isIn(T::RuleSemiring) && current == T::DotStar)
    return "the operators of a semiring are separated by a comma: '@(+, *)'";
  if (isIn(T::RuleSemiringOperator) || isIn(T::RuleSemiring)) {
    if (current == T::OrOr || current == T::AndAnd)
      return "in a semiring 'or' is '|' and 'and' is '&': '@(|, &)'";
  }
  if (current == T::Assign && expects(T::EqualEqual))
    return isIn(T::RuleIndices) ? "" : "'==' compares";
  if (current == T::Ampersand && expects(T::AndAnd))
    return "'&&' is the logical and";
  if (current == T::Bar && expects(T::OrOr))
    return "'||' is the logical or";
  if (current == T::Plus && expects(T::Minus) && !expects(T::Plus))
    return "'+' stands between two operands";
  if (current != T::Name || !expects(T::AndAnd))
    return "";
  std::string word = StringRef(text(1)).lower();
  if (word == "and")
    return "'&&' is the logical and";
  if (word == "or")
    return "'||' is the logical or";
  return "";
}

std::string Hints::ofOperands() const {
  size_t current = type(1), previous = type(-1);
  bool isOperand =
      current == T::Name || current == T::Integer || current == T::Decimal;
  if (previous == T::Name && isOperand && sema::findBuiltin(text(-1)) &&
      expects(T::LeftParen))
    return "arguments stand in parentheses: '" + text(-1) + "(" + text(1) +
           (type(2) == T::LeftBracket ? "[...]" : "") + ")'";
  if (isOperand && expects(T::Comma) && expects(T::RightBracket))
    return "the elements of a tensor literal are separated by commas";
  bool followsOperand = previous == T::RightBracket || previous == T::Integer ||
                        previous == T::Decimal || previous == T::RightParen;
  if (isOperand && followsOperand && expects(T::Star) &&
      token(1)->getLine() == token(-1)->getLine())
    return current == T::Name ? "a product is written with '*'" : "";
  if (isIn(T::RuleEntry))
    return "elements with their coordinates are '{(0, 2): 1.5}'; a tensor "
           "literal stands in brackets: '[1, 2]'";
  if (current == T::Comma && expects(T::RightParen) && expects(T::Plus) &&
      isIn(T::RulePrimary) && !isIn(T::RuleArguments))
    return "a tensor literal stands in brackets: '[1, 2]'";
  if (dynamic_cast<T::TransposeContext *>(parser->getContext()) &&
      expects(T::Comma))
    return "'transpose' names its labels in their new order: "
           "'transpose(A[i, j], {j, i})'";
  return "";
}

std::string Hints::ofStatement() const {
  if (!expects(T::IndexLabel))
    return "";
  switch (type(1)) {
  case T::Percent:
  case T::Minus:
  case T::String:
    return "a comment begins with '#'";
  case T::Else:
    return "an 'else' follows the '}' of its 'if'";
  case T::End:
    return "an 'end' closes 'for t in range(...):'";
  default:
    return "";
  }
}

} // namespace

std::string hintFor(Parser *parser, const IntervalSet &expected) {
  return Hints(parser, expected).find();
}

} // namespace encke
