//===- LoopMarks.cpp - what was decided about a generated loop ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/LoopMarks.h"

#include "dialects/CIN/CINDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace encke::cin;

static constexpr StringLiteral attributeName = "cin.loop";

LoopMarks LoopMarks::of(Operation *loop) {
  LoopMarks marks;
  auto attribute = loop->getAttrOfType<LoopAttr>(attributeName);
  if (!attribute)
    return marks;
  marks.vector = attribute.getVector();
  marks.registers = attribute.getRegisters();
  marks.segment = attribute.getSegment();
  marks.jam = attribute.getJam();
  marks.isShort = attribute.getIsShort();
  marks.rolled = attribute.getRolled();
  return marks;
}

void LoopMarks::setOn(Operation *loop) const {
  if (vector == 0 && registers == 0 && !segment && !jam && !isShort && !rolled)
    loop->removeAttr(attributeName);
  else
    loop->setAttr(attributeName,
                  LoopAttr::get(loop->getContext(), vector, registers, segment,
                                jam, isShort, rolled));
}

//===----------------------------------------------------------------------===//
// The attribute
//===----------------------------------------------------------------------===//

namespace {
/// A word of the attribute, with the number or the flag that it stands for.
struct Word {
  StringLiteral name;
  int64_t LoopMarks::*number;
  bool LoopMarks::*flag;
};
} // namespace

static constexpr Word words[] = {
    {"vector", &LoopMarks::vector, nullptr},
    {"registers", &LoopMarks::registers, nullptr},
    {"segment", nullptr, &LoopMarks::segment},
    {"jam", nullptr, &LoopMarks::jam},
    {"short", nullptr, &LoopMarks::isShort},
    {"rolled", nullptr, &LoopMarks::rolled},
};

/// `<vector(4) registers(8)>`, in this order.
Attribute LoopAttr::parse(AsmParser &parser, Type) {
  LoopMarks marks;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  for (const Word &word : words) {
    if (failed(parser.parseOptionalKeyword(word.name)))
      continue;
    if (word.flag) {
      marks.*word.flag = true;
      continue;
    }
    int64_t &number = marks.*word.number;
    if (parser.parseLParen() || parser.parseInteger(number) ||
        parser.parseRParen())
      return {};
    if (number < 1) {
      parser.emitError(loc, word.name) << " needs a positive number";
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<LoopAttr>(loc, parser.getContext(), marks.vector,
                                     marks.registers, marks.segment, marks.jam,
                                     marks.isShort, marks.rolled);
}

void LoopAttr::print(AsmPrinter &printer) const {
  LoopMarks marks{getVector(), getRegisters(), getSegment(),
                  getJam(),    getIsShort(),   getRolled()};
  SmallVector<std::string> parts;
  for (const Word &word : words)
    if (word.number && marks.*word.number != 0)
      parts.push_back(
          (word.name + "(" + Twine(marks.*word.number) + ")").str());
    else if (word.flag && marks.*word.flag)
      parts.push_back(word.name.str());
  printer << '<';
  llvm::interleave(parts, printer, " ");
  printer << '>';
}

LogicalResult LoopAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t vector, int64_t registers, bool segment,
                               bool jam, bool isShort, bool rolled) {
  if (vector < 0 || registers < 0)
    return emitError() << "a loop has a positive number of lanes and registers";
  if (vector == 0 && (registers != 0 || segment))
    return emitError() << "registers and segments are of a loop with vectors";
  if (jam && vector != 0)
    return emitError() << "a loop over rows that are jammed has no vectors";
  if (isShort && rolled)
    return emitError() << "a short loop is rolled anyway";
  if (vector == 0 && !jam && !isShort && !rolled)
    return emitError() << "nothing is said about the loop";
  return success();
}

LogicalResult CINDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  if (attribute.getName() != attributeName)
    return op->emitError("the dialect cin has no attribute ")
           << attribute.getName();
  if (!isa<LoopAttr>(attribute.getValue()))
    return op->emitError("'cin.loop' must be a #cin.loop");
  if (!isa<scf::ForOp>(op))
    return op->emitOpError("has 'cin.loop', which is for loops");
  return success();
}
