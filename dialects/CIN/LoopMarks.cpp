//===- LoopMarks.cpp - what was decided about a generated loop ------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/LoopMarks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/DialectImplementation.h"

#include <variant>

using namespace mlir;
using namespace encke::cin;

static constexpr StringLiteral attributeName = "cin.loop";
static constexpr StringLiteral prefetchName = "cin.prefetch";
static constexpr StringLiteral nextName = "cin.next";

static LoopMarks read(LoopAttr attribute) {
  LoopMarks marks;
  marks.vector = attribute.getVector();
  marks.registers = attribute.getRegisters();
  marks.then = attribute.getThen();
  marks.sums = attribute.getSums();
  marks.terms = attribute.getTerms();
  marks.unroll = attribute.getUnroll();
  marks.few = attribute.getFew();
  marks.far = attribute.getFar();
  marks.uneven = attribute.getUneven();
  marks.jam = attribute.getJam();
  marks.product = attribute.getProduct();
  marks.overlap = attribute.getOverlap();
  marks.factored = attribute.getFactored();
  marks.twice = attribute.getTwice();
  marks.segment = attribute.getSegment();
  marks.jammed = attribute.getJammed();
  marks.isShort = attribute.getIsShort();
  marks.rolled = attribute.getRolled();
  return marks;
}

LoopMarks LoopMarks::of(Operation *loop) {
  auto attribute = loop->getAttrOfType<LoopAttr>(attributeName);
  return attribute ? read(attribute) : LoopMarks();
}

LoopMarks LoopMarks::of(ForallOp forall) {
  LoopMarks marks;
  marks.vector = forall.getVector().value_or(0);
  marks.registers = forall.getRegisters().value_or(0);
  marks.then = forall.getThen().value_or(0);
  marks.sums = forall.getSums().value_or(0);
  marks.terms = forall.getTerms().value_or(0);
  marks.unroll = forall.getUnroll().value_or(0);
  marks.few = forall.getFew().value_or(0);
  marks.far = forall.getFarAttr();
  marks.uneven = forall.getUnevenAttr();
  marks.jam = forall.getJamAttr();
  marks.product = forall.getProductAttr();
  marks.overlap = forall.getOverlap();
  marks.factored = forall.getFactored();
  marks.twice = forall.getTwice();
  return marks;
}

bool LoopMarks::empty() const {
  return vector == 0 && registers == 0 && then == 0 && sums == 0 &&
         terms == 0 && unroll == 0 && few == 0 && !far && !uneven && !jam &&
         !product && !overlap && !factored && !twice && !segment && !jammed &&
         !isShort && !rolled;
}

void LoopMarks::setOn(Operation *loop) const {
  if (empty()) {
    loop->removeAttr(attributeName);
    return;
  }
  loop->setAttr(attributeName,
                LoopAttr::get(loop->getContext(), vector, registers, sums,
                              unroll, few, far, uneven, jam, product, then,
                              terms, overlap, factored, twice, segment, jammed,
                              isShort, rolled));
}

//===----------------------------------------------------------------------===//
// The attribute
//===----------------------------------------------------------------------===//

namespace {
/// A word of the attribute, with the number, the numbers or the flag that it
/// stands for.
struct Word {
  using Part = std::variant<int64_t LoopMarks::*, bool LoopMarks::*,
                            FarAttr LoopMarks::*, UnevenAttr LoopMarks::*,
                            JamAttr LoopMarks::*, ProductAttr LoopMarks::*>;
  StringLiteral name;
  Part part;
};
} // namespace

static constexpr Word words[] = {
    {"vector", &LoopMarks::vector},
    {"overlap", &LoopMarks::overlap},
    {"registers", &LoopMarks::registers},
    {"then", &LoopMarks::then},
    {"sums", &LoopMarks::sums},
    {"terms", &LoopMarks::terms},
    {"factored", &LoopMarks::factored},
    {"unroll", &LoopMarks::unroll},
    {"few", &LoopMarks::few},
    {"far", &LoopMarks::far},
    {"uneven", &LoopMarks::uneven},
    {"jam", &LoopMarks::jam},
    {"product", &LoopMarks::product},
    {"twice", &LoopMarks::twice},
    {"segment", &LoopMarks::segment},
    {"jammed", &LoopMarks::jammed},
    {"short", &LoopMarks::isShort},
    {"rolled", &LoopMarks::rolled},
};

static ParseResult parsePart(AsmParser &, StringRef, bool &flag) {
  flag = true;
  return success();
}

static ParseResult parsePart(AsmParser &parser, StringRef name,
                             int64_t &number) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLParen() || parser.parseInteger(number) ||
      parser.parseRParen())
    return failure();
  if (number < 1)
    return parser.emitError(loc, name) << " needs a positive number";
  return success();
}

template <typename Mark>
static ParseResult parsePart(AsmParser &parser, StringRef, Mark &mark) {
  mark = dyn_cast_or_null<Mark>(Mark::parse(parser, Type()));
  return success(bool(mark));
}

static void printPart(AsmPrinter &, bool) {}

static void printPart(AsmPrinter &printer, int64_t number) {
  printer << '(' << number << ')';
}

template <typename Mark>
static void printPart(AsmPrinter &printer, Mark mark) {
  mark.print(printer);
}

/// `<vector(4) registers(8)>`, in this order.
Attribute LoopAttr::parse(AsmParser &parser, Type) {
  LoopMarks marks;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  for (const Word &word : words)
    if (succeeded(parser.parseOptionalKeyword(word.name)) &&
        failed(std::visit(
            [&](auto part) {
              return parsePart(parser, word.name, marks.*part);
            },
            word.part)))
      return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<LoopAttr>(
      loc, parser.getContext(), marks.vector, marks.registers, marks.sums,
      marks.unroll, marks.few, marks.far, marks.uneven, marks.jam,
      marks.product, marks.then, marks.terms, marks.overlap, marks.factored,
      marks.twice, marks.segment, marks.jammed, marks.isShort, marks.rolled);
}

void LoopAttr::print(AsmPrinter &printer) const {
  LoopMarks marks = read(*this);
  StringRef separator = "<";
  for (const Word &word : words)
    std::visit(
        [&](auto part) {
          if (!(marks.*part))
            return;
          printer << separator << word.name;
          printPart(printer, marks.*part);
          separator = " ";
        },
        word.part);
  printer << '>';
}

LogicalResult LoopAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t vector, int64_t registers, int64_t sums,
                               int64_t unroll, int64_t few, FarAttr far,
                               UnevenAttr uneven, JamAttr jam,
                               ProductAttr product, int64_t then, int64_t terms,
                               bool overlap, bool factored, bool twice,
                               bool segment, bool jammed, bool isShort,
                               bool rolled) {
  if (std::min({vector, registers, sums, unroll, few, then, terms}) < 0)
    return emitError() << "a number of what a loop has is negative";
  if (vector == 0 && (registers != 0 || sums != 0 || terms != 0 || few != 0 ||
                      far || uneven || segment))
    return emitError() << "registers, sums and segments are of a loop with "
                          "vectors";
  if (registers == 0 && (then != 0 || product || overlap || factored))
    return emitError() << "blocks, products, tails and factors are of a loop "
                          "with registers";
  if (jammed && vector != 0)
    return emitError() << "a loop over rows that are jammed has no vectors";
  if (isShort && rolled)
    return emitError() << "a short loop is rolled anyway";
  bool isEmpty = vector == 0 && unroll == 0 && !jam && !twice && !jammed &&
                 !isShort && !rolled;
  if (isEmpty)
    return emitError() << "nothing is said about the loop";
  return success();
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

RowMarks RowMarks::of(AccessOp access) {
  return {access.getPrefetchAttr(), access.getNextAttr()};
}

RowMarks RowMarks::of(AssignOp assign) {
  return {assign.getPrefetchAttr(), {}};
}

RowMarks RowMarks::of(Operation *load) {
  return {load->getAttrOfType<PrefetchAttr>(prefetchName),
          load->getAttrOfType<NextAttr>(nextName)};
}

void encke::cin::setRowMarks(Operation *load, RowMarks marks) {
  auto set = [&](StringRef name, Attribute mark) {
    if (mark)
      load->setAttr(name, mark);
    else
      load->removeAttr(name);
  };
  set(prefetchName, marks.prefetch);
  set(nextName, marks.next);
}

//===----------------------------------------------------------------------===//
// Where they may stand
//===----------------------------------------------------------------------===//

void encke::cin::setUnpredictable(Operation *select) {
  select->setAttr(unpredictableName, UnitAttr::get(select->getContext()));
}

LogicalResult CINDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  if (attribute.getName() == prefetchName || attribute.getName() == nextName) {
    bool isRight = attribute.getName() == prefetchName
                       ? isa<PrefetchAttr>(attribute.getValue())
                       : isa<NextAttr>(attribute.getValue());
    if (!isRight || !isa<memref::LoadOp, vector::LoadOp>(op))
      return op->emitOpError("cannot have ") << attribute.getName();
    return success();
  }
  if (attribute.getName() == unpredictableName) {
    if (!isa<UnitAttr>(attribute.getValue()) ||
        !isa<arith::SelectOp, LLVM::SelectOp>(op))
      return op->emitOpError("cannot have ") << attribute.getName();
    return success();
  }
  if (attribute.getName() != attributeName)
    return op->emitError("the dialect cin has no attribute ")
           << attribute.getName();
  if (!isa<LoopAttr>(attribute.getValue()))
    return op->emitError("'cin.loop' must be a #cin.loop");
  if (!isa<scf::ForOp>(op))
    return op->emitOpError("has 'cin.loop', which is for loops");
  return success();
}
