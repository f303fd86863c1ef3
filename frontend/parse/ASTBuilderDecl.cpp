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
    result->lo = std::move(lo);
    result->hi = std::move(hi);
    result->step = std::move(step);
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

/// L56: a bound that is no number is computed where the label is declared.
Any ASTBuilder::visitGivenExtent(TAParser::GivenExtentContext *context) {
  std::vector<ast::ExprPtr> bounds;
  bool isComputed = false, isConstant = true;
  for (TAParser::ExpressionContext *child : context->expression()) {
    bounds.push_back(build(child));
    auto *number = dyn_cast<ast::Number>(bounds.back().get());
    isComputed |= !number || !number->isInteger;
    isConstant &= isa<ast::Number, ast::Unary>(*bounds.back());
  }
  extent = ast::Extent();
  extent.range = range(context);
  if (bounds.size() == 1 && isa<ast::Name>(*bounds.front())) {
    extent.kind = ast::Extent::Parameter;
    return {};
  }
  if (isComputed && bounds.size() == 1) {
    diagnostics
        .error(diag::integer_needed, extent.range,
               "the size of a label is a whole number, or '?'")
        .help(isConstant ? "a size is a number, or '?' when a file tells it"
                         : "a range may be computed: '[0:" +
                               ast::textOf(extent.range).str() + "]'");
    return {};
  }
  if (isComputed) {
    extent.kind = ast::Extent::Computed;
    lo = std::move(bounds[0]);
    hi = std::move(bounds[1]);
    if (bounds.size() > 2)
      step = std::move(bounds[2]);
    return {};
  }
  auto number = [&](size_t bound) {
    return cast<ast::Number>(bounds[bound].get())->integer;
  };
  extent.kind = bounds.size() == 1 ? ast::Extent::Size : ast::Extent::Range;
  if (bounds.size() > 1)
    extent.lo = number(0);
  extent.hi = number(bounds.size() > 1 ? 1 : 0);
  if (bounds.size() > 2)
    extent.step = number(2);
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

ElementType ASTBuilder::elementType(TAParser::StoredTypeContext *context) {
  if (antlr4::tree::TerminalNode *narrow = context->NarrowType())
    return parseNarrowType(narrow->getText()).value_or(ElementType::Float16);
  return elementType(context->elementType());
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
  for (TAParser::FormatNumberContext *argument : context->formatNumber()) {
    TAParser::NameContext *name = argument->name();
    if (name)
      part.parameters.emplace_back(part.arguments.size(), identifier(name));
    part.arguments.push_back(name ? 0 : integer(argument->Integer()));
  }
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
  parameter.tensor->type = elementType(context->storedType());
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
  auto tensor = std::make_unique<ast::TensorDecl>(range(context));
  tensor->type = elementType(context->storedType());
  shape(context->shape(), *tensor);
  function->results.push_back({std::move(tensor), std::nullopt});
  return {};
}

Any ASTBuilder::visitScalarResult(TAParser::ScalarResultContext *context) {
  function->results.push_back({nullptr, elementType(context->elementType())});
  return {};
}

//===----------------------------------------------------------------------===//
// Parameters of the program, imports (L59, L62)
//===----------------------------------------------------------------------===//

std::unique_ptr<ast::ParamDecl>
ASTBuilder::build(TAParser::ParameterDeclarationContext *context) {
  TAParser::ConstantContext *constant = context->constant();
  auto result = std::make_unique<ast::ParamDecl>(range(context));
  result->name = identifier(context->name());
  result->valueRange = range(constant);
  result->file = file;
  std::string text = constant->getText();
  if (constant->String())
    result->kind = rt::ParameterKind::Text;
  else if (constant->Decimal())
    result->kind = rt::ParameterKind::Real;
  else if (!constant->Integer())
    result->kind = rt::ParameterKind::Truth;
  if (result->isText())
    text = text.substr(1, text.size() - 2);
  result->value = ast::makeParamValue(result->kind, std::move(text));
  return result;
}

ast::Import ASTBuilder::build(TAParser::ImportDeclarationContext *context) {
  SMRange where = range(context->String());
  return {ast::textOf(where).drop_front().drop_back().str(), where};
}

} // namespace encke
