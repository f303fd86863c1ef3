//===- LibraryHeader.cpp - declares a library for C -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Library.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace encke;

/// Of a scalar, which is of a type in which values are computed.
static StringRef nameInC(ElementType type) {
  switch (computedIn(type)) {
  case ElementType::Double:
    return "double";
  case ElementType::Float:
    return "float";
  case ElementType::Int64:
    return "int64_t";
  case ElementType::Int32:
    return "int32_t";
  case ElementType::Bool:
    return "bool";
  default: // complex
    return "encke_complex";
  }
}

static std::string declare(const ParameterSignature &parameter) {
  std::string name = parameter.name;
  if (isKeyword(name) || name == "result" || name == "call")
    name += "_";
  if (parameter.format)
    return "const encke_tensor *" + name;
  if (parameter.type == ElementType::Complex)
    return "const encke_complex *" + name;
  return (nameInC(parameter.type) + " " + name).str();
}

static std::string declareResult(const ParameterSignature &result) {
  if (result.format)
    return "encke_tensor **result";
  return (nameInC(result.type) + " *result").str();
}

/// "i x k", or with the sizes that are fixed "3 x k".
static std::string shapeOf(const ParameterSignature &parameter) {
  SmallVector<std::string> sizes;
  for (auto [label, size] : zip(parameter.labels, parameter.sizes))
    sizes.push_back(size >= 0 ? std::to_string(size) : label);
  return join(sizes, " x ");
}

static std::string explain(const ParameterSignature &parameter,
                           StringRef name) {
  std::string text = (" *   " + name + "  ").str();
  if (!parameter.format)
    return text + nameInC(parameter.type).str() + "\n";
  std::string shape = shapeOf(parameter);
  text += (shape.empty() ? "one element" : shape) + ", format '" +
          parameter.formatText() + "'";
  if (parameter.part >= 0)
    text += "; of a communicator each process has a range of dimension " +
            std::to_string(parameter.part + 1);
  return text + "\n";
}

std::string encke::makeHeader(const Library &library, StringRef program) {
  std::string guard = "ENCKE_LIBRARY_" + StringRef(library.name).upper() + "_H";
  std::string text =
      ("/* The functions of " + program +
       ", for C and C++. Made by encke lib " ENCKE_VERSION ".\n *\n"
       " * A function returns 0 (ENCKE_OK), 2 "
       "(ENCKE_RUN_TIME_ERROR) or 3 (ENCKE_OPERAND_ERROR);\n"
       " * `call`, which may be NULL, then has the message. "
       "Operands are borrowed and only\n"
       " * read. A tensor result: *result is NULL before the "
       "call, and a new tensor of the\n"
       " * caller's after it (encke_release frees it); or it "
       "is a tensor with memory for the\n"
       " * values, which is filled in: see encke/encke.h. */\n"
       "#ifndef " +
       guard + "\n#define " + guard +
       "\n\n#include \"encke/encke.h\"\n\n"
       "#include <stdbool.h>\n\n"
       "#ifdef __cplusplus\nextern \"C\" {\n#endif\n")
          .str();
  for (const FunctionSignature &function : library.functions) {
    text += "\n/* " + function.str() + "\n *\n";
    for (const ParameterSignature &parameter : function.parameters)
      text += explain(parameter, parameter.name);
    if (function.result)
      text += explain(*function.result, "result");
    text += " * (" + function.place + ") */\n";
    text += "int " + library.symbolOf(function) + "(";
    for (const ParameterSignature &parameter : function.parameters)
      text += declare(parameter) + ", ";
    if (function.result)
      text += declareResult(*function.result) + ", ";
    text += "encke_call *call);\n";
  }
  text += "\n/* Describes them. */\nconst encke_library *" +
          library.descriptionSymbol() +
          "(void);\n\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
  return text;
}
