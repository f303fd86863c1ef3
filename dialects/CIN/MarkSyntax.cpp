//===- MarkSyntax.cpp - marks of operations as text -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Marks.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace encke::cin;

ArrayRef<StringRef> encke::cin::getMarksOfLoops() {
  static const StringRef words[] = {
      "vector", "registers", "then",   "sums", "terms",   "factored", "unroll",
      "few",    "far",       "uneven", "jam",  "product", "together", "twice"};
  return words;
}

static Attribute parseNumber(AsmParser &parser, Type) {
  int64_t number = 0;
  if (parser.parseLParen() || parser.parseInteger(number) ||
      parser.parseRParen())
    return {};
  return parser.getBuilder().getI64IntegerAttr(number);
}

static Attribute parseNumbers(AsmParser &parser, Type) {
  SmallVector<int64_t> numbers;
  auto parse = [&] { return parser.parseInteger(numbers.emplace_back()); };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parse))
    return {};
  return parser.getBuilder().getDenseI64ArrayAttr(numbers);
}

static Attribute parseFlag(AsmParser &parser, Type) {
  return parser.getBuilder().getUnitAttr();
}

/// `(4)` or `(4, tail = overlap)`.
static ParseResult parseVector(OpAsmParser &parser, OperationState &result) {
  int64_t width = 0;
  if (parser.parseLParen() || parser.parseInteger(width))
    return failure();
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("tail") || parser.parseEqual())
      return failure();
    if (succeeded(parser.parseOptionalKeyword("overlap")))
      result.addAttribute("overlap", parser.getBuilder().getUnitAttr());
    else if (failed(parser.parseKeyword("scalar", " or 'overlap'")))
      return failure();
  }
  result.addAttribute("vector", parser.getBuilder().getI64IntegerAttr(width));
  return parser.parseRParen();
}

/// What stands behind the word.
static Attribute parseRest(AsmParser &parser, StringRef word) {
  using Parse = Attribute (*)(AsmParser &, Type);
  auto parse = llvm::StringSwitch<Parse>(word)
                   .Case("far", FarAttr::parse)
                   .Case("uneven", UnevenAttr::parse)
                   .Case("jam", JamAttr::parse)
                   .Case("product", ProductAttr::parse)
                   .Case("prefetch", PrefetchAttr::parse)
                   .Case("next", NextAttr::parse)
                   .Case("renumber", RenumberAttr::parse)
                   .Case("together", parseNumbers)
                   .Cases("factored", "twice", parseFlag)
                   .Default(parseNumber);
  return parse(parser, Type());
}

ParseResult encke::cin::parseMarks(OpAsmParser &parser,
                                   ArrayRef<StringRef> words,
                                   OperationState &result) {
  for (StringRef word : words) {
    if (failed(parser.parseOptionalKeyword(word)))
      continue;
    if (word == "vector") {
      if (failed(parseVector(parser, result)))
        return failure();
      continue;
    }
    Attribute mark = parseRest(parser, word);
    if (!mark)
      return failure();
    result.addAttribute(word, mark);
  }
  return success();
}

void encke::cin::printMarks(OpAsmPrinter &printer, ArrayRef<StringRef> words,
                            Operation *op) {
  for (StringRef word : words) {
    Attribute mark = op->getAttr(word);
    if (!mark)
      continue;
    printer << ' ' << word;
    llvm::TypeSwitch<Attribute>(mark)
        .Case([&](IntegerAttr number) {
          bool overlaps = word == "vector" && op->hasAttr("overlap");
          printer << '(' << number.getInt()
                  << (overlaps ? ", tail = overlap)" : ")");
        })
        .Case([&](DenseI64ArrayAttr numbers) {
          printer << '(';
          llvm::interleaveComma(numbers.asArrayRef(), printer);
          printer << ')';
        })
        .Case<FarAttr, UnevenAttr, JamAttr, ProductAttr, PrefetchAttr, NextAttr,
              RenumberAttr>([&](auto numbers) { numbers.print(printer); })
        .Default([](Attribute) {});
  }
}
