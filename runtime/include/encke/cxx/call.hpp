//===- encke/cxx/call.hpp - calls that throw --------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   encke::Tensor y = encke::call(kernels_spmv, A, x);
//   double n = encke::call(kernels_norm, x);
//   encke::callInto(y, kernels_spmv, A, x);
//   encke::Call().threads(2).check().run(kernels_spmv, A, x);
//
// Arguments. Where a function takes a tensor: a View, a Tensor, a matrix of
// Eigen, a container (a dense vector), or a `const encke_tensor *`. Where it
// takes a number: a number, which must fit; std::complex<double> for a complex
// one.
//
// Results. A Tensor, or a number.
//
// Errors. Whatever goes wrong is thrown as an Error; then there is no result.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_CXX_CALL_HPP
#define ENCKE_CXX_CALL_HPP

#include "encke/cxx/eigen.hpp"
#include "encke/cxx/error.hpp"
#include "encke/cxx/tensor.hpp"
#include "encke/cxx/view.hpp"
#include "encke/encke.h"

#include <complex>
#include <cstring>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace encke {

namespace detail {

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

inline const encke_tensor *tensorOf(const encke_tensor *tensor) {
  return tensor;
}
inline const encke_tensor *tensorOf(const encke_operand &operand) {
  return &operand.tensor;
}
inline const encke_tensor *tensorOf(const Tensor &tensor) {
  return tensor.get();
}
template <typename T>
const encke_tensor *tensorOf(const View<T> &view) {
  return view.get();
}

template <typename Class, typename = void>
struct IsTensor : std::false_type {};
template <typename Class>
struct IsTensor<Class, std::void_t<decltype(tensorOf(std::declval<Class &>()))>>
    : std::true_type {};

/// What C is given for an argument, and what has to live as long as the call.
template <typename Parameter, typename Class, typename = void>
class Argument;

template <typename Class>
class Argument<const encke_tensor *, Class,
               std::enable_if_t<IsTensor<Class>::value>> {
public:
  explicit Argument(Class &object) : tensor(tensorOf(object)) {}
  const encke_tensor *get() const { return tensor; }

private:
  const encke_tensor *tensor;
};

template <typename Class>
class Argument<const encke_tensor *, Class,
               std::enable_if_t<!IsTensor<Class>::value>> {
public:
  explicit Argument(Class &object) : held(view(object)) {}
  const encke_tensor *get() const { return held.get(); }

private:
  decltype(view(std::declval<Class &>())) held;
};

/// True where an integer has the same value in another type.
template <typename To, typename From>
bool fitsInto(From number) {
  auto converted = static_cast<To>(number);
  return static_cast<From>(converted) == number &&
         (converted < To(0)) == (number < From(0));
}

template <typename Number, typename Class>
class Argument<Number, Class, std::enable_if_t<std::is_arithmetic_v<Number>>> {
  using Given = std::remove_const_t<Class>;
  static_assert(std::is_arithmetic_v<Given>,
                "the function takes a number here");
  static_assert(!std::is_integral_v<Number> || !std::is_floating_point_v<Given>,
                "the function takes an integer here: convert the number, and "
                "say how it is rounded");
  static_assert(!std::is_same_v<Number, bool> || std::is_same_v<Given, bool>,
                "the function takes a bool here");

public:
  explicit Argument(Class &object) : number(static_cast<Number>(object)) {
    if constexpr (std::is_integral_v<Number>)
      requireOperand(fitsInto<Number, Given>(object),
                     "an integer is outside of the range of the parameter");
  }
  Number get() const { return number; }

private:
  Number number;
};

template <typename Class>
class Argument<const encke_complex *, Class> {
public:
  explicit Argument(Class &object) {
    std::complex<double> given(object);
    number = {given.real(), given.imag()};
  }
  const encke_complex *get() const { return &number; }

private:
  encke_complex number;
};

/// An Argument that says which one it is that does not fit.
template <typename Parameter, typename Class>
Argument<Parameter, Class> makeArgument(Class &object, std::size_t index) try {
  return Argument<Parameter, Class>(object);
} catch (const Error &error) {
  throw Error(error.status(), error.identifier(), error.place(),
              "argument " + std::to_string(index + 1) + ": " + error.message());
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

struct Automatic {};

/// True for what an operand is given as, false for where a result goes.
template <typename Parameter>
constexpr bool isArgument = std::is_arithmetic_v<Parameter> ||
                            (std::is_pointer_v<Parameter> &&
                             std::is_const_v<std::remove_pointer_t<Parameter>>);

/// How many arguments a function takes, of which the last parameter is the
/// encke_call, and the one before it a result if it is no argument.
template <typename... Parameters>
struct Signature {
  using All = std::tuple<Parameters...>;
  static constexpr std::size_t count = sizeof...(Parameters);
  static_assert(count != 0, "no function of a library");
  static constexpr bool hasResult = [] {
    if constexpr (count < 2)
      return false;
    else
      return !isArgument<std::tuple_element_t<count - 2, All>>;
  }();
  static constexpr std::size_t arguments = count - (hasResult ? 2 : 1);
};

/// Where C puts a result, and what the caller gets.
template <typename Parameter, typename Wanted>
class Result;

template <>
class Result<encke_tensor **, Automatic> {
public:
  encke_tensor **place() { return &tensor; }
  Tensor take() { return Tensor(tensor); }

private:
  encke_tensor *tensor = nullptr;
};
template <>
class Result<encke_tensor **, Tensor>
    : public Result<encke_tensor **, Automatic> {};

template <typename Number>
class Result<Number *, Automatic> {
public:
  Number *place() { return &number; }
  Number take() const { return number; }

private:
  Number number = {};
};

template <typename Number>
class Result<Number *, Number> : public Result<Number *, Automatic> {};

template <>
class Result<encke_complex *, Automatic> {
public:
  encke_complex *place() { return &number; }
  std::complex<double> take() const { return {number.real, number.imaginary}; }

private:
  encke_complex number = {};
};
template <>
class Result<encke_complex *, std::complex<double>>
    : public Result<encke_complex *, Automatic> {};

} // namespace detail

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// How functions are to be called. An object makes one call at a time; threads
/// that call at once have one each.
class Call {
public:
  Call() : call(encke_call_default()) {}
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  /// Parallel loops run on so many threads; 0: as OMP_NUM_THREADS says, or one
  /// a processor.
  Call &threads(int32_t count) {
    call.threads = count;
    return *this;
  }
  /// Looks at each position and coordinate of operands: in order, distinct, and
  /// inside the sizes. Without it wrong ones are undefined behaviour.
  Call &check(bool checks = true) { return set(ENCKE_CHECK, checks); }
  /// A sparse result may have positions and coordinates of operands, which then
  /// have to outlive it, unchanged.
  Call &alias(bool may = true) { return set(ENCKE_ALIAS_OK, may); }
  /// Where no operand has positions and coordinates, those inside are of 64
  /// bits: for functions that read large files.
  Call &wide(bool isWide = true) { return set(ENCKE_WIDE, isWide); }
  /// `into` adds to what is there.
  Call &accumulate(bool adds = true) { return set(ENCKE_ACCUMULATE, adds); }

  /// The data files that read(0), read(1), … of the function read.
  Call &files(std::vector<std::string> paths) {
    filePaths = std::move(paths);
    fileTexts.clear();
    for (const std::string &path : filePaths)
      fileTexts.push_back(path.c_str());
    call.files = fileTexts.data();
    call.file_count = static_cast<int32_t>(fileTexts.size());
    return *this;
  }

  /// From another thread: the call that is running soon ends with an Error.
  /// Later ones of this object do, too.
  void cancel() { call.cancel = 1; }

  /// Calls a function. Returns its result: a Tensor, a number, or nothing.
  template <typename Wanted = detail::Automatic, typename... Parameters,
            typename... Arguments>
  auto run(int (*function)(Parameters...), Arguments &&...arguments) {
    using Signature = detail::Signature<Parameters...>;
    constexpr bool fits = sizeof...(Arguments) == Signature::arguments;
    static_assert(fits, "the function takes another number of arguments");
    if constexpr (fits && Signature::hasResult) {
      detail::Result<
          std::tuple_element_t<Signature::arguments, typename Signature::All>,
          Wanted>
          result;
      invoke(function, std::index_sequence_for<Arguments...>(),
             std::make_tuple(result.place()), arguments...);
      return result.take();
    } else if constexpr (fits) {
      invoke(function, std::index_sequence_for<Arguments...>(), std::tuple<>(),
             arguments...);
    }
  }

  /// Calls a function that computes a tensor, into memory of the caller's: a
  /// View of values that are not const, a container or a matrix of Eigen that
  /// has the right size already, or a Tensor. If it is sparse, it keeps its
  /// pattern and gets the values; Error where the result has an element that it
  /// does not store. The memory may be an operand's.
  template <typename Target, typename... Parameters, typename... Arguments>
  auto into(Target &&target, int (*function)(Parameters...),
            Arguments &&...arguments) {
    using Signature = detail::Signature<Parameters...>;
    constexpr bool fits = sizeof...(Arguments) == Signature::arguments;
    static_assert(fits, "the function takes another number of arguments");
    constexpr bool isTensor =
        std::is_same_v<std::tuple_element_t<sizeof...(Parameters) - 2,
                                            typename Signature::All>,
                       encke_tensor **>;
    static_assert(isTensor, "the result of the function is no tensor");
    using Class = std::remove_reference_t<Target>;
    if constexpr (!fits || !isTensor) {
      return;
    } else if constexpr (detail::IsTensor<Class>::value) {
      encke_tensor *place = placeOf(target);
      detail::requireResult(place, "there is no tensor to compute into");
      invoke(function, std::index_sequence_for<Arguments...>(),
             std::make_tuple(&place), arguments...);
    } else {
      auto held = view(target);
      into(held, function, arguments...);
    }
  }

private:
  Call &set(int32_t flag, bool isSet) {
    call.flags = isSet ? call.flags | flag : call.flags & ~flag;
    return *this;
  }

  static encke_tensor *placeOf(encke_tensor *tensor) { return tensor; }
  static encke_tensor *placeOf(encke_operand &operand) {
    return &operand.tensor;
  }
  static encke_tensor *placeOf(Tensor &tensor) { return tensor.get(); }
  template <typename T>
  static encke_tensor *placeOf(View<T> &view) {
    return view.target();
  }

  /// `result` is a tuple of nothing, or of where the result goes. (What returns
  /// `auto` compilers look at where it is used, and say so in their errors.)
  template <typename... Parameters, std::size_t... indices, typename... Results,
            typename... Arguments>
  auto invoke(int (*function)(Parameters...), std::index_sequence<indices...>,
              std::tuple<Results...> result, Arguments &...arguments) {
    using All = std::tuple<Parameters...>;
    int status = std::apply(
        [&](auto... place) {
          return function(
              detail::makeArgument<std::tuple_element_t<indices, All>>(
                  arguments, indices)
                  .get()...,
              place..., &call);
        },
        result);
    if (status != ENCKE_OK)
      throw Error(status, call.identifier, call.place,
                  call.message[0] ? call.message
                                  : "the library was made by another version "
                                    "of Encke than encke/encke.h is of");
  }

  encke_call call;
  std::vector<std::string> filePaths;
  std::vector<const char *> fileTexts;
};

/// Calls a function as usual; see Call::run.
template <typename Wanted = detail::Automatic, typename... Parameters,
          typename... Arguments>
auto call(int (*function)(Parameters...), Arguments &&...arguments) {
  return Call().run<Wanted>(function, std::forward<Arguments>(arguments)...);
}

/// Calls a function as usual, into memory of the caller's; see Call::into.
template <typename Target, typename... Parameters, typename... Arguments>
void callInto(Target &&target, int (*function)(Parameters...),
              Arguments &&...arguments) {
  Call().into(std::forward<Target>(target), function,
              std::forward<Arguments>(arguments)...);
}

} // namespace encke

#endif // ENCKE_CXX_CALL_HPP
