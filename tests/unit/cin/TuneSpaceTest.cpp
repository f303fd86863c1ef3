//===- TuneSpaceTest.cpp - the schedules that there are -------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Tune.h"

#include "dialects/CIN/CINDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace encke;

namespace {

class TuneSpaceTest : public testing::Test {
protected:
  TuneSpaceTest() {
    context.loadDialect<cin::CINDialect>();
    statement.place = "p.ta:3:1";
    statement.line = 3;
    statement.labels = {"i", "j"};
    statement.parts = {"A[i, j]*x[j]"};
  }

  /// A clause of labels and numbers.
  cin::ClauseAttr clause(llvm::StringRef name, llvm::StringRef label,
                         int64_t number) {
    mlir::Builder builder(&context);
    return cin::ClauseAttr::get(
        &context, name,
        {builder.getStringAttr(label), builder.getI64IntegerAttr(number)},
        builder.getDictionaryAttr({}), builder.getUnknownLoc());
  }

  std::vector<std::string> neighbours(cin::ScheduleAttr schedule,
                                      llvm::StringRef form) {
    ScheduleSpace space(statement, &context);
    std::vector<std::string> texts;
    for (cin::ScheduleAttr found :
         space.getNeighbours(schedule, *findClauseForm(form)))
      texts.push_back(toText(found));
    return texts;
  }

  mlir::MLIRContext context;
  TunedStatement statement;
};

TEST_F(TuneSpaceTest, wordsOfNamedArgumentsAreTriedWithEachClause) {
  std::vector<std::string> found = neighbours({}, "parallel");
  EXPECT_TRUE(llvm::is_contained(found, "parallel(i)"));
  EXPECT_TRUE(llvm::is_contained(found, "parallel(j, nnz, share = copy)"));
  EXPECT_FALSE(llvm::is_contained(found, "parallel(i, chunks = 16)"));
}

TEST_F(TuneSpaceTest, numbersOfNamedArgumentsAreTriedWithClausesThatStand) {
  cin::ScheduleAttr schedule =
      ScheduleSpace(statement, &context).make({clause("vectorize", "j", 4)});
  std::vector<std::string> found = neighbours(schedule, "vectorize");
  EXPECT_TRUE(llvm::is_contained(found, "")); // without it
  EXPECT_TRUE(llvm::is_contained(found, "vectorize(j, 4, short = 0)"));
  EXPECT_TRUE(llvm::is_contained(found, "vectorize(j, 4, far = 128)"));
  EXPECT_FALSE(llvm::is_contained(found, "vectorize(j, 8, far = 128)"));
}

TEST_F(TuneSpaceTest, partsAreStoredAndCollected) {
  EXPECT_TRUE(llvm::is_contained(neighbours({}, "temporary"),
                                 "temporary(A[i, j]*x[j], CSR)"));
  EXPECT_TRUE(llvm::is_contained(neighbours({}, "workspace"),
                                 "workspace(A[i, j]*x[j], i)"));
  statement.parts.clear();
  EXPECT_EQ(neighbours({}, "temporary").size(), 1U); // the one without it
}

} // namespace
