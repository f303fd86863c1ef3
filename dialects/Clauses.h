//===- Clauses.h - the clauses of schedules ---------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What may stand behind `with` (rule L32): the one list of names and arguments,
// for the checker of programs and for the text of the stages.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DIALECTS_CLAUSES_H
#define ENCKE_DIALECTS_CLAUSES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace encke {

struct ClauseForm {
  /// What an argument is.
  enum Kind {
    Label,  ///< `i`
    Labels, ///< One or more, as many as there are.
    Number, ///< Positive.
    Word,   ///< One of `words`.
    Tensor, ///< Of the statement.
    Format, ///< A name of rule L10.
    Part    ///< Of the statement's expression: `A[i, j] * B[j, k]`.
  };

  /// An argument with a name: `ratio = 8`.
  struct Named {
    llvm::StringLiteral name;
    /// What its value is one of; a number where there are none.
    llvm::ArrayRef<llvm::StringLiteral> words = {};
    /// Of a number: 0 means never.
    unsigned least = 1;
  };

  llvm::StringLiteral name;
  llvm::ArrayRef<Kind> arguments;
  /// How many of them must be there.
  unsigned required;
  llvm::ArrayRef<llvm::StringLiteral> words;
  llvm::ArrayRef<Named> named;
  llvm::StringLiteral example;
  /// It says something about loops of the statement; else only about the
  /// statement among others.
  bool isAboutLoops;
  /// A part of the statement may stand before its labels.
  bool mayNamePart = false;
  /// `when`, which the record of no statement has: it makes two of one.
  bool isQuestion = false;

  /// That of a name; null where there is none.
  const Named *findNamed(llvm::StringRef argument) const;
};

/// What `when` may ask, of tensors that a statement reads.
struct QuestionForm {
  llvm::StringLiteral name;
  unsigned tensors;
  /// Behind the tensors, how many at least.
  bool hasNumber;
  /// Of tensors that list coordinates in rows, of different lengths.
  bool isAboutRows;
  llvm::StringLiteral example;
};

llvm::ArrayRef<QuestionForm> getQuestionForms();
/// That of a name; null where there is none.
const QuestionForm *findQuestionForm(llvm::StringRef name);

/// All of them, in the order in which they are applied.
llvm::ArrayRef<ClauseForm> getClauseForms();

/// That of a name; null where there is none.
const ClauseForm *findClauseForm(llvm::StringRef name);

/// A statement has one clause of it at most.
bool isSaidOnce(const ClauseForm &form);
/// Clauses of these names cannot both stand behind a statement.
bool exclude(llvm::StringRef one, llvm::StringRef other);

} // namespace encke

#endif // ENCKE_DIALECTS_CLAUSES_H
