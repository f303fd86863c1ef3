//===- Names.cpp - what the names of a program mean -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lsp/Names.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace encke::server {

//===----------------------------------------------------------------------===//
// What is declared and used
//===----------------------------------------------------------------------===//

void Names::add(SMRange where, unsigned meaning, bool isWritten) {
  if (where.isValid() && where.Start != where.End)
    occurrences.push_back({where, meaning, isWritten});
}

void Names::declare(Meaning meaning) {
  unsigned number = meanings.size();
  meaning.function = function;
  add(meaning.declared, number, /*isWritten=*/true);
  switch (meaning.kind) {
  case Meaning::Label:
    labels.try_emplace(meaning.name, number);
    break;
  case Meaning::Function:
    functions.try_emplace(meaning.name, number);
    break;
  case Meaning::Format:
    formats.try_emplace(meaning.name, number);
    break;
  case Meaning::Parameter:
    globals.try_emplace(meaning.name, number);
    break;
  case Meaning::Tensor:
  case Meaning::Scalar:
  case Meaning::Counter:
    scopes.back()[meaning.name] = number;
    break;
  }
  meanings.push_back(std::move(meaning));
}

static std::optional<unsigned> lookUp(const StringMap<unsigned> &map,
                                      StringRef name) {
  auto found = map.find(name);
  return found == map.end() ? std::nullopt : std::optional(found->second);
}

void Names::use(StringRef name, SMRange where, bool isWritten) {
  for (const StringMap<unsigned> &scope : reverse(scopes))
    if (std::optional<unsigned> meaning = lookUp(scope, name))
      return add(where, *meaning, isWritten);
  for (const StringMap<unsigned> *others : {&globals, &labels})
    if (std::optional<unsigned> meaning = lookUp(*others, name))
      return add(where, *meaning, isWritten);
}

/// L7: what is a label stays one, also where a loop counts with that name.
void Names::useLabel(StringRef name, SMRange where) {
  if (std::optional<unsigned> meaning = lookUp(labels, name))
    return add(where, *meaning);
  use(name, where);
}

void Names::useFunction(const ast::Identifier &name) {
  if (std::optional<unsigned> meaning = lookUp(functions, name.name))
    add(name.range, *meaning);
}

void Names::useFormat(const ast::Identifier &name) {
  if (std::optional<unsigned> meaning = lookUp(formats, name.name))
    add(name.range, *meaning);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

void Names::collect(const std::vector<ast::Index> &indices) {
  for (const ast::Index &index : indices) {
    // The checker makes values of names alone; they are as written here.
    const auto *name =
        index.value ? dyn_cast<ast::Name>(index.value.get()) : nullptr;
    if (index.isLabel())
      useLabel(index.name, index.range);
    else if (name)
      useLabel(name->name, name->range);
    else
      collect(*index.value);
  }
}

void Names::collect(const ast::Expr &expr) {
  if (const auto *name = dyn_cast<ast::Name>(&expr)) {
    use(name->name, name->range);
  } else if (const auto *access = dyn_cast<ast::Access>(&expr)) {
    use(access->name.name, access->name.range);
    collect(access->indices);
  } else if (const auto *call = dyn_cast<ast::Call>(&expr)) {
    useFunction(call->name);
    for (const ast::Identifier &label : call->over)
      useLabel(label.name, label.range);
  }
  ast::forEachOperand(expr,
                      [&](const ast::Expr &operand) { collect(operand); });
  if (const auto *transpose = dyn_cast<ast::Transpose>(&expr))
    for (const ast::Identifier &label : transpose->target)
      useLabel(label.name, label.range);
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

void Names::collect(const ast::FormatSpec &spec) {
  for (const ast::FormatSpec::Part &part : spec.parts) {
    useFormat(part.name);
    for (const auto &[place, parameter] : part.parameters)
      use(parameter.name, parameter.range);
  }
}

/// L48: labels in a signature declare themselves.
void Names::collect(const ast::TensorDecl &decl, bool declaresLabels) {
  for (const ast::Dimension &dimension : decl.dimensions) {
    if (dimension.kind != ast::Dimension::Label || dimension.label.empty())
      continue;
    if (declaresLabels && !labels.count(dimension.label)) {
      Meaning label{Meaning::Label, dimension.label, dimension.range,
                    decl.range};
      label.scope = function->range;
      declare(std::move(label));
    } else {
      useLabel(dimension.label, dimension.range);
    }
  }
  collect(decl.spec);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Names::collect(const ast::Directive &directive) {
  for (const ast::ExprPtr &argument : directive.arguments)
    // Mostly labels; tensors and parts of the statement.
    if (const auto *name = dyn_cast<ast::Name>(argument.get()))
      useLabel(name->name, name->range);
    else
      collect(*argument);
  for (const ast::NamedArgument &named : directive.named)
    collect(*named.value);
  for (const ast::Directive &inner : directive.clauses)
    collect(inner);
}

void Names::collect(const ast::Assign &assign) {
  use(assign.target.name, assign.target.range, /*isWritten=*/true);
  collect(assign.indices);
  if (assign.mask)
    use(assign.mask->tensor.name, assign.mask->tensor.range);
  if (assign.value)
    collect(*assign.value);
  for (const ast::Directive &directive : assign.schedule)
    collect(directive);
}

void Names::collect(const ast::For &loop) {
  for (const ast::Expr *bound : {loop.lo.get(), loop.hi.get(), loop.step.get()})
    if (bound)
      collect(*bound);
  scopes.emplace_back();
  Meaning counter{Meaning::Counter,
                  loop.variable.name,
                  loop.variable.range,
                  {loop.range.Start, loop.variable.range.End}};
  counter.scope = loop.range;
  declare(std::move(counter));
  collect(loop.body, loop.range.End);
  scopes.pop_back();
}

void Names::collect(const ast::Stmt &stmt, SMLoc end) {
  if (const auto *decl = dyn_cast<ast::LabelDecl>(&stmt)) {
    for (const ast::Expr *bound :
         {decl->lo.get(), decl->hi.get(), decl->step.get()})
      if (bound)
        collect(*bound);
    if (decl->extent.kind == ast::Extent::Parameter)
      use(ast::textOf(decl->extent.range), decl->extent.range);
    for (const ast::Identifier &name : decl->names) {
      Meaning label{Meaning::Label, name.name, name.range, decl->range};
      label.scope = {decl->range.End, function->range.End};
      declare(std::move(label));
    }
  } else if (const auto *decl = dyn_cast<ast::TensorDecl>(&stmt)) {
    collect(*decl, /*declaresLabels=*/false);
    Meaning tensor{Meaning::Tensor, decl->name.name, decl->name.range,
                   decl->range};
    tensor.scope = {decl->range.End, end};
    tensor.tensor = decl;
    declare(std::move(tensor));
  } else if (const auto *decl = dyn_cast<ast::ScalarDecl>(&stmt)) {
    if (decl->init)
      collect(*decl->init);
    Meaning scalar{Meaning::Scalar, decl->name.name, decl->name.range,
                   decl->range};
    scalar.scope = {decl->range.End, end};
    scalar.scalar = decl;
    declare(std::move(scalar));
  } else if (const auto *assign = dyn_cast<ast::Assign>(&stmt)) {
    collect(*assign);
  } else if (const auto *unpack = dyn_cast<ast::Unpack>(&stmt)) {
    for (const auto &target : unpack->targets)
      collect(*target);
    collect(*unpack->value);
  } else if (const auto *call = dyn_cast<ast::ExprStmt>(&stmt)) {
    collect(*call->expr);
  } else if (const auto *loop = dyn_cast<ast::For>(&stmt)) {
    collect(*loop);
  } else if (const auto *loop = dyn_cast<ast::While>(&stmt)) {
    collect(*loop->condition);
    collect(loop->body, loop->range.End);
  } else if (const auto *branch = dyn_cast<ast::If>(&stmt)) {
    collect(*branch->condition);
    collect(branch->thenBody, branch->range.End);
    collect(branch->elseBody, branch->range.End);
  } else if (const auto *returned = dyn_cast<ast::Return>(&stmt)) {
    for (const ast::ExprPtr &value : returned->values)
      collect(*value);
  } else if (const auto *reorder = dyn_cast<ast::Reorder>(&stmt)) {
    for (const ast::Identifier &label : reorder->labels)
      useLabel(label.name, label.range);
    use(reorder->tensor.name, reorder->tensor.range);
  } else if (const auto *distribute = dyn_cast<ast::Distribute>(&stmt)) {
    for (const ast::Identifier &label : distribute->labels)
      useLabel(label.name, label.range);
  }
}

void Names::collect(const ast::Block &block, SMLoc end) {
  scopes.emplace_back();
  for (const ast::StmtPtr &stmt : block)
    collect(*stmt, end);
  scopes.pop_back();
}

void Names::collect(const ast::Function &function) {
  this->function = &function;
  labels.clear();
  scopes.clear();
  scopes.emplace_back();
  for (const ast::Parameter &parameter : function.parameters) {
    if (parameter.tensor) {
      const ast::TensorDecl &decl = *parameter.tensor;
      collect(decl, /*declaresLabels=*/true);
      Meaning tensor{Meaning::Tensor, decl.name.name, decl.name.range,
                     decl.range};
      tensor.scope = function.range;
      tensor.tensor = &decl;
      declare(std::move(tensor));
    } else {
      const ast::ScalarDecl &decl = *parameter.scalar;
      Meaning scalar{Meaning::Scalar, decl.name.name, decl.name.range,
                     decl.range};
      scalar.scope = function.range;
      scalar.scalar = &decl;
      declare(std::move(scalar));
    }
  }
  for (const ast::Result &result : function.results)
    if (result.tensor)
      collect(*result.tensor, /*declaresLabels=*/true);
  collect(function.body, function.range.End);
  this->function = nullptr;
}

Names::Names(const ast::Program &program) {
  for (const ast::StmtPtr &stmt : program.declarations)
    if (const auto *format = dyn_cast<ast::FormatDecl>(stmt.get()))
      declare({Meaning::Format, format->name.name, format->name.range,
               format->range});
  for (const auto &parameter : program.parameters)
    declare({Meaning::Parameter, parameter->name.name, parameter->name.range,
             parameter->range});
  for (const auto &function : program.functions) {
    SMLoc end = function->range.End;
    if (!function->body.empty())
      end = function->body.front()->range.Start;
    declare({Meaning::Function,
             function->name.name,
             function->name.range,
             {function->range.Start, end}});
  }
  for (const auto &function : program.functions)
    collect(*function);
  stable_sort(occurrences, [](const Occurrence &a, const Occurrence &b) {
    return a.where.Start.getPointer() < b.where.Start.getPointer();
  });
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

std::vector<Occurrence> Names::placesOf(unsigned meaning) const {
  std::vector<Occurrence> places;
  for (const Occurrence &occurrence : occurrences)
    if (occurrence.meaning == meaning)
      places.push_back(occurrence);
  return places;
}

std::optional<Occurrence> Names::at(SMLoc place) const {
  auto behind = partition_point(occurrences, [&](const Occurrence &other) {
    return other.where.Start.getPointer() <= place.getPointer();
  });
  if (behind == occurrences.begin())
    return std::nullopt;
  const Occurrence &found = *std::prev(behind);
  if (found.where.End.getPointer() < place.getPointer())
    return std::nullopt;
  return found;
}

std::vector<const Meaning *> Names::visibleAt(SMLoc place) const {
  std::vector<const Meaning *> visible;
  auto isIn = [&](SMRange range) {
    return range.Start.getPointer() <= place.getPointer() &&
           place.getPointer() <= range.End.getPointer();
  };
  for (const Meaning &meaning : meanings)
    if (!meaning.function ||
        (isIn(meaning.function->range) && isIn(meaning.scope)))
      visible.push_back(&meaning);
  return visible;
}

} // namespace encke::server
