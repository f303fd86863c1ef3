//===- LowerToTA.cpp - statements to the ta dialect -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/lower/LowerToTA.h"
#include "frontend/check/SemaBuiltins.h"
#include "frontend/lower/LowerToTAImpl.h"

#include "dialects/TA/Scalars.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// What stands behind a branch with a jump is a branch of its own (L64).
void FunctionLowering::lowerBlock(ArrayRef<ast::StmtPtr> block) {
  while (!block.empty()) {
    const ast::Stmt &stmt = *block.front();
    block = block.drop_front();
    lower(stmt);
    if (isa<ast::Jump, ast::Return>(stmt) || sema::endsProgram(stmt))
      return;
    if (const ast::Jumps *loop = findJumps(stmt); loop && !block.empty())
      return lowerUnlessLeft(*loop, block, stmt.range);
  }
}

static SmallVector<const ast::Directive *> whensOf(const ast::Assign &assign) {
  SmallVector<const ast::Directive *> whens;
  for (const ast::Directive &clause : assign.schedule)
    if (clause.name.name == "when")
      whens.push_back(&clause);
  return whens;
}

/// It does more than to add and multiply.
static bool tellsZeros(const ast::Expr &expr) {
  if (isa<ast::Semiring>(expr))
    return true;
  if (auto *unary = dyn_cast<ast::Unary>(&expr))
    return unary->op == ast::UnaryOp::Not || tellsZeros(*unary->operand);
  if (auto *binary = dyn_cast<ast::Binary>(&expr)) {
    bool isLinear = binary->op == ast::BinaryOp::Add ||
                    binary->op == ast::BinaryOp::Sub ||
                    binary->op == ast::BinaryOp::Mul ||
                    binary->op == ast::BinaryOp::ElementwiseMul;
    return !isLinear || tellsZeros(*binary->lhs) || tellsZeros(*binary->rhs);
  }
  if (auto *call = dyn_cast<ast::Call>(&expr))
    return call->name.name != "SUM" ||
           llvm::any_of(call->arguments, [](const ast::ExprPtr &argument) {
             return tellsZeros(*argument);
           });
  return false;
}

/// L53: what is beyond a dense tensor is nothing, and no 0.
static bool tellsZeros(const ast::Stmt &stmt) {
  if (auto *decl = dyn_cast<ast::ScalarDecl>(&stmt))
    return tellsZeros(*decl->init);
  auto *assign = dyn_cast<ast::Assign>(&stmt);
  if (!assign)
    return true;
  // L38: a dense tensor alone goes to a sparse one by its nonzeros.
  if (assign->copies())
    return false;
  bool isSparse = assign->tensor && !assign->tensor->format->isDense();
  return isSparse || assign->mask || assign->accumulate ||
         tellsZeros(*assign->value);
}

/// Declarations have no code: a tensor exists once it is assigned.
void FunctionLowering::lower(const ast::Stmt &stmt) {
  statement = &stmt;
  seesGaps = tellsZeros(stmt);
  if (auto *decl = dyn_cast<ast::ScalarDecl>(&stmt))
    lowerScalar(decl, *decl->init);
  else if (auto *assign = dyn_cast<ast::Assign>(&stmt))
    lowerWhens(*assign, whensOf(*assign));
  else if (auto *unpack = dyn_cast<ast::Unpack>(&stmt))
    lowerUnpack(*unpack);
  else if (auto *exprStmt = dyn_cast<ast::ExprStmt>(&stmt))
    lowerCallStatement(*cast<ast::Call>(exprStmt->expr.get()));
  else if (auto *loop = dyn_cast<ast::For>(&stmt))
    lowerFor(*loop);
  else if (auto *loop = dyn_cast<ast::While>(&stmt))
    lowerWhile(*loop);
  else if (auto *branch = dyn_cast<ast::If>(&stmt))
    lowerIf(*branch);
  else if (auto *reorder = dyn_cast<ast::Reorder>(&stmt))
    lowerReorder(*reorder);
  else if (auto *jump = dyn_cast<ast::Jump>(&stmt))
    lowerJump(*jump);
  else if (auto *stop = dyn_cast<ast::Return>(&stmt))
    lowerReturn(*stop);
  else if (auto *decl = dyn_cast<ast::LabelDecl>(&stmt);
           decl && decl->extent.kind == ast::Extent::Computed)
    lowerRange(*decl);
}

/// L56: the bounds are evaluated here. An empty range picks nothing.
void FunctionLowering::lowerRange(const ast::LabelDecl &decl) {
  Location where = loc(decl.extent.range);
  Type type = builder.getI64Type();
  Value lo = lowerToScalarAs(*decl.lo, ElementType::Int64);
  Value hi = lowerToScalarAs(*decl.hi, ElementType::Int64);
  Value step = decl.step ? lowerToScalarAs(*decl.step, ElementType::Int64)
                         : emitConstant(builder, where, type, 1.0);
  Value count = RoundsOp::create(builder, where, type, lo, hi, step,
                                 place(decl.extent.range));
  auto toIndex = [&](Value number) -> Value {
    return arith::IndexCastOp::create(builder, where, builder.getIndexType(),
                                      number);
  };
  Value size = toIndex(count);
  for (const ast::Identifier &name : decl.names) {
    ranges[name.name] = {toIndex(lo), decl.step ? toIndex(step) : Value()};
    scopes.back().sizes[info.labelGroup.lookup(name.name)] = size;
  }
}

void FunctionLowering::lowerScalar(const ast::ScalarDecl *decl,
                                   const ast::Expr &value) {
  scalars[decl] = lowerToScalarAs(value, decl->type);
}

/// Questions are asked one after the other, until one is answered with yes: the
/// statement once for each, and once for none (L32).
void FunctionLowering::lowerWhens(const ast::Assign &assign,
                                  ArrayRef<const ast::Directive *> whens) {
  if (whens.empty())
    return lowerAssign(assign);
  Changes changes;
  Value old;
  Type type;
  if (assign.scalar) {
    changes.scalars.insert(assign.scalar);
    old = scalars.lookup(assign.scalar);
    type = old.getType();
  } else {
    changes.tensors.insert(assign.tensor);
    old = tensors.lookup(assign.tensor);
    type = typeOf(assign.tensor);
  }
  Value condition = ask(*whens.front());
  lowerBranch(
      loc(whens.front()->range), condition, changes, type, old,
      [&] {
        llvm::SaveAndRestore<const ast::Directive *> yes(answered,
                                                         whens.front());
        lowerAssign(assign);
      },
      [&] { lowerWhens(assign, whens.drop_front()); });
}

void FunctionLowering::lowerAssign(const ast::Assign &assign) {
  Location where = loc(assign.range);
  if (assign.scalar) {
    scalars[assign.scalar] = lowerScalarUpdate(assign);
    return;
  }

  const ast::TensorDecl *decl = assign.tensor;
  Value source = lowerSource(assign);
  // A permutation gives the numbers that coordinates have in memory.
  if (source && !source.getDefiningOp<CoordinatesOp>())
    source = inMemoryOrder(source, decl, assign.range);
  if (source && assign.op == ast::AssignOp::Set) {
    tensors[decl] = source;
    return;
  }

  // A whole tensor (`C = A;`, no labels) goes by positions.
  Places places = placesOf(decl, assign.indices, /*isTarget=*/true);
  SmallVector<StringAttr> indices = places.labels;
  if (!assign.hasIndices)
    indices = numberedLabels(decl->dimensions.size());

  Type computed = toType(computedIn(decl->type), builder.getContext());
  Value value;
  if (source)
    value = widenStored(AccessOp::create(builder, where, source, indices));
  else if (auto *name = dyn_cast<ast::Name>(assign.value.get());
           name && name->tensor && !assign.hasIndices)
    value = widenStored(
        AccessOp::create(builder, nameLoc(name->tensor, assign.range),
                         tensors.lookup(name->tensor), indices));
  else
    value = isa<ast::Selection>(*assign.value)
                ? lowerExprAs(*assign.value, computed)
                : lowerExpr(*assign.value);
  // L52: what is repeated is selected, element by element.
  auto filter = value.getDefiningOp<FilterOp>();
  value = repeatAlong(
      filter ? filter.getValue() : value, indices,
      [&](size_t mode) -> Value {
        if (places.isWhole)
          return sizeOfGroup(info.tensorGroups.lookup(decl)[mode]);
        return getValueOrCreateConstantIndexOp(builder, where,
                                               places.sizes[mode]);
      },
      where);
  if (filter)
    value = FilterOp::create(builder, where, value, filter.getCondition());

  value = widen(value, computed, where);
  Value old = tensors.lookup(decl);
  value = lowerUpdate(assign, places, old, value, indices);
  tensors[decl] = assignAt(assign, places, old, value, indices);
}

SmallVector<StringAttr> FunctionLowering::numberedLabels(size_t order) {
  SmallVector<StringAttr> labels;
  for (size_t mode = 0; mode < order; ++mode)
    labels.push_back(label(("d" + Twine(mode)).str()));
  return labels;
}

Value FunctionLowering::lowerSource(const ast::Assign &assign) {
  if (auto *literal = dyn_cast<ast::Literal>(assign.value.get()))
    return lowerLiteral(*literal, assign.tensor);
  if (auto *literal = dyn_cast<ast::SparseLiteral>(assign.value.get()))
    return lowerSparseLiteral(*literal, assign.tensor);
  auto *call = dyn_cast<ast::Call>(assign.value.get());
  if (!call)
    return {};
  // What gives a single value is an expression like others (L48).
  if (auto called = info.calls.find(call); called != info.calls.end())
    return called->second.function->scalarResult()
               ? Value()
               : lowerTensorCall(*call, assign.tensor);
  if (info.reads.count(call))
    return lowerRead(assign, *call);
  if (call->name.name == "random")
    return lowerRandom(assign, *call);
  if (const sema::WholeFunction *whole =
          sema::findWholeFunction(call->name.name))
    return lowerWhole(assign, *call, *whole);
  if (call->name.name == "permutation")
    return CoordinatesOp::create(builder, loc(call->range),
                                 typeOf(assign.tensor),
                                 dynamicSizes(assign.tensor));
  return {};
}

Value FunctionLowering::lowerWhole(const ast::Assign &assign,
                                   const ast::Call &call,
                                   const sema::WholeFunction &function) {
  const ast::TensorDecl *decl = assign.tensor;
  SmallVector<Value> operands;
  int64_t mode = 0, count = 0;
  for (const ast::ExprPtr &argument : call.arguments) {
    if (auto *access = dyn_cast<ast::Access>(argument.get())) {
      operands.push_back(inFileOrder(access->tensor, argument->range));
      if (call.arguments.size() > 1) {
        StringRef along = cast<ast::Name>(call.arguments[1].get())->name;
        mode = llvm::find_if(access->indices,
                             [&](const ast::Index &index) {
                               return index.name == along;
                             }) -
               access->indices.begin();
      }
    } else if (auto *number = dyn_cast<ast::Number>(argument.get())) {
      count = number->integer;
    } else if (auto *name = cast<ast::Name>(argument.get()); name->tensor) {
      operands.push_back(inFileOrder(name->tensor, argument->range));
    }
  }
  if (function.form == sema::WholeFunction::OfAccess)
    giveReshapedSize(decl, operands.front(), call);
  return WholeOp::create(builder, nameLoc(decl, assign.range),
                         TypeRange(typeOf(decl)), function.name, operands, mode,
                         count, dynamicSizes(decl), place(call.range))
      .getResult(0);
}

/// L57: a vector has as many coordinates as what is reshaped, where nothing
/// else says how many.
void FunctionLowering::giveReshapedSize(const ast::TensorDecl *decl,
                                        Value tensor, const ast::Call &call) {
  unsigned group = info.tensorGroups.lookup(decl)[0];
  const SizeGroup &sources = info.groups[group];
  if (decl->dimensions.size() != 1 || findSize(group) || sources.staticSize ||
      !sources.files.empty() || !sources.arguments.empty() ||
      !sources.parameters.empty())
    return;
  Location where = loc(call.range);
  Value size = arith::ConstantIndexOp::create(builder, where, 1);
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  for (int64_t mode = 0; mode < rank; ++mode)
    size = arith::MulIOp::create(
        builder, where, size,
        tensor::DimOp::create(builder, where, tensor, mode));
  scopes.back().sizes[group] = size;
}

static StringRef selectorName(Selector selector) {
  switch (selector) {
  case Selector::Full:
    return "full";
  case Selector::StrictLower:
    return "strict_lower";
  case Selector::Lower:
    return "lower";
  case Selector::StrictUpper:
    return "strict_upper";
  case Selector::Upper:
    return "upper";
  }
  return "full";
}

Value FunctionLowering::lowerRead(const ast::Assign &assign,
                                  const ast::Call &call) {
  const ReadRequest &request = info.reads.find(&call)->second;
  SmallVector<Value> dynamic = dynamicSizes(assign.tensor);
  Value file = openFile(request.file, assign.range);
  return ReadOp::create(builder, nameLoc(assign.tensor, assign.range),
                        typeOf(assign.tensor), file, dynamic,
                        selectorName(request.selector), place(assign.range));
}

Value FunctionLowering::lowerRandom(const ast::Assign &assign,
                                    const ast::Call &call) {
  IntegerAttr seed;
  if (!call.arguments.empty())
    seed = builder.getI64IntegerAttr(
        cast<ast::Number>(call.arguments.front().get())->integer);
  Value density;
  if (!call.named.empty())
    density = lowerToScalarAs(*call.named.front().value, ElementType::Double);
  return RandomOp::create(builder, nameLoc(assign.tensor, call.range),
                          typeOf(assign.tensor), seed, density,
                          dynamicSizes(assign.tensor), place(call.range));
}

static void flatten(const ast::Literal &literal,
                    SmallVectorImpl<const ast::Expr *> &elements) {
  for (const ast::ExprPtr &element : literal.elements) {
    if (auto *nested = dyn_cast<ast::Literal>(element.get()))
      flatten(*nested, elements);
    else
      elements.push_back(element.get());
  }
}

/// What is stored of a value.
Value FunctionLowering::lowerElement(const ast::Expr &element,
                                     const ast::TensorDecl *decl) {
  return emitCast(builder, loc(element.range),
                  lowerToScalarAs(element, computedIn(decl->type)),
                  toType(decl->type, builder.getContext()));
}

Value FunctionLowering::lowerLiteral(const ast::Literal &literal,
                                     const ast::TensorDecl *decl) {
  RankedTensorType type = typeOf(decl);
  SmallVector<int64_t> shape;
  for (const ast::Expr *level = &literal; isa<ast::Literal>(level);) {
    const auto &elements = cast<ast::Literal>(level)->elements;
    shape.push_back(elements.size());
    if (elements.empty())
      break;
    level = elements.front().get();
  }
  SmallVector<const ast::Expr *> elements;
  flatten(literal, elements);
  SmallVector<Value> values;
  for (const ast::Expr *element : elements)
    values.push_back(lowerElement(*element, decl));
  auto literalType = RankedTensorType::get(shape, type.getElementType());
  Location where = loc(literal.range);
  Value tensor =
      tensor::FromElementsOp::create(builder, where, literalType, values);
  if (literalType == type)
    return tensor;
  if (!type.getEncoding())
    return tensor::CastOp::create(builder, where, type, tensor);
  // Of a literal a sparse tensor stores what is not zero (L38).
  SmallVector<StringAttr> modes = numberedLabels(type.getRank());
  return AssignOp::create(builder, where, type,
                          AccessOp::create(builder, where, tensor, modes),
                          modes, dynamicSizes(decl));
}

/// L57: a row of coordinates for each element.
Value FunctionLowering::lowerSparseLiteral(const ast::SparseLiteral &literal,
                                           const ast::TensorDecl *decl) {
  RankedTensorType type = typeOf(decl);
  Location where = loc(literal.range);
  Type number = builder.getI64Type();
  SmallVector<Value> coordinates, values;
  for (const ast::SparseLiteral::Entry &entry : literal.entries) {
    for (const ast::ExprPtr &coordinate : entry.coordinates)
      coordinates.push_back(lowerToScalarAs(*coordinate, ElementType::Int64));
    values.push_back(lowerElement(*entry.value, decl));
  }
  auto count = int64_t(values.size());
  Value table = tensor::FromElementsOp::create(
      builder, where, RankedTensorType::get({count, type.getRank()}, number),
      coordinates);
  Value list = tensor::FromElementsOp::create(
      builder, where, RankedTensorType::get(count, type.getElementType()),
      values);
  return WholeOp::create(builder, nameLoc(decl, literal.range), TypeRange(type),
                         "elements", ValueRange({table, list}), /*mode=*/0,
                         /*count=*/0, dynamicSizes(decl), place(literal.range))
      .getResult(0);
}

Attribute FunctionLowering::textOf(const ast::ParamDecl &parameter) {
  return TextAttr::get(builder.getContext(), parameter.name.name,
                       parameter.value.text);
}

Attribute FunctionLowering::textOf(const ast::Expr &expr) {
  if (auto *text = dyn_cast<ast::String>(&expr))
    return builder.getStringAttr(text->value);
  auto *name = dyn_cast<ast::Name>(&expr);
  return name && name->text ? textOf(*name->text) : Attribute();
}

/// L59: texts and single values, in one line.
void FunctionLowering::lowerLine(const ast::Call &call) {
  Location where = loc(call.range);
  SmallVector<Attribute> parts;
  SmallVector<Value> values;
  for (const ast::ExprPtr &argument : call.arguments) {
    Attribute text = textOf(*argument);
    parts.push_back(text ? text : builder.getUnitAttr());
    if (!text)
      values.push_back(lowerToScalar(*argument));
  }
  if (call.name.name == "error")
    FailOp::create(builder, where, builder.getArrayAttr(parts), values,
                   place(call.range));
  else
    PrintLineOp::create(builder, where, builder.getArrayAttr(parts), values);
}

void FunctionLowering::lowerCallStatement(const ast::Call &call) {
  Location where = loc(call.range);
  if (info.calls.count(&call)) {
    lowerCall(call);
    return;
  }
  StringRef function = call.name.name;
  if (function == "printElapsedTime") {
    Type seconds = builder.getF64Type();
    Value from =
        emitCast(builder, where, lowerToScalar(*call.arguments[0]), seconds);
    Value to =
        emitCast(builder, where, lowerToScalar(*call.arguments[1]), seconds);
    PrintElapsedOp::create(builder, where, from, to);
    return;
  }
  if (call.arguments.empty())
    return;
  const ast::Expr *argument = call.arguments.front().get();
  bool isLine = call.arguments.size() > 1 || textOf(*argument);
  if (function == "error" || (function == "print" && isLine))
    return lowerLine(call);
  const ast::TensorDecl *decl = nullptr;
  if (auto *name = dyn_cast<ast::Name>(argument))
    decl = name->tensor;
  else if (auto *access = dyn_cast<ast::Access>(argument);
           access && !sema::isScalarExpr(*access))
    decl = access->tensor;
  if (function == "print") {
    if (decl)
      PrintOp::create(builder, where, inFileOrder(decl, call.range),
                      decl->name.name);
    else
      PrintOp::create(builder, where, lowerToScalar(*argument), "");
  } else if (function == "write" && decl) {
    WriteOp::create(builder, where, inFileOrder(decl, call.range),
                    textOf(*call.arguments[1]), place(call.range));
  }
}
