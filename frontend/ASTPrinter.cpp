//===- ASTPrinter.cpp - the tree as text, for --emit=ast ------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/parse/Parser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

#include <charconv>

using namespace llvm;

namespace encke {

using namespace ast;

namespace {

class Printer {
public:
  Printer(const SourceMgr &sources, raw_ostream &os)
      : sources(sources), os(os) {}

  void print(const Program &program);

private:
  void print(const ast::Function &function);
  void print(const Parameter &parameter);
  void print(const Block &block);
  void print(const Stmt *stmt);
  void print(const NamedArgument &named);
  void print(const Directive &directive);
  void print(const Expr *expr);

  // The rest of a node's line, and its children.
  void printStmt(const LabelDecl &decl);
  void printStmt(const FormatDecl &decl);
  void printStmt(const TensorDecl &decl);
  void printStmt(const ScalarDecl &decl);
  void printTarget(const Assign &assign);
  void printStmt(const Unpack &unpack);
  void printStmt(const Assign &assign);
  void printStmt(const ExprStmt &stmt);
  void printStmt(const For &loop);
  void printStmt(const While &loop);
  void printStmt(const If &conditional);
  void printStmt(const ast::Return &stmt);
  void printStmt(const Jump &jump);
  void printStmt(const Reorder &reorder);
  void printStmt(const Distribute &distribute);

  void printTensorType(const TensorDecl &decl);
  void printFormat(const FormatSpec &spec);
  void printIndices(ArrayRef<Index> indices);
  void printNames(ArrayRef<Identifier> names);
  void printNumber(const Number &number);
  void printExprHead(const Expr *expr);
  void printChecked(const Expr *expr);

  /// Starts a node's line: indentation, kind, line:column.
  raw_ostream &begin(StringRef kind, SMRange where);
  /// Runs `body` one level deeper.
  void nest(function_ref<void()> body) {
    ++level;
    body();
    --level;
  }
  /// A line that names the role of the children under it.
  void section(StringRef name, function_ref<void()> body) {
    os.indent(2 * level) << name << '\n';
    nest(body);
  }

  const SourceMgr &sources;
  raw_ostream &os;
  unsigned level = 0;
};

raw_ostream &Printer::begin(StringRef kind, SMRange where) {
  os.indent(2 * level) << kind << ' ';
  unsigned id =
      where.isValid() ? sources.FindBufferContainingLoc(where.Start) : 0;
  if (!id)
    return os << "?:?";
  auto [line, column] = sources.getLineAndColumn(where.Start, id);
  return os << line << ':' << column;
}

void Printer::printNames(ArrayRef<Identifier> names) {
  interleaveComma(names, os, [&](const Identifier &id) { os << id.name; });
}

/// Without its spaces and comments, which are no part of the tree.
static std::string closeUp(StringRef text) {
  std::string result;
  bool isComment = false;
  for (char c : text) {
    isComment = c == '#' || (isComment && c != '\n');
    if (!isComment && !isSpace(c))
      result += c;
  }
  return result;
}

void Printer::printIndices(ArrayRef<Index> indices) {
  interleaveComma(indices, os, [&](const Index &index) {
    os << (index.isLabel() ? index.name : closeUp(textOf(index.range)));
  });
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

void Printer::printNumber(const Number &number) {
  if (number.isInteger) {
    os << number.integer;
    return;
  }
  // The shortest digits that read back as the same value.
  char digits[32];
  char *end = std::to_chars(digits, std::end(digits), number.value).ptr;
  StringRef text(digits, end - digits);
  os << text << (text.find_first_of(".e") == StringRef::npos ? ".0" : "");
}

/// What the node's kind does not say, on its own line.
void Printer::printExprHead(const Expr *expr) {
  TypeSwitch<const Expr *>(expr)
      .Case([&](const Number *e) {
        begin("Number", e->range) << ' ';
        printNumber(*e);
      })
      .Case([&](const Bool *e) {
        begin("Bool", e->range) << (e->value ? " true" : " false");
      })
      .Case([&](const String *e) {
        begin("String", e->range) << " \"" << e->value << '"';
      })
      .Case([&](const Name *e) { begin("Name", e->range) << ' ' << e->name; })
      .Case([&](const Access *e) {
        begin("Access", e->range) << ' ' << e->name.name << '[';
        printIndices(e->indices);
        os << ']';
      })
      .Case([&](const Unary *e) {
        begin("Unary", e->range) << ' ' << toString(e->op);
      })
      .Case([&](const Binary *e) {
        begin("Binary", e->range) << ' ' << toString(e->op);
      })
      .Case([&](const Semiring *e) {
        begin("Semiring", e->range) << (e->isUnion ? " @|(" : " @(");
        if (e->reduce)
          os << e->reduce->name << ", ";
        os << e->combine.name << ')';
      })
      .Case([&](const Call *e) {
        begin("Call", e->range) << ' ' << e->name.name;
        if (e->hasLabels) {
          os << '[';
          printNames(e->over);
          os << ']';
        }
      })
      .Case([&](const Selection *e) { begin("Selection", e->range); })
      .Case([&](const Transpose *e) {
        begin("Transpose", e->range) << " {";
        printNames(e->target);
        os << '}';
      })
      .Case([&](const Literal *e) { begin("Literal", e->range); })
      .Case([&](const SparseLiteral *e) { begin("SparseLiteral", e->range); });
}

void Printer::printChecked(const Expr *expr) {
  if (expr->elementType != ElementType::Double)
    os << " : " << toString(expr->elementType);
  if (!expr->labels.empty())
    os << " over [" << join(expr->labels, ", ") << ']';
  if (!expr->summed.empty())
    os << " summed [" << join(expr->summed, ", ") << ']';
}

void Printer::print(const Expr *expr) {
  printExprHead(expr);
  printChecked(expr);
  os << '\n';
  nest([&] {
    TypeSwitch<const Expr *>(expr)
        .Case([&](const Unary *e) { print(e->operand.get()); })
        .Case<Binary, Semiring>([&](const auto *e) {
          print(e->lhs.get());
          print(e->rhs.get());
        })
        .Case([&](const Call *e) {
          for (const ExprPtr &argument : e->arguments)
            print(argument.get());
          for (const NamedArgument &named : e->named)
            print(named);
        })
        .Case([&](const Selection *e) {
          print(e->value.get());
          print(e->condition.get());
        })
        .Case([&](const Transpose *e) { print(e->operand.get()); })
        .Case([&](const Literal *e) {
          for (const ExprPtr &element : e->elements)
            print(element.get());
        })
        .Case([&](const SparseLiteral *e) {
          for (const SparseLiteral::Entry &entry : e->entries) {
            begin("Entry", entry.range) << '\n';
            nest([&] {
              for (const ExprPtr &coordinate : entry.coordinates)
                print(coordinate.get());
              print(entry.value.get());
            });
          }
        });
  });
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

void Printer::printStmt(const LabelDecl &decl) {
  begin("IndexLabel", decl.range) << " [";
  printNames(decl.names);
  os << "] = [";
  const Extent &extent = decl.extent;
  switch (extent.kind) {
  case Extent::Dynamic:
    os << '?';
    break;
  case Extent::Size:
    os << extent.hi;
    break;
  case Extent::Range:
    os << extent.lo << ':' << extent.hi << ':' << extent.step;
    break;
  case Extent::Computed:
  case Extent::Parameter:
    os << closeUp(textOf(extent.range));
    break;
  }
  os << "]\n";
}

void Printer::printStmt(const FormatDecl &decl) {
  begin("Format", decl.range) << ' ' << decl.name.name << '(';
  printNames(decl.parameters);
  os << ")\n";
}

void Printer::printFormat(const FormatSpec &spec) {
  os << (spec.braces ? "{" : "") << (spec.isHybrid ? "hybrid(" : "");
  interleaveComma(spec.parts, os, [&](const FormatSpec::Part &part) {
    os << part.name.name;
    if (!part.arguments.empty()) {
      std::vector<std::string> arguments;
      for (int64_t number : part.arguments)
        arguments.push_back(std::to_string(number));
      for (const auto &[place, name] : part.parameters)
        arguments[place] = name.name;
      os << '(';
      interleaveComma(arguments, os);
      os << ')';
    }
    if (part.where.isValid())
      os << " where " << closeUp(textOf(part.where));
  });
  os << (spec.isHybrid ? ")" : "") << (spec.braces ? "}" : "");
}

/// `double A([i, 8, ?], {CSR})`, and the storage once resolved.
void Printer::printTensorType(const TensorDecl &decl) {
  os << toString(decl.type);
  if (!decl.name.name.empty())
    os << ' ' << decl.name.name;
  os << "([";
  interleaveComma(decl.dimensions, os, [&](const Dimension &dimension) {
    switch (dimension.kind) {
    case Dimension::Label:
      os << dimension.label;
      break;
    case Dimension::Size:
      os << dimension.size;
      break;
    case Dimension::Dynamic:
      os << '?';
      break;
    }
  });
  os << ']';
  if (!decl.spec.parts.empty()) {
    os << ", ";
    printFormat(decl.spec);
  }
  if (const std::optional<FormatSpec::Value> &value = decl.spec.value)
    os << ", " << value->name.name << " = " << textOf(value->range);
  os << ')';
  if (decl.format)
    os << " stored as " << decl.format->str();
}

void Printer::printStmt(const TensorDecl &decl) {
  begin("Tensor", decl.range) << ' ';
  printTensorType(decl);
  os << '\n';
}

void Printer::printStmt(const ScalarDecl &decl) {
  begin("Scalar", decl.range) << ' ' << decl.name.name;
  if (!decl.init || decl.type != ElementType::Double)
    os << " : " << toString(decl.type);
  os << '\n';
  if (decl.init)
    nest([&] { print(decl.init.get()); });
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Printer::printTarget(const Assign &assign) {
  os << ' ' << assign.target.name;
  if (assign.hasIndices) {
    os << '[';
    printIndices(assign.indices);
    os << ']';
  }
}

void Printer::printStmt(const Unpack &unpack) {
  begin("Unpack", unpack.range);
  for (const std::unique_ptr<Assign> &target : unpack.targets)
    printTarget(*target);
  os << " =\n";
  nest([&] { print(unpack.value.get()); });
}

void Printer::printStmt(const Assign &assign) {
  begin("Assign", assign.range);
  printTarget(assign);
  if (assign.mask) {
    os << '<' << (assign.mask->complement ? "!" : "")
       << assign.mask->tensor.name;
    if (!assign.mask->method.empty())
      os << ", " << assign.mask->method;
    os << '>';
  }
  switch (assign.op) {
  case AssignOp::Set:
    os << " =";
    break;
  case AssignOp::Add:
    os << " +=";
    break;
  case AssignOp::Sub:
    os << " -=";
    break;
  case AssignOp::Accumulate:
    os << " @(" << assign.accumulate->name << ")=";
    break;
  }
  os << '\n';
  nest([&] {
    print(assign.value.get());
    for (const Directive &directive : assign.schedule)
      print(directive);
  });
}

void Printer::print(const NamedArgument &named) {
  section(named.name.name, [&] { print(named.value.get()); });
}

void Printer::print(const Directive &directive) {
  begin("Directive", directive.name.range)
      << ' ' << directive.name.name << '\n';
  nest([&] {
    for (const ExprPtr &argument : directive.arguments)
      print(argument.get());
    for (const NamedArgument &named : directive.named)
      print(named);
    for (const Directive &inner : directive.clauses)
      print(inner);
  });
}

void Printer::printStmt(const ExprStmt &stmt) {
  begin("Do", stmt.range) << '\n';
  nest([&] { print(stmt.expr.get()); });
}

void Printer::printStmt(const For &loop) {
  begin("For", loop.range) << ' ' << loop.variable.name << '\n';
  nest([&] {
    auto bound = [&](StringRef name, const ExprPtr &value) {
      if (value)
        section(name, [&] { print(value.get()); });
    };
    bound("from", loop.lo);
    bound("to", loop.hi);
    bound("step", loop.step);
    section("do", [&] { print(loop.body); });
  });
}

void Printer::printStmt(const While &loop) {
  begin("While", loop.range) << '\n';
  nest([&] {
    print(loop.condition.get());
    section("do", [&] { print(loop.body); });
  });
}

void Printer::printStmt(const If &conditional) {
  begin("If", conditional.range) << '\n';
  nest([&] {
    print(conditional.condition.get());
    section("then", [&] { print(conditional.thenBody); });
    if (!conditional.elseBody.empty())
      section("else", [&] { print(conditional.elseBody); });
  });
}

void Printer::printStmt(const ast::Return &stmt) {
  begin("Return", stmt.range) << '\n';
  nest([&] {
    for (const ExprPtr &value : stmt.values)
      print(value.get());
  });
}

void Printer::printStmt(const Jump &jump) {
  begin(jump.isBreak ? "Break" : "Continue", jump.range) << '\n';
}

void Printer::printStmt(const Reorder &reorder) {
  begin("Reorder", reorder.range) << " [";
  printNames(reorder.labels);
  os << "] by " << reorder.method.name;
  if (!reorder.tensor.name.empty())
    os << '(' << reorder.tensor.name;
  if (reorder.number)
    os << ", " << *reorder.number;
  if (!reorder.tensor.name.empty())
    os << ')';
  os << '\n';
}

void Printer::printStmt(const Distribute &distribute) {
  begin("Distribute", distribute.range) << " [";
  printNames(distribute.labels);
  os << "]\n";
}

void Printer::print(const Stmt *stmt) {
  TypeSwitch<const Stmt *>(stmt)
      .Case<LabelDecl, FormatDecl, TensorDecl, ScalarDecl, Assign, Unpack,
            ExprStmt, For, While, If, ast::Return, Reorder, Distribute, Jump>(
          [&](const auto *node) { printStmt(*node); });
}

void Printer::print(const Block &block) {
  for (const StmtPtr &stmt : block)
    print(stmt.get());
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void Printer::print(const Parameter &parameter) {
  if (parameter.tensor) {
    begin("Parameter", parameter.tensor->range) << ' ';
    printTensorType(*parameter.tensor);
  } else {
    begin("Parameter", parameter.scalar->range)
        << ' ' << toString(parameter.scalar->type) << ' '
        << parameter.scalar->name.name;
  }
  os << '\n';
}

void Printer::print(const ast::Function &function) {
  begin("Function", function.range) << ' ' << function.name.name << '\n';
  nest([&] {
    for (const Parameter &parameter : function.parameters)
      print(parameter);
    for (const Result &result : function.results) {
      if (result.scalar) {
        os.indent(2 * level) << "Result " << toString(*result.scalar) << '\n';
        continue;
      }
      begin("Result", result.tensor->range) << ' ';
      printTensorType(*result.tensor);
      os << '\n';
    }
    print(function.body);
  });
}

void Printer::print(const Program &program) {
  os << "Program\n";
  nest([&] {
    for (const std::unique_ptr<ParamDecl> &parameter : program.parameters)
      begin("Parameter", parameter->range)
          << ' ' << parameter->name.name << " = "
          << textOf(parameter->valueRange) << '\n';
    for (const Import &import : program.imports)
      begin("Import", import.range) << ' ' << textOf(import.range) << '\n';
    print(program.declarations);
    for (const std::unique_ptr<ast::Function> &function : program.functions)
      print(*function);
  });
}

} // namespace

void printProgram(const Program &program, const SourceMgr &sources,
                  raw_ostream &os) {
  Printer(sources, os).print(program);
}

} // namespace encke
