//===- Exports.cpp - functions in formats of a command --------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formats are parsed as those of a function's parameters, so that they are
// spelled and refused as in a program.
//
//===----------------------------------------------------------------------===//

#include "frontend/check/Exports.h"

#include "frontend/ASTClone.h"
#include "frontend/check/SemaInternal.h"
#include "frontend/parse/Parser.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace encke;
using namespace encke::sema;
using llvm::StringRef;
using llvm::Twine;

namespace {
/// "name = function(format, ...)".
struct Request {
  StringRef name, function;
  llvm::SmallVector<StringRef> formats;
};

/// A request with the buffer that its messages point into.
class Exporter {
public:
  Exporter(ast::Program &program, StringRef text, Diagnostics &diagnostics)
      : program(program), diagnostics(diagnostics) {
    llvm::SourceMgr &sources = diagnostics.getSources();
    unsigned buffer = sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(text, "--export"), llvm::SMLoc());
    this->text = sources.getMemoryBuffer(buffer)->getBuffer();
  }

  bool run();

private:
  bool split(Request &request);
  bool setFormats(const Request &request, ast::Function &copy);
  bool fail(StringRef where, const Twine &message) {
    diagnostics.error(diag::wrong_export,
                      {llvm::SMLoc::getFromPointer(where.begin()),
                       llvm::SMLoc::getFromPointer(where.end())},
                      message);
    return false;
  }

  ast::Program &program;
  Diagnostics &diagnostics;
  StringRef text;
};
} // namespace

static bool isName(StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// Splits at the commas that no parenthesis or brace encloses.
static llvm::SmallVector<StringRef> splitList(StringRef text) {
  llvm::SmallVector<StringRef> parts;
  size_t begin = 0;
  int depth = 0;
  for (size_t at = 0; at != text.size(); ++at) {
    char c = text[at];
    depth += (c == '(' || c == '{') - (c == ')' || c == '}');
    if (c != ',' || depth != 0)
      continue;
    parts.push_back(text.slice(begin, at).trim());
    begin = at + 1;
  }
  if (StringRef last = text.substr(begin).trim();
      !last.empty() || !parts.empty())
    parts.push_back(last);
  return parts;
}

bool Exporter::split(Request &request) {
  StringRef rest = text.trim();
  if (rest.contains('=')) {
    std::tie(request.name, rest) = rest.split('=');
    request.name = request.name.trim();
    rest = rest.trim();
  }
  StringRef list;
  std::tie(request.function, list) = rest.split('(');
  request.function = request.function.trim();
  if (request.name.empty())
    request.name = request.function;
  if (!isName(request.function) || !isName(request.name) ||
      !list.consume_back(")"))
    return fail(text, "what is exported is written product(CSR, Dense), or "
                      "name = product(CSR, Dense)");
  request.formats = splitList(list);
  return true;
}

/// The dimensions of a tensor whose parameter names none.
static bool setDimensions(ast::TensorDecl &tensor) {
  if (!tensor.dimensions.empty())
    return true;
  const ast::FormatSpec &spec = tensor.spec;
  std::optional<size_t> order = spec.parts.size();
  if (StringRef name = spec.parts.front().name.name; !parseLevelType(name))
    order = findOnlyOrder(name);
  if (!order)
    return false;
  tensor.dimensions.assign(*order,
                           {ast::Dimension::Dynamic, "", 0, tensor.name.range});
  return true;
}

bool Exporter::setFormats(const Request &request, ast::Function &copy) {
  llvm::SmallVector<ast::TensorDecl *> open;
  for (ast::Parameter &parameter : copy.parameters)
    if (isOpen(parameter))
      open.push_back(parameter.tensor.get());
  if (open.size() != request.formats.size())
    return fail(text,
                "'" + request.function + "' has " + Twine(open.size()) +
                    (open.size() == 1 ? " parameter" : " parameters") +
                    " without a format, and " + Twine(request.formats.size()) +
                    (request.formats.size() == 1 ? " is" : " are") + " given");
  std::string signature = "def f(";
  for (auto [n, format] : llvm::enumerate(request.formats))
    signature +=
        ((n ? ", Tensor<double> p" : "Tensor<double> p") + Twine(n) + "([?], " +
         (format.starts_with("{") ? format : ("{" + format + "}").str()) + ")")
            .str();
  signature += ") { }";
  llvm::SourceMgr &sources = diagnostics.getSources();
  unsigned buffer = sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(signature, "--export"),
      llvm::SMLoc());
  std::unique_ptr<ast::Program> parsed = parseProgram(diagnostics, buffer);
  if (!parsed)
    return false;
  // A list may have brackets that make more of it than formats.
  if (parsed->functions.size() != 1 ||
      parsed->functions.front()->parameters.size() != open.size() ||
      isOpen(*parsed->functions.front()))
    return fail(text, "these are no formats");
  ast::Function &formats = *parsed->functions.front();
  for (auto [tensor, parameter] : llvm::zip(open, formats.parameters)) {
    tensor->spec = std::move(parameter.tensor->spec);
    if (!setDimensions(*tensor))
      return fail(text, "the format does not say how many dimensions '" +
                            tensor->name.name + "' has: the parameter has to");
  }
  return true;
}

bool Exporter::run() {
  Request request;
  if (!split(request))
    return false;
  auto found = llvm::find_if(program.functions, [&](const auto &function) {
    return function->name.name == request.function;
  });
  if (found == program.functions.end())
    return fail(request.function,
                "there is no function '" + request.function + "'");
  std::unique_ptr<ast::Function> copy = ast::cloneFunction(**found);
  // Functions of the file call the original, with formats of their own.
  copy->name.name = text.str();
  copy->exportedAs = request.name.str();
  copy->isImported = false; // whoever asks for it wants it
  if (!setFormats(request, *copy))
    return false;
  (*found)->hasExports = true;
  program.functions.push_back(std::move(copy));
  return true;
}

bool encke::addExports(ast::Program &program,
                       llvm::ArrayRef<std::string> requests,
                       Diagnostics &diagnostics) {
  bool isGood = true;
  for (const std::string &request : requests)
    isGood &= Exporter(program, request, diagnostics).run();
  return isGood;
}
