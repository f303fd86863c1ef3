//===- Distributor.h - parts of tensors for processes -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_DISTRIBUTE_DISTRIBUTOR_H
#define ENCKE_PASSES_DISTRIBUTE_DISTRIBUTOR_H

#include "dialects/Dist/DistDialect.h"
#include "dialects/ProgramFunction.h"
#include "dialects/TA/TADialect.h"
#include "passes/Distribute/Spaces.h"
#include "passes/Support/Estimates.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

#include <optional>
#include <string>

namespace encke::distribute {

/// A label of a statement that processes share: which of them computes what.
struct SharedLabel {
  mlir::StringAttr name;
  /// The sum or reduction at the root that closes it; null for a label of the
  /// target.
  mlir::Operation *closes = nullptr;
  double score = 0; ///< how much is where it is needed
  /// A range of the coordinates that a process owns, and its size; null: all.
  mlir::Value piece, extent;
};

/// How the operands of a statement that is shared have another label: with the
/// coordinates that a sparse tensor stores.
struct GhostLabel {
  mlir::StringAttr name;
  mlir::Value rows;   ///< with ghosts
  mlir::Value extent; ///< of the label then
  /// The part of that tensor, and its modes of the shared label and of this.
  mlir::Value confining;
  unsigned sharedMode = 0, mode = 0;
};

class Distributor {
public:
  /// `report`: says on stderr what becomes of statements. `overlap`: computes
  /// what needs no ghosts while they are under way. `reproducible`: shares no
  /// sum whose rounding depends on who adds up what.
  Distributor(mlir::func::FuncOp program, bool report, bool overlap,
              bool reproducible)
      : program(program), spaces(program), report(report), overlap(overlap),
        reproducible(reproducible),
        isExported(program->hasAttr(exportAttribute)) {}

  /// Chooses what is cut. Returns false where there is nothing to cut.
  bool choose();
  /// For a function that others call, each process with parts of what it
  /// brings: by dimension, of the parameters and then of the results; -1: a
  /// whole one.
  llvm::SmallVector<int64_t> getInterface();
  /// Removes what the program says of it, which was used.
  void dropName();
  void run();
  void sayNothing();

  unsigned numLocal = 0, numReduced = 0, numReplicated = 0;
  llvm::SmallVector<mlir::Attribute> notes; ///< what is said

private:
  std::optional<unsigned> modeToCut(mlir::Value tensor);
  void offer(mlir::Value tensor, unsigned mode, Estimates &estimates);
  void join();
  void cut();
  std::optional<unsigned> findOuterMode(mlir::Value tensor);

  // Control flow (Distribute.cpp).
  void visitBlock(mlir::Block &block, mlir::Block::iterator begin);
  void visit(mlir::Operation *op);
  void visitLoop(mlir::scf::ForOp loop);
  void visitLoop(mlir::scf::WhileOp loop);
  void visitBranch(mlir::scf::IfOp branch);
  void visitOther(mlir::Operation *op);
  void visitReturn(mlir::Operation *op);
  void shareValues(mlir::ValueRange values);
  void giveShared(mlir::Operation *op, unsigned first,
                  mlir::ValueRange receivers);
  void agree(mlir::OpOperand &operand);
  void say(mlir::Operation *statement, const llvm::Twine &what);
  void note(const llvm::Twine &what);

  // What is read (Files.cpp).
  void readInShares();

  // Statements (Statements.cpp).
  void visitStatement(ta::AssignOp statement);
  bool takeOutSums(ta::AssignOp statement);
  std::optional<SharedLabel> chooseLabel(ta::AssignOp statement);
  std::optional<double> scoreOf(mlir::Value expr, mlir::StringAttr label);
  bool isShared(ta::AssignOp statement, mlir::Operation *closes,
                mlir::StringAttr label);
  bool mayShare(mlir::Operation *closes, mlir::Type element) const;
  void
  collectLabels(ta::AssignOp statement,
                llvm::MapVector<mlir::StringAttr, mlir::Operation *> &labels);
  void computeShared(ta::AssignOp statement, const SharedLabel &label);
  std::optional<GhostLabel> findGhosts(ta::AssignOp statement,
                                       const SharedLabel &label,
                                       mlir::StringAttr other,
                                       mlir::Operation *closes);
  mlir::Value operandFor(ta::AccessOp access, const SharedLabel &label,
                         llvm::ArrayRef<GhostLabel> ghosts);
  mlir::Value rebuild(mlir::OpBuilder &builder, mlir::Value expr,
                      const SharedLabel &label,
                      llvm::ArrayRef<GhostLabel> ghosts);

  // What is computed while ghosts are under way (Overlap.cpp).
  ta::AssignOp makePiece(ta::AssignOp statement, const SharedLabel &label,
                         llvm::ArrayRef<GhostLabel> ghosts);
  bool computeInPieces(ta::AssignOp statement, const SharedLabel &label,
                       llvm::ArrayRef<GhostLabel> ghosts);
  mlir::Value findExchanged(ta::AssignOp statement, const SharedLabel &label,
                            const GhostLabel &ghost);

  // Forms of a tensor (Forms.cpp).
  /// The mode along which a value is a part; none of a whole one.
  std::optional<unsigned> partMode(mlir::Value tensor) const;
  /// The same, and of a sparse tensor that was made whole the mode along which
  /// it is best cut: parts of it are for long.
  std::optional<unsigned> homeMode(mlir::Value tensor);
  /// The first mode, in storage order, along which it can be a part.
  std::optional<unsigned> findMode(mlir::Value tensor);
  void markPart(mlir::Value tensor, unsigned mode);
  mlir::Value getWhole(mlir::Value tensor);
  /// Whole where the first process needs it; what others have there is nothing
  /// to compute with.
  mlir::Value getForFirst(mlir::Value tensor);
  mlir::Value getPart(mlir::Value tensor, unsigned mode);
  mlir::Value getWithGhosts(mlir::Value tensor, unsigned mode,
                            mlir::Value rows);
  mlir::Value getGhosts(mlir::Value part, unsigned mode);
  mlir::Value getExtent(mlir::Value rows);
  /// The place of a form that move makes, or null.
  template <typename Op>
  mlir::Value &formOf(mlir::Value tensor, unsigned mode, mlir::Value by);
  template <typename Op>
  mlir::Value move(mlir::Value tensor, unsigned mode, mlir::Value rows,
                   mlir::RankedTensorType type);
  void setAfter(mlir::OpBuilder &builder, mlir::Value a, mlir::Value b) const;

  mlir::func::FuncOp program;
  Spaces spaces;
  bool report, overlap, reproducible;
  dist::LabelOp named;         ///< what the program says, or null
  mlir::StringAttr namedLabel; ///< the same
  mlir::Value source;          ///< what is cut
  llvm::StringRef sourceName;
  std::pair<bool, double> sourceRank; ///< how much there is of it
  Spaces::Space space = 0;            ///< that is cut
  unsigned sourceMode = 0;
  /// The function is one that a library has.
  bool isExported;
  llvm::SmallVector<int64_t> resultModes; ///< of what it returns; -1: whole
  mlir::Value rows, ownExtent;
  mlir::Operation *asking = nullptr; ///< what a form of a tensor is for

  /// While a sum is taken out of a statement: what stands in its place.
  mlir::Value replacedSum, replacement;

  struct Part {
    unsigned mode;
    mlir::RankedTensorType whole; ///< the type of the whole tensor
  };
  llvm::DenseMap<mlir::Value, Part> parts;
  /// Other forms of a value, by what makes them and for which rows.
  std::map<
      std::pair<std::pair<void *, unsigned>, std::pair<void *, std::string>>,
      mlir::Value>
      forms;
  llvm::DenseMap<mlir::Value, mlir::Value> extents;
  llvm::SmallVector<mlir::Operation *> dead;         ///< statements with no use
  llvm::DenseMap<mlir::Value, dist::InnerOp> inners; ///< by the ghosts
};

/// Whether a tensor of that type can be cut along a mode.
bool canRestrict(mlir::RankedTensorType type, unsigned mode);

/// The type of a part of such a tensor.
mlir::RankedTensorType getPartType(mlir::RankedTensorType type, unsigned mode);

/// The mode of a label in an access; none where it has none, or two.
std::optional<unsigned> modeOf(ta::AccessOp access, mlir::StringAttr label);

llvm::SmallVector<ta::AccessOp> accessesIn(mlir::Value expr);

/// The mode of a label that is one of the statement's target; and what size the
/// target has there from now on.
unsigned targetMode(ta::AssignOp statement, const SharedLabel &label);
void setSize(ta::AssignOp statement, unsigned mode, mlir::Value size);

/// "file.ta:line:column", for the runtime.
std::string placeOf(mlir::Location loc);
std::string placeOf(mlir::Operation *op);

} // namespace encke::distribute

#endif // ENCKE_PASSES_DISTRIBUTE_DISTRIBUTOR_H
