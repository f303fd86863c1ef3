//===- LowerToTASizes.cpp - sizes, types and places -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/LowerToTAImpl.h"

#include "dialects/TA/Encoding.h"
#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace encke;
using namespace encke::ta;

/// The size is taken at its first use: L5 looks at files before the first
/// statement that needs one, and no earlier. A static size that files may
/// contradict is checked there too, but is a constant for the code after it.
Value FunctionLowering::sizeOfGroup(unsigned group) {
  Value &size = sizes[group];
  if (size)
    return size;
  const SizeGroup &sources = info.groups[group];
  Location where = builder.getUnknownLoc();
  if (sources.staticSize && sources.files.empty())
    return size = arith::ConstantIndexOp::create(builder, where,
                                                 *sources.staticSize);
  SmallVector<Value> files;
  SmallVector<int64_t> modes, orders;
  SmallVector<Attribute> places;
  IntegerAttr value;
  if (sources.staticSize) {
    value = builder.getI64IntegerAttr(*sources.staticSize);
    places.push_back(place(sources.staticWhere));
  }
  for (const FileSize &file : sources.files) {
    files.push_back(openFile(file.file, file.where));
    modes.push_back(file.mode);
    orders.push_back(file.order);
    places.push_back(place(file.where));
  }
  Value checked =
      SizeOp::create(builder, where, builder.getIndexType(), sources.name,
                     value, files, modes, orders, builder.getArrayAttr(places));
  if (sources.staticSize)
    checked =
        arith::ConstantIndexOp::create(builder, where, *sources.staticSize);
  return sizes[group] = checked;
}

Value FunctionLowering::sizeOfLabel(StringAttr label) {
  return sizeOfGroup(info.labelGroup.lookup(label.getValue()));
}

Type encke::toType(ElementType type, MLIRContext *context) {
  switch (type) {
  case ElementType::Double:
    return Float64Type::get(context);
  case ElementType::Float:
    return Float32Type::get(context);
  case ElementType::Int64:
    return IntegerType::get(context, 64);
  case ElementType::Int32:
    return IntegerType::get(context, 32);
  case ElementType::Bool:
    return IntegerType::get(context, 1);
  case ElementType::Complex:
    return ComplexType::get(Float64Type::get(context));
  }
  return {};
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
  else
    source = builder.getStringAttr(std::get<std::string>(file));
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

static StringRef fileName(const llvm::SourceMgr &sources) {
  return sources.getMemoryBuffer(sources.getMainFileID())
      ->getBufferIdentifier();
}

Location FunctionLowering::loc(llvm::SMRange range) {
  auto [line, column] = lineAndColumn(sources, range);
  return FileLineColLoc::get(builder.getContext(), fileName(sources), line,
                             column);
}

StringAttr FunctionLowering::place(llvm::SMRange range) {
  auto [line, column] = lineAndColumn(sources, range);
  return builder.getStringAttr(fileName(sources) + ":" + Twine(line) + ":" +
                               Twine(column));
}

SmallVector<StringAttr>
FunctionLowering::labels(ArrayRef<ast::Identifier> names) {
  SmallVector<StringAttr> result;
  for (const ast::Identifier &name : names)
    result.push_back(label(name.name));
  return result;
}
