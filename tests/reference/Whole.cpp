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
// Factors
//===----------------------------------------------------------------------===//

static Rows makeRows(size_t rows, size_t columns) {
  return Rows(rows, std::vector<double>(columns));
}

static Rows identity(size_t n) {
  Rows rows = makeRows(n, n);
  for (size_t r = 0; r < n; ++r)
    rows[r][r] = 1;
  return rows;
}

static Rows transposed(const Rows &a, size_t columns) {
  Rows result = makeRows(columns, a.size());
  for (size_t r = 0; r < a.size(); ++r)
    for (size_t c = 0; c < columns; ++c)
      result[c][r] = a[r][c];
  return result;
}

/// Turns rows p and q by an angle that makes `a` and `d`, with `b` between
/// them, a diagonal. Returns its cosine and sine.
static std::pair<double, double> angleFor(double a, double b, double d) {
  double half = 0.5 * std::atan2(2 * b, a - d);
  return {std::cos(half), std::sin(half)};
}

static void turn(Rows &rows, size_t p, size_t q,
                 std::pair<double, double> angle) {
  for (size_t c = 0; c < rows[p].size(); ++c) {
    double x = rows[p][c], y = rows[q][c];
    rows[p][c] = angle.first * x + angle.second * y;
    rows[q][c] = angle.first * y - angle.second * x;
  }
}

/// By rotations of two rows and columns at a time (Jacobi); values ascend.
static void eigh(const Rows &matrix, Rows &values, Rows &vectors) {
  size_t n = matrix.size();
  Rows a = matrix, v = identity(n); // rows of v are vectors
  for (int sweep = 0; sweep < 60; ++sweep)
    for (size_t p = 0; p < n; ++p)
      for (size_t q = p + 1; q < n; ++q) {
        auto angle = angleFor(a[p][p], a[p][q], a[q][q]);
        turn(a, p, q, angle);
        a = transposed(a, n);
        turn(a, p, q, angle);
        turn(v, p, q, angle);
      }
  std::vector<size_t> order(n);
  for (size_t k = 0; k < n; ++k)
    order[k] = k;
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t x, size_t y) { return a[x][x] < a[y][y]; });
  values = makeRows(n, 1);
  vectors = makeRows(n, n);
  for (size_t k = 0; k < n; ++k) {
    values[k][0] = a[order[k]][order[k]];
    for (size_t r = 0; r < n; ++r)
      vectors[r][k] = v[order[k]][r];
  }
}

/// A vector that is orthogonal to those before row `k`.
static void makeOrthogonal(Rows &rows, size_t k) {
  for (int round = 0; round < 2; ++round)
    for (size_t other = 0; other < k; ++other) {
      double dot = 0;
      for (size_t c = 0; c < rows[k].size(); ++c)
        dot += rows[k][c] * rows[other][c];
      for (size_t c = 0; c < rows[k].size(); ++c)
        rows[k][c] -= dot * rows[other][c];
    }
}

static double lengthOf(const std::vector<double> &row) {
  double sum = 0;
  for (double x : row)
    sum += x * x;
  return std::sqrt(sum);
}

/// Row `k` becomes a unit vector that is orthogonal to those before it: its
/// own, or where that has no length another one.
static void makeUnit(Rows &rows, size_t k, double smallest) {
  for (size_t axis = 0; lengthOf(rows[k]) <= smallest; ++axis) {
    rows[k].assign(rows[k].size(), 0.0);
    rows[k].at(axis) = 1;
    makeOrthogonal(rows, k);
    smallest = 0.1 / std::sqrt(double(rows[k].size()));
  }
  double length = lengthOf(rows[k]);
  for (double &x : rows[k])
    x /= length;
}

/// The columns of `a`, made orthogonal one after the other.
static void qr(const Rows &a, size_t columns, Rows &q, Rows &r) {
  size_t least = std::min(a.size(), columns);
  Rows vectors = transposed(a, columns);
  double scale = 0;
  for (const std::vector<double> &row : vectors)
    scale = std::max(scale, lengthOf(row));
  vectors.resize(least);
  for (size_t k = 0; k < least; ++k) {
    makeOrthogonal(vectors, k);
    makeUnit(vectors, k, 1e-14 * scale);
  }
  q = transposed(vectors, a.size());
  r = makeRows(least, columns);
  for (size_t k = 0; k < least; ++k)
    for (size_t c = k; c < columns; ++c)
      for (size_t row = 0; row < a.size(); ++row)
        r[k][c] += vectors[k][row] * a[row][c];
}

/// By rotations that make columns orthogonal; values descend.
static void svd(const Rows &a, size_t columns, Rows &u, Rows &s, Rows &v) {
  if (a.size() < columns)
    return svd(transposed(a, columns), a.size(), v, s, u);
  Rows w = transposed(a, columns), turned = identity(columns);
  auto dot = [&](size_t p, size_t q) {
    double sum = 0;
    for (size_t r = 0; r < a.size(); ++r)
      sum += w[p][r] * w[q][r];
    return sum;
  };
  for (int sweep = 0; sweep < 60; ++sweep)
    for (size_t p = 0; p < columns; ++p)
      for (size_t q = p + 1; q < columns; ++q) {
        auto angle = angleFor(dot(p, p), dot(p, q), dot(q, q));
        turn(w, p, q, angle);
        turn(turned, p, q, angle);
      }
  std::vector<size_t> order(columns);
  for (size_t k = 0; k < columns; ++k)
    order[k] = k;
  std::stable_sort(order.begin(), order.end(), [&](size_t x, size_t y) {
    return lengthOf(w[x]) > lengthOf(w[y]);
  });
  Rows left, right;
  s = makeRows(columns, 1);
  for (size_t k = 0; k < columns; ++k) {
    left.push_back(w[order[k]]);
    right.push_back(turned[order[k]]);
    s[k][0] = lengthOf(left[k]);
    makeUnit(left, k, columns ? 1e-14 * s[0][0] : 0);
  }
  u = transposed(left, a.size());
  v = transposed(right, columns);
}

static Tensor denseTensor(const Rows &rows, std::vector<int64_t> sizes,
                          ElementType type) {
  Layout layout;
  for (size_t d = 0; d < sizes.size(); ++d) {
    layout.levels.push_back(Layout::D);
    layout.modes.push_back(d);
    layout.parts.emplace_back();
  }
  Tensor tensor(type, std::move(sizes), std::move(layout));
  storeRows(rows, tensor);
  return tensor;
}

std::vector<Tensor> encke::reference::factorise(const ast::Expr &expr,
                                                Frame &frame) {
  auto *call = dyn_cast<ast::Call>(&expr);
  auto *name = call && call->arguments.size() == 1
                   ? dyn_cast<ast::Name>(call->arguments[0].get())
                   : nullptr;
  if (!name)
    throw ProgramError("L64: nothing gives several values here");
  const Tensor &matrix = frame.tensor(name->name);
  Rows a = rowsOf(matrix);
  int64_t rows = matrix.getSizes().at(0), columns = matrix.getSizes().at(1);
  int64_t least = std::min(rows, columns);
  auto tensorOf = [&](const Rows &factor, std::vector<int64_t> sizes) {
    return denseTensor(factor, std::move(sizes), matrix.getType());
  };
  if (call->name.name == "qr") {
    Rows q, r;
    qr(a, columns, q, r);
    return {tensorOf(q, {rows, least}), tensorOf(r, {least, columns})};
  }
  if (call->name.name == "svd") {
    Rows u, s, v;
    svd(a, columns, u, s, v);
    return {tensorOf(u, {rows, least}), tensorOf(s, {least}),
            tensorOf(v, {columns, least})};
  }
  if (call->name.name != "eigh")
    throw ProgramError("no function is called " + call->name.name);
  for (size_t r = 0; r < a.size(); ++r)
    for (size_t c = 0; c < r; ++c)
      if (a[r][c] != a[c][r])
        throw DataError("L65: the matrix is not symmetric");
  Rows values, vectors;
  eigh(a, values, vectors);
  return {tensorOf(values, {rows}), tensorOf(vectors, {rows, rows})};
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
