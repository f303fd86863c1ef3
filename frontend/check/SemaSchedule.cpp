//===- SemaSchedule.cpp - schedules ---------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/check/SemaInternal.h"

#include "frontend/Parts.h"

#include "dialects/Clauses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace encke;
using namespace encke::sema;
using llvm::StringRef;
using llvm::Twine;

/// All elements of tensors in an expression.
static void forEachAccess(const ast::Expr &expr,
                          llvm::function_ref<void(const ast::Access &)> use) {
  if (const auto *access = llvm::dyn_cast<ast::Access>(&expr))
    use(*access);
  forEachOperand(
      expr, [&](const ast::Expr &operand) { forEachAccess(operand, use); });
}

namespace {

/// Checks the arguments of one clause.
class ClauseChecker {
public:
  /// `beside`: the clauses that it stands with.
  ClauseChecker(llvm::ArrayRef<const ast::Directive *> beside,
                const ast::Directive &clause, const ClauseForm &form,
                llvm::ArrayRef<std::string> labels,
                llvm::ArrayRef<const ast::TensorDecl *> tensors,
                Diagnostics &diagnostics)
      : beside(beside), clause(clause), form(form), labels(labels),
        tensors(tensors), diagnostics(diagnostics) {}

  void check();

private:
  bool isTiled(const ast::Name &half) const;
  void checkLabel(const ast::Expr &argument);
  void checkNumber(const ast::Expr &argument, unsigned least = 1);
  void checkWord(const ast::Expr &argument,
                 llvm::ArrayRef<llvm::StringLiteral> words);
  void checkTensor(const ast::Expr &argument);
  void checkFormat(const ast::Expr &argument);
  void checkPart(const ast::Expr &argument);
  void checkQuestion();
  void checkQuestion(ast::Expr &question);
  void checkNamed(const ast::NamedArgument &argument);
  void check(ClauseForm::Kind kind, const ast::Expr &argument);
  void refuse(llvm::SMRange range, const Twine &what) {
    diagnostics.error(diag::clause_arguments, range, what)
        .help("it is written as '" + form.example + "'");
  }

  llvm::ArrayRef<const ast::Directive *> beside;
  const ast::Directive &clause;
  const ClauseForm &form;
  llvm::ArrayRef<std::string> labels;
  llvm::ArrayRef<const ast::TensorDecl *> tensors;
  const ast::TensorDecl *tensor = nullptr; // that was named last
  Diagnostics &diagnostics;
};

} // namespace

void ClauseChecker::checkLabel(const ast::Expr &argument) {
  const auto *name = llvm::dyn_cast<ast::Name>(&argument);
  if (!name)
    return refuse(argument.range, "a label is needed here");
  StringRef label = StringRef(name->name).take_until([](char c) {
    return c == '/' || c == '%';
  });
  if (!llvm::is_contained(labels, label))
    diagnostics.error(diag::label_not_used, name->range,
                      "label '" + Twine(label) + "' is not in this statement");
  else if (label != name->name && !isTiled(*name))
    diagnostics
        .error(diag::clause_arguments, name->range,
               "there is no loop '" + Twine(name->name) + "'")
        .help("'tile(" + label + ", " +
              StringRef(name->name).drop_front(label.size() + 1) +
              ")' makes it");
}

/// Some clause makes the loop `i/64` or `i%64`.
bool ClauseChecker::isTiled(const ast::Name &half) const {
  return llvm::any_of(beside, [&](const ast::Directive *other) {
    if (other->name.name != "tile" || other->arguments.size() != 2)
      return false;
    const auto *label = llvm::dyn_cast<ast::Name>(other->arguments[0].get());
    const auto *width = llvm::dyn_cast<ast::Number>(other->arguments[1].get());
    return label && width &&
           (half.name == label->name + "/" + std::to_string(width->integer) ||
            half.name == label->name + "%" + std::to_string(width->integer));
  });
}

void ClauseChecker::checkNumber(const ast::Expr &argument, unsigned least) {
  const auto *number = llvm::dyn_cast<ast::Number>(&argument);
  if (!number || !number->isInteger || number->integer < least)
    refuse(argument.range, least ? "a positive number is needed here"
                                 : "a number is needed here, of 0 at least");
}

void ClauseChecker::checkWord(const ast::Expr &argument,
                              llvm::ArrayRef<llvm::StringLiteral> words) {
  const auto *name = llvm::dyn_cast<ast::Name>(&argument);
  if (name && llvm::is_contained(words, name->name))
    return;
  std::string text;
  for (auto [number, word] : llvm::enumerate(words))
    text += (number == 0                  ? ""
             : number + 1 == words.size() ? " or "
                                          : ", ") +
            word.str();
  refuse(argument.range, text + " is needed here");
}

void ClauseChecker::checkNamed(const ast::NamedArgument &argument) {
  const ClauseForm::Named *known = form.findNamed(argument.name.name);
  if (!known) {
    std::string text;
    for (const ClauseForm::Named &other : form.named)
      text += (text.empty() ? "" : ", ") + other.name.str();
    Diagnostics::Builder error =
        diagnostics.error(diag::clause_arguments, argument.name.range,
                          "'" + Twine(form.name) + "' has no argument '" +
                              argument.name.name + "'");
    if (!text.empty())
      error.help("those with names are: " + text);
    return;
  }
  if (known->words.empty())
    checkNumber(*argument.value, known->least);
  else
    checkWord(*argument.value, known->words);
}

/// It is looked for in the statement later; here, what it is made of.
void ClauseChecker::checkPart(const ast::Expr &argument) {
  std::optional<PartText> part = partOf(argument);
  if (!part || !isPart(part->toText()))
    return refuse(argument.range, "a part of the statement is needed here: "
                                  "elements of tensors, +, -, *, / and "
                                  "functions of them");
  forEachAccess(argument, [&](const ast::Access &access) {
    checkTensor(access);
    forEachLabel(access.indices, [&](const ast::Identifier &used) {
      if (!llvm::is_contained(labels, used.name))
        diagnostics.error(diag::label_not_used, used.range,
                          "label '" + Twine(used.name) +
                              "' is not in this statement");
    });
  });
  tensor = nullptr; // It has the order of none of them.
}

/// Of several elements of a tensor, `A[k, j]` is one.
void ClauseChecker::checkTensor(const ast::Expr &argument) {
  const auto *name = llvm::dyn_cast<ast::Name>(&argument);
  const auto *access = llvm::dyn_cast<ast::Access>(&argument);
  if (!name && !access)
    return refuse(argument.range, "a tensor is needed here");
  StringRef text = name ? name->name : access->name.name;
  const auto *found = llvm::find_if(tensors, [&](const ast::TensorDecl *decl) {
    return decl->name.name == text;
  });
  if (found == tensors.end())
    diagnostics.error(diag::label_not_used, argument.range,
                      "tensor '" + Twine(text) +
                          "' is not on the right of this statement");
  else
    tensor = *found;
}

void ClauseChecker::checkFormat(const ast::Expr &argument) {
  const auto *name = llvm::dyn_cast<ast::Name>(&argument);
  if (!name)
    return refuse(argument.range, "a format is needed here");
  if (tensor && !Format::named(name->name, unsigned(tensor->dimensions.size())))
    diagnostics.error(diag::clause_arguments, name->range,
                      "there is no format '" + Twine(name->name) +
                          "' for a tensor of order " +
                          Twine(tensor->dimensions.size()));
}

void ClauseChecker::check(ClauseForm::Kind kind, const ast::Expr &argument) {
  switch (kind) {
  case ClauseForm::Label:
  case ClauseForm::Labels:
    return checkLabel(argument);
  case ClauseForm::Number:
    return checkNumber(argument);
  case ClauseForm::Word:
    return checkWord(argument, form.words);
  case ClauseForm::Tensor:
    return checkTensor(argument);
  case ClauseForm::Format:
    return checkFormat(argument);
  case ClauseForm::Part:
    return checkPart(argument);
  }
}

/// "uneven(A), scattered(A), alike(A, B) and stored(A, 1000)"
static std::string listQuestions() {
  std::string text;
  for (const QuestionForm &question : getQuestionForms())
    text += (text.empty()                              ? ""
             : &question == &getQuestionForms().back() ? " and "
                                                       : ", ") +
            question.example.str();
  return text;
}

/// `uneven(A)`, `!stored(A, 1000)`.
void ClauseChecker::checkQuestion(ast::Expr &argument) {
  ast::Expr *expr = &argument;
  if (auto *negated = llvm::dyn_cast<ast::Unary>(expr);
      negated && negated->op == ast::UnaryOp::Not)
    expr = negated->operand.get();
  auto *call = llvm::dyn_cast<ast::Call>(expr);
  const QuestionForm *question =
      call && !call->hasLabels ? findQuestionForm(call->name.name) : nullptr;
  auto refuse = [&](llvm::SMRange range, const Twine &what) {
    diagnostics.error(diag::clause_arguments, range, what)
        .help("the questions are " + listQuestions());
  };
  if (!question)
    return refuse(expr->range, "a question is needed here");
  if (call->arguments.size() != question->tensors + question->hasNumber)
    return refuse(call->range, "the question is asked as '" +
                                   Twine(question->example) + "'");
  for (const ast::ExprPtr &asked : call->arguments) {
    if (asked == call->arguments.back() && question->hasNumber) {
      checkNumber(*asked);
      continue;
    }
    auto *name = llvm::dyn_cast<ast::Name>(asked.get());
    if (!name)
      return refuse(asked->range, "a tensor is needed here");
    tensor = nullptr;
    checkTensor(*asked);
    name->tensor = tensor;
    if (!tensor || !tensor->format)
      continue;
    if (!tensor->hybrid.empty())
      diagnostics.notSupported(asked->range, "a question about a hybrid");
    else if (tensor->format->isDense())
      diagnostics.error(diag::clause_arguments, asked->range,
                        "'" + Twine(tensor->name.name) +
                            "' is dense: all of it is stored");
    else if (question->isAboutRows &&
             !tensor->format->levels.back().isCompressed())
      diagnostics.error(diag::clause_arguments, asked->range,
                        "the last level of '" + Twine(tensor->name.name) +
                            "' has no rows of coordinates, which '" +
                            question->name + "' asks for");
  }
}

/// `when(question, clauses...)`; the clauses are checked where they hold.
void ClauseChecker::checkQuestion() {
  if (clause.arguments.empty() || !clause.named.empty())
    return refuse(clause.name.range,
                  "'when' needs a question and clauses behind it");
  checkQuestion(*clause.arguments.front());
  for (const ast::ExprPtr &argument :
       llvm::ArrayRef(clause.arguments).drop_front())
    refuse(argument->range, "a clause is needed here");
  if (clause.arguments.size() == 1 && clause.clauses.empty())
    refuse(clause.name.range, "'when' needs clauses behind its question");
  for (const ast::Directive &inner : clause.clauses)
    if (llvm::is_contained({"when", "fused", "separate"}, inner.name.name))
      diagnostics.error(diag::clause_arguments, inner.name.range,
                        "'" + Twine(inner.name.name) +
                            "' cannot stand in 'when'");
}

void ClauseChecker::check() {
  if (form.isQuestion)
    return checkQuestion();
  for (const ast::Directive &inner : clause.clauses)
    refuse(inner.range, "'" + Twine(form.name) + "' has no such argument");
  for (const ast::NamedArgument &argument : clause.named)
    checkNamed(argument);
  llvm::ArrayRef<ast::ExprPtr> arguments = clause.arguments;
  llvm::ArrayRef<ClauseForm::Kind> kinds = form.arguments;
  if (form.mayNamePart && !arguments.empty() &&
      !llvm::isa<ast::Name>(*arguments.front())) {
    checkPart(*arguments.front());
    arguments = arguments.drop_front();
  }
  if (arguments.size() < form.required)
    return refuse(clause.name.range,
                  "'" + Twine(form.name) + "' needs " +
                      Twine(arguments.empty() ? "" : "more ") + "arguments");
  // As many labels as there are; behind them, perhaps, a word.
  bool hasWord = false;
  if (!kinds.empty() && kinds.front() == ClauseForm::Labels) {
    const auto *last = llvm::dyn_cast<ast::Name>(arguments.back().get());
    hasWord = kinds.size() > 1 && arguments.size() > 1 && last &&
              llvm::is_contained(form.words, last->name) &&
              !llvm::is_contained(labels, last->name);
    for (const ast::ExprPtr &argument :
         hasWord ? arguments.drop_back() : arguments)
      checkLabel(*argument);
    return;
  }
  if (arguments.size() > kinds.size())
    return refuse(arguments[kinds.size()]->range,
                  "'" + Twine(form.name) + "' has no such argument");
  for (auto [kind, argument] : llvm::zip(kinds, arguments))
    check(kind, *argument);
}

/// The tensors that an expression reads, and their labels.
static void collect(const ast::Expr &expr,
                    std::vector<const ast::TensorDecl *> &tensors,
                    std::vector<std::string> &labels) {
  forEachAccess(expr, [&](const ast::Access &access) {
    if (!access.tensor)
      return;
    tensors.push_back(access.tensor);
    forEachLabel(access.indices, [&](const ast::Identifier &used) {
      labels.push_back(used.name);
    });
  });
}

/// Of several parts each may have a workspace.
static bool standsAlone(const ClauseForm &form, const ast::Directive &clause) {
  bool namesPart = form.mayNamePart && !clause.arguments.empty() &&
                   !llvm::isa<ast::Name>(*clause.arguments.front());
  return !namesPart && encke::isSaidOnce(form);
}

namespace {

/// Checks the clauses that hold together.
class ScheduleChecker {
public:
  ScheduleChecker(const ast::Assign &assign, Diagnostics &diagnostics)
      : diagnostics(diagnostics) {
    forEachLabel(assign.indices, [&](const ast::Identifier &used) {
      labels.push_back(used.name);
    });
    collect(*assign.value, tensors, labels);
  }

  /// Checks the `clauses` beside which the others stand.
  void check(llvm::ArrayRef<const ast::Directive *> clauses,
             llvm::ArrayRef<const ast::Directive *> beside);

private:
  void refuseUnknown(const ast::Identifier &name);

  std::vector<std::string> labels;
  std::vector<const ast::TensorDecl *> tensors;
  Diagnostics &diagnostics;
};

} // namespace

/// The clause that does what `name` does in the scheduling languages of TACO,
/// Halide and TVM; null if none does.
static const ClauseForm *translateClause(StringRef name) {
  StringRef ours = llvm::StringSwitch<StringRef>(name)
                       .Cases({"split", "strip_mine", "bound"}, "tile")
                       .Cases({"reorder", "interchange", "permute"}, "order")
                       .Cases({"parallelize", "divide"}, "parallel")
                       .Cases({"pos", "fpos"}, "positions")
                       .Cases({"simd", "vector"}, "vectorize")
                       .Cases({"precompute", "cache_write"}, "workspace")
                       .Cases({"fuse", "compute_at"}, "fused")
                       .Default("");
  return ours.empty() ? nullptr : findClauseForm(ours);
}

void ScheduleChecker::refuseUnknown(const ast::Identifier &name) {
  auto names = llvm::map_to_vector(
      getClauseForms(),
      [](const ClauseForm &other) -> StringRef { return other.name; });
  Diagnostics::Builder error =
      diagnostics
          .error(diag::unknown_clause, name.range,
                 "unknown clause '" + Twine(name.name) + "'")
          .help("the clauses are " + llvm::join(names, ", "));
  if (const ClauseForm *form = translateClause(name.name))
    error.help("it is written as '" + Twine(form->example) + "'");
  else
    suggest(error, name.name, names);
}

void ScheduleChecker::check(llvm::ArrayRef<const ast::Directive *> clauses,
                            llvm::ArrayRef<const ast::Directive *> beside) {
  llvm::StringMap<llvm::SMRange> said;
  for (const ast::Directive *clause : clauses) {
    const ClauseForm *form = findClauseForm(clause->name.name);
    if (!form) {
      refuseUnknown(clause->name);
      continue;
    }
    ClauseChecker(beside, *clause, *form, labels, tensors, diagnostics).check();
    auto [first, isNew] = said.try_emplace(form->name, clause->name.range);
    if (!isNew && standsAlone(*form, *clause))
      diagnostics
          .error(diag::clause_arguments, clause->name.range,
                 "'" + Twine(form->name) + "' is said twice")
          .note(first->second, "it is said here, too");
  }
  for (const ClauseForm &one : getClauseForms())
    for (const ClauseForm &other : getClauseForms()) {
      auto a = said.find(one.name), b = said.find(other.name);
      if (&one < &other && a != said.end() && b != said.end() &&
          exclude(one.name, other.name))
        diagnostics
            .error(diag::clause_arguments, b->second,
                   "'" + Twine(one.name) + "' and '" + other.name +
                       "' exclude each other")
            .note(a->second, "the other one");
    }
}

/// L32: known clauses about what is in the statement.
void FunctionChecker::checkSchedule(const ast::Assign &assign) {
  if (assign.schedule.empty())
    return;
  ScheduleChecker checker(assign, diagnostics);
  llvm::SmallVector<const ast::Directive *> outside;
  for (const ast::Directive &clause : assign.schedule)
    outside.push_back(&clause);
  checker.check(outside, outside);
  for (const ast::Directive &clause : assign.schedule) {
    llvm::SmallVector<const ast::Directive *> inside;
    for (const ast::Directive &inner : clause.clauses)
      if (inner.name.name != "when") // which was refused
        inside.push_back(&inner);
    if (clause.name.name == "when")
      checker.check(inside, assign.clausesWhen(&clause));
  }
}
