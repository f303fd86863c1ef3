//===- invocation.h - one call of a library's function ----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_CALLS_INVOCATION_H
#define ENCKE_RUNTIME_CALLS_INVOCATION_H

#include "core/array.h"
#include "encke/encke.h"

#include <vector>

namespace encke::rt {

/// What a call of encke_invoke is given, and what becomes of its result.
struct Invocation {
  Invocation(const encke_function &function, const void *const *arguments,
             void *result, encke_call &call)
      : function(function), arguments(arguments), result(result), call(call) {}

  const encke_function &function;
  const void *const *arguments;
  void *result; ///< encke_tensor **, or where a scalar goes; may be null
  encke_call &call;

  /// The code for the operands' width, and what it takes.
  void (*code)(void *const *arguments, void *result) = nullptr;
  void *const *codeArguments = nullptr;

  /// A dense result: its sizes, and what the code fills in.
  std::vector<int64_t> sizes;
  Array<char> values;
  /// A sparse result, the context's or an operand.
  encke_tensor *tensor = nullptr;

  bool has(int32_t flag) const { return (call.flags & flag) != 0; }
  const encke_tensor *operand(int32_t n) const {
    return static_cast<const encke_tensor *>(arguments[n]);
  }
  /// The result that the caller gives to be filled in, or null.
  encke_tensor *given() const {
    return function.result.kind == ENCKE_TENSOR && result
               ? *static_cast<encke_tensor **>(result)
               : nullptr;
  }
};

/// Throws where an operand is not what the function takes. Returns the bytes of
/// positions and coordinates: 4 where no operand has any.
int32_t checkOperands(const Invocation &invocation);

/// Throws where `tensor`, an operand of the function or its result, does not
/// store what `parameter` of it says. `deep`: looks at each position and
/// coordinate.
void checkTensor(const encke_tensor &tensor, const encke_parameter &parameter,
                 const encke_function &function, bool deep);

/// Where the values of the result are to be written: `type` is that of the
/// code. Throws where the caller's result does not fit.
void *placeOfValues(Invocation &invocation, int32_t type, int64_t &count);

/// Hands the result over to the caller once all has been computed.
void deliver(Invocation &invocation);

} // namespace encke::rt

#endif // ENCKE_RUNTIME_CALLS_INVOCATION_H
