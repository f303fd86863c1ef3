//===- SemaNames.cpp - scopes, lookup and spelling suggestions ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace encke;
using namespace encke::sema;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Helpers on trees and names
//===----------------------------------------------------------------------===//

bool sema::mentionsTensor(const ast::Expr &expr) {
  if (llvm::isa<ast::Access>(&expr))
    return true;
  if (const auto *name = llvm::dyn_cast<ast::Name>(&expr))
    return name->tensor;
  bool found = false;
  forEachOperand(expr, [&](const ast::Expr &operand) {
    found |= mentionsTensor(operand);
  });
  return found;
}

StringRef sema::sourceText(llvm::SMRange range) {
  return StringRef(range.Start.getPointer(),
                   range.End.getPointer() - range.Start.getPointer());
}

std::string sema::quoteList(llvm::ArrayRef<std::string> names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

std::string sema::countOf(size_t count, StringRef noun) {
  if (noun == "index" && count != 1)
    noun = "indice";
  return llvm::utostr(count) + " " + noun.str() + (count == 1 ? "" : "s");
}

/// The number of letters to change, drop, add or swap with their neighbour to
/// turn one name into the other.
static unsigned typingErrors(StringRef from, StringRef to) {
  std::vector<std::vector<unsigned>> cost(from.size() + 1,
                                          std::vector<unsigned>(to.size() + 1));
  for (size_t i = 0; i <= from.size(); ++i)
    for (size_t j = 0; j <= to.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1,
                             cost[i - 1][j - 1] + (from[i - 1] != to[j - 1])});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] &&
          from[i - 2] == to[j - 1])
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  return cost[from.size()][to.size()];
}

std::optional<StringRef>
sema::closestName(StringRef name, llvm::ArrayRef<StringRef> candidates) {
  // A third of the letters may be wrong; in a name of one or two letters any
  // other would be as close, so only the case may.
  constexpr size_t longest = 64; // beyond this it is not worth the time
  if (name.size() > longest)
    return std::nullopt;
  unsigned allowed = name.size() / 3;
  std::optional<StringRef> best;
  std::string lower = name.lower();
  for (StringRef candidate : candidates) {
    if (candidate.size() > name.size() + allowed)
      continue;
    unsigned errors = typingErrors(lower, candidate.lower());
    if (errors < allowed || (errors == allowed && !best)) {
      best = candidate;
      allowed = errors;
    }
  }
  return best;
}

bool sema::suggest(Diagnostics::Builder builder, StringRef name,
                   llvm::ArrayRef<StringRef> candidates) {
  std::optional<StringRef> best = closestName(name, candidates);
  if (best)
    builder.help("did you mean '" + *best + "'?");
  return best.has_value();
}

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

/// What a symbol is, for messages.
static StringRef describe(const Symbol &symbol) {
  switch (symbol.kind) {
  case Symbol::Label:
    return "an index label";
  case Symbol::Tensor:
    return "a tensor";
  case Symbol::Scalar:
    return "a scalar variable";
  case Symbol::LoopVariable:
    return "a loop variable";
  case Symbol::Parameter:
    return "a parameter of the program";
  }
  return "";
}

void FunctionChecker::declare(const ast::Identifier &name, Symbol symbol) {
  symbol.range = name.range;
  const Symbol *other = findValue(name.name);
  // COMET's loops count with a name that may also be a label.
  if (!other && symbol.kind != Symbol::LoopVariable)
    other = findLabel(name.name);
  if (other) {
    diagnostics
        .error(diag::redeclared, name.range,
               "'" + Twine(name.name) + "' is declared twice")
        .note(other->range, "it is declared here as " + describe(*other).str());
    return;
  }
  if (symbol.kind == Symbol::Label) {
    labels[name.name] = symbol;
    labelOrder.push_back(name.name);
  } else {
    scopes.back()[name.name] = symbol;
  }
}

const Symbol *FunctionChecker::findValue(StringRef name) const {
  for (const llvm::StringMap<Symbol> &scope : llvm::reverse(scopes)) {
    auto it = scope.find(name);
    if (it != scope.end())
      return &it->second;
  }
  return nullptr;
}

const Symbol *FunctionChecker::findLabel(StringRef name) const {
  auto it = labels.find(name);
  return it == labels.end() ? nullptr : &it->second;
}

const Symbol *FunctionChecker::lookupLabel(const ast::Identifier &name) {
  if (const Symbol *label = findLabel(name.name))
    return label;
  if (const Symbol *value = findValue(name.name))
    reportMisuse(name, *value, "an index label");
  else
    reportUndeclared(name, "label", {Symbol::Label});
  return nullptr;
}

ast::TensorDecl *FunctionChecker::lookupTensor(const ast::Identifier &name) {
  const Symbol *symbol = findValue(name.name);
  if (symbol && symbol->kind == Symbol::Tensor)
    return symbol->tensor;
  if (!symbol)
    symbol = findLabel(name.name);
  if (symbol)
    reportMisuse(name, *symbol, "a tensor");
  else
    reportUndeclared(name, "tensor", {Symbol::Tensor});
  return nullptr;
}

void FunctionChecker::reportUndeclared(const ast::Identifier &name,
                                       StringRef what,
                                       llvm::ArrayRef<Symbol::Kind> kinds) {
  if (!reported.insert(name.name).second)
    return;
  if (findBuiltin(name.name) || findFunction(name.name)) {
    diagnostics
        .error(diag::wrong_kind, name.range,
               "'" + Twine(name.name) + "' is a function, not a " + what)
        .help("its arguments stand in parentheses: '" + Twine(name.name) +
              "(...)'");
    return;
  }
  std::vector<StringRef> candidates;
  if (llvm::is_contained(kinds, Symbol::Label))
    for (const std::string &label : labelOrder)
      candidates.push_back(label);
  for (const llvm::StringMap<Symbol> &scope : scopes)
    for (const auto &entry : scope)
      if (llvm::is_contained(kinds, entry.second.kind) ||
          (what == "value" && entry.second.parameter))
        candidates.push_back(entry.first());
  llvm::sort(candidates);
  auto builder = diagnostics.error(diag::undeclared, name.range,
                                   (what == "value" ? "name" : what) + " '" +
                                       name.name + "' is not declared");
  if (suggest(builder, name.name, candidates))
    return;
  if (what == "label")
    builder.help("a label is declared with its size: 'IndexLabel [" +
                 Twine(name.name) + "] = [?];'");
  else if (what == "variable")
    builder.help("a scalar variable is declared with 'var': 'var " +
                 Twine(name.name) + " = ...;'");
  else if (what == "tensor")
    builder.help("a tensor is declared with its labels and a format: "
                 "'Tensor<double> " +
                 Twine(name.name) + "([i, j], {CSR});'");
}

void FunctionChecker::reportMisuse(const ast::Identifier &name,
                                   const Symbol &symbol, StringRef what) {
  auto builder = diagnostics.error(diag::wrong_kind, name.range,
                                   "'" + Twine(name.name) + "' is " +
                                       describe(symbol) + ", not " + what);
  noteDeclaration(builder, symbol);
  if (symbol.kind == Symbol::Tensor && what == "a function")
    builder.help("its labels stand in brackets: '" +
                 spellAccess(*symbol.tensor) + "'");
}

void FunctionChecker::noteDeclaration(Diagnostics::Builder builder,
                                      const Symbol &symbol) {
  builder.note(symbol.range, "it is declared here");
}

void FunctionChecker::noteDeclaration(Diagnostics::Builder builder,
                                      const ast::TensorDecl &tensor) {
  builder.note(tensor.name.range,
               "'" + Twine(tensor.name.name) + "' is declared here");
}

std::string FunctionChecker::spellAccess(const ast::TensorDecl &tensor) const {
  std::string text = tensor.name.name + "[";
  for (unsigned i = 0; i < tensor.dimensions.size(); ++i) {
    const ast::Dimension &dimension = tensor.dimensions[i];
    text += i ? ", " : "";
    text += dimension.kind == ast::Dimension::Label ? dimension.label : "...";
  }
  return text + "]";
}
