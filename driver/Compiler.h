//===- Compiler.h - from a file to any stage --------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_COMPILER_H
#define ENCKE_DRIVER_COMPILER_H

#include "driver/Parameters.h"
#include "driver/Pipeline.h"
#include "driver/Signatures.h"
#include "frontend/check/Sema.h"
#include "frontend/diagnostics/Diagnostics.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/SourceMgr.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlir::gpu {
class GPUModuleOp;
}

namespace encke {

enum class DeviceCode;
struct AutoTensor;

/// What the header of a data file says.
struct FileHeader {
  std::vector<int64_t> sizes;
  int64_t entries = 0; ///< once symmetry is expanded
};

/// One input file on its way through the stages: a `.ta` program, or the MLIR
/// text of any stage. Diagnostics go to stderr.
class Compiler {
public:
  explicit Compiler(DiagnosticStyle style);
  ~Compiler();

  /// Reads and checks a file ("-" is stdin), which is to be of a kind. False
  /// after an error.
  bool load(llvm::StringRef path, FileKind kind);
  /// What is to be exported in formats that the program leaves open, for files
  /// that are loaded later: requests as addExports takes them.
  void setExports(std::vector<std::string> requests) {
    exports = std::move(requests);
  }
  /// What parameters of the program are set to (L59): in this run of it alone,
  /// or by default.
  void setSettings(std::vector<std::string> settings, bool inThisRun) {
    this->settings = std::move(settings);
    setsThisRun = inThisRun;
  }
  /// The function that the program calls (`--call`), of a module that is loaded
  /// later.
  void setCall(std::string name) { call = std::move(name); }
  /// The parameters of a `.ta` program.
  std::vector<ProgramParameter> getParameters() const;
  /// The buffers of the files that it imports.
  std::vector<const llvm::MemoryBuffer *> getImports() const;
  /// What it reads and which parameters it has, for the help of an executable.
  std::string describeInputs() const;
  /// The same with the text of a program of Encke's own, or one that a file may
  /// have.
  bool loadText(llvm::StringRef text, llvm::StringRef path = "",
                FileKind kind = FileKind::Program);

  /// The checked tree, for a `.ta` program; null for MLIR.
  const CheckedProgram *getProgram() const;
  const llvm::SourceMgr &getSources() const { return sources; }
  /// The assignments of a `.ta` program, in its order.
  std::vector<const ast::Assign *> findAssignments() const;
  /// The tensors of a `.ta` program whose format is to be chosen (L49).
  std::vector<AutoTensor> findAutoTensors();
  /// A place in the program itself, not in what it imports.
  bool isInProgram(llvm::SMLoc place) const {
    return sources.FindBufferContainingLoc(place) == sources.getMainFileID();
  }
  /// "p.ta:7:3"
  std::string getPlace(llvm::SMLoc place) const;

  /// The files that the program names by path.
  std::vector<std::string> getNamedFiles() const;

  /// Nothing was said about the program so far: no warning either.
  bool isSilent() const { return silent; }

  /// Data files that are at hand: the one with a number of the command line, or
  /// with a path. What their headers say goes into the module, for the passes
  /// that estimate.
  using FindHeader =
      std::function<std::optional<FileHeader>(mlir::Attribute source)>;
  void setHeaders(FindHeader find) { findHeader = std::move(find); }
  /// What is done to each module of the program at the stage ta, before the
  /// first pass.
  using Change = std::function<void(mlir::ModuleOp)>;
  void setChange(Change made) { change = std::move(made); }
  /// What was compiled may depend on the headers: there was a choice.
  bool usedHeaders() const { return chosenByHeaders; }
  /// What was compiled has one thread since it has so little to do.
  bool isSerialAsSmall() const { return serialAsSmall; }

  /// Reports what the stages after the front end cannot do with the program.
  /// True when there is nothing, as with MLIR.
  bool checkSupported();

  /// Before anything is loaded: there may be kernels for devices.
  void useDevices();
  /// The text of what a device is given of a kernel; none after an error.
  std::optional<std::string> encode(mlir::gpu::GPUModuleOp kernel,
                                    DeviceCode to);

  /// Reports what `check` finds wrong with the program. True when there is
  /// nothing.
  bool report(llvm::function_ref<void(Diagnostics &)> check);

  /// A module of the program, or the MLIR that was read, at `to`. For a `.ta`
  /// program each call starts anew, so that one program can be compiled for
  /// several index widths. Null after an error, or when the input is past `to`.
  mlir::OwningOpRef<mlir::ModuleOp> compile(Stage to, unsigned indexWidth,
                                            const PipelineOptions &options);

  /// The passes that bring modules, or parts of one, from the stage to which
  /// `compile` has brought them to a later one. Several threads may run passes
  /// at once, each its own and on its own parts, while the context has threads.
  std::unique_ptr<mlir::PassManager> makePasses(Stage from, Stage to,
                                                const PipelineOptions &options);
  /// False after an error.
  bool lower(mlir::ModuleOp module, mlir::PassManager &passes);

  mlir::MLIRContext &getContext() { return context; }

  /// Reports functions that MLIR declares and calls, but nobody has. True when
  /// there are none.
  bool checkCalls();

  /// What a program says about how it is computed, by the place of each clause.
  using Schedules = llvm::DenseMap<mlir::Attribute, mlir::Attribute>;

  /// What a library has of the program, or of a module, whose functions are
  /// marked for it. None after an error.
  std::optional<std::vector<FunctionSignature>> getExported();

  /// The stage of the input, when it is MLIR.
  std::optional<Stage> getInputStage() const;

private:
  bool areHonoured(mlir::ModuleOp module, const Schedules &schedules,
                   const PipelineOptions &options);
  bool loadProgram(unsigned buffer, FileKind kind);
  bool applySettings();
  bool parseModule();
  bool loadModule();
  void describeFiles(mlir::ModuleOp module);

  std::optional<Stage> chooseStage();
  std::vector<std::string> exports, settings;
  std::string call;
  bool setsThisRun = false;
  FindHeader findHeader;
  Change change;
  DiagnosticStyle style;
  bool silent = true;
  bool chosenByHeaders = false;
  bool serialAsSmall = false;
  bool marksAreGiven = false; ///< by the text of a stage
  bool isLibrary = false;     ///< a module with functions for one
  unsigned targetBits = 0;    ///< of vectors, on the module's target
  llvm::SourceMgr sources;
  std::unique_ptr<ast::Program> tree;
  std::optional<CheckedProgram> checked;
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace encke

#endif // ENCKE_DRIVER_COMPILER_H
