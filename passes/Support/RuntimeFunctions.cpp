//===- RuntimeFunctions.cpp - the types of the runtime's functions --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the C++ compiler makes of the header is the table, so that nothing can
// differ. A letter stands for a type of C:
//
//   v void   l int64_t   i int32_t   d double   f float   p a pointer
//   h the bits of a half or a bfloat16
//   b the body of a program   a encke_memref1 *   u encke_unranked_memref *
//   . any more arguments
//
//===----------------------------------------------------------------------===//

#include "passes/Support/RuntimeFunctions.h"

#include "dialects/TA/Encoding.h"
#include "encke/upstream.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace encke;

//===----------------------------------------------------------------------===//
// The types of C
//===----------------------------------------------------------------------===//

template <typename T>
struct Letter;
template <typename T>
struct Letter<T *> {
  static constexpr char value = 'p';
};
#define LETTER(TYPE, CHARACTER)                                                \
  template <>                                                                  \
  struct Letter<TYPE> {                                                        \
    static constexpr char value = CHARACTER;                                   \
  };
LETTER(void, 'v')
LETTER(int64_t, 'l')
LETTER(uint64_t, 'l')
LETTER(uint16_t, 'h')
LETTER(int32_t, 'i')
LETTER(double, 'd')
LETTER(float, 'f')
LETTER(void (*)(void), 'b')
LETTER(encke_memref1 *, 'a')
LETTER(encke_unranked_memref *, 'u')
#undef LETTER

template <typename T>
struct Signature;
template <typename Result, typename... Arguments>
struct Signature<Result(Arguments...)> {
  static constexpr char value[] = {Letter<Result>::value,
                                   Letter<Arguments>::value..., '\0'};
};

/// What follows the named arguments is not checked.
template <typename Result, typename... Arguments>
struct Signature<Result(Arguments..., ...)> {
  static constexpr char value[] = {Letter<Result>::value,
                                   Letter<Arguments>::value..., '.', '\0'};
};

static const llvm::StringMap<StringRef> &getSignatures() {
  static const llvm::StringMap<StringRef> signatures = {
#define RUNTIME_FUNCTION(NAME) {#NAME, Signature<decltype(NAME)>::value},
#include "passes/RuntimeFunctions.def" // made by CMake
#undef RUNTIME_FUNCTION
  };
  return signatures;
}

std::optional<RuntimeFunction> encke::findRuntimeFunction(StringRef name) {
  const llvm::StringMap<StringRef> &signatures = getSignatures();
  if (auto found = signatures.find(name); found != signatures.end())
    return RuntimeFunction{found->second, {}, false};
  auto found = signatures.find(("_mlir_ciface_" + name).str());
  if (found == signatures.end())
    return std::nullopt;
  StringRef element = name.rsplit('_').second;
  if (element.empty())
    element = name.substr(StringRef("printMemref").size());
  return RuntimeFunction{found->second, element, true};
}

//===----------------------------------------------------------------------===//
// The types of MLIR
//===----------------------------------------------------------------------===//

static bool isElement(Type type, StringRef suffix) {
  if (getElementSuffix(type) == suffix)
    return true;
  // Of upstream's functions.
  return llvm::StringSwitch<bool>(suffix)
      .Case("I8", type.isSignlessInteger(8))
      .Case("I16", type.isSignlessInteger(16))
      .Case("I32", type.isSignlessInteger(32))
      .Case("I64", type.isSignlessInteger(64))
      .Case("Ind", type.isIndex())
      .Case("F16", type.isF16())
      .Case("BF16", type.isBF16())
      .Case("F32", type.isF32())
      .Case("F64", type.isF64())
      .Case("C32", isa<ComplexType>(type) &&
                       cast<ComplexType>(type).getElementType().isF32())
      .Case("C64", isa<ComplexType>(type) &&
                       cast<ComplexType>(type).getElementType().isF64())
      .Default(false);
}

static bool isOf(Type type, char letter, StringRef element) {
  switch (letter) {
  case 'l':
    return type.isSignlessInteger(64) || type.isIndex();
  case 'i':
    return type.isSignlessInteger(32);
  case 'h':
    return type.isF16() || type.isBF16() || type.isSignlessInteger(16);
  case 'd':
    return type.isF64();
  case 'f':
    return type.isF32();
  case 'b':
    if (auto function = dyn_cast<FunctionType>(type))
      return function.getNumInputs() == 0 && function.getNumResults() == 0;
    return isa<LLVM::LLVMPointerType>(type);
  case 'a':
    if (auto array = dyn_cast<MemRefType>(type); array && !element.empty())
      return array.getRank() == 1 && array.isDynamicDim(0) &&
             array.getLayout().isIdentity() && !array.getMemorySpace() &&
             isElement(array.getElementType(), element);
    return element.empty() && isa<LLVM::LLVMPointerType>(type);
  case 'u':
    if (auto buffer = dyn_cast<UnrankedMemRefType>(type);
        buffer && !element.empty())
      return !buffer.getMemorySpace() &&
             isElement(buffer.getElementType(), element);
    return element.empty() && isa<LLVM::LLVMPointerType>(type);
  default:
    return isa<LLVM::LLVMPointerType>(type);
  }
}

/// An interface gives back the memory reference that C has it fill in.
static std::pair<char, StringRef> split(const RuntimeFunction &function) {
  StringRef text = function.signature;
  if (function.isInterface && text.size() > 1 && text[1] == 'a')
    return {'a', text.drop_front(2)};
  return {text.front(), text.drop_front()};
}

bool RuntimeFunction::matches(TypeRange arguments, TypeRange results) const {
  auto [result, letters] = split(*this);
  letters.consume_back(".");
  if (arguments.size() != letters.size() ||
      results.size() != (result == 'v' ? 0 : 1))
    return false;
  for (auto [type, letter] : llvm::zip(arguments, letters))
    if (!isOf(type, letter, element))
      return false;
  return results.empty() || isOf(results.front(), result, element);
}

std::string RuntimeFunction::str() const {
  std::string type = llvm::StringSwitch<std::string>(element)
                         .Case("bool", "i1")
                         .Cases({"c128", "C64"}, "complex<f64>")
                         .Cases({"c64", "C32"}, "complex<f32>")
                         .Case("u8", "ui8")
                         .Case("Ind", "index")
                         .Default(element.lower());
  auto spell = [&](char letter) -> std::string {
    switch (letter) {
    case 'v':
      return "()";
    case 'l':
      return "i64";
    case 'i':
      return "i32";
    case 'h':
      return "i16";
    case 'd':
      return "f64";
    case 'f':
      return "f32";
    case 'b':
      return "() -> ()";
    case 'a':
      return type.empty() ? "!llvm.ptr" : "memref<?x" + type + ">";
    case 'u':
      return type.empty() ? "!llvm.ptr" : "memref<*x" + type + ">";
    case '.':
      return "...";
    default:
      return "!llvm.ptr";
    }
  };
  auto [result, letters] = split(*this);
  std::string text = "(";
  for (char letter : letters)
    text += (text.size() > 1 ? ", " : "") + spell(letter);
  return text + ") -> " + spell(result);
}
