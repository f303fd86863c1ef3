//===- AST.h - the parse tree of a .ta program ------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tree mirrors the program text. The parser fills it; the checker
// (Sema.h) adds what the text implies in the members marked "checked:".
// Nodes own their children; a tree must not outlive the llvm::SourceMgr that
// its source ranges point into.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_AST_H
#define ENCKE_FRONTEND_AST_H

#include "dialects/Format.h"
#include "runtime/core/parameter_value.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/SMLoc.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace encke::ast {

struct LabelDecl;
struct TensorDecl;
struct ScalarDecl;
struct ParamDecl;

/// A name as written, with where it stands.
struct Identifier {
  std::string name;
  llvm::SMRange range;
};

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

struct Expr {
  enum Kind {
    NumberKind,
    BoolKind,
    StringKind,
    NameKind,
    AccessKind,
    UnaryKind,
    BinaryKind,
    SemiringKind,
    CallKind,
    SelectionKind,
    TransposeKind,
    LiteralKind,
    SparseLiteralKind,
  };

  virtual ~Expr() = default;
  Kind getKind() const { return kind; }

  llvm::SMRange range;

  /// checked: the element type of the value.
  ElementType elementType = ElementType::Double;
  /// checked: the labels that the value still varies over (after `summed`), in
  /// order of first use in the text.
  std::vector<std::string> labels;
  /// checked: the labels that are summed over exactly this expression (L19).
  std::vector<std::string> summed;

protected:
  Expr(Kind kind, llvm::SMRange range) : range(range), kind(kind) {}

private:
  Kind kind;
};
using ExprPtr = std::unique_ptr<Expr>;

/// `12`, `1.5`, `2e-3`. An integer literal has `isInteger` and the exact value
/// in `integer`; `value` is always set.
struct Number : Expr {
  Number(llvm::SMRange range) : Expr(NumberKind, range) {}
  double value = 0;
  int64_t integer = 0;
  bool isInteger = false;
  static bool classof(const Expr *e) { return e->getKind() == NumberKind; }
};

/// `true`, `false`.
struct Bool : Expr {
  Bool(llvm::SMRange range, bool value) : Expr(BoolKind, range), value(value) {}
  bool value;
  static bool classof(const Expr *e) { return e->getKind() == BoolKind; }
};

/// `"text"`, without the quotes.
struct String : Expr {
  String(llvm::SMRange range, std::string value)
      : Expr(StringKind, range), value(std::move(value)) {}
  std::string value;
  static bool classof(const Expr *e) { return e->getKind() == StringKind; }
};

/// A bare name: a scalar variable, or a whole tensor (`print(A)`, `f(A, 2.0)`).
struct Name : Expr {
  Name(llvm::SMRange range, std::string name)
      : Expr(NameKind, range), name(std::move(name)) {}
  std::string name;
  /// checked: one of the two is set, or neither where it is a label (L51).
  const TensorDecl *tensor = nullptr;
  const ScalarDecl *scalar = nullptr;
  /// checked: a label, whose coordinate it is.
  bool isLabel = false;
  /// checked: or a constant of the language (L64), to a name that nothing has.
  std::optional<double> constant;
  /// checked: or a parameter that is a text (L59).
  const ParamDecl *text = nullptr;
  static bool classof(const Expr *e) { return e->getKind() == NameKind; }
};

/// What stands at a dimension of an access: a label, or an expression that
/// gives the coordinate: `2`, `t + 1` (L56), `i + k` (L53), `p[i]` (L63).
struct Index : Identifier {
  Index() = default;
  Index(Identifier label) : Identifier(std::move(label)) {}
  Index(ExprPtr value) : value(std::move(value)) { range = this->value->range; }
  /// Null for a label. A name alone is one until the checker knows better.
  ExprPtr value;
  /// checked: of what kind the value is.
  enum Kind {
    Fixed,    ///< the same everywhere (L56)
    Affine,   ///< a sum of multiples of labels (L53)
    LookedUp, ///< by a tensor of integers (L63)
  };
  Kind kind = Fixed;
  bool isLabel() const { return !value; }
};

/// `A[i, j]`; `s[]` has no indices.
struct Access : Expr {
  Access(llvm::SMRange range) : Expr(AccessKind, range) {}
  Identifier name;
  std::vector<Index> indices;
  /// checked: the tensor; null only after an error.
  const TensorDecl *tensor = nullptr;
  static bool classof(const Expr *e) { return e->getKind() == AccessKind; }
};

enum class UnaryOp { Negate, Not };

/// `-x`, `!x`.
struct Unary : Expr {
  Unary(llvm::SMRange range, UnaryOp op, ExprPtr operand)
      : Expr(UnaryKind, range), op(op), operand(std::move(operand)) {}
  UnaryOp op;
  ExprPtr operand;
  static bool classof(const Expr *e) { return e->getKind() == UnaryKind; }
};

/// Arithmetic, `.*` (ElementwiseMul), and the comparisons and connectives of
/// conditions.
enum class BinaryOp {
  Add,
  Sub,
  Mul,
  ElementwiseMul,
  Div,
  Mod, ///< L54: the remainder of a quotient that is rounded down
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  And,
  Or,
};

/// The spelling of an operator in a program.
llvm::StringRef toString(UnaryOp op);
llvm::StringRef toString(BinaryOp op);

struct Binary : Expr {
  Binary(llvm::SMRange range, BinaryOp op, ExprPtr lhs, ExprPtr rhs)
      : Expr(BinaryKind, range), op(op), lhs(std::move(lhs)),
        rhs(std::move(rhs)) {}
  BinaryOp op;
  ExprPtr lhs, rhs;
  static bool classof(const Expr *e) { return e->getKind() == BinaryKind; }
};

/// The operator names of rule L22, as they are spelt: `+ * - / min max first
/// second any pair | &`.
struct SemiringOperator {
  std::string name;
  llvm::SMRange range;
};

/// `x @(reduce,combine) y` (semiring product), `x @(combine) y` (elementwise
/// over the intersection), `x @|(combine) y` (over the union). L22.
struct Semiring : Expr {
  Semiring(llvm::SMRange range, ExprPtr lhs, ExprPtr rhs)
      : Expr(SemiringKind, range), lhs(std::move(lhs)), rhs(std::move(rhs)) {}
  std::optional<SemiringOperator> reduce;
  SemiringOperator combine;
  bool isUnion = false;
  ExprPtr lhs, rhs;
  static bool classof(const Expr *e) { return e->getKind() == SemiringKind; }
};

/// `density = 0.01`, of a call or a clause.
struct NamedArgument {
  Identifier name;
  ExprPtr value;
};

/// `name(arguments)` or, for the reductions of L25, `name[labels](arguments)`.
/// Covers reads, fills, elementwise functions, reductions, utilities and the
/// program's own functions; the checker tells them apart by name.
struct Call : Expr {
  Call(llvm::SMRange range) : Expr(CallKind, range) {}
  Identifier name;
  /// The labels in brackets; `hasLabels` tells `SUM(e)` from `SUM[](e)`.
  std::vector<Identifier> over;
  bool hasLabels = false;
  std::vector<ExprPtr> arguments;
  std::vector<NamedArgument> named;
  /// checked: of a function of the program, to whose name one of the language
  /// gives way.
  bool isOwn = false;
  static bool classof(const Expr *e) { return e->getKind() == CallKind; }
};

/// `e where c`: of an assignment the elements, of a reduction the terms for
/// which the condition holds. L52.
struct Selection : Expr {
  Selection(llvm::SMRange range, ExprPtr value, ExprPtr condition)
      : Expr(SelectionKind, range), value(std::move(value)),
        condition(std::move(condition)) {}
  ExprPtr value, condition;
  static bool classof(const Expr *e) { return e->getKind() == SelectionKind; }
};

/// `transpose(e, {j, i})`. L24.
struct Transpose : Expr {
  Transpose(llvm::SMRange range) : Expr(TransposeKind, range) {}
  ExprPtr operand;
  std::vector<Identifier> target;
  static bool classof(const Expr *e) { return e->getKind() == TransposeKind; }
};

/// `[[1, 2], [3, 4]]`: elements are literals or expressions. L11.
struct Literal : Expr {
  Literal(llvm::SMRange range) : Expr(LiteralKind, range) {}
  std::vector<ExprPtr> elements;
  static bool classof(const Expr *e) { return e->getKind() == LiteralKind; }
};

/// `{(0, 1): 2.5, (3, 0): -1}`: elements at coordinates. L57.
struct SparseLiteral : Expr {
  SparseLiteral(llvm::SMRange range) : Expr(SparseLiteralKind, range) {}
  struct Entry {
    std::vector<ExprPtr> coordinates;
    ExprPtr value;
    llvm::SMRange range; ///< of the coordinates
  };
  std::vector<Entry> entries;
  static bool classof(const Expr *e) {
    return e->getKind() == SparseLiteralKind;
  }
};

//===----------------------------------------------------------------------===//
// Declarations' parts
//===----------------------------------------------------------------------===//

/// `?`, `8`, or `lo:hi(:step)` in a label declaration. L4. A computed range has
/// its bounds in the declaration (L56). A parameter gives the size whose name
/// is the text of `range` (L59).
struct Extent {
  enum Kind { Dynamic, Size, Range, Computed, Parameter };
  Kind kind = Dynamic;
  int64_t lo = 0, hi = 0, step = 1; // Size: hi is the size.
  llvm::SMRange range;
};

/// One dimension in a tensor's declaration: a label, a number, or `?`.
struct Dimension {
  enum Kind { Label, Size, Dynamic };
  Kind kind = Label;
  std::string label;
  int64_t size = 0;
  llvm::SMRange range;
};

/// What the program has there.
inline llvm::StringRef textOf(llvm::SMRange range) {
  const char *begin = range.Start.getPointer();
  return {begin, size_t(range.End.getPointer() - begin)};
}

/// A format as written: a name with optional numbers (`BCSR(2, 2)`), a list of
/// level types (`{D, CU}`), or a hybrid (L34).
struct FormatSpec {
  struct Part {
    Identifier name;
    std::vector<int64_t> arguments;
    llvm::SMRange where; ///< L34: the condition of a hybrid's part, or none
    /// Of the arguments those that parameters give (L59), which the checker
    /// fills in, by their place.
    std::vector<std::pair<size_t, Identifier>> parameters;
  };
  /// One part: a named format or one level. Several: level types, one a
  /// dimension; for a hybrid the formats to choose from.
  std::vector<Part> parts;
  bool braces = false;
  bool isHybrid = false;
  llvm::SMRange range;
  /// L50: `value = 1`.
  struct Value {
    Identifier name;
    double number = 0;
    bool isBool = false;
    llvm::SMRange range; ///< of the number
  };
  std::optional<Value> value;
};

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

struct Stmt {
  enum Kind {
    LabelDeclKind,
    FormatDeclKind,
    TensorDeclKind,
    ScalarDeclKind,
    AssignKind,
    UnpackKind,
    ExprStmtKind,
    ForKind,
    WhileKind,
    IfKind,
    ReturnKind,
    ReorderKind,
    DistributeKind,
    JumpKind,
  };

  virtual ~Stmt() = default;
  Kind getKind() const { return kind; }

  llvm::SMRange range;

protected:
  Stmt(Kind kind, llvm::SMRange range) : range(range), kind(kind) {}

private:
  Kind kind;
};
using StmtPtr = std::unique_ptr<Stmt>;
using Block = std::vector<StmtPtr>;

/// `IndexLabel [i, j] = [8];` L4.
struct LabelDecl : Stmt {
  LabelDecl(llvm::SMRange range) : Stmt(LabelDeclKind, range) {}
  std::vector<Identifier> names;
  Extent extent;
  /// Of a computed range; `step` may be null.
  ExprPtr lo, hi, step;
  static bool classof(const Stmt *s) { return s->getKind() == LabelDeclKind; }
};

/// `format BDIA(b) = (i, j) -> (i / b : dense, ...);` L33. Beyond its name and
/// parameters it is the text of `range`, which runtime/format/parse.h takes
/// apart.
struct FormatDecl : Stmt {
  FormatDecl(llvm::SMRange range) : Stmt(FormatDeclKind, range) {}
  Identifier name;
  std::vector<Identifier> parameters;
  llvm::StringRef getText() const { return textOf(range); }
  static bool classof(const Stmt *s) { return s->getKind() == FormatDeclKind; }
};

/// `Tensor<double> A([i, j], {CSR});` L8, L9. Also a function's tensor
/// parameter or result (then `format` or the dimensions may be absent).
struct TensorDecl : Stmt {
  TensorDecl(llvm::SMRange range) : Stmt(TensorDeclKind, range) {}
  ElementType type = ElementType::Double;
  Identifier name;
  std::vector<Dimension> dimensions;
  FormatSpec spec;
  /// checked: the storage, resolved from `spec`; none after an error.
  std::optional<Format> format;
  /// checked: of a hybrid, whose `format` is that of the last part (L34).
  struct HybridPart {
    Format format;
    std::string condition; ///< over modes d0, d1, ...; of the last part: none
  };
  std::vector<HybridPart> hybrid;
  /// checked: by `auto`; until one is chosen (check/AutoFormats.h), the format
  /// is the usual one (L49).
  bool isAuto = false;
  static bool classof(const Stmt *s) { return s->getKind() == TensorDeclKind; }
};

/// `var x = e;` L29. Also a function's scalar parameter (then no `init`).
struct ScalarDecl : Stmt {
  ScalarDecl(llvm::SMRange range) : Stmt(ScalarDeclKind, range) {}
  Identifier name;
  ExprPtr init;
  /// checked: the type of the initialiser, or the declared parameter type.
  ElementType type = ElementType::Double;
  static bool classof(const Stmt *s) { return s->getKind() == ScalarDeclKind; }
};

/// A mask `<M>`, `<!M>`, `<M, push>`. L23.
struct Mask {
  Identifier tensor;
  bool complement = false;
  std::string method; // "", "push", "pull", "auto"
  /// checked: the tensor; null only after an error.
  const TensorDecl *decl = nullptr;
};

/// One clause of a schedule: `order(i, j)`, `search(k, gallop, ratio = 8)`.
/// L32.
struct Directive {
  Identifier name;
  llvm::SMRange range; ///< Of all of it.
  std::vector<ExprPtr> arguments;
  std::vector<NamedArgument> named;
  /// Those in `when(uneven(A), order(i, j))`, whose argument is the question.
  std::vector<Directive> clauses;
};

enum class AssignOp { Set, Add, Sub, Accumulate };

/// `y[i] = e;`, `+=`, `-=`, `@(min)=`; also `x = e;` for a scalar variable or
/// a whole tensor, which has no `indices` and `hasIndices` false. L18.
struct Assign : Stmt {
  Assign(llvm::SMRange range) : Stmt(AssignKind, range) {}
  Identifier target;
  std::vector<Index> indices;
  bool hasIndices = false;
  std::optional<Mask> mask;
  AssignOp op = AssignOp::Set;
  std::optional<SemiringOperator> accumulate; // for AssignOp::Accumulate
  llvm::SMRange opRange;
  ExprPtr value;
  std::vector<Directive> schedule;
  /// checked: one of the two is set.
  const TensorDecl *tensor = nullptr;
  const ScalarDecl *scalar = nullptr;
  /// checked: the right side is an expression with a value everywhere (L44).
  bool isFull = false;
  /// checked: zeros of a dense tensor go into a sparse one, too.
  bool keepsZeros = false;
  /// checked: `=` and a tensor alone, perhaps transposed, of which no label is
  /// summed over. A dense one goes into a sparse target by its nonzeros (L38).
  bool copies() const;
  /// A label of the left stands at one dimension, and goes over all of it or a
  /// range: not so in diagonals, elements and what is looked up.
  bool fillsBlock() const;
  /// `=` and a 0 alone, which empties a sparse target (L44).
  bool empties() const;
  /// Its clauses where the question of `when` is answered with yes; of null,
  /// where that of none is. What stands in a `when` takes the place of the same
  /// outside, and of what cannot stand with it.
  llvm::SmallVector<const Directive *> clausesWhen(const Directive *when) const;
  static bool classof(const Stmt *s) { return s->getKind() == AssignKind; }
};

/// `Q, s = f(A);` L64.
struct Unpack : Stmt {
  Unpack(llvm::SMRange range) : Stmt(UnpackKind, range) {}
  std::vector<std::unique_ptr<Assign>> targets; ///< each without a value
  ExprPtr value;
  static bool classof(const Stmt *s) { return s->getKind() == UnpackKind; }
};

/// `print(A);`, `write(C, "c.mtx");`, `printElapsedTime(t0, t1);`
struct ExprStmt : Stmt {
  ExprStmt(llvm::SMRange range, ExprPtr expr)
      : Stmt(ExprStmtKind, range), expr(std::move(expr)) {}
  ExprPtr expr;
  static bool classof(const Stmt *s) { return s->getKind() == ExprStmtKind; }
};

/// What a loop knows of the `break` and `continue` in its body (L64).
struct Jumps {
  Jumps(llvm::SMRange range) : leaves(range), stops(range) {}
  /// True from one on: the rest of the round is left out.
  ScalarDecl leaves;
  /// True from a `break` on: no other round follows.
  ScalarDecl stops;
};

/// `break;`, `continue;`. L64.
struct Jump : Stmt {
  Jump(llvm::SMRange range) : Stmt(JumpKind, range) {}
  bool isBreak = false;
  /// checked: those of the innermost loop around; null only after an error.
  const Jumps *loop = nullptr;
  static bool classof(const Stmt *s) { return s->getKind() == JumpKind; }
};

/// `for t in lo:hi:step { ... }`, `for t in range(lo, hi, step): ... end`. L30.
struct For : Stmt {
  For(llvm::SMRange range)
      : Stmt(ForKind, range), counter(range), jumps(range) {}
  Identifier variable;
  ExprPtr lo, hi, step; // lo and step may be null.
  Block body;
  /// checked: what the uses of the variable in the body name; of type Int64.
  ScalarDecl counter;
  Jumps jumps;
  static bool classof(const Stmt *s) { return s->getKind() == ForKind; }
};

struct While : Stmt {
  While(llvm::SMRange range) : Stmt(WhileKind, range), jumps(range) {}
  ExprPtr condition;
  Block body;
  Jumps jumps;
  static bool classof(const Stmt *s) { return s->getKind() == WhileKind; }
};

struct If : Stmt {
  If(llvm::SMRange range) : Stmt(IfKind, range) {}
  ExprPtr condition;
  Block thenBody, elseBody;
  static bool classof(const Stmt *s) { return s->getKind() == IfKind; }
};

struct Return : Stmt {
  Return(llvm::SMRange range) : Stmt(ReturnKind, range) {}
  std::vector<ExprPtr> values; ///< as many as there are results
  static bool classof(const Stmt *s) { return s->getKind() == ReturnKind; }
};

/// `reorder [i, j] by lexi(A, 3);` L36.
struct Reorder : Stmt {
  Reorder(llvm::SMRange range) : Stmt(ReorderKind, range) {}
  std::vector<Identifier> labels;
  Identifier method;
  Identifier tensor;             // empty for `none`
  std::optional<int64_t> number; // of rounds or parts
  /// checked: that of `tensor`, or null.
  const TensorDecl *decl = nullptr;
  static bool classof(const Stmt *s) { return s->getKind() == ReorderKind; }
};

/// `distribute [i];` L61.
struct Distribute : Stmt {
  Distribute(llvm::SMRange range) : Stmt(DistributeKind, range) {}
  std::vector<Identifier> labels; ///< checked: one
  static bool classof(const Stmt *s) { return s->getKind() == DistributeKind; }
};

/// Calls `visit` on the labels that an index uses, each time that it does:
/// itself, or those in its value.
void forEachLabel(const Index &index,
                  llvm::function_ref<void(const Identifier &)> visit);
void forEachLabel(const std::vector<Index> &indices,
                  llvm::function_ref<void(const Identifier &)> visit);

/// Calls `visit` on the operands of an expression, left to right.
void forEachOperand(Expr &expr, llvm::function_ref<void(Expr &)> visit);
void forEachOperand(const Expr &expr,
                    llvm::function_ref<void(const Expr &)> visit);

/// Calls `visit` on the expressions of a block, those inside of them and of the
/// statements inside, but not on those of schedules.
void forEachExpression(const Block &block,
                       llvm::function_ref<void(Expr &)> visit);

/// Calls `visit` on the statements of a block and on those inside of them, in
/// the order of the text. They may be changed: a block only points to them.
void forEachStatement(const Block &block,
                      llvm::function_ref<void(Stmt &)> visit);

//===----------------------------------------------------------------------===//
// Functions and the program
//===----------------------------------------------------------------------===//

/// A parameter: exactly one of the two is set. L31.
struct Parameter {
  std::unique_ptr<TensorDecl> tensor;
  std::unique_ptr<ScalarDecl> scalar;
};

/// The type of a result: exactly one of the two is set. A tensor result has no
/// name.
struct Result {
  std::unique_ptr<TensorDecl> tensor;
  std::optional<ElementType> scalar;
};

/// `def f(...) -> ... { ... }`
struct Function {
  Identifier name;
  std::vector<Parameter> parameters;
  /// None, one, or several (L64).
  std::vector<Result> results;
  Block body;
  llvm::SMRange range;
  unsigned file = 0; ///< the buffer that it is in
  /// Of another file than the program's (L62).
  bool isImported = false;
  /// What a library calls it; empty: by its name.
  std::string exportedAs;
  /// A library has copies of it with formats (`--export`).
  bool hasExports = false;

  llvm::StringRef nameInLibrary() const {
    return exportedAs.empty() ? name.name : exportedAs;
  }
  /// The only result, where it is of that kind; else null or none.
  TensorDecl *tensorResult() const {
    return results.size() == 1 ? results.front().tensor.get() : nullptr;
  }
  std::optional<ElementType> scalarResult() const {
    return results.size() == 1 ? results.front().scalar : std::nullopt;
  }
};

/// `param k = 10;` L59.
struct ParamDecl {
  ParamDecl(llvm::SMRange range) : range(range), scalar(range) {}
  struct Value {
    std::string text; ///< as it is written, without quotes
    int64_t integer = 0;
    double number = 0;
  };
  Identifier name;
  llvm::SMRange range, valueRange;
  rt::ParameterKind kind = rt::ParameterKind::Whole;
  Value value; ///< by default
  /// What the command sets it to, of a program that is run at once.
  std::optional<Value> given;
  unsigned file = 0; ///< the buffer that it is in, and holds in
  /// checked: what the uses of the name stand for, but for those of a text.
  ScalarDecl scalar;
  /// checked: a number of a format, for which the code is compiled.
  bool isFixed = false;
  /// checked: the path of a file that is read.
  bool isRead = false;
  const Value &now() const { return given ? *given : value; }
  bool isText() const { return kind == rt::ParameterKind::Text; }
};

/// From text that is one of that kind.
ParamDecl::Value makeParamValue(rt::ParameterKind kind, std::string text);

/// `import "graph.ta";` L62.
struct Import {
  std::string path;
  llvm::SMRange range; ///< of the path
};

struct Program {
  std::vector<std::unique_ptr<Function>> functions;
  /// Formats declared outside functions (L33).
  Block declarations;
  std::vector<std::unique_ptr<ParamDecl>> parameters;
  std::vector<Import> imports;
  /// The buffers of the files that were imported, in the order of reading.
  std::vector<unsigned> importedFiles;
};

} // namespace encke::ast

#endif // ENCKE_FRONTEND_AST_H
