//===- declaration.cpp - formats that a program declares ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "declaration.h"
#include "parse.h"

#include <algorithm>

namespace encke::format {

/// Gives the type of a level the numbers that are declared.
static std::optional<Problem> setNumbers(Level &level) {
  if (level.numbers.empty())
    return std::nullopt;
  int32_t numbers[2];
  for (size_t k = 0; k != 2; ++k) {
    const Expression &number = level.numbers[k];
    int64_t value =
        number.is(Expression::Kind::Integer) ? number.getNumber() : 0;
    if (value < 1 || value > INT32_MAX)
      return Problem{"'" + std::string(level.type.traits().name) +
                         "' takes positive numbers",
                     "", number.offset};
    numbers[k] = int32_t(value);
  }
  level.type = LevelType(level.type.getValue(), numbers[0], numbers[1]);
  return std::nullopt;
}

std::optional<std::vector<Level>>
Declaration::instantiate(const std::vector<int64_t> &arguments,
                         Problem &problem) const {
  std::vector<Level> result = levels;
  auto setParameters = [&](Expression &e) {
    size_t offset = e.offset;
    e = e.replaceLeaves([&](const Expression &leaf) {
      if (!leaf.is(Expression::Kind::Parameter))
        return leaf;
      Expression value =
          Expression::integer(arguments[size_t(leaf.getNumber())]);
      value.offset = leaf.offset;
      return value;
    });
    e.offset = offset;
  };
  for (Level &level : result) {
    setParameters(level.coordinate);
    for (Expression &number : level.numbers)
      setParameters(number);
    if (std::optional<Problem> wrong = setNumbers(level)) {
      problem = *wrong;
      return std::nullopt;
    }
  }
  std::optional<Problem> wrong = classify(result, order(), modes);
  for (const Layout &layout : layouts) {
    if (wrong)
      break;
    wrong = setLayout(result, layout);
    if (!wrong)
      wrong = checkLayouts(result);
    if (wrong)
      wrong->offset = layout.offset;
  }
  if (!wrong)
    return result;
  problem = *wrong;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The formats of rule L10 that are for one order
//===----------------------------------------------------------------------===//

static constexpr std::string_view allNamed = R"(
format CSR = (i, j) -> (i : dense, j : compressed);
format CSC = (i, j) -> (j : dense, i : compressed);
format DCSR = (i, j) -> (i : compressed, j : compressed);
format DCSC = (i, j) -> (j : compressed, i : compressed);
format ELL = (i, j) -> (i : dense, enumerate([i], j) : dense, j : singleton);
format DIA = (i, j) -> (j - i : compressed, i : dense);
format BCSR(r, c) = (i, j) -> (i / r : dense, j / c : compressed,
                               i % r : dense, j % c : dense);
format CSB(r, c) = (i, j) -> (i / r : dense, j / c : dense,
                              i % r : compressed(nonunique), j % c : singleton);
)";

namespace {
struct Named {
  std::string_view text;
  Declaration declaration;
};
} // namespace

static const std::vector<Named> &namedDeclarations() {
  static const std::vector<Named> all = [] {
    std::vector<Named> result;
    Problem problem;
    std::string_view rest = allNamed.substr(1);
    for (size_t end; (end = rest.find(';')) != std::string_view::npos;) {
      std::string_view text = rest.substr(0, end + 1);
      if (std::optional<Declaration> found = parseDeclaration(text, problem))
        result.push_back({text, std::move(*found)});
      rest.remove_prefix(end + 2);
    }
    return result;
  }();
  return all;
}

static const Named *find(std::string_view name) {
  for (const Named &named : namedDeclarations())
    if (named.declaration.name == name)
      return &named;
  return nullptr;
}

const Declaration *findNamed(std::string_view name) {
  const Named *found = find(name);
  return found ? &found->declaration : nullptr;
}

const std::vector<std::string_view> &namedFormats() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> result;
    for (const Named &named : namedDeclarations())
      result.push_back(named.declaration.name);
    return result;
  }();
  return names;
}

std::string_view namedText(std::string_view name) {
  const Named *found = find(name);
  return found ? found->text : "";
}

//===----------------------------------------------------------------------===//
// Formats as people write them
//===----------------------------------------------------------------------===//

/// The names that are for tensors of every order.
static std::optional<std::vector<LevelType>> typesOf(std::string_view name,
                                                     unsigned order) {
  using T = LevelType;
  if (name == "Dense")
    return std::vector<T>(order, T::dense());
  if (order == 0)
    return std::nullopt;
  if (name == "CSF")
    return std::vector<T>(order, T::compressed());
  std::vector<T> types(order, T::singleton());
  types.front() = T::nonunique();
  if (name == "COO")
    return types;
  // The last mode is stored whole at the coordinates of the others that occur.
  types.back() = T::dense();
  bool isGeneric = (name == "ModeGeneric" || name == "MG") && order > 1;
  return isGeneric ? std::optional(types) : std::nullopt;
}

std::optional<std::vector<Level>>
namedLevels(std::string_view name, unsigned order,
            const std::vector<int64_t> &arguments) {
  Problem problem;
  if (const Declaration *found = findNamed(name))
    return found->order() == order &&
                   found->parameters.size() == arguments.size()
               ? found->instantiate(arguments, problem)
               : std::nullopt;
  std::optional<std::vector<LevelType>> types = typesOf(name, order);
  if (!types || !arguments.empty())
    return std::nullopt;
  std::vector<Level> levels(order);
  for (unsigned mode = 0; mode != order; ++mode) {
    levels[mode].type = (*types)[mode];
    levels[mode].coordinate = Expression::mode(mode);
    levels[mode].mode = mode;
  }
  return levels;
}

/// "BCSR(2, 2)": a name and its numbers.
static bool splitUse(std::string_view text, std::string &name,
                     std::vector<int64_t> &numbers) {
  size_t open = text.find('(');
  name = text.substr(0, open);
  if (open == std::string_view::npos)
    return true;
  std::string_view rest = text.substr(open + 1);
  while (!rest.empty()) {
    size_t end = rest.find_first_of(",)");
    if (end == std::string_view::npos)
      return false;
    std::optional<Expression> number = parseExpression(rest.substr(0, end));
    if (!number || !number->is(Expression::Kind::Integer))
      return false;
    numbers.push_back(number->getNumber());
    bool isLast = rest[end] == ')';
    rest.remove_prefix(end + 1);
    if (isLast)
      return rest.empty();
  }
  return false;
}

/// The levels of a declaration that is used with these numbers.
static std::optional<std::vector<Level>>
use(const Declaration &format, const std::vector<int64_t> &numbers,
    std::optional<unsigned> order, Problem &problem) {
  size_t wanted = format.parameters.size();
  if (format.order() != order.value_or(format.order()))
    problem.text = "the format is for tensors of order " +
                   std::to_string(format.order()) + ", not " +
                   std::to_string(*order);
  else if (numbers.size() != wanted)
    problem.text = "format " + format.name + " takes " +
                   std::to_string(wanted) +
                   (wanted == 1 ? " number" : " numbers") + ", not " +
                   std::to_string(numbers.size());
  else if (std::any_of(numbers.begin(), numbers.end(),
                       [](int64_t n) { return n < 1; }))
    problem.text = "the numbers of format " + format.name + " must be positive";
  else
    return format.instantiate(numbers, problem);
  return std::nullopt;
}

/// The same of "(i, j) -> (j - i : compressed, j : dense)".
static std::optional<std::vector<Level>>
parseUnnamed(std::string_view text, std::optional<unsigned> order,
             Problem &problem) {
  static constexpr std::string_view head = "format F = ";
  std::optional<Declaration> found =
      parseDeclaration(std::string(head) + std::string(text), problem);
  std::optional<std::vector<Level>> levels;
  if (found)
    levels = use(*found, {}, order, problem);
  problem.offset -= std::min(problem.offset, head.size());
  return levels;
}

std::optional<std::vector<Level>>
parseFormat(std::string_view text, std::optional<unsigned> order,
            Problem &problem, const std::vector<Declaration> &declared) {
  if (!text.empty() && text.front() == '(')
    return parseUnnamed(text, order, problem);
  std::string name;
  std::vector<int64_t> numbers;
  if (splitUse(text, name, numbers)) {
    auto own = std::find_if(
        declared.rbegin(), declared.rend(),
        [&](const Declaration &format) { return format.name == name; });
    if (own != declared.rend())
      return use(*own, numbers, order, problem);
    const Declaration *named = findNamed(name);
    if (auto levels = namedLevels(
            name, order.value_or(named ? named->order() : 0), numbers))
      if (order || named)
        return levels;
  }
  auto levels = parseLevels(text, problem);
  // Without a level it is told of an order alone.
  if (levels && (order ? orderOf(*levels) == *order : !levels->empty()))
    return levels;
  problem = {
      "'" + std::string(text) + "' is no format" +
          (order ? " of tensors of order " + std::to_string(*order) : ""),
      "for example CSR, BCSR(2, 2) or '(i, j) -> (j - i : compressed, "
      "j : dense)'",
      0};
  return std::nullopt;
}

std::string declarationText(const Level &level,
                            const std::vector<std::string> &modes) {
  return level.coordinate.str(modes) + " : " + level.type.name();
}

std::string declarationText(const std::vector<Level> &levels) {
  std::string text;
  std::vector<std::string> modes;
  for (unsigned mode = 0; mode != orderOf(levels); ++mode) {
    modes.push_back("d" + std::to_string(mode));
    text += (mode ? ", " : "(") + modes.back();
  }
  text += ") -> ";
  for (size_t l = 0; l != levels.size(); ++l) {
    text += l ? ", " : "(";
    text += declarationText(levels[l], modes);
  }
  text += ")";
  std::string layouts = layoutsText(levels);
  return layouts.empty() ? text : text + " with " + layouts;
}

} // namespace encke::format
