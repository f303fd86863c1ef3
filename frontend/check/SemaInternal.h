//===- SemaInternal.h - the parts of the checker ----------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_CHECK_SEMAINTERNAL_H
#define ENCKE_FRONTEND_CHECK_SEMAINTERNAL_H

#include "frontend/check/Sema.h"
#include "frontend/check/SemaBuiltins.h"
#include "frontend/check/SemaPattern.h"
#include "frontend/check/SemaSizes.h"

#include "runtime/format/declaration.h"
#include "runtime/format/parse.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <string>

namespace encke::sema {

//===----------------------------------------------------------------------===//
// Helpers on trees and names
//===----------------------------------------------------------------------===//

using ast::forEachOperand;

/// True when a tensor, with labels or bare, is used in `expr`.
bool mentionsTensor(const ast::Expr &expr);

/// The program text of a range.
llvm::StringRef sourceText(llvm::SMRange range);

/// "'i', 'j'".
std::string quoteList(llvm::ArrayRef<std::string> names);

/// "1 label", "2 labels".
std::string countOf(size_t count, llvm::StringRef noun);

/// The candidate that `name` is most likely a misspelling of, or none.
std::optional<llvm::StringRef>
closestName(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> candidates);

/// Adds "did you mean 'x'?" to a diagnostic where there is a likely name.
/// Returns whether there is one.
bool suggest(Diagnostics::Builder builder, llvm::StringRef name,
             llvm::ArrayRef<llvm::StringRef> candidates);

//===----------------------------------------------------------------------===//
// The passes over one expression, after its names are resolved
//===----------------------------------------------------------------------===//

/// The labels of `expr` that no reduction in it binds, in order of first use.
std::vector<std::string> freeLabels(const ast::Expr &expr);

/// The labels that the value of `expr` varies over where a single one is needed
/// (L29): the free ones, but for those that a reduction's argument contracts in
/// a product.
std::vector<std::string> varyingLabels(const ast::Expr &expr);

/// Each term of `expr` that has the label multiplies over it: it is in two
/// factors.
bool isContracted(const ast::Expr &expr, llvm::StringRef label);

/// Fills `summed` (L19, L25): every free label that is not in `kept` is summed,
/// every reduction binds its labels. Reports the sums that L19 leaves open.
/// Returns false after an error.
bool placeSums(ast::Expr &value, llvm::ArrayRef<std::string> kept,
               Diagnostics &diagnostics);

/// Fills `labels` from `summed` and checks what depends on them: `.*` (L21)
/// and `transpose` (L24). Returns false after an error.
bool assignLabels(ast::Expr &value, Diagnostics &diagnostics);

/// Each label that the indices use, in order of first use.
std::vector<std::string> labelsOf(const std::vector<ast::Index> &indices);

/// How a bool is made of a number.
constexpr llvm::StringLiteral comparisonHelp =
    "a comparison gives a bool: 'x != 0'";

/// The number that a constant of the language has (L64), or none.
std::optional<double> findConstant(llvm::StringRef name);

/// True for numbers and arithmetic on numbers, whose type adapts (L46).
bool isLiteral(const ast::Expr &expr);
/// Gives a literal the type of its context where it can have it.
void adaptLiteral(ast::Expr &expr, ElementType type);
/// The type of arithmetic on two values (L8), after adapting literals.
ElementType promote(ast::Expr &lhs, ast::Expr &rhs);
/// The floating-point type that holds results on `type` (L45).
ElementType toFloating(ElementType type);
/// An integer, and no bool.
bool isWhole(ElementType type);
/// True when every conversion from `from` to `to` is a widening (L8).
bool widensTo(ElementType from, ElementType to);

/// True for the formats and level types of the language (L9, L10).
bool isKnownFormat(llvm::StringRef name);
/// The number of dimensions of every tensor in a format of L10; none where
/// there are several, or no such format.
std::optional<unsigned> findOnlyOrder(llvm::StringRef format);

//===----------------------------------------------------------------------===//
// The checker of one function
//===----------------------------------------------------------------------===//

/// A format that the program declares (L33).
struct DeclaredFormat {
  const ast::FormatDecl *decl;
  /// None where its text is wrong, which is reported.
  std::optional<format::Declaration> declaration;
};

/// What is declared outside functions.
struct ProgramNames {
  llvm::StringMap<ast::Function *> functions;
  llvm::StringMap<DeclaredFormat> formats;
  std::vector<ast::ParamDecl *> parameters;
};

/// Takes a declaration apart and checks it (SemaFormats.cpp).
DeclaredFormat checkFormatDecl(const ast::FormatDecl &decl,
                               Diagnostics &diagnostics);

/// Checks the functions that calls name (SemaFunctions.cpp).
class FunctionTable {
public:
  FunctionTable(const ProgramNames &names, CheckedProgram &checked)
      : names(names), checked(checked) {}

  /// Checks a function that a program may call as it is, once.
  void check(ast::Function &function, Diagnostics &diagnostics);

  /// The checked function that `call` runs when it gives these tensors (null
  /// for a scalar) to `callee`. Null after an error, which is reported.
  const ast::Function *resolve(ast::Function &callee,
                               llvm::ArrayRef<const ast::TensorDecl *> tensors,
                               const ast::Call &call, Diagnostics &diagnostics);

  const FunctionInfo &infoOf(const ast::Function &function) const {
    return checked.functions.find(&function)->second;
  }

  /// The program writes a file.
  void addWritten(llvm::StringRef path);
  /// Marks the files that sizes come from and that the program writes.
  void markWritten();

  const ProgramNames &names;

private:
  enum class State { InProgress, Good, Bad };
  bool checkOnce(ast::Function &function, Diagnostics &diagnostics);
  ast::Function *findInstance(ast::Function &callee,
                              llvm::ArrayRef<const ast::TensorDecl *> tensors);

  CheckedProgram &checked;
  llvm::DenseMap<const ast::Function *, State> states;
  /// The instances of each open function, by the formats they are for.
  llvm::DenseMap<const ast::Function *, std::map<std::string, ast::Function *>>
      instances;
  std::set<std::string> written;
  unsigned depth = 0;
};

/// A parameter leaves its format, or its dimensions, to the caller.
bool isOpen(const ast::Parameter &parameter);
/// True when one of its parameters does.
bool isOpen(const ast::Function &function);

/// What a name stands for inside a function.
struct Symbol {
  enum Kind { Label, Tensor, Scalar, LoopVariable, Parameter };
  Kind kind = Label;
  llvm::SMRange range;
  const ast::LabelDecl *label = nullptr; // null for a signature's label
  ast::TensorDecl *tensor = nullptr;
  ast::ScalarDecl *scalar = nullptr;
  ast::ParamDecl *parameter = nullptr; // has a scalar, too, if it is no text
  SizeTable::Node size = 0;            // of a label

  bool isRangeLabel() const {
    return label && (label->extent.kind == ast::Extent::Range ||
                     label->extent.kind == ast::Extent::Computed);
  }
};

class FunctionChecker {
public:
  FunctionChecker(FunctionTable &functions, Diagnostics &diagnostics,
                  ast::Function &function, FunctionInfo &info)
      : functions(functions), program(functions.names),
        diagnostics(diagnostics), function(function), info(info),
        sizes(diagnostics) {}

  void check();

private:
  /// What the labels of an access mean: coordinates that vary together over
  /// the statement, or mere positions (L7).
  enum class Use { Compute, Positional };

  // SemaNames.cpp: scopes and lookup. Lookups report what is missing, once a
  // name, and return null then.
  void declare(const ast::Identifier &name, Symbol symbol);
  const Symbol *findValue(llvm::StringRef name) const;
  const Symbol *findLabel(llvm::StringRef name) const;
  const Symbol *lookupLabel(const ast::Identifier &name);
  ast::TensorDecl *lookupTensor(const ast::Identifier &name);
  void reportUndeclared(const ast::Identifier &name, llvm::StringRef what,
                        llvm::ArrayRef<Symbol::Kind> kinds);
  /// Reports `name` used as a `what` although it is something else.
  void reportMisuse(const ast::Identifier &name, const Symbol &symbol,
                    llvm::StringRef what);
  /// Whether the tensor `result`, which the message calls `what`, has the order
  /// and the element type of `tensor`; else an error at `range`.
  bool checkAlike(const ast::TensorDecl &result, const llvm::Twine &what,
                  const ast::TensorDecl &tensor, llvm::SMRange range);
  void noteDeclaration(Diagnostics::Builder builder, const Symbol &symbol);
  void noteDeclaration(Diagnostics::Builder builder,
                       const ast::TensorDecl &tensor);
  /// `A[i, j]` with the labels that A was declared with.
  std::string spellAccess(const ast::TensorDecl &tensor) const;

  // SemaParameters.cpp: parameters of the program.
  void declareParameters();
  ast::ParamDecl *findParameter(llvm::StringRef name) const;
  /// The parameter that is a text and stands here, or null.
  ast::ParamDecl *findText(ast::Expr &expr);
  /// A text in quotes, or such a parameter.
  bool isText(ast::Expr &expr);
  bool checkParameterSize(const ast::LabelDecl &decl);
  bool takeFormatNumbers(ast::FormatSpec::Part &part);

  // SemaDecls.cpp
  void checkSignature();
  void checkLabelDecl(ast::LabelDecl &decl);
  bool checkComputedRange(ast::LabelDecl &decl);
  void checkTensorDecl(ast::TensorDecl &decl, bool isParameter);
  void checkFormat(ast::TensorDecl &decl, bool isParameter);
  void checkStorage(ast::TensorDecl &decl, bool isParameter);
  void checkExplicitValue(ast::TensorDecl &decl);
  void checkLevels(ast::TensorDecl &decl);
  void checkHybrid(ast::TensorDecl &decl, bool isParameter);
  void checkAutoFormat(ast::TensorDecl &decl, bool isParameter);
  void checkNamedFormat(ast::TensorDecl &decl);
  bool checkFormatUse(const ast::TensorDecl &decl, const Format::Name &known);
  void checkDeclaredFormat(ast::TensorDecl &decl,
                           const DeclaredFormat &declared);
  void checkScalarDecl(ast::ScalarDecl &decl);
  void addDimensions(ast::TensorDecl &decl, bool isParameter);

  // SemaStmts.cpp
  void checkBlock(ast::Block &block);
  void checkStmt(ast::Stmt &stmt);
  void checkFor(ast::For &loop);
  void checkLoopBody(ast::Block &body, ast::Jumps &jumps);
  void checkJump(ast::Jump &jump);
  void checkCondition(ast::Expr &condition);
  /// A value without labels: a loop bound, an argument, an initialiser.
  bool checkScalarValue(ast::Expr &value);
  /// A value of an integer type for a loop.
  void checkLoopBound(ast::Expr &bound);
  void finishSizes();

  // SemaReorder.cpp
  void checkReorder(ast::Reorder &stmt);
  bool checkReorderMethod(ast::Reorder &stmt);
  bool checkReorderLabel(const ast::Identifier &label);
  /// What can be said only when it is known which dimensions belong together.
  void finishReorders();
  void finishReorder(const ast::Reorder &stmt);
  void checkPermutation(ast::Assign &assign, ast::TensorDecl &tensor);

  // SemaDistribute.cpp
  void checkDistribute(ast::Distribute &stmt);
  /// What can be said only when it is known which dimensions belong together.
  void finishDistribute();

  // SemaAssign.cpp
  void checkAssign(ast::Assign &assign);
  void checkScalarAssign(ast::Assign &assign);
  void checkTensorAssign(ast::Assign &assign, ast::TensorDecl &tensor);
  bool warnOfSummedOperand(const ast::Assign &assign,
                           const std::vector<std::string> &lone);
  void warnOfUnpairedLabels(const ast::Assign &assign);
  bool warnOfMovedSlice(const ast::Assign &assign,
                        const std::vector<std::string> &summed,
                        const std::vector<std::string> &repeated);
  void checkComputation(ast::Assign &assign, ast::TensorDecl &tensor);
  bool checkTensorCall(ast::Assign &assign, ast::Call &call,
                       ast::Function &callee, ast::TensorDecl &tensor);
  /// `C = A;` by positions; false when the value is no bare tensor.
  bool checkWholeCopy(ast::Assign &assign, ast::TensorDecl &tensor);
  /// Where it `mayRepeat` a label, that is a diagonal (L57).
  bool checkTarget(ast::Assign &assign, ast::TensorDecl &tensor, Use use,
                   bool mayRepeat = false);
  bool checkRepeated(const ast::Assign &assign);
  bool checkAccumulation(const ast::Assign &assign, ElementType type);
  void declareMisspelt(const ast::Assign &assign);
  bool checkConversion(ast::Expr &value, ElementType to,
                       const llvm::Twine &what);
  /// For what fills a whole tensor: nothing but a plain `=`.
  void requirePlainSet(const ast::Assign &assign, llvm::StringRef what);

  // SemaSources.cpp
  void checkLiteral(ast::Assign &assign, ast::TensorDecl &tensor);
  void checkSparseLiteral(ast::Assign &assign, ast::TensorDecl &tensor);
  bool checkLiteralShape(ast::Literal &literal, unsigned depth,
                         llvm::SmallVectorImpl<int64_t> &shape,
                         ElementType type);
  void checkConvert(ast::Assign &assign, ast::TensorDecl &tensor);
  /// A source that is a call with one argument, which sets the whole tensor:
  /// everything but the argument.
  bool checkSourceOfOne(ast::Assign &assign, ast::TensorDecl &tensor);

  // SemaWhole.cpp: functions of whole tensors.
  void checkWholeCall(ast::Assign &assign, ast::TensorDecl &tensor,
                      const WholeFunction &function);
  bool checkPart(ast::Call &call, const WholeFunction &function,
                 const ast::Assign &assign);
  bool checkMatrices(ast::Call &call, const WholeFunction &function,
                     const ast::TensorDecl &target);
  /// A dense matrix of real numbers, or a vector; null after an error.
  const ast::TensorDecl *checkMatrix(ast::Expr &argument,
                                     const WholeFunction &function,
                                     bool mayBeVector);
  void uniteDimensions(const ast::TensorDecl &a, unsigned mode,
                       const ast::TensorDecl &b, unsigned other,
                       llvm::SMRange where);

  // SemaTargets.cpp
  void checkSparseTarget(ast::Assign &assign, const ast::TensorDecl &tensor);
  void checkMask(ast::Mask &mask, const ast::TensorDecl &target);
  void checkSchedule(const ast::Assign &assign);

  // SemaExpr.cpp
  /// Resolves the names and types of `expr`. False after an error.
  bool checkExpr(ast::Expr &expr);
  bool checkName(ast::Name &name);
  void warnOfHiddenLabel(const ast::Name &name, const Symbol &symbol);
  bool checkUnary(ast::Unary &unary);
  bool checkBinary(ast::Binary &binary);
  bool checkSemiring(ast::Semiring &semiring);
  /// Reports an operator that cannot reduce (L22).
  bool canReduce(const ast::SemiringOperator &used);
  bool checkTranspose(ast::Transpose &transpose);
  bool checkSelection(ast::Selection &selection);
  /// Where elements, or terms, may be selected.
  bool checkSelected(ast::Expr &expr);
  bool checkAccess(ast::Access &access, Use use);
  /// A use of the tensor's value: it must have one (L46).
  bool requireValue(const ast::TensorDecl &tensor, llvm::SMRange where);
  bool checkIndices(const ast::TensorDecl *tensor,
                    std::vector<ast::Index> &indices, llvm::SMRange range,
                    Use use);
  // SemaIndices.cpp: indices that are no labels.
  /// A name alone may be a variable.
  void resolveIndex(ast::Index &index);
  bool checkIndexValue(ast::Index &index);
  /// Returns whether it did.
  bool warnOfSwappedLabels(const ast::TensorDecl &tensor,
                           llvm::ArrayRef<ast::Index> indices,
                           llvm::SMRange range);
  void placeLabel(const ast::TensorDecl &tensor, unsigned dimension,
                  const ast::Identifier &index, const Symbol &label, Use use);
  bool requireOrdered(const ast::Expr &operand, llvm::StringRef what);
  bool requireReal(const ast::Expr &operand, llvm::StringRef what);
  bool requireWhole(const ast::Expr &operand, llvm::StringRef what);
  bool requireOperand(const ast::Expr &argument,
                      const ElementwiseFunction &function);

  // SemaFunctions.cpp
  ast::Function *findFunction(llvm::StringRef name) const;
  /// `targets` has the tensors that the results go to, null for others.
  bool checkFunctionCall(ast::Call &call, ast::Function &callee,
                         llvm::ArrayRef<const ast::TensorDecl *> targets = {});
  bool checkArguments(ast::Call &call, const ast::Function &callee,
                      llvm::SmallVectorImpl<const ast::TensorDecl *> &tensors);
  void joinSizes(const ast::Call &call, const ast::Function &callee,
                 llvm::ArrayRef<const ast::TensorDecl *> tensors,
                 llvm::ArrayRef<const ast::TensorDecl *> targets);
  void checkReturn(ast::Return &stmt);
  void takeResultType(const ast::Expr &value);
  void checkReturned(ast::Expr &value, ast::Result &result);
  void checkReturnedTensor(ast::Expr &value, ast::TensorDecl &result);

  // SemaParts.cpp: what is done with a part of a tensor.
  /// What stands around a statement of a whole tensor that was about a part.
  struct Parts {
    ast::Block before, after;
  };
  Parts splitPart(ast::Stmt &stmt);
  Parts splitUnpack(ast::Unpack &unpack);
  ast::Block splitAssign(ast::Assign &assign);
  ast::Block splitOutput(ast::Call &call);
  std::vector<std::string>
  partLabels(const std::vector<ast::Index> &indices) const;
  bool isPart(const ast::TensorDecl &tensor, std::vector<ast::Index> &indices);
  bool isWholeValue(const ast::Expr &value) const;
  const ast::TensorDecl *findTensor(const ast::Identifier &name) const;
  void declarePart(ast::TensorDecl &decl);

  // SemaUnpack.cpp: several results at once.
  void checkUnpack(ast::Unpack &unpack);
  bool
  checkUnpackTargets(ast::Unpack &unpack,
                     llvm::SmallVectorImpl<const ast::TensorDecl *> &tensors);
  bool checkResultFits(const ast::Call &call, const ast::Assign &target,
                       const ast::Result &result, size_t number);
  bool checkUnpackedWhole(ast::Unpack &unpack, ast::Call &call,
                          const WholeFunction &function,
                          llvm::ArrayRef<const ast::TensorDecl *> tensors);

  // SemaCalls.cpp
  bool checkCall(ast::Call &call);
  void reportUnknownFunction(const ast::Call &call);
  bool checkElementwise(ast::Call &call, const Builtin &builtin);
  bool checkChoice(ast::Call &call);
  bool checkSize(ast::Call &call);
  bool checkReduction(ast::Call &call, const Builtin &builtin);
  bool checkStatistic(ast::Call &call, llvm::StringRef name,
                      llvm::ArrayRef<std::string> free);
  void warnOfAbsent(const ast::Call &call);
  bool rejectNamed(const ast::Call &call);
  bool checkArity(const ast::Call &call, size_t min, size_t max);
  bool rejectLabels(const ast::Call &call);

  // SemaIO.cpp
  void checkRead(ast::Assign &assign, ast::Call &call, ast::TensorDecl &tensor);
  std::optional<FileRef> checkFile(ast::Expr &file,
                                   const ast::TensorDecl &tensor);
  std::optional<Selector> checkSelector(const ast::Expr &selector);
  void checkRandom(ast::Assign &assign, ast::Call &call,
                   ast::TensorDecl &tensor);
  void checkDensity(ast::NamedArgument &named, bool isFirst);
  void checkStatementCall(ast::Call &call);
  void checkPrint(ast::Call &call);
  void checkLine(ast::Call &call);
  void checkWrite(ast::Call &call);
  /// A tensor named with or without its labels; null after an error.
  const ast::TensorDecl *checkWholeTensor(ast::Expr &expr);

  FunctionTable &functions;
  const ProgramNames &program;
  Diagnostics &diagnostics;
  ast::Function &function;
  FunctionInfo &info;

  SizeTable sizes;
  /// Tensors, scalars and loop variables, innermost block last.
  std::vector<llvm::StringMap<Symbol>> scopes;
  /// Labels belong to the whole function: their sizes do.
  llvm::StringMap<Symbol> labels;
  /// Declaration order, which numbers the size groups.
  std::vector<std::string> labelOrder;
  std::vector<const ast::TensorDecl *> tensorOrder;
  llvm::DenseMap<const ast::TensorDecl *, llvm::SmallVector<SizeTable::Node>>
      dimensionNodes;
  /// The right `reorder` statements, and the accesses by range labels.
  std::vector<const ast::Reorder *> reorders;
  /// The right `distribute` statement, or null.
  const ast::Distribute *distributed = nullptr;
  struct SliceAccess {
    const ast::TensorDecl *tensor;
    unsigned dimension;
    ast::Identifier label;
  };
  std::vector<SliceAccess> slices;
  /// The tensors that each statement computes with.
  std::vector<llvm::SmallVector<const ast::TensorDecl *, 4>> computations;
  /// The innermost loop around, or null.
  ast::Jumps *loop = nullptr;
  /// Names whose absence has been reported.
  llvm::StringSet<> reported;
  /// What is checked is the index of an access.
  bool inIndex = false;
  /// It is computed for each element of a tensor.
  bool hasLabels = false;
  /// Tensors that have a value at this point of the walk.
  llvm::DenseSet<const ast::TensorDecl *> assigned;
};

} // namespace encke::sema

#endif // ENCKE_FRONTEND_CHECK_SEMAINTERNAL_H
