//===- SemaSummation.cpp - where labels are summed (L19, L25) -------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace encke;
using namespace encke::sema;
using ast::BinaryOp;
using llvm::StringRef;

using LabelList = std::vector<std::string>;

namespace {

/// Labels in order of first use, each once.
struct OrderedLabels {
  void add(StringRef label) {
    if (seen.insert(label).second)
      list.push_back(label.str());
  }
  LabelList list;

private:
  llvm::StringSet<> seen;
};

} // namespace

static bool isBoundBy(const ast::Call &reduction, StringRef label) {
  return !reduction.hasLabels ||
         llvm::any_of(reduction.over, [&](const ast::Identifier &bound) {
           return bound.name == label;
         });
}

static void collectFree(const ast::Expr &expr, OrderedLabels &labels) {
  if (const auto *access = llvm::dyn_cast<ast::Access>(&expr)) {
    forEachLabel(access->indices,
                 [&](const ast::Identifier &used) { labels.add(used.name); });
    return;
  }
  if (const auto *name = llvm::dyn_cast<ast::Name>(&expr);
      name && name->isLabel)
    return labels.add(name->name);
  if (const auto *call = llvm::dyn_cast<ast::Call>(&expr)) {
    const Builtin *builtin = findBuiltin(*call);
    if (!builtin)
      return; // Arguments of a program's function are values of their own.
    if (builtin->kind == BuiltinKind::Reduction) {
      if (!call->hasLabels)
        return;
      for (const std::string &label : freeLabels(*call->arguments.front()))
        if (!isBoundBy(*call, label))
          labels.add(label);
      return;
    }
  }
  forEachOperand(
      expr, [&](const ast::Expr &operand) { collectFree(operand, labels); });
}

static bool hasFree(const ast::Expr &expr, StringRef label) {
  return llvm::is_contained(freeLabels(expr), label);
}

bool sema::isContracted(const ast::Expr &expr, StringRef label) {
  llvm::SmallVector<const ast::Expr *, 2> users;
  forEachOperand(expr, [&](const ast::Expr &operand) {
    if (hasFree(operand, label))
      users.push_back(&operand);
  });
  const auto *binary = llvm::dyn_cast<ast::Binary>(&expr);
  bool isSum =
      binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub);
  if (users.size() > 1 && !isSum)
    return llvm::isa<ast::Binary, ast::Semiring>(expr);
  return !users.empty() && llvm::all_of(users, [&](const ast::Expr *user) {
    return isContracted(*user, label);
  });
}

/// Labels outside of reductions, and those inside that no product contracts.
static void collectVarying(const ast::Expr &expr, OrderedLabels &labels) {
  const auto *call = llvm::dyn_cast<ast::Call>(&expr);
  const Builtin *builtin = call ? findBuiltin(*call) : nullptr;
  if (builtin && builtin->kind == BuiltinKind::Reduction) {
    for (const std::string &label : freeLabels(expr))
      if (!isContracted(*call->arguments.front(), label))
        labels.add(label);
    return;
  }
  if (llvm::isa<ast::Access>(expr) || (call && !builtin))
    return collectFree(expr, labels);
  forEachOperand(
      expr, [&](const ast::Expr &operand) { collectVarying(operand, labels); });
}

LabelList sema::varyingLabels(const ast::Expr &expr) {
  OrderedLabels labels;
  collectVarying(expr, labels);
  return std::move(labels.list);
}

LabelList sema::freeLabels(const ast::Expr &expr) {
  OrderedLabels labels;
  collectFree(expr, labels);
  return std::move(labels.list);
}

namespace {

/// The free labels of every part of an expression. They are found once: to
/// collect them anew for each label at each level of a long product would take
/// time cubic in its length.
class LabelUses {
public:
  explicit LabelUses(const ast::Expr &value) { collect(value); }

  bool uses(const ast::Expr &part, StringRef label) const {
    auto number = numbers.find(label);
    auto set = sets.find(&part);
    return number != numbers.end() && set != sets.end() &&
           llvm::binary_search(set->second, number->second);
  }
  bool usesAny(const ast::Expr &part) const {
    auto set = sets.find(&part);
    return set != sets.end() && !set->second.empty();
  }

private:
  using Set = llvm::SmallVector<unsigned, 4>; // sorted

  Set collect(const ast::Expr &expr) {
    Set set;
    auto add = [&](StringRef label) {
      set.push_back(numbers.try_emplace(label, numbers.size()).first->second);
    };
    const auto *call = llvm::dyn_cast<ast::Call>(&expr);
    const Builtin *builtin = call ? findBuiltin(*call) : nullptr;
    bool isReduction = builtin && builtin->kind == BuiltinKind::Reduction;
    forEachOperand(expr, [&](const ast::Expr &operand) {
      Set inner = collect(operand);
      if ((!call || builtin) && !isReduction)
        set.append(inner.begin(), inner.end());
    });
    if (isReduction)
      for (const std::string &label : freeLabels(expr))
        add(label);
    if (const auto *access = llvm::dyn_cast<ast::Access>(&expr))
      forEachLabel(access->indices,
                   [&](const ast::Identifier &used) { add(used.name); });
    if (const auto *name = llvm::dyn_cast<ast::Name>(&expr);
        name && name->isLabel)
      add(name->name);
    llvm::sort(set);
    set.erase(llvm::unique(set), set.end());
    sets[&expr] = set;
    return set;
  }

  llvm::StringMap<unsigned> numbers;
  llvm::DenseMap<const ast::Expr *, Set> sets;
};

} // namespace

/// The text is what one pair of parentheses holds.
static bool isInParentheses(StringRef text) {
  int depth = 0;
  for (auto [at, character] : llvm::enumerate(text)) {
    depth += (character == '(') - (character == ')');
    if (depth == 0)
      return character == ')' && at + 1 == text.size();
  }
  return false;
}

namespace {

/// Places the sum over one label. The value of an expression is linear in its
/// additive terms and its factors, so a sum moves down to the terms that use
/// the label and, there, to the smallest part that holds all its uses.
class SumPlacer {
public:
  SumPlacer(StringRef label, const LabelUses &parts, Diagnostics &diagnostics)
      : label(label), parts(parts), diagnostics(diagnostics) {}

  /// `expr` holds all uses of the label. `function` is the innermost function
  /// whose argument is an expression of its own and holds them too, or null.
  bool place(ast::Expr &expr, ast::Call *function) {
    switch (expr.getKind()) {
    case ast::Expr::AccessKind:
      if (function)
        return reportLoneAccess(*function);
      if (quotient)
        warnOfLoneAccess(*quotient, expr);
      return sumHere(expr);
    case ast::Expr::NameKind:
      return reportLoneLabel(expr);
    case ast::Expr::SelectionKind: {
      auto &selection = llvm::cast<ast::Selection>(expr);
      return uses(*selection.condition) ? reportInCondition(selection)
                                        : place(*selection.value, function);
    }
    case ast::Expr::BinaryKind:
      return placeBinary(llvm::cast<ast::Binary>(expr), function);
    case ast::Expr::SemiringKind:
      return placeSemiring(llvm::cast<ast::Semiring>(expr), function);
    case ast::Expr::CallKind:
      return placeCall(llvm::cast<ast::Call>(expr), function);
    case ast::Expr::TransposeKind: {
      auto &transpose = llvm::cast<ast::Transpose>(expr);
      if (llvm::any_of(transpose.target, [&](const ast::Identifier &target) {
            return target.name == label;
          }))
        return sumHere(expr);
      return place(*transpose.operand, function);
    }
    default:
      return placeInOnlyUser(expr, function);
    }
  }

private:
  bool sumHere(ast::Expr &expr) {
    expr.summed.push_back(label.str());
    return true;
  }

  bool placeBinary(ast::Binary &binary, ast::Call *function) {
    if (binary.op != BinaryOp::Add && binary.op != BinaryOp::Sub)
      return placeInOnlyUser(binary, function);
    bool ok = true;
    for (ast::Expr *term : {binary.lhs.get(), binary.rhs.get()})
      if (uses(*term))
        ok &= place(*term, function);
    return ok;
  }

  /// L42: reduced at the product, wherever the uses are, save those that a
  /// product further down holds alone.
  bool placeSemiring(ast::Semiring &semiring, ast::Call *function) {
    if (!semiring.reduce)
      return placeInOnlyUser(semiring, function);
    for (ast::Expr *side : {semiring.lhs.get(), semiring.rhs.get()}) {
      const ast::Expr &other =
          side == semiring.lhs.get() ? *semiring.rhs : *semiring.lhs;
      auto *product = llvm::dyn_cast<ast::Semiring>(side);
      if (product && product->reduce && !uses(other))
        return placeSemiring(*product, function);
    }
    return sumHere(semiring);
  }

  bool placeCall(ast::Call &call, ast::Call *function) {
    const Builtin *builtin = findBuiltin(call);
    // A sum of sums may go either way round; no other function commutes.
    bool isSum = builtin && builtin->kind == BuiltinKind::Reduction &&
                 builtin->name == "SUM";
    if (isSum)
      return placeInOnlyUser(call, function);
    // L19: each argument is an expression of its own.
    return llvm::all_of(call.arguments, [&](const ast::ExprPtr &argument) {
      return !uses(*argument) || place(*argument, &call);
    });
  }

  /// The operands that use the label.
  llvm::SmallVector<ast::Expr *, 2> usersIn(ast::Expr &expr) {
    llvm::SmallVector<ast::Expr *, 2> users;
    forEachOperand(expr, [&](ast::Expr &operand) {
      if (uses(operand))
        users.push_back(&operand);
    });
    return users;
  }

  /// The sum would be one of truth values. That is a number, which no operator
  /// on truth values takes: what is around is summed as a whole.
  bool sumsTruth(ast::Expr &expr) {
    if (expr.elementType != ElementType::Bool || llvm::isa<ast::Call>(expr))
      return false;
    llvm::SmallVector<ast::Expr *, 2> users = usersIn(expr);
    return users.size() != 1 || sumsTruth(*users.front());
  }

  /// Goes down to the operand that holds all the uses; sums here when several
  /// do.
  bool placeInOnlyUser(ast::Expr &expr, ast::Call *function) {
    llvm::SmallVector<ast::Expr *, 2> users = usersIn(expr);
    auto *binary = llvm::dyn_cast<ast::Binary>(&expr);
    if (users.size() != 1) {
      if (binary && binary->op == BinaryOp::Div && users.size() == 2 &&
          isContracted(*users[0], label) && isContracted(*users[1], label))
        warnOfQuotients(*binary);
      return sumHere(expr);
    }
    if (expr.elementType == ElementType::Bool && sumsTruth(*users.front()))
      return sumHere(expr);
    llvm::SaveAndRestore<const ast::Binary *> outer(quotient);
    if (binary && binary->op == BinaryOp::Div &&
        users.front() == binary->rhs.get())
      quotient = binary;
    return place(*users.front(), function);
  }

  /// L19: `y[i] = exp(A[i,j])` must say what it means.
  bool reportLoneAccess(const ast::Call &function) {
    llvm::SmallVector<const ast::Expr *, 2> arguments;
    for (const ast::ExprPtr &candidate : function.arguments)
      if (uses(*candidate))
        arguments.push_back(candidate.get());
    diagnostics
        .error(diag::ambiguous_sum, function.range,
               "label '" + label + "' is not on the left, and how '" +
                   function.name.name + "' sums over it is not clear")
        .help("write '" + withSumInside(function, arguments) +
              "' to sum the argument" + (arguments.size() > 1 ? "s" : "") +
              ", or '" + sumOf(function) + "' to sum the results");
    return false;
  }

  /// L51: nothing says that coordinates are to be added up.
  bool reportLoneLabel(const ast::Expr &name) {
    diagnostics
        .error(diag::lone_label, name.range,
               "label '" + label +
                   "' has no coordinate here: it is not on the "
                   "left, and no reduction is over it")
        .help("write 'SUM[" + label +
              "](...)' to sum over it; its size is 'size(" + label + ")'");
    return false;
  }

  /// L52: terms are selected before they are summed.
  bool reportInCondition(const ast::Selection &selection) {
    std::string text = sourceText(selection.range).str();
    diagnostics
        .error(diag::selection_labels, selection.condition->range,
               "label '" + label +
                   "' is not on the left: a condition at the end selects "
                   "elements of the result")
        .help("write 'SUM[" + label + "](" + text +
              ")' to select terms of the sum, or a condition over labels of "
              "the left");
    return false;
  }

  /// L19 has one reading of `y[i] = b[i] / A[i,j]`, people have two.
  void warnOfLoneAccess(const ast::Binary &quotient, const ast::Expr &divisor) {
    diagnostics
        .warning(diag::sum_in_divisor, divisor.range,
                 "label '" + label +
                     "' is not on the left: the divisor is summed over it")
        .help("write '" + withSumInside(quotient, &divisor) +
              "' to say so, or '" + sumOf(quotient) + "' to sum the quotients");
  }

  /// `y[i] = (A[i,j] * x[j]) / (B[i,j] * x[j])` has one, and people have two.
  void warnOfQuotients(const ast::Binary &quotient) {
    diagnostics
        .warning(diag::summed_quotients, quotient.range,
                 "label '" + label +
                     "' is not on the left: the quotients are summed over it, "
                     "not the products first")
        .help("write '" + sumOf(*quotient.lhs) + " / " + sumOf(*quotient.rhs) +
              "' to divide sums, or '" + sumOf(quotient) +
              "' to sum the quotients");
  }

  std::string sumOf(const ast::Expr &expr) const {
    StringRef text = sourceText(expr.range);
    return ("SUM[" + label + "]" +
            (isInParentheses(text) ? text.str() : "(" + text.str() + ")"))
        .str();
  }
  /// The text of `outer` with parts of it, in their order, summed.
  std::string withSumInside(const ast::Expr &outer,
                            llvm::ArrayRef<const ast::Expr *> parts) const {
    std::string text = sourceText(outer.range).str();
    for (const ast::Expr *part : llvm::reverse(parts)) {
      size_t offset =
          part->range.Start.getPointer() - outer.range.Start.getPointer();
      text.replace(offset, sourceText(part->range).size(), sumOf(*part));
    }
    return text;
  }

  bool uses(const ast::Expr &part) const { return parts.uses(part, label); }

  StringRef label;
  const LabelUses &parts;
  Diagnostics &diagnostics;
  /// The innermost quotient whose divisor holds all uses of the label, or null.
  const ast::Binary *quotient = nullptr;
};

/// The sides of `.*` in a reduction's argument that alone use `label`. The two
/// sides of `.*` have the same labels (L21), so the label is summed inside
/// them before the reduction sees it. False when some use is elsewhere.
bool findOneSidedFactors(ast::Expr &expr, StringRef label,
                         const LabelUses &parts,
                         llvm::SmallVectorImpl<ast::Expr *> &sides) {
  llvm::SmallVector<ast::Expr *, 2> users;
  bool otherHasLabels = false;
  forEachOperand(expr, [&](ast::Expr &operand) {
    if (parts.uses(operand, label))
      users.push_back(&operand);
    else
      otherHasLabels |= parts.usesAny(operand);
  });
  const auto *binary = llvm::dyn_cast<ast::Binary>(&expr);
  if (binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub))
    return !users.empty() && llvm::all_of(users, [&](ast::Expr *user) {
      return findOneSidedFactors(*user, label, parts, sides);
    });
  if (users.size() != 1)
    return false;
  if (binary && binary->op == BinaryOp::ElementwiseMul && otherHasLabels) {
    sides.push_back(users.front());
    return true;
  }
  return findOneSidedFactors(*users.front(), label, parts, sides);
}

/// L43 sums everything at once; people take the product in `SUM(A[i,j] * x[j]
/// - b[i])` for summed over j before.
class RepeatedTerms {
public:
  RepeatedTerms(const ast::Call &reduction, const LabelList &bound,
                const LabelUses &parts, Diagnostics &diagnostics)
      : reduction(reduction), bound(bound), parts(parts),
        diagnostics(diagnostics) {}

  void warn() {
    for (const std::string &label : reduction.summed)
      if (const ast::Expr *term = find(*reduction.arguments.front(), label))
        return warnOf(*term, label);
  }

private:
  /// The term that lacks a label which the one beside it multiplies over.
  const ast::Expr *find(const ast::Expr &expr, StringRef label) {
    const auto *binary = llvm::dyn_cast<ast::Binary>(&expr);
    bool isSum =
        binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub);
    if (isSum) {
      const ast::Expr *lhs = binary->lhs.get(), *rhs = binary->rhs.get();
      if (lacks(*rhs, *lhs, label))
        return rhs;
      if (lacks(*lhs, *rhs, label))
        return lhs;
    }
    const ast::Expr *found = nullptr;
    forEachOperand(expr, [&](const ast::Expr &operand) {
      if (!found)
        found = find(operand, label);
    });
    return found;
  }

  bool lacks(const ast::Expr &term, const ast::Expr &other,
             StringRef label) const {
    return parts.usesAny(term) && !parts.uses(term, label) &&
           isContracted(other, label);
  }

  void warnOf(const ast::Expr &term, StringRef label) {
    LabelList others;
    for (const std::string &other : bound)
      if (other != label)
        others.push_back(other);
    StringRef argument = sourceText(reduction.arguments.front()->range);
    diagnostics
        .warning(diag::repeated_term, term.range,
                 "'" + reduction.name.name + "' is over all labels, so this " +
                     "counts once for each '" + label.str() + "'")
        .help("write '" + reduction.name.name + "[" + llvm::join(others, ", ") +
              "](" + argument.str() + ")' to sum products over '" +
              label.str() + "' first");
  }

  const ast::Call &reduction;
  const LabelList &bound;
  const LabelUses &parts;
  Diagnostics &diagnostics;
};

/// Binds the labels of every reduction in `expr`.
bool bindReductions(ast::Expr &expr, const LabelUses &parts,
                    Diagnostics &diagnostics) {
  bool ok = true;
  // Arguments of a program's function are checked as values of their own.
  const auto *callee = llvm::dyn_cast<ast::Call>(&expr);
  if (callee && !findBuiltin(*callee))
    return true;
  if (ast::Call *call = asBuiltinCall(expr, BuiltinKind::Reduction)) {
    ast::Expr &argument = *call->arguments.front();
    LabelList bound;
    if (call->hasLabels)
      for (const ast::Identifier &label : call->over)
        bound.push_back(label.name);
    else
      bound = freeLabels(argument);

    for (const std::string &label : bound) {
      llvm::SmallVector<ast::Expr *, 2> sides;
      if (findOneSidedFactors(argument, label, parts, sides))
        for (ast::Expr *side : sides)
          ok &= SumPlacer(label, parts, diagnostics).place(*side, nullptr);
      else
        call->summed.push_back(label);
    }
    if (!call->hasLabels)
      RepeatedTerms(*call, bound, parts, diagnostics).warn();
  }
  forEachOperand(expr, [&](ast::Expr &operand) {
    ok &= bindReductions(operand, parts, diagnostics);
  });
  return ok;
}

} // namespace

/// The sum of bools counts them, as an int (L8), and so does what it is a part
/// of. A semiring has its own reduction. True when a type has changed.
static bool countBools(ast::Expr &expr) {
  bool changed = false;
  forEachOperand(expr, [&](ast::Expr &operand) {
    changed |= countBools(operand);
    const auto *call = llvm::dyn_cast<ast::Call>(&expr);
    const Builtin *builtin = call ? findBuiltin(*call) : nullptr;
    bool isTyped = builtin && builtin->function &&
                   builtin->function->result != ElementwiseFunction::Same &&
                   builtin->function->result != ElementwiseFunction::Magnitude;
    bool isArithmetic =
        (llvm::isa<ast::Unary, ast::Binary, ast::Transpose>(expr) ||
         (builtin && !isTyped)) &&
        expr.elementType != ElementType::Bool;
    if (changed && isArithmetic &&
        !widensTo(operand.elementType, expr.elementType))
      expr.elementType = operand.elementType;
  });
  if (expr.elementType == ElementType::Bool && !expr.summed.empty() &&
      !llvm::isa<ast::Semiring, ast::Call>(expr)) {
    expr.elementType = ElementType::Int64;
    changed = true;
  }
  return changed;
}

bool sema::placeSums(ast::Expr &value, llvm::ArrayRef<std::string> kept,
                     Diagnostics &diagnostics) {
  bool ok = true;
  LabelUses parts(value);
  for (const std::string &label : freeLabels(value))
    if (!llvm::is_contained(kept, label))
      ok &= SumPlacer(label, parts, diagnostics).place(value, nullptr);
  countBools(value);
  return ok && bindReductions(value, parts, diagnostics);
}

//===----------------------------------------------------------------------===//
// What is left after summation
//===----------------------------------------------------------------------===//

static bool sameSet(LabelList a, LabelList b) {
  llvm::sort(a);
  llvm::sort(b);
  return a == b;
}

/// "no labels", "label 'i'" or "labels 'i', 'j'".
static std::string spell(const LabelList &labels) {
  if (labels.empty())
    return "no labels";
  return (labels.size() == 1 ? "label " : "labels ") + quoteList(labels);
}

/// L24: the operand's labels, each once.
static bool checkTarget(const ast::Transpose &transpose,
                        Diagnostics &diagnostics) {
  const ast::Expr &operand = *transpose.operand;
  LabelList target;
  for (const ast::Identifier &label : transpose.target)
    target.push_back(label.name);
  // Of a lone access all labels count: a transpose does not sum.
  LabelList labels =
      llvm::isa<ast::Access>(&operand) ? freeLabels(operand) : operand.labels;
  if (sameSet(labels, target))
    return true;
  diagnostics.error(diag::transpose_labels, transpose.range,
                    "transpose must name each label of its operand once, and "
                    "that has " +
                        spell(labels));
  return false;
}

static bool checkElementwiseProduct(const ast::Binary &product,
                                    Diagnostics &diagnostics) {
  const LabelList &lhs = product.lhs->labels, &rhs = product.rhs->labels;
  if (lhs.empty() || rhs.empty() || sameSet(lhs, rhs))
    return true;
  diagnostics
      .error(diag::elementwise_labels, product.range,
             "both sides of '.*' must have the same labels")
      .note(product.lhs->range, "the left side has " + spell(lhs))
      .note(product.rhs->range, "the right side has " + spell(rhs))
      .help("'*' multiplies tensors of any labels");
  return false;
}

bool sema::assignLabels(ast::Expr &value, Diagnostics &diagnostics) {
  bool ok = true;
  OrderedLabels all;
  forEachOperand(value, [&](ast::Expr &operand) {
    ok &= assignLabels(operand, diagnostics);
    for (const std::string &label : operand.labels)
      all.add(label);
  });
  if (!ok)
    return false;
  LabelList labels = std::move(all.list);

  const auto *name = llvm::dyn_cast<ast::Name>(&value);
  if (llvm::isa<ast::Access>(&value) || (name && name->isLabel)) {
    labels = freeLabels(value);
  } else if (const auto *binary = llvm::dyn_cast<ast::Binary>(&value)) {
    if (binary->op == BinaryOp::ElementwiseMul)
      ok = checkElementwiseProduct(*binary, diagnostics);
  } else if (const auto *transpose = llvm::dyn_cast<ast::Transpose>(&value)) {
    ok = checkTarget(*transpose, diagnostics);
    labels.clear();
    for (const ast::Identifier &label : transpose->target)
      labels.push_back(label.name);
  }

  llvm::erase_if(labels, [&](const std::string &label) {
    return llvm::is_contained(value.summed, label);
  });
  value.labels = std::move(labels);
  return ok;
}
