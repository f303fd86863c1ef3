//===- LowerToTASizes.cpp - sizes, types and places -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/lower/LowerToTAImpl.h"

#include "dialects/TA/Encoding.h"
#include "dialects/TA/Functions.h"
#include "dialects/TA/Scalars.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// The size is taken at its first use: L5 looks at files before the first
/// statement that needs one, and no earlier. A loop is one statement then, but
/// a branch that is not taken looks at nothing.
Value FunctionLowering::sizeOfGroup(unsigned group) {
  if (Value known = findSize(group))
    return known;
  size_t home = scopes.size() - 1;
  OpBuilder::InsertionGuard guard(builder);
  if (!info.groups[group].dependsOnWritten())
    for (; isa_and_present<LoopLikeOpInterface>(scopes[home].op); --home)
      builder.setInsertionPoint(scopes[home].op);
  return scopes[home].sizes[group] = makeSize(group, /*withFiles=*/true, {});
}

Value FunctionLowering::findSize(unsigned group) {
  for (const Scope &scope : llvm::reverse(scopes))
    if (Value size = scope.sizes.lookup(group))
      return size;
  return {};
}

/// A static size that something may contradict is checked too, but is a
/// constant for the code after it.
Value FunctionLowering::makeSize(unsigned group, bool withFiles,
                                 ArrayRef<GivenSize> given) {
  const SizeGroup &sources = info.groups[group];
  Location where = builder.getUnknownLoc();
  SmallVector<Value> files, values;
  SmallVector<int64_t> modes, orders;
  SmallVector<Attribute> places, origins;
  IntegerAttr text;
  if (sources.staticSize) {
    text = builder.getI64IntegerAttr(*sources.staticSize);
    places.push_back(place(sources.staticWhere));
  }
  if (withFiles)
    for (const FileSize &file : sources.files) {
      // What reads it compares.
      if (file.isWritten && !sources.dependsOnWritten())
        continue;
      files.push_back(openFile(file.file, file.where));
      modes.push_back(file.mode);
      orders.push_back(file.order);
      places.push_back(place(file.where));
    }
  auto addGiven = [&](Value value, const Twine &origin, llvm::SMRange range) {
    values.push_back(value);
    origins.push_back(builder.getStringAttr(origin));
    places.push_back(place(range));
  };
  for (const ArgumentSize &argument : sources.arguments)
    addGiven(tensor::DimOp::create(builder, where,
                                   parameters.lookup(argument.parameter),
                                   argument.mode),
             "dimension " + Twine(argument.mode + 1) + " of '" +
                 argument.parameter->name.name + "'",
             argument.where);
  for (const ParameterSize &size : sources.parameters)
    addGiven(sizeBy(size, sources.name),
             "parameter '" + Twine(size.parameter->name.name) + "'",
             size.where);
  for (const GivenSize &size : given)
    addGiven(size.value, size.origin, size.where);
  if (places.empty()) {
    reportUnknownSize(group);
    return arith::ConstantIndexOp::create(builder, where, 0);
  }
  if (values.size() == 1 && places.size() == 1)
    return values.front();
  Value size;
  if (places.size() > 1 || !sources.staticSize)
    size = SizeOp::create(builder, where, builder.getIndexType(), sources.name,
                          text, files, modes, orders, values,
                          origins.empty() ? ArrayAttr()
                                          : builder.getArrayAttr(origins),
                          builder.getArrayAttr(places));
  if (sources.staticSize)
    return arith::ConstantIndexOp::create(builder, where, *sources.staticSize);
  return size;
}

/// L59: a parameter may be any number.
Value FunctionLowering::sizeBy(const ParameterSize &given, StringRef label) {
  Location where = loc(given.where);
  Value size = scalars.lookup(&given.parameter->scalar);
  Value zero = emitConstant(builder, where, size.getType(), 0.0);
  Value isGood = emitComparison(builder, where, Comparison::ge, size, zero);
  size = CheckOp::create(builder, where, size, isGood,
                         ("the size of '" + label + "' is negative").str());
  return arith::IndexCastOp::create(builder, where, builder.getIndexType(),
                                    size);
}

/// Only the result of a call gives it, and that comes later, or in a region
/// that has ended.
void FunctionLowering::reportUnknownSize(unsigned group) {
  good = false;
  llvm::SMRange range = statement ? statement->range : function->range;
  emitError(loc(range)) << "not supported yet: the size of '"
                        << info.groups[group].name
                        << "' is needed before the call that gives it";
}

Value FunctionLowering::sizeOfLabel(StringAttr label) {
  return sizeOfGroup(info.labelGroup.lookup(label.getValue()));
}

RankedTensorType FunctionLowering::typeOf(const ast::TensorDecl *decl) {
  SmallVector<int64_t> shape;
  for (unsigned group : info.tensorGroups.lookup(decl))
    shape.push_back(
        info.groups[group].staticSize.value_or(ShapedType::kDynamic));
  return getTensorType(*decl->format, shape,
                       toType(decl->type, builder.getContext()), indexWidth);
}

SmallVector<Value> FunctionLowering::dynamicSizes(const ast::TensorDecl *decl) {
  SmallVector<Value> dynamic;
  for (unsigned group : info.tensorGroups.lookup(decl)) {
    // Also for static sizes: the files must be checked against them.
    Value size = sizeOfGroup(group);
    if (!info.groups[group].staticSize)
      dynamic.push_back(size);
  }
  return dynamic;
}

Value FunctionLowering::openFile(const FileRef &file, llvm::SMRange where) {
  Attribute source;
  if (auto *number = std::get_if<unsigned>(&file))
    source = builder.getI64IntegerAttr(*number);
  else if (auto *path = std::get_if<std::string>(&file))
    source = builder.getStringAttr(*path);
  else
    source = textOf(*std::get<const ast::ParamDecl *>(file));
  return FileOp::create(builder, loc(where),
                        FileType::get(builder.getContext()), source,
                        place(where));
}

/// Line and column, counted from 1, of a place in the program.
static std::pair<unsigned, unsigned>
lineAndColumn(const llvm::SourceMgr &sources, llvm::SMRange range) {
  if (!range.isValid())
    return {0, 0};
  return sources.getLineAndColumn(range.Start);
}

/// Of the file that the place is in, which may be imported (L62).
static StringRef fileName(const llvm::SourceMgr &sources, llvm::SMRange range) {
  unsigned id =
      range.isValid() ? sources.FindBufferContainingLoc(range.Start) : 0;
  return sources.getMemoryBuffer(id ? id : sources.getMainFileID())
      ->getBufferIdentifier();
}

Location FunctionLowering::loc(llvm::SMRange range) {
  auto [line, column] = lineAndColumn(sources, range);
  auto [endLine, endColumn] =
      lineAndColumn(sources, llvm::SMRange(range.End, range.End));
  return FileLineColRange::get(builder.getStringAttr(fileName(sources, range)),
                               line, column, endLine, endColumn);
}

Location FunctionLowering::nameLoc(const ast::TensorDecl *tensor,
                                   llvm::SMRange range) {
  return NameLoc::get(builder.getStringAttr(tensor->name.name), loc(range));
}

StringAttr FunctionLowering::place(llvm::SMRange range) {
  auto [line, column] = lineAndColumn(sources, range);
  return builder.getStringAttr(fileName(sources, range) + ":" + Twine(line) +
                               ":" + Twine(column));
}

SmallVector<StringAttr> FunctionLowering::labels(ArrayRef<ast::Index> names) {
  SmallVector<StringAttr> result;
  for (const ast::Index &name : names)
    result.push_back(label(name.name));
  return result;
}
