//===- LowerToTAReorder.cpp - reordered labels (L36) ----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every group of dimensions that the function reorders somewhere has an
// ordering from its beginning on. What runs before the `reorder`, or beside it,
// finds the coordinates numbered as in the files, so that loops and branches
// need no more care than straight lines.
//
//===----------------------------------------------------------------------===//

#include "frontend/lower/LowerToTAImpl.h"

#include "dialects/TA/TADialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <climits>

using namespace mlir;
using namespace encke;
using namespace encke::ta;

void FunctionLowering::makeOrderings() {
  for (auto [group, where] : info.reordered)
    orderings[group] =
        OrderingOp::create(builder, loc(where), label(info.groups[group].name));
}

SmallVector<unsigned>
FunctionLowering::groupsOf(const ast::Reorder &stmt) const {
  SmallVector<unsigned> groups;
  if (stmt.method.name != "none")
    for (const ast::Identifier &name : stmt.labels)
      groups.push_back(info.labelGroup.lookup(name.name));
  return groups;
}

SmallVector<const ast::TensorDecl *>
FunctionLowering::reorderedBy(const ast::Reorder &stmt) const {
  SmallVector<unsigned> groups = groupsOf(stmt);
  SmallVector<const ast::TensorDecl *> found;
  for (auto [decl, value] : tensors)
    if (value &&
        llvm::any_of(info.tensorGroups.lookup(decl), [&](unsigned group) {
          return llvm::is_contained(groups, group);
        }))
      found.push_back(decl);
  // In the order of their declarations.
  llvm::sort(found, [](const ast::TensorDecl *a, const ast::TensorDecl *b) {
    return a->name.range.Start.getPointer() < b->name.range.Start.getPointer();
  });
  return found;
}

void FunctionLowering::lowerReorder(const ast::Reorder &stmt) {
  SmallVector<unsigned> groups = groupsOf(stmt);
  SmallVector<Value> used;
  SmallVector<int64_t> modes;
  for (auto [mode, group] :
       llvm::enumerate(info.tensorGroups.lookup(stmt.decl)))
    if (llvm::is_contained(groups, group)) {
      used.push_back(orderings.lookup(group));
      modes.push_back(mode);
    }
  if (used.empty())
    return;
  ReorderOp::create(builder, loc(stmt.range), used, stmt.method.name,
                    stmt.number.value_or(0), tensors.lookup(stmt.decl), modes,
                    bytesBeside(stmt), place(stmt.range));
  for (const ast::TensorDecl *decl : reorderedBy(stmt))
    tensors[decl] = permute(tensors.lookup(decl), decl, "again", stmt.range);
}

/// A size that is at hand, or null. A file is not opened for it.
Value FunctionLowering::sizeAtHand(unsigned group) {
  if (Value known = findSize(group))
    return known;
  const SizeGroup &sources = info.groups[group];
  if (sources.staticSize)
    return arith::ConstantIndexOp::create(builder, builder.getUnknownLoc(),
                                          *sources.staticSize);
  if (sources.files.empty() && !sources.arguments.empty())
    return sizeOfGroup(group);
  return {};
}

static int64_t bytesOf(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * bytesOf(complex.getElementType());
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), CHAR_BIT);
}

/// What a coordinate of the tensor has in the dense tensors beside it; nothing
/// when that is not known of one of them (L66).
SmallVector<Value> FunctionLowering::bytesBeside(const ast::Reorder &stmt) {
  auto found = info.usedBeside.find(&stmt);
  if (found == info.usedBeside.end())
    return {};
  ArrayRef<unsigned> own = info.tensorGroups.find(stmt.decl)->second;
  Location where = loc(stmt.range);
  SmallVector<Value> result;
  for (const ast::TensorDecl *decl : found->second) {
    ArrayRef<unsigned> groups = info.tensorGroups.find(decl)->second;
    auto isOwn = [&](unsigned group) { return llvm::is_contained(own, group); };
    if (!decl->format || !decl->format->isDense() ||
        llvm::none_of(groups, isOwn))
      continue;
    Value bytes = arith::ConstantIndexOp::create(
        builder, where, bytesOf(toType(decl->type, builder.getContext())));
    for (unsigned group : groups) {
      if (isOwn(group))
        continue;
      Value size = sizeAtHand(group);
      if (!size)
        return {};
      bytes = arith::MulIOp::create(builder, where, bytes, size);
    }
    result.push_back(bytes);
  }
  return result;
}

Value FunctionLowering::inMemoryOrder(Value tensor, const ast::TensorDecl *decl,
                                      llvm::SMRange where) {
  return permute(tensor, decl, "in", where);
}

Value FunctionLowering::inFileOrder(const ast::TensorDecl *decl,
                                    llvm::SMRange where) {
  return permute(tensors.lookup(decl), decl, "out", where);
}

Value FunctionLowering::permute(Value tensor, const ast::TensorDecl *decl,
                                StringRef direction, llvm::SMRange where) {
  SmallVector<Value> used;
  SmallVector<int64_t> modes;
  for (auto [mode, group] : llvm::enumerate(info.tensorGroups.lookup(decl)))
    if (Value ordering = orderings.lookup(group)) {
      used.push_back(ordering);
      modes.push_back(mode);
    }
  if (used.empty())
    return tensor;
  return PermuteOp::create(builder, loc(where), tensor.getType(), tensor,
                           direction, used, modes, place(where));
}
