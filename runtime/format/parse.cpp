//===- parse.cpp - format declarations and their parts as text ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "parse.h"
#include "condition.h"

#include <algorithm>
#include <cctype>

namespace encke::format {

using Kind = Expression::Kind;

namespace {

/// Recursive descent. After the first problem nothing more is taken.
class Parser {
public:
  Parser(std::string_view text, Problem &problem)
      : text(text), problem(problem) {
    skip();
  }

  bool atEnd() const { return at == text.size(); }
  bool failed() const { return isWrong; }
  Expression sum();
  void declaration(Declaration &result);
  Condition condition();

  /// The names that stand for modes and for parameters; without them, modes
  /// are d0, d1, ...
  const Declaration *names = nullptr;

private:
  void skip();
  bool peek(std::string_view token) const;
  bool take(std::string_view token);
  void expect(std::string_view token);
  std::string name(const char *what);
  std::vector<std::string> nameList(const char *what);
  void fail(std::string why, size_t offset, std::string help = "");
  std::optional<int64_t> number();
  Expression operation(Kind kind, const Expression &left,
                       const Expression &right, size_t offset);
  Expression product();
  Expression primary();
  Expression named();
  Expression query(Kind kind, size_t offset);
  Level level();
  void levelType(Level &level);
  std::vector<Expression> levelNumbers(const std::string &type);
  Layout layout(size_t levels);
  unsigned layoutLevel(size_t levels, bool mayBeValues);
  Condition join(Condition::Kind kind, Condition left, Condition right);
  Condition anyOf();
  Condition allOf();
  Condition negated();
  bool enclosesCondition() const;
  Condition comparison();

  std::string_view text;
  Problem &problem;
  size_t at = 0;
  unsigned depth = 0, operations = 0;
  bool isWrong = false;
};

/// How deep parentheses may go, and how many operations a text may have: an
/// expression is walked by recursion.
constexpr unsigned mostNested = 64;
constexpr unsigned mostOperations = 1000;

} // namespace

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

static bool isWordChar(char c) { return std::isalnum(uint8_t(c)) || c == '_'; }

/// Past spaces and comments.
void Parser::skip() {
  while (at != text.size()) {
    if (text[at] == '#')
      at = std::min(text.find('\n', at), text.size());
    else if (std::isspace(uint8_t(text[at])))
      ++at;
    else
      return;
  }
}

bool Parser::peek(std::string_view token) const {
  size_t end = at + token.size();
  bool goesOn =
      isWordChar(token.back()) && end < text.size() && isWordChar(text[end]);
  return text.substr(at, token.size()) == token && !goesOn;
}

bool Parser::take(std::string_view token) {
  if (isWrong || !peek(token))
    return false;
  at += token.size();
  skip();
  return true;
}

void Parser::fail(std::string why, size_t offset, std::string help) {
  if (isWrong)
    return;
  isWrong = true;
  problem = {std::move(why), std::move(help), offset};
}

void Parser::expect(std::string_view token) {
  if (!take(token))
    fail("'" + std::string(token) + "' is expected here", at);
}

std::string Parser::name(const char *what) {
  size_t begin = at;
  if (!isWrong && at != text.size() && !std::isdigit(uint8_t(text[at])))
    while (at != text.size() && isWordChar(text[at]))
      ++at;
  std::string result(text.substr(begin, at - begin));
  if (result.empty())
    fail(std::string(what) + " is expected here", begin);
  skip();
  return result;
}

std::vector<std::string> Parser::nameList(const char *what) {
  std::vector<std::string> names;
  expect("(");
  do {
    size_t begin = at;
    names.push_back(name(what));
    if (std::count(names.begin(), names.end(), names.back()) != 1)
      fail("'" + names.back() + "' occurs twice", begin);
  } while (take(","));
  expect(")");
  return names;
}

std::optional<int64_t> Parser::number() {
  size_t begin = at;
  int64_t value = 0;
  while (!isWrong && at != text.size() && std::isdigit(uint8_t(text[at])))
    if (__builtin_mul_overflow(value, 10, &value) ||
        __builtin_add_overflow(value, text[at++] - '0', &value))
      fail("the number does not fit 64 bits", begin);
  if (at == begin || isWrong)
    return std::nullopt;
  skip();
  return value;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Expression Parser::operation(Kind kind, const Expression &left,
                             const Expression &right, size_t offset) {
  if (++operations > mostOperations)
    fail("the expressions are too long", offset);
  if (isWrong)
    return Expression::integer(0);
  Expression result = Expression::make(kind, {left, right});
  result.offset = offset;
  return result;
}

Expression Parser::sum() {
  size_t begin = at;
  if (++depth > mostNested) {
    fail("the expression is nested too deeply", at);
    return Expression::integer(0);
  }
  Expression left = product();
  while (!isWrong && (peek("+") || (peek("-") && !peek("->")))) {
    Kind kind = take("+") ? Kind::Add : Kind::Subtract;
    if (kind == Kind::Subtract)
      take("-");
    left = operation(kind, left, product(), begin);
  }
  --depth;
  return left;
}

Expression Parser::product() {
  size_t begin = at;
  Expression left = primary();
  while (!isWrong && (peek("*") || peek("/") || peek("%"))) {
    Kind kind = take("*")   ? Kind::Multiply
                : take("/") ? Kind::Divide
                            : Kind::Remainder;
    if (kind == Kind::Remainder)
      take("%");
    left = operation(kind, left, primary(), begin);
  }
  return left;
}

Expression Parser::primary() {
  size_t begin = at;
  if (take("(")) {
    Expression inner = sum();
    expect(")");
    return inner;
  }
  if (take("-")) {
    if (++depth > mostNested)
      fail("the expression is nested too deeply", at);
    Expression result =
        isWrong ? Expression::integer(0)
                : Expression::make(Kind::Subtract,
                                   {Expression::integer(0), primary()});
    --depth;
    return result;
  }
  Expression result = Expression::integer(0);
  if (std::optional<int64_t> value = number())
    result = Expression::integer(*value);
  else if (!isWrong)
    result = named();
  result.offset = begin;
  return result;
}

/// A mode, a parameter or a query.
Expression Parser::named() {
  size_t begin = at;
  std::string word = name("a mode, a number or a query");
  for (Kind kind :
       {Kind::Count, Kind::Enumerate, Kind::Reorder, Kind::Schedule})
    if (word == queryName(kind) && take("("))
      return query(kind, begin);
  if (isWrong)
    return Expression::integer(0);
  if (!names) {
    Problem ignored;
    std::optional<int64_t> mode;
    if (word[0] == 'd')
      mode = Parser(std::string_view(word).substr(1), ignored).number();
    if (mode && word == "d" + std::to_string(*mode) && *mode < 1 << 16)
      return Expression::mode(*mode);
    fail("'" + word + "' is no mode", begin);
    return Expression::integer(0);
  }
  auto find = [&](const std::vector<std::string> &all) {
    return std::find(all.begin(), all.end(), word) - all.begin();
  };
  if (auto mode = find(names->modes); size_t(mode) != names->modes.size())
    return Expression::mode(mode);
  if (auto p = find(names->parameters); size_t(p) != names->parameters.size())
    return Expression::parameter(p);
  fail("'" + word +
           (names->name.empty() ? "' is no mode of the tensor"
                                : "' is neither a mode nor a parameter of the "
                                  "format"),
       begin);
  return Expression::integer(0);
}

/// Behind its left parenthesis.
Expression Parser::query(Kind kind, size_t offset) {
  std::vector<Expression> operands;
  bool isList = kind == Kind::Enumerate;
  if (isList) {
    expect("[");
    while (!isWrong && !peek("]")) {
      operands.push_back(sum());
      if (!take(","))
        break;
    }
    expect("]");
    expect(",");
  }
  do
    operands.push_back(sum());
  while (!isList && take(","));
  expect(")");
  size_t wanted = kind == Kind::Reorder ? 1 : kind == Kind::Schedule ? 2 : 0;
  if (wanted && operands.size() != wanted)
    fail(std::string("'") + queryName(kind) + "' takes " +
             (wanted == 1 ? "one expression" : "an expression and a number"),
         offset);
  if (isWrong)
    return Expression::integer(0);
  return Expression::make(kind, std::move(operands));
}

std::optional<Expression> parseExpression(std::string_view text) {
  Problem problem;
  Parser parser(text, problem);
  Expression result = parser.sum();
  return parser.failed() || !parser.atEnd() ? std::nullopt
                                            : std::optional(result);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

Condition Parser::join(Condition::Kind kind, Condition left, Condition right) {
  if (++operations > mostOperations)
    fail("the condition is too long", at);
  Condition result;
  result.kind = kind;
  result.operands.push_back(std::move(left));
  result.operands.push_back(std::move(right));
  return result;
}

Condition Parser::anyOf() {
  Condition left = allOf();
  while (take("||"))
    left = join(Condition::Kind::Or, std::move(left), allOf());
  return left;
}

Condition Parser::allOf() {
  Condition left = negated();
  while (take("&&"))
    left = join(Condition::Kind::And, std::move(left), negated());
  return left;
}

/// `!c`, a comparison, or a condition in parentheses. Where a parenthesis
/// begins, what it encloses tells which of the two it is.
Condition Parser::negated() {
  Condition result;
  if (++depth > mostNested)
    fail("the condition is nested too deeply", at);
  if (isWrong)
    return result;
  if (!peek("!=") && take("!")) {
    result.kind = Condition::Kind::Not;
    result.operands.push_back(negated());
    --depth;
    return result;
  }
  if (enclosesCondition()) {
    take("(");
    result = anyOf();
    expect(")");
  } else {
    result = comparison();
  }
  --depth;
  return result;
}

/// At a parenthesis that belongs to a condition: no expression has a sign of
/// these.
bool Parser::enclosesCondition() const {
  unsigned open = 0;
  bool found = false;
  for (size_t end = at; peek("(") && end != text.size(); ++end) {
    open += text[end] == '(';
    open -= text[end] == ')';
    found |= std::string_view("<>=!&|").find(text[end]) != text.npos;
    if (open == 0)
      break;
  }
  return found;
}

Condition Parser::comparison() {
  using C = Condition::Kind;
  Condition result;
  result.sides.push_back(sum());
  struct Sign {
    const char *text;
    C kind;
    bool isSwapped;
  };
  // A sign that another one begins with comes behind it.
  static constexpr Sign signs[] = {
      {"<=", C::LessEqual, false}, {">=", C::LessEqual, true},
      {"<", C::Less, false},       {">", C::Less, true},
      {"==", C::Equal, false},     {"!=", C::NotEqual, false}};
  const Sign *sign = std::find_if(std::begin(signs), std::end(signs),
                                  [&](const Sign &s) { return take(s.text); });
  if (sign == std::end(signs)) {
    fail("a comparison is expected here", at, "for example 'count(i) >= 32'");
    return result;
  }
  result.kind = sign->kind;
  result.sides.push_back(sum());
  if (sign->isSwapped)
    std::swap(result.sides[0], result.sides[1]);
  for (const Expression &side : result.sides)
    if (std::optional<Problem> wrong = checkExpression(side))
      fail(wrong->text, wrong->offset);
  return result;
}

Condition Parser::condition() {
  Condition result = anyOf();
  if (!atEnd())
    fail("'&&', '||' or the end of the condition is expected here", at);
  return result;
}

std::optional<Condition> parseCondition(std::string_view text,
                                        const std::vector<std::string> &modes,
                                        Problem &problem) {
  Parser parser(text, problem);
  Declaration names;
  names.modes = modes;
  if (!modes.empty())
    parser.names = &names;
  Condition result = parser.condition();
  return parser.failed() ? std::nullopt : std::optional(std::move(result));
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// "(n, m)".
std::vector<Expression> Parser::levelNumbers(const std::string &type) {
  if (!peek("("))
    fail("'" + type + "' takes two numbers, n and m", at,
         "of each m coordinates n are stored");
  expect("(");
  std::vector<Expression> numbers = {primary()};
  expect(",");
  numbers.push_back(primary());
  expect(")");
  return numbers;
}

void Parser::levelType(Level &level) {
  size_t begin = at;
  std::string word = name("a level type");
  const LevelTraits *end = levelTraits + levelTypeCount;
  auto isNamed = [&](const LevelTraits &traits) { return traits.name == word; };
  const LevelTraits *type = std::find_if(levelTraits, end, isNamed);
  if (type == end) {
    return fail("unknown level type '" + word + "'", begin,
                "a level is " + levelTypeNames());
  }
  level.type = LevelType(int32_t(type - levelTraits));
  if (type->hasNumbers)
    level.numbers = levelNumbers(word);
  if (type->hasNumbers || !take("("))
    return;
  // Types of one name differ in their argument.
  size_t inside = at;
  std::string known;
  for (; type != end; type = std::find_if(type + 1, end, isNamed)) {
    if (type->argument.empty())
      continue;
    level.type = LevelType(int32_t(type - levelTraits));
    if (take(type->argument))
      return expect(")");
    known = " but '" + std::string(type->argument) + "'";
  }
  fail("'" + word + "' takes nothing" + known, inside);
}

Level Parser::level() {
  Level result;
  result.offset = at;
  result.coordinate = sum();
  if (!take(":"))
    fail("the level '" + (names ? result.coordinate.str(names->modes) : "") +
             "' has no type",
         result.offset, "for example ': dense' or ': compressed'");
  levelType(result);
  return result;
}

unsigned Parser::layoutLevel(size_t levels, bool mayBeValues) {
  size_t begin = at;
  if (mayBeValues && take("values"))
    return unsigned(levels);
  std::optional<int64_t> level = number();
  if (!level)
    fail(mayBeValues ? "the number of a level, or 'values', is expected here"
                     : "the number of a level is expected here",
         begin);
  else if (size_t(*level) >= levels)
    fail("the format has no level " + std::to_string(*level), begin,
         "levels count from 0");
  return isWrong ? 0 : unsigned(*level);
}

Layout Parser::layout(size_t levels) {
  Layout result;
  result.offset = at;
  bool isPack = take("pack");
  if (!isPack && !take("partition"))
    fail("a layout is pack(first, last) or partition(level)", at);
  result.kind = isPack ? Layout::Pack : Layout::Partition;
  expect("(");
  result.first = result.last = layoutLevel(levels, /*mayBeValues=*/false);
  if (isPack) {
    expect(",");
    size_t begin = at;
    result.last = layoutLevel(levels, /*mayBeValues=*/true);
    if (!isWrong && result.last <= result.first)
      fail("pack takes a level and a later one", begin);
  }
  expect(")");
  return result;
}

void Parser::declaration(Declaration &result) {
  expect("format");
  result.name = name("the name of the format");
  if (peek("("))
    result.parameters = nameList("the name of a parameter");
  expect("=");
  size_t begin = at;
  result.modes = nameList("the name of a mode");
  for (const std::string &mode : result.modes)
    if (std::count(result.parameters.begin(), result.parameters.end(), mode))
      fail("'" + mode + "' is a parameter and a mode", begin);
  expect("->");
  expect("(");
  names = &result;
  do
    result.levels.push_back(level());
  while (take(","));
  expect(")");
  if (take("with"))
    do
      result.layouts.push_back(layout(result.levels.size()));
    while (take(","));
}

std::optional<Declaration> parseDeclaration(std::string_view text,
                                            Problem &problem) {
  Parser parser(text, problem);
  Declaration result;
  parser.declaration(result);
  return parser.failed() ? std::nullopt : std::optional(std::move(result));
}

} // namespace encke::format
