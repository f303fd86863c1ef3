//===- PlanTest.cpp - what loops visit, asked of text ---------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialects/CIN/Plan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;
using namespace encke;
using namespace encke::cin;

namespace {

/// One kernel on matrices and vectors of each kind, with these loops.
class PlanTest : public testing::Test {
protected:
  PlanTest() {
    context.loadDialect<CINDialect, arith::ArithDialect, func::FuncDialect,
                        sparse_tensor::SparseTensorDialect,
                        tensor::TensorDialect>();
  }

  /// `loops` reads %a and %b (CSR), %d (DCSR), %s (COO), %v and %w (sparse
  /// vectors), and writes %y (a dense vector) and %Y (a dense matrix).
  void parse(StringRef loops) {
    std::string text = R"(
      #CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
      #DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
      #COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
      #V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
      !CSR = !cin.place<tensor<?x?xf64, #CSR>>
      !DCSR = !cin.place<tensor<?x?xf64, #DCSR>>
      !COO = !cin.place<tensor<?x?xf64, #COO>>
      !V = !cin.place<tensor<?xf64, #V>>
      !y = !cin.place<tensor<?xf64>>
      !Y = !cin.place<tensor<?x?xf64>>
      func.func @f(%A: tensor<?x?xf64, #CSR>, %D: tensor<?x?xf64, #DCSR>,
                   %S: tensor<?x?xf64, #COO>, %V: tensor<?xf64, #V>,
                   %y0: tensor<?xf64>, %Y0: tensor<?x?xf64>, %n: index) {
        %one = arith.constant 1.0 : f64
        cin.kernel ins(%a = %A : tensor<?x?xf64, #CSR>, %b = %A : tensor<?x?xf64, #CSR>,
                       %d = %D : tensor<?x?xf64, #DCSR>, %s = %S : tensor<?x?xf64, #COO>,
                       %v = %V : tensor<?xf64, #V>, %w = %V : tensor<?xf64, #V>)
                   outs(%y = %y0 : tensor<?xf64>, %Y = %Y0 : tensor<?x?xf64>) {
    )";
    text += loops;
    text += R"(
        } -> (tensor<?xf64>, tensor<?x?xf64>)
        return
      })";
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      FAIL() << "the text is no module";
    module->walk([&](KernelOp op) { kernel = op; });
    kernel.walk<WalkOrder::PreOrder>(
        [&](ForallOp op) { foralls.push_back(op); });
    kernel.walk([&](AccessOp op) { accesses.push_back(op); });
    planner.emplace(kernel);
  }

  LoopPlan planOf(unsigned loop, ArrayRef<unsigned> absent = {}) {
    Absent away;
    for (unsigned number : absent)
      away.insert(accesses[number]);
    FailureOr<LoopPlan> plan = planner->plan(foralls[loop], away);
    EXPECT_TRUE(succeeded(plan));
    return *plan;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  KernelOp kernel;
  SmallVector<ForallOp> foralls;
  SmallVector<AccessOp> accesses;
  std::optional<LoopPlanner> planner;
};

TEST_F(PlanTest, Product) {
  parse(R"(
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %a[%i, %j] : !CSR
        %1 = cin.access %v[%j] : !V
        %2 = arith.mulf %0, %1 : f64
        cin.assign %y[%i] += %2 : !y
      }
    })");
  LoopPlan rows = planOf(0);
  EXPECT_TRUE(rows.domain.isUniverse());
  EXPECT_TRUE(rows.streams.empty());
  EXPECT_FALSE(rows.isMerge());
  LoopPlan columns = planOf(1);
  ASSERT_EQ(columns.streams.size(), 2u);
  EXPECT_EQ(columns.streams[0].access, accesses[0]);
  EXPECT_EQ(columns.streams[0].level, 1u);
  EXPECT_EQ(columns.streams[1].access, accesses[1]);
  EXPECT_EQ(columns.streams[1].level, 0u);
  EXPECT_EQ(columns.domain.getPoints().size(), 1u);
  EXPECT_TRUE(columns.isMerge());
  EXPECT_TRUE(planOf(1, {1}).domain.isEmpty());
}

TEST_F(PlanTest, SumWithoutOne) {
  parse(R"(
    cin.forall %i in %n {
      cin.forall %j in %n {
        %0 = cin.access %d[%i, %j] : !DCSR
        %1 = cin.access %s[%i, %j] : !COO
        %2 = arith.addf %0, %1 : f64
        cin.assign %Y[%i, %j] += %2 : !Y
      }
    })");
  LoopPlan rows = planOf(0);
  ASSERT_EQ(rows.streams.size(), 2u);
  EXPECT_TRUE(rows.streams[0].isUnique);
  EXPECT_FALSE(rows.streams[1].isUnique);
  EXPECT_EQ(rows.domain.getPoints().size(), 3u);
  EXPECT_EQ(planOf(1).domain.getPoints().size(), 3u);
  // Where one has no row, the other is all that there is.
  LoopPlan alone = planOf(1, {0});
  ASSERT_EQ(alone.streams.size(), 1u);
  EXPECT_EQ(alone.streams[0].access, accesses[1]);
  EXPECT_EQ(alone.streams[0].type, LevelType::singleton());
  EXPECT_FALSE(alone.isMerge());
  EXPECT_TRUE(planOf(1, {0, 1}).domain.isEmpty());
  // A level that repeats coordinates is merged even alone.
  EXPECT_TRUE(planOf(0, {0}).isMerge());
}

TEST_F(PlanTest, OrderThatDoesNotFollowTheStorage) {
  parse(R"(
    cin.forall %j in %n {
      cin.forall %i in %n {
        %0 = cin.access %d[%i, %j] : !DCSR
        cin.assign %y[%i] += %0 : !y
      }
    })");
  // The columns lie below the rows: they are searched.
  EXPECT_TRUE(planOf(0).domain.isUniverse());
  LoopPlan rows = planOf(1);
  ASSERT_EQ(rows.streams.size(), 1u);
  EXPECT_EQ(rows.streams[0].level, 0u);
}

TEST_F(PlanTest, DenseResultIsSetEverywhere) {
  parse(R"(
    cin.forall %i in %n {
      %0 = cin.access %v[%i] : !V
      cin.assign %y[%i] = %0 : !y
    })");
  LoopPlan plan = planOf(0);
  EXPECT_TRUE(plan.domain.isUniverse());
  EXPECT_EQ(plan.streams.size(), 1u);
}

TEST_F(PlanTest, EqualAccessesAreOneStream) {
  parse(R"(
    cin.forall %i in %n {
      %0 = cin.access %v[%i] : !V
      %1 = cin.access %v[%i] : !V
      %2 = arith.mulf %0, %1 : f64
      cin.assign %y[%i] += %2 : !y
    })");
  EXPECT_EQ(planOf(0).streams.size(), 1u);
  EXPECT_EQ(planner->sameAs(accesses[1]), accesses[0]);
}

TEST_F(PlanTest, RowWorkspace) {
  parse(R"(
    cin.forall %i in %n {
      cin.where %r : !cin.place<tensor<?xf64, #V>> sizes(%n) {
        cin.forall %j in %n {
          %0 = cin.access %r[%j] : !cin.place<tensor<?xf64, #V>>
          %1 = cin.access %a[%i, %j] : !CSR
          %2 = arith.mulf %0, %1 : f64
          cin.assign %Y[%i, %j] += %2 : !Y
        }
      } producer {
        cin.forall %k in %n {
          %0 = cin.access %b[%i, %k] : !CSR
          cin.assign %r[%k] += %0 : !cin.place<tensor<?xf64, #V>>
        }
      }
    })");
  LoopPlan consumer = planOf(1);
  ASSERT_EQ(consumer.streams.size(), 2u);
  EXPECT_TRUE(consumer.streams[0].isList);
  EXPECT_FALSE(consumer.streams[1].isList);
  EXPECT_EQ(planOf(2).streams.size(), 1u);
}

} // namespace
