//===- ASTBuilder.h - ANTLR's tree to ours ----------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_FRONTEND_PARSE_ASTBUILDER_H
#define ENCKE_FRONTEND_PARSE_ASTBUILDER_H

#include "frontend/AST.h"
#include "frontend/diagnostics/Diagnostics.h"

#include "TABaseVisitor.h"

namespace encke {

/// Builds the tree of a program that has no syntax errors. A visit leaves its
/// node in `stmt` or `expr`; the `build` functions take it from there.
class ASTBuilder : private grammar::TABaseVisitor {
  using TAParser = grammar::TAParser;

public:
  ASTBuilder(llvm::StringRef buffer, unsigned file, Diagnostics &diagnostics)
      : buffer(buffer), file(file), diagnostics(diagnostics) {}

  std::unique_ptr<ast::Program> build(TAParser::ProgramContext *context);

private:
  using Any = antlrcpp::Any;

  // Places.
  llvm::SMRange range(const antlr4::Token *token) const;
  llvm::SMRange range(antlr4::ParserRuleContext *context) const;
  llvm::SMRange range(antlr4::tree::TerminalNode *leaf) const;

  // Names, numbers, lists of them (ASTBuilder.cpp).
  ast::Identifier identifier(const antlr4::Token *token) const;
  ast::Identifier identifier(TAParser::NameContext *context) const;
  std::vector<ast::Identifier>
  identifiers(llvm::ArrayRef<TAParser::NameContext *> names) const;
  std::vector<ast::Identifier> identifiers(TAParser::NamesContext *names) const;
  static int64_t integer(antlr4::tree::TerminalNode *leaf);
  void checkOrder(size_t order, llvm::SMRange where) const;

  // Functions and statements (ASTBuilder.cpp).
  std::unique_ptr<ast::Function> build(TAParser::FunctionContext *context);
  ast::StmtPtr build(TAParser::FormatDeclarationContext *context);
  std::unique_ptr<ast::ParamDecl>
  build(TAParser::ParameterDeclarationContext *context);
  ast::Import build(TAParser::ImportDeclarationContext *context);
  ast::StmtPtr build(TAParser::StatementContext *context);
  ast::Block build(TAParser::BlockContext *context);
  ast::Block build(llvm::ArrayRef<TAParser::StatementContext *> statements);

  Any visitTensorStatement(TAParser::TensorStatementContext *) override;
  Any visitScalarDeclaration(TAParser::ScalarDeclarationContext *) override;
  Any visitAssignmentOrCall(TAParser::AssignmentOrCallContext *) override;
  Any visitReorder(TAParser::ReorderContext *) override;
  Any visitDistribute(TAParser::DistributeContext *) override;
  Any visitJumpStatement(TAParser::JumpStatementContext *) override;
  Any visitReturned(TAParser::ReturnedContext *) override;
  Any visitForLoop(TAParser::ForLoopContext *) override;
  Any visitWhileLoop(TAParser::WhileLoopContext *) override;
  Any visitConditional(TAParser::ConditionalContext *) override;

  ast::StmtPtr assignment(TAParser::AssignmentOrCallContext *context);
  ast::StmtPtr unpacking(TAParser::AssignmentOrCallContext *context);
  std::unique_ptr<ast::Assign> target(TAParser::NameContext *name,
                                      TAParser::IndicesContext *indices,
                                      llvm::SMRange where);
  ast::Mask mask(TAParser::MaskContext *context);
  void operation(TAParser::AssignmentOperatorContext *context,
                 ast::Assign &assign);
  std::vector<ast::Directive> schedule(TAParser::ScheduleContext *context);
  ast::Directive clause(TAParser::DirectiveContext *context);

  // Declarations' parts (ASTBuilderDecl.cpp).
  Any visitLabelDeclaration(TAParser::LabelDeclarationContext *) override;
  Any visitDynamicExtent(TAParser::DynamicExtentContext *) override;
  Any visitGivenExtent(TAParser::GivenExtentContext *) override;
  Any visitTensorParameter(TAParser::TensorParameterContext *) override;
  Any visitScalarParameter(TAParser::ScalarParameterContext *) override;
  Any visitTensorResult(TAParser::TensorResultContext *) override;
  Any visitScalarResult(TAParser::ScalarResultContext *) override;
  Any visitBareFormat(TAParser::BareFormatContext *) override;
  Any visitBracedFormat(TAParser::BracedFormatContext *) override;
  Any visitHybridFormat(TAParser::HybridFormatContext *) override;

  static ElementType elementType(TAParser::ElementTypeContext *context);
  static ElementType elementType(TAParser::StoredTypeContext *context);
  ast::FormatSpec::Part formatPart(TAParser::FormatPartContext *context);
  std::vector<ast::Dimension>
  dimensions(TAParser::DimensionsContext *context) const;
  ast::FormatSpec formatSpec(TAParser::FormatContext *context);
  ast::FormatSpec::Value explicitValue(TAParser::ExplicitValueContext *context);
  void shape(TAParser::ShapeContext *context, ast::TensorDecl &tensor);

  // Expressions (ASTBuilderExpr.cpp).
  ast::ExprPtr build(TAParser::ExpressionContext *context);
  /// L52: the value alone, or what the condition leaves of it.
  ast::ExprPtr selection(TAParser::ExpressionContext *value,
                         TAParser::ConditionContext *condition);
  std::vector<ast::ExprPtr> build(TAParser::ArgumentsContext *context,
                                  std::vector<ast::NamedArgument> &named);
  /// Sets `height` to that of the highest.
  std::vector<ast::Index> build(TAParser::IndicesContext *context);
  /// What a reduction is over.
  std::vector<ast::Identifier> labels(TAParser::IndicesContext *context);

  Any visitExpression(TAParser::ExpressionContext *) override;
  Any visitDisjunction(TAParser::DisjunctionContext *) override;
  Any visitConjunction(TAParser::ConjunctionContext *) override;
  Any visitComparison(TAParser::ComparisonContext *) override;
  Any visitSum(TAParser::SumContext *) override;
  Any visitProduct(TAParser::ProductContext *) override;
  Any visitPrefix(TAParser::PrefixContext *) override;
  Any visitNumber(TAParser::NumberContext *) override;
  Any visitBoolean(TAParser::BooleanContext *) override;
  Any visitString(TAParser::StringContext *) override;
  Any visitParenthesised(TAParser::ParenthesisedContext *) override;
  Any visitLiteral(TAParser::LiteralContext *) override;
  Any visitSparseLiteral(TAParser::SparseLiteralContext *) override;
  Any visitTranspose(TAParser::TransposeContext *) override;
  Any visitNameOrCall(TAParser::NameOrCallContext *) override;
  Any visitCast(TAParser::CastContext *) override;
  Any visitReorderQuery(TAParser::ReorderQueryContext *) override;

  /// Builds `first op operand op operand ...`, left-associative; `combine`
  /// makes the node of one operator.
  void chain(antlr4::ParserRuleContext *context,
             llvm::function_ref<
                 ast::ExprPtr(antlr4::tree::ParseTree *op, llvm::SMRange where,
                              ast::ExprPtr lhs, ast::ExprPtr rhs)>
                 combine);
  ast::ExprPtr halfOfTile(TAParser::ProductOperatorContext *op,
                          llvm::SMRange where, const ast::Expr &lhs,
                          const ast::Expr &rhs);
  ast::ExprPtr productNode(TAParser::ProductOperatorContext *op,
                           llvm::SMRange where, ast::ExprPtr lhs,
                           ast::ExprPtr rhs);
  ast::SemiringOperator
  semiringOperator(TAParser::SemiringOperatorContext *context) const;
  ast::ExprPtr call(ast::Identifier name, TAParser::IndicesContext *over,
                    TAParser::ArgumentsContext *arguments, llvm::SMRange where);
  /// Ends the visit of a node one level higher than the nodes last built.
  Any finish(ast::ExprPtr node, unsigned operandHeight = 0);

  llvm::StringRef buffer;
  unsigned file;
  Diagnostics &diagnostics;

  // What the last visit built.
  ast::StmtPtr stmt;
  ast::ExprPtr expr;
  /// The height of `expr`: bounded, because every stage recurses over it.
  unsigned height = 0;
  ast::Extent extent;
  ast::ExprPtr lo, hi, step; ///< of a computed one
  ast::FormatSpec spec;
  ast::Parameter parameter;
  ast::Function *function = nullptr;
  bool inSchedule = false;
};

} // namespace encke

#endif // ENCKE_FRONTEND_PARSE_ASTBUILDER_H
