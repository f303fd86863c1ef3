//===- Library.cpp - functions for other programs to call -----------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that C calls,
//
//   int kernels_f(const encke_tensor *A, double a, encke_tensor **result,
//                 encke_call *call)
//
// puts its arguments into an array and leaves the rest to the runtime's
// encke_invoke, with a description of the function that says what the arguments
// must be, and which code there is for which width of indices.
//
//===----------------------------------------------------------------------===//

#include "driver/Library.h"

#include "dialects/ProgramFunction.h"

#include "encke/encke.h"
#include "storage/format_text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"

#include <dlfcn.h>

using namespace llvm;
using namespace encke;

std::string Library::descriptionSymbol() const {
  return prefix.empty() ? "encke_library" : prefix + "library";
}

std::vector<std::string> Library::symbols() const {
  std::vector<std::string> symbols = {descriptionSymbol()};
  for (const FunctionSignature &function : functions)
    symbols.push_back(symbolOf(function));
  return symbols;
}

std::string Library::bodyOf(const FunctionSignature &function,
                            const Version &version, unsigned width) const {
  std::string name = "encke_body_" + prefix + function.name;
  if (version.level)
    name += "_v" + std::to_string(version.level);
  return name + "_" + std::to_string(width);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool encke::isKeyword(StringRef name) {
  static constexpr StringLiteral keywords[] = {
#define KEYWORD(name) #name,
      KEYWORD(alignas) KEYWORD(alignof) KEYWORD(and) KEYWORD(asm) KEYWORD(auto)
      KEYWORD(bool) KEYWORD(break) KEYWORD(case) KEYWORD(catch) KEYWORD(char)
      KEYWORD(class) KEYWORD(const) KEYWORD(constexpr) KEYWORD(continue)
      KEYWORD(default) KEYWORD(delete) KEYWORD(do) KEYWORD(double) KEYWORD(else)
      KEYWORD(enum) KEYWORD(explicit) KEYWORD(export) KEYWORD(extern)
      KEYWORD(false) KEYWORD(float) KEYWORD(for) KEYWORD(friend) KEYWORD(goto)
      KEYWORD(if) KEYWORD(inline) KEYWORD(int) KEYWORD(long) KEYWORD(mutable)
      KEYWORD(namespace) KEYWORD(new) KEYWORD(not) KEYWORD(nullptr)
      KEYWORD(operator) KEYWORD(or) KEYWORD(private) KEYWORD(protected)
      KEYWORD(public) KEYWORD(register) KEYWORD(restrict) KEYWORD(return)
      KEYWORD(short) KEYWORD(signed) KEYWORD(sizeof) KEYWORD(static)
      KEYWORD(struct) KEYWORD(switch) KEYWORD(template) KEYWORD(this)
      KEYWORD(throw) KEYWORD(true) KEYWORD(try) KEYWORD(typedef)
      KEYWORD(typeid) KEYWORD(typename) KEYWORD(union) KEYWORD(unsigned)
      KEYWORD(using) KEYWORD(virtual) KEYWORD(void) KEYWORD(volatile)
      KEYWORD(while) KEYWORD(xor)
#undef KEYWORD
  };
  return llvm::is_contained(keywords, name);
}

/// The compiler has these libraries itself. What Encke has begins with encke_.
static bool isOfSystem(const std::string &name) {
  return name == "main" || StringRef(name).starts_with("encke_") ||
         StringRef(name).starts_with("omp_") ||
         StringRef(name).starts_with("__") || dlsym(RTLD_DEFAULT, name.c_str());
}

void encke::checkSymbols(const Library &library, Diagnostics &diagnostics) {
  for (const FunctionSignature &function : library.functions) {
    std::string symbol = library.symbolOf(function);
    StringRef why = isKeyword(symbol)    ? "is a keyword of C or C++"
                    : isOfSystem(symbol) ? "is a function of the system"
                                         : "";
    if (symbol == library.descriptionSymbol())
      why = "is the name of the function that describes the library";
    if (!why.empty())
      diagnostics
          .error(diag::unusable_name, function.range,
                 "'" + Twine(symbol) + "' " + why)
          .help("give the library's functions another prefix (--prefix)");
  }
}

//===----------------------------------------------------------------------===//
// The code for one width
//===----------------------------------------------------------------------===//

void encke::addBodies(Module &module, const Library &library,
                      const Version &version, unsigned width) {
  for (Function &function : module)
    if (!function.isDeclaration())
      function.setLinkage(GlobalValue::InternalLinkage);
  LLVMContext &context = module.getContext();
  auto *pointer = PointerType::get(context, 0);
  auto *type =
      FunctionType::get(Type::getVoidTy(context), {pointer, pointer}, false);
  for (const FunctionSignature &signature : library.functions) {
    Function *entry = module.getFunction(
        ("_mlir_ciface_" + exportPrefix + signature.name).str());
    Function *body =
        Function::Create(type, GlobalValue::ExternalLinkage,
                         library.bodyOf(signature, version, width), module);
    body->setVisibility(GlobalValue::HiddenVisibility);
    body->setAttributes(
        entry->getAttributes().getFnAttrs().hasAttributes()
            ? AttributeList().addFnAttributes(
                  context,
                  AttrBuilder(context, entry->getAttributes().getFnAttrs()))
            : AttributeList());
    IRBuilder<> builder(BasicBlock::Create(context, "", body));
    SmallVector<Value *> arguments;
    for (Argument &argument : entry->args()) {
      Value *slot = builder.CreateConstGEP1_64(pointer, body->getArg(0),
                                               argument.getArgNo());
      Value *given = builder.CreateLoad(pointer, slot);
      Type *wanted = argument.getType();
      if (wanted->isIntegerTy(1))
        given = builder.CreateIsNotNull(
            builder.CreateLoad(builder.getInt8Ty(), given));
      else if (!wanted->isPointerTy())
        given = builder.CreateAlignedLoad(wanted, given, Align(4));
      arguments.push_back(given);
    }
    builder.CreateCall(entry, arguments);
    builder.CreateRetVoid();
  }
}

//===----------------------------------------------------------------------===//
// What C calls
//===----------------------------------------------------------------------===//

namespace {

/// Makes constants with the layout of encke/encke.h.
class Exports {
public:
  Exports(Module &module, const Library &library)
      : module(module), library(library), builder(module.getContext()) {}

  void run();

private:
  void addFunction(const FunctionSignature &function, Constant *description);
  void addDescription(ArrayRef<Constant *> functions);
  Constant *describe(const FunctionSignature &function);
  Constant *describe(const FunctionSignature &function, const Version &version);
  Constant *describe(const ParameterSignature &parameter);
  Constant *describe(const encke_level &level);

  Constant *structure(ArrayRef<Constant *> members) {
    return ConstantStruct::getAnon(module.getContext(), members);
  }
  Constant *array(ArrayRef<Constant *> elements);
  Constant *constant(Constant *value) {
    return new GlobalVariable(module, value->getType(), /*isConstant=*/true,
                              GlobalValue::PrivateLinkage, value);
  }
  Constant *text(StringRef text) {
    return builder.CreateGlobalString(text, "", 0, &module);
  }
  Constant *i32(int64_t value) { return builder.getInt32(uint32_t(value)); }
  Constant *i64(int64_t value) { return builder.getInt64(uint64_t(value)); }
  Constant *zeros(unsigned count) {
    return ConstantAggregateZero::get(
        ArrayType::get(builder.getInt64Ty(), count));
  }
  Constant *null() { return ConstantPointerNull::get(builder.getPtrTy()); }

  Module &module;
  const Library &library;
  IRBuilder<> builder;
};

} // namespace

/// The address of an array of constants; null for none.
Constant *Exports::array(ArrayRef<Constant *> elements) {
  if (elements.empty())
    return null();
  auto *type = ArrayType::get(elements.front()->getType(), elements.size());
  return constant(ConstantArray::get(type, elements));
}

/// An encke_level, as the runtime has read it.
Constant *Exports::describe(const encke_level &level) {
  return structure(
      {i32(level.type), i32(level.mode), i64(0), null(), null(), i64(0), i64(0),
       i32(level.map), i32(level.other), i64(level.block),
       level.expression ? text(level.expression) : null(), null(), i32(level.n),
       i32(level.m), i32(level.layout), i32(0), zeros(1)});
}

/// An encke_parameter.
Constant *Exports::describe(const ParameterSignature &parameter) {
  rt::FormatText format = rt::parseFormat(parameter.storageText().c_str());
  SmallVector<Constant *> sizes, levels;
  for (int64_t size : parameter.sizes)
    sizes.push_back(i64(size));
  for (const encke_level &level : format.levels)
    levels.push_back(describe(level));
  return structure({text(parameter.name), text(join(parameter.labels, ",")),
                    text(parameter.formatText()), array(sizes), array(levels),
                    i32(parameter.format ? ENCKE_TENSOR : ENCKE_SCALAR),
                    i32(format.type), i32(sizes.size()), i32(levels.size()),
                    i32(parameter.format && parameter.format->isBuffer()),
                    i32(parameter.part + 1)});
}

/// An encke_function.
Constant *Exports::describe(const FunctionSignature &function) {
  SmallVector<Constant *> parameters;
  for (const ParameterSignature &parameter : function.parameters)
    parameters.push_back(describe(parameter));
  Constant *result = function.result
                         ? describe(*function.result)
                         : structure({text(""), text(""), text(""), null(),
                                      null(), i32(ENCKE_NOTHING), i32(0),
                                      i32(0), i32(0), i32(0), i32(0)});
  SmallVector<Constant *> versions;
  for (const Version &version : library.versions)
    versions.push_back(describe(function, version));
  return structure({text(function.name), text(library.symbolOf(function)),
                    text(function.str()), text(function.place),
                    array(parameters), result, i32(parameters.size()),
                    i32(versions.size()), array(versions),
                    i32(function.isDistributed), i32(0), zeros(4)});
}

/// An encke_version.
Constant *Exports::describe(const FunctionSignature &function,
                            const Version &version) {
  SmallVector<Constant *> bodies;
  auto *type = FunctionType::get(
      builder.getVoidTy(), {builder.getPtrTy(), builder.getPtrTy()}, false);
  for (unsigned width : {32, 64}) {
    if (!llvm::is_contained(library.widths, width)) {
      bodies.push_back(null());
      continue;
    }
    std::string name = library.bodyOf(function, version, width);
    auto *body =
        cast<Function>(module.getOrInsertFunction(name, type).getCallee());
    body->setVisibility(GlobalValue::HiddenVisibility);
    bodies.push_back(body);
  }
  auto *both = ArrayType::get(builder.getPtrTy(), bodies.size());
  return structure(
      {i32(version.level), i32(0), ConstantArray::get(both, bodies)});
}

/// Of a scalar as C passes it; complex numbers go by address.
static Type *getScalarType(ElementType type, IRBuilder<> &builder) {
  switch (computedIn(type)) { // as all scalars are
  case ElementType::Double:
    return builder.getDoubleTy();
  case ElementType::Float:
    return builder.getFloatTy();
  case ElementType::Int64:
    return builder.getInt64Ty();
  case ElementType::Int32:
    return builder.getInt32Ty();
  case ElementType::Bool:
    return builder.getInt1Ty();
  default: // complex
    return builder.getPtrTy();
  }
}

void Exports::addFunction(const FunctionSignature &function,
                          Constant *description) {
  SmallVector<Type *> types;
  for (const ParameterSignature &parameter : function.parameters)
    types.push_back(parameter.format ? builder.getPtrTy()
                                     : getScalarType(parameter.type, builder));
  if (function.result)
    types.push_back(builder.getPtrTy());
  types.push_back(builder.getPtrTy());
  auto *type = FunctionType::get(builder.getInt32Ty(), types, false);
  auto *made = Function::Create(type, GlobalValue::ExternalLinkage,
                                library.symbolOf(function), module);
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", made));
  size_t count = function.parameters.size();
  auto *arrayType = ArrayType::get(builder.getPtrTy(), count);
  Value *arguments = builder.CreateAlloca(arrayType);
  for (size_t n = 0; n != count; ++n) {
    Argument *argument = made->getArg(n);
    Value *address = argument;
    if (argument->getType()->isIntegerTy(1)) { // a byte in memory
      made->addParamAttr(n, Attribute::ZExt);
      address = builder.CreateAlloca(builder.getInt8Ty());
      builder.CreateStore(builder.CreateZExt(argument, builder.getInt8Ty()),
                          address);
    } else if (!argument->getType()->isPointerTy()) {
      address = builder.CreateAlloca(argument->getType());
      builder.CreateStore(argument, address);
    }
    builder.CreateStore(address,
                        builder.CreateConstGEP2_64(arrayType, arguments, 0, n));
  }
  Value *result = function.result ? static_cast<Value *>(made->getArg(count))
                                  : static_cast<Value *>(null());
  FunctionCallee invoke = module.getOrInsertFunction(
      "encke_invoke", builder.getInt32Ty(), builder.getPtrTy(),
      builder.getPtrTy(), builder.getPtrTy(), builder.getPtrTy());
  builder.CreateRet(
      builder.CreateCall(invoke, {description, arguments, result,
                                  made->getArg(made->arg_size() - 1)}));
}

/// An encke_library, and the function that returns it.
void Exports::addDescription(ArrayRef<Constant *> functions) {
  Constant *list = array(functions);
  Constant *description = constant(
      structure({i32(sizeof(encke_library)), i32(sizeof(encke_function)),
                 i32(0), i32(functions.size()), list, text(library.name),
                 text(ENCKE_VERSION), zeros(4)}));
  auto *type = FunctionType::get(builder.getPtrTy(), false);
  auto *made = Function::Create(type, GlobalValue::ExternalLinkage,
                                library.descriptionSymbol(), module);
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "", made));
  builder.CreateRet(description);
}

void Exports::run() {
  // All of one type, so that they make an array.
  SmallVector<Constant *> descriptions;
  for (const FunctionSignature &function : library.functions)
    descriptions.push_back(describe(function));
  for (auto [function, description] : zip(library.functions, descriptions))
    addFunction(function, constant(description));
  addDescription(descriptions);
  // Of C++ in the runtime: what tells this library from others at the end.
  auto *handle =
      new GlobalVariable(module, builder.getPtrTy(),
                         /*isConstant=*/true, GlobalValue::LinkOnceAnyLinkage,
                         null(), "__dso_handle");
  handle->setInitializer(handle);
  handle->setVisibility(GlobalValue::HiddenVisibility);
}

std::unique_ptr<Module> encke::makeExports(LLVMContext &context,
                                           const Library &library) {
  auto module = std::make_unique<Module>("exports", context);
  Exports(*module, library).run();
  return module;
}
