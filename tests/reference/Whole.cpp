//===- Whole.cpp - functions of whole tensors -----------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "tests/reference/Assign.h"
#include "tests/reference/Operators.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace encke;
using namespace encke::reference;
using llvm::cast;
using llvm::dyn_cast;

bool encke::reference::isWholeCall(const ast::Expr &expr,
                                   const Session &session) {
  static const std::set<std::string> names = {
      "reshape", "cumsum", "sort", "argsort", "top", "solve", "cholesky"};
  auto *call = dyn_cast<ast::Call>(&expr);
  return call && names.count(call->name.name) &&
         !session.findFunction(call->name.name);
}

//===----------------------------------------------------------------------===//
// Along a label
//===----------------------------------------------------------------------===//

static int64_t volumeOf(const Tensor &tensor) {
  int64_t volume = 1;
  for (int64_t size : tensor.getSizes())
    volume *= size;
  return volume;
}

static void reshape(const Tensor &from, Tensor &to) {
  if (volumeOf(from) != volumeOf(to))
    throw DataError("L57: reshape to another number of coordinates");
  to.clear();
  for (const auto &[at, value] : from.elements()) {
    int64_t place = 0;
    for (size_t d = 0; d < at.size(); ++d)
      place = place * from.getSizes()[d] + at[d];
    Point point(to.getOrder());
    for (size_t d = point.size(); d-- > 0;) {
      point[d] = place % to.getSizes()[d];
      place /= to.getSizes()[d];
    }
    to.set(point, value);
  }
}

/// The elements of each fibre, in the order of their coordinates along `along`.
static std::map<Point, std::vector<std::pair<int64_t, Value>>>
fibresOf(const Tensor &tensor, size_t along) {
  std::map<Point, std::vector<std::pair<int64_t, Value>>> fibres;
  for (const auto &[at, value] : tensor.elements()) {
    Point outside = at;
    outside[along] = 0;
    fibres[outside].push_back({at[along], value});
  }
  return fibres;
}

static bool isLess(const Value &a, const Value &b) {
  double x = toDouble(a), y = toDouble(b);
  if (std::isnan(x) || std::isnan(y))
    return !std::isnan(x) && std::isnan(y);
  return isIntegral(a.type) ? a.integer < b.integer : x < y;
}

static void goAlong(const std::string &name, const Tensor &from, size_t along,
                    int64_t count, Tensor &to) {
  to.clear();
  for (auto &[outside, fibre] : fibresOf(from, along)) {
    std::vector<std::pair<int64_t, Value>> sorted = fibre;
    bool falls = name == "top";
    if (name != "cumsum")
      std::stable_sort(sorted.begin(), sorted.end(),
                       [&](const auto &a, const auto &b) {
                         return falls ? isLess(b.second, a.second)
                                      : isLess(a.second, b.second);
                       });
    Value sum = zero(from.getType());
    TypedOperation plus = operatorOn("+", from.getType());
    for (size_t k = 0; k < fibre.size(); ++k) {
      Point at = outside;
      at[along] = falls ? sorted[k].first : fibre[k].first;
      if (name == "cumsum") {
        sum = plus.apply({fibre[k].second, sum});
        to.set(at, sum);
      } else if (name == "argsort") {
        to.set(at, makeInteger(to.getType(), sorted[k].first));
      } else if (!falls || static_cast<int64_t>(k) < count) {
        to.set(at, sorted[k].second);
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

using Rows = std::vector<std::vector<double>>;

static Rows rowsOf(const Tensor &tensor) {
  const std::vector<int64_t> &sizes = tensor.getSizes();
  Rows rows(sizes[0], std::vector<double>(sizes.size() > 1 ? sizes[1] : 1));
  for (const auto &[at, value] : tensor.elements())
    rows[at[0]][at.size() > 1 ? at[1] : 0] = toDouble(value);
  return rows;
}

static void storeRows(const Rows &rows, Tensor &to) {
  for (size_t r = 0; r < rows.size(); ++r)
    for (size_t c = 0; c < rows[r].size(); ++c) {
      Point at = {static_cast<int64_t>(r)};
      if (to.getOrder() > 1)
        at.push_back(c);
      to.set(at,
             convert(makeReal(ElementType::Double, rows[r][c]), to.getType()));
    }
}

/// By elimination, with the largest pivot of each column.
static void solve(const Tensor &matrix, const Tensor &right, Tensor &to) {
  Rows a = rowsOf(matrix), b = rowsOf(right);
  size_t n = a.size();
  for (size_t k = 0; k < n; ++k) {
    size_t pivot = k;
    for (size_t r = k; r < n; ++r)
      if (std::abs(a[r][k]) > std::abs(a[pivot][k]))
        pivot = r;
    if (a[pivot][k] == 0)
      throw DataError("L65: the matrix is singular");
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (size_t r = 0; r < n; ++r) {
      if (r == k)
        continue;
      double factor = a[r][k] / a[k][k];
      for (size_t c = k; c < n; ++c)
        a[r][c] -= factor * a[k][c];
      for (size_t c = 0; c < b[r].size(); ++c)
        b[r][c] -= factor * b[k][c];
    }
  }
  for (size_t r = 0; r < n; ++r)
    for (double &value : b[r])
      value /= a[r][r];
  storeRows(b, to);
}

static void cholesky(const Tensor &matrix, Tensor &to) {
  Rows a = rowsOf(matrix), l(a.size(), std::vector<double>(a.size()));
  for (size_t r = 0; r < a.size(); ++r)
    for (size_t c = 0; c <= r; ++c) {
      if (a[r][c] != a[c][r])
        throw DataError("L65: the matrix is not symmetric");
      double rest = a[r][c];
      for (size_t k = 0; k < c; ++k)
        rest -= l[r][k] * l[c][k];
      if (r != c)
        l[r][c] = rest / l[c][c];
      else if (rest > 0)
        l[r][r] = std::sqrt(rest);
      else
        throw DataError("L65: the matrix is not positive definite");
    }
  storeRows(l, to);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void encke::reference::assignWhole(const ast::Assign &assign, Frame &frame) {
  const auto &call = cast<ast::Call>(*assign.value);
  const std::string &name = call.name.name;
  if (assign.op != ast::AssignOp::Set || assign.mask)
    throw ProgramError(name + " needs a plain `=`");
  auto tensorOf = [&](size_t argument) -> const Tensor & {
    const ast::Expr &expr = *call.arguments.at(argument);
    if (auto *access = dyn_cast<ast::Access>(&expr))
      return frame.tensor(access->name.name);
    return frame.tensor(cast<ast::Name>(expr).name);
  };
  // It may be the target. NOLINTNEXTLINE(performance-unnecessary-copy-*)
  Tensor first = tensorOf(0);
  const ast::TensorDecl &decl = frame.declarationOf(assign.target.name);
  if (name == "reshape" && frame.sizes.orderOf(decl) == 1 &&
      frame.sizes.find(frame.sizes.dimensionOf(decl, 0)) < 0)
    frame.sizes.fix(frame.sizes.dimensionOf(decl, 0), volumeOf(first));
  Tensor &target = frame.tensor(assign.target.name);
  if (name == "solve") {
    // So may this. NOLINTNEXTLINE(performance-unnecessary-copy-*)
    Tensor right = tensorOf(1);
    return solve(first, right, target);
  }
  if (name == "cholesky")
    return cholesky(first, target);
  if (name == "reshape")
    return reshape(first, target);
  const auto &access = cast<ast::Access>(*call.arguments[0]);
  const std::string &label = cast<ast::Name>(*call.arguments[1]).name;
  size_t along = 0;
  while (access.indices.at(along).name != label)
    ++along;
  int64_t count =
      name == "top" ? cast<ast::Number>(*call.arguments[2]).integer : 0;
  goAlong(name, first, along, count, target);
}
