//===- Operators.cpp - the functions and operators of the language --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/Operators.h"
#include "tests/reference/Frame.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace encke::reference;

using Arguments = std::vector<double>;

std::optional<NamedFunction>
encke::reference::findFunction(const std::string &name) {
  auto unary = [](double (*function)(double)) {
    return NamedFunction{1, [=](const Arguments &a) { return function(a[0]); }};
  };
  auto binary = [](double (*function)(double, double)) {
    return NamedFunction{
        2, [=](const Arguments &a) { return function(a[0], a[1]); }};
  };
  static const std::map<std::string, NamedFunction> functions = {
      {"sqrt", unary(std::sqrt)},
      {"abs", unary(std::fabs)},
      {"exp", unary(std::exp)},
      {"log", unary(std::log)},
      {"sin", unary(std::sin)},
      {"cos", unary(std::cos)},
      {"tanh", unary(std::tanh)},
      {"relu", unary([](double x) { return x > 0 ? x : 0.0; })},
      {"sigmoid", unary([](double x) { return 1 / (1 + std::exp(-x)); })},
      {"pow", binary(std::pow)},
      {"min", binary([](double x, double y) { return std::min(x, y); })},
      {"max", binary([](double x, double y) { return std::max(x, y); })},
  };
  auto found = functions.find(name);
  if (found == functions.end())
    return std::nullopt;
  return found->second;
}

static std::optional<std::function<double(double, double)>>
findBinary(const std::string &name) {
  static const std::map<std::string, double (*)(double, double)> operators = {
      {"+", [](double x, double y) { return x + y; }},
      {"-", [](double x, double y) { return x - y; }},
      {"*", [](double x, double y) { return x * y; }},
      {"/", [](double x, double y) { return x / y; }},
      {"min", [](double x, double y) { return std::min(x, y); }},
      {"max", [](double x, double y) { return std::max(x, y); }},
      {"first", [](double x, double) { return x; }},
      {"second", [](double, double y) { return y; }},
      {"any", [](double x, double) { return x; }},
      {"pair", [](double, double) { return 1.0; }},
      {"|", [](double x, double y) { return x != 0 || y != 0 ? 1.0 : 0.0; }},
      {"&", [](double x, double y) { return x != 0 && y != 0 ? 1.0 : 0.0; }},
  };
  auto found = operators.find(name);
  if (found == operators.end())
    return std::nullopt;
  return found->second;
}

std::optional<Operation>
encke::reference::findSemiringOperator(const std::string &name) {
  auto function = findBinary(name);
  if (!function)
    return std::nullopt;
  return [function = *function](const Arguments &a) {
    return function(a[0], a[1]);
  };
}

std::optional<Reducer> encke::reference::findReducer(const std::string &name) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  static const std::map<std::string, double> identities = {
      {"+", 0},   {"*", 1}, {"min", infinity}, {"max", -infinity},
      {"any", 0}, {"|", 0}, {"&", 1},
  };
  auto identity = identities.find(name);
  if (identity == identities.end())
    return std::nullopt;
  return Reducer{*findBinary(name), identity->second};
}
