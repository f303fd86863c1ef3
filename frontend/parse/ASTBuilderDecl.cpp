//===- ASTBuilderDecl.cpp - ANTLR's tree to ours: declarations' parts -----===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/parse/ASTBuilder.h"

#include "llvm/ADT/ScopeExit.h"

#include <limits>

using namespace llvm;
using encke::grammar::TAParser;

namespace encke {

using Any = antlrcpp::Any;

//===----------------------------------------------------------------------===//
// Labels (L4)
//===----------------------------------------------------------------------===//

Any ASTBuilder::visitLabelDeclaration(
    TAParser::LabelDeclarationContext *context) {
  auto result = std::make_unique<ast::LabelDecl>(range(context));
  result->names = identifiers(context->nameSequence()->name());
  if (TAParser::ExtentContext *child = context->extent()) {
    child->accept(this);
    result->extent = extent;
  } else {
    result->extent.range = range(context->nameSequence());
  }
  stmt = std::move(result);
  return {};
}

Any ASTBuilder::visitDynamicExtent(TAParser::DynamicExtentContext *context) {
  extent = ast::Extent();
  extent.range = range(context);
  return {};
}

Any ASTBuilder::visitStaticExtent(TAParser::StaticExtentContext *context) {
  std::vector<antlr4::tree::TerminalNode *> numbers = context->Integer();
  extent = ast::Extent();
  extent.range = range(context);
  extent.kind = numbers.size() == 1 ? ast::Extent::Size : ast::Extent::Range;
  if (numbers.size() > 1)
    extent.lo = integer(numbers[0]);
  extent.hi = integer(numbers[numbers.size() > 1 ? 1 : 0]);
  if (numbers.size() > 2)
    extent.step = integer(numbers[2]);
  return {};
}

//===----------------------------------------------------------------------===//
// Element types, dimensions, formats (L8 to L10, L34)
//===----------------------------------------------------------------------===//

ElementType ASTBuilder::elementType(TAParser::ElementTypeContext *context) {
  switch (context->getStart()->getType()) {
  case TAParser::Float:
    return ElementType::Float;
  case TAParser::Int:
  case TAParser::Int64:
    return ElementType::Int64;
  case TAParser::Int32:
    return ElementType::Int32;
  case TAParser::BoolType:
    return ElementType::Bool;
  case TAParser::Complex:
    return ElementType::Complex;
  default:
    return ElementType::Double;
  }
}

std::vector<ast::Dimension>
ASTBuilder::dimensions(TAParser::DimensionsContext *context) const {
  std::vector<ast::Dimension> result;
  checkOrder(context->dimension().size(), range(context));
  for (TAParser::DimensionContext *child : context->dimension()) {
    ast::Dimension &dimension = result.emplace_back();
    dimension.range = range(child);
    if (TAParser::NameContext *name = child->name()) {
      dimension.label = name->getText();
    } else if (antlr4::tree::TerminalNode *size = child->Integer()) {
      dimension.kind = ast::Dimension::Size;
      dimension.size = integer(size);
    } else {
      dimension.kind = ast::Dimension::Dynamic;
    }
  }
  return result;
}

ast::FormatSpec::Part
ASTBuilder::formatPart(TAParser::FormatPartContext *context) {
  ast::FormatSpec::Part part;
  part.name = identifier(context->Name()->getSymbol());
  for (antlr4::tree::TerminalNode *argument : context->Integer())
    part.arguments.push_back(integer(argument));
  return part;
}

ast::FormatSpec ASTBuilder::formatSpec(TAParser::FormatContext *context) {
  spec = ast::FormatSpec();
  spec.range = range(context);
  context->accept(this);
  return std::move(spec);
}

Any ASTBuilder::visitBareFormat(TAParser::BareFormatContext *context) {
  spec.parts.push_back(formatPart(context->formatPart()));
  return {};
}

Any ASTBuilder::visitBracedFormat(TAParser::BracedFormatContext *context) {
  spec.braces = true;
  for (TAParser::FormatPartContext *part : context->formatPart())
    spec.parts.push_back(formatPart(part));
  return {};
}

Any ASTBuilder::visitHybridFormat(TAParser::HybridFormatContext *context) {
  spec.isHybrid = true;
  spec.braces = context->getStart()->getType() == TAParser::LeftBrace;
  for (TAParser::HybridPartContext *child : context->hybridPart()) {
    ast::FormatSpec::Part part = formatPart(child->formatPart());
    if (TAParser::ExpressionContext *where = child->expression())
      part.where = range(where);
    spec.parts.push_back(std::move(part));
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Signatures (L31)
//===----------------------------------------------------------------------===//

void ASTBuilder::shape(TAParser::ShapeContext *context,
                       ast::TensorDecl &tensor) {
  if (!context)
    return;
  tensor.dimensions = dimensions(context->dimensions());
  if (TAParser::FormatContext *format = context->format())
    tensor.spec = formatSpec(format);
  if (TAParser::ExplicitValueContext *value = context->explicitValue())
    tensor.spec.value = explicitValue(value);
}

ast::FormatSpec::Value
ASTBuilder::explicitValue(TAParser::ExplicitValueContext *context) {
  ast::FormatSpec::Value value;
  value.name = identifier(context->name());
  antlr4::Token *last = context->getStop();
  value.range = range(last);
  if (context->Minus())
    value.range.Start = range(context->Minus()).Start;
  value.isBool = !context->Integer() && !context->Decimal();
  if (value.isBool)
    value.number = last->getType() == TAParser::True;
  else if (StringRef(last->getText()).getAsDouble(value.number))
    value.number = std::numeric_limits<double>::infinity();
  if (context->Minus())
    value.number = -value.number;
  return value;
}

Any ASTBuilder::visitTensorParameter(
    TAParser::TensorParameterContext *context) {
  parameter = ast::Parameter();
  parameter.tensor = std::make_unique<ast::TensorDecl>(range(context));
  parameter.tensor->type = elementType(context->elementType());
  parameter.tensor->name = identifier(context->name());
  shape(context->shape(), *parameter.tensor);
  return {};
}

Any ASTBuilder::visitScalarParameter(
    TAParser::ScalarParameterContext *context) {
  parameter = ast::Parameter();
  parameter.scalar = std::make_unique<ast::ScalarDecl>(range(context));
  parameter.scalar->type = elementType(context->elementType());
  parameter.scalar->name = identifier(context->name());
  return {};
}

Any ASTBuilder::visitTensorResult(TAParser::TensorResultContext *context) {
  function->tensorResult = std::make_unique<ast::TensorDecl>(range(context));
  function->tensorResult->type = elementType(context->elementType());
  shape(context->shape(), *function->tensorResult);
  return {};
}

Any ASTBuilder::visitScalarResult(TAParser::ScalarResultContext *context) {
  function->scalarResult = elementType(context->elementType());
  return {};
}

} // namespace encke
