//===- DriverImpl.h - one run of the compiler -------------------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DRIVER_DRIVERIMPL_H
#define ENCKE_DRIVER_DRIVERIMPL_H

#include "driver/ChooseFormats.h"
#include "driver/CompileUnits.h"
#include "driver/Compiler.h"
#include "driver/Explain.h"
#include "driver/ExplainProcesses.h"
#include "driver/Library.h"
#include "driver/LoadedProgram.h"
#include "driver/NativeCode.h"
#include "driver/Options.h"
#include "driver/Phases.h"
#include "driver/ProgramCache.h"
#include "driver/Report.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace encke {

/// One run of the compiler.
class Driver {
public:
  Driver(const Options &options)
      : options(options), phases(options.runtime.time),
        compiler(options.diagnostics) {}

  int run();

private:
  int emitTree();
  int emitStage(Stage stage);
  int emitDevice();
  int emitCode();
  std::optional<Explanation> makeExplanation(bool checksSchedules = false);
  std::optional<std::string> compileText(llvm::StringRef text,
                                         const PipelineOptions &pipeline);
  int explain();
  int writeReport(const Explanation &explanation);
  std::optional<ExplainedProcesses> makeExplanationOfProcesses();
  bool findParts(std::vector<FunctionSignature> &functions);
  int tune();
  int makeExecutable();
  int makeLibrary();
  llvm::Error useProcessor(const std::string &cpu);
  llvm::Error compileLibrary(const Library &library, llvm::StringRef output);
  llvm::Error writeHeader(const Library &library, llvm::StringRef output) const;
  int runProgram();

  llvm::Expected<CompiledUnits>
  compileToObjects(unsigned indexWidth, Callers callers,
                   llvm::function_ref<llvm::Error(llvm::Module &)> finish);
  /// The program as optimised LLVM IR; null after an error.
  std::unique_ptr<llvm::Module> compileToLLVMIR(llvm::LLVMContext &context,
                                                unsigned indexWidth,
                                                Callers callers);
  /// The files that the program names, also by parameters.
  std::vector<std::string> getReadFiles() const {
    return addReadFiles(compiler.getNamedFiles(), compiler.getParameters(),
                        options);
  }
  unsigned chooseIndexWidth() const {
    return encke::chooseIndexWidth(options, getReadFiles());
  }
  void keep(const CompiledProgram &program, unsigned indexWidth) const;
  /// The path of a data file that is given now; its header.
  std::optional<std::string> findFile(mlir::Attribute source) const;
  std::optional<FileHeader> findHeader(mlir::Attribute source) const;
  std::optional<FileSpread> measureFile(mlir::Attribute source) const;
  PipelineOptions getPipelineOptions();
  int printTarget();
  int writeOutput(llvm::function_ref<int(llvm::raw_pwrite_stream &)> write);
  int fail(diag::ID id, const llvm::Twine &message) const {
    return reportFailure(options.diagnostics, id, message);
  }
  /// An error without a message was reported.
  int fail(llvm::Error error) const {
    std::string message = llvm::toString(std::move(error));
    return message.empty() ? 1 : fail(diag::compilation_failed, message);
  }
  llvm::Error checkOutput() const;
  llvm::Expected<std::string> chooseExecutable() const;
  llvm::Expected<std::string> chooseLibrary() const;

  const Options &options;
  Phases phases;
  Compiler compiler;
  CodeOptions code; ///< for the processor that is used
  std::unique_ptr<llvm::TargetMachine> machine;
  cost::Target target;
  std::vector<ChosenFormat> chosenFormats;
  bool isReported = false; ///< what becomes of the statements
};

} // namespace encke

#endif // ENCKE_DRIVER_DRIVERIMPL_H
