//===- Passes.td - every pass of Encke, in pipeline order --*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_PASSES_PASSES
#define ENCKE_PASSES_PASSES

// The beginning, for IR that comes from elsewhere or was written by hand.
include "passes/TakeUpstream/TakeUpstream.td"
include "passes/CheckInput/CheckInput.td"

// ta to ta.
include "passes/MakeTemporaries/MakeTemporaries.td"
include "passes/MarkIntervals/MarkIntervals.td"
include "passes/FoldCopies/FoldCopies.td"
include "passes/ShareSums/ShareSums.td"
include "passes/FactorTerms/FactorTerms.td"
include "passes/ContractionOrder/ContractionOrder.td"
include "passes/Normalize/Normalize.td"
include "passes/Distribute/Distribute.td"
include "passes/DenseLayout/DenseLayout.td"
include "passes/HoistStatements/HoistStatements.td"
include "passes/EstimateCosts/EstimateCosts.td"
include "passes/ReportStatements/ReportStatements.td"
include "passes/OutlineKernels/OutlineKernels.td"

// ta to linalg.
include "passes/TAToLinalg/TAToLinalg.td"

// linalg to cin.
include "passes/LinalgToGemm/LinalgToGemm.td"
include "passes/LinalgToCIN/LinalgToCIN.td"
include "passes/Rewrite/Rewrite.td"
include "passes/GuardPadding/GuardPadding.td"
include "passes/Schedule/Schedule.td"
include "passes/FuseKernels/FuseKernels.td"
include "passes/MergeLevels/MergeLevels.td"
include "passes/HoistInvariants/HoistInvariants.td"
include "passes/TakeOutFactors/TakeOutFactors.td"
include "passes/WidenSums/WidenSums.td"
include "passes/StartResults/StartResults.td"
include "passes/AskFinite/AskFinite.td"
include "passes/SettleMarks/SettleMarks.td"
include "passes/Decide/Decide.td"
include "passes/ApplySchedule/ApplySchedule.td"
include "passes/MergeKernels/MergeKernels.td"

// cin to scf.
include "passes/SparseHandles/SparseHandles.td"
include "passes/ExportFunctions/ExportFunctions.td"
include "passes/SeparateBuffers/SeparateBuffers.td"
include "passes/OrderConstants/OrderConstants.td"
include "passes/GemmToCalls/GemmToCalls.td"
include "passes/CINToSCF/CINToSCF.td"
include "passes/LowerChecks/LowerChecks.td"
include "passes/LowerTasks/LowerTasks.td"
include "passes/MarkFreedBuffers/MarkFreedBuffers.td"
include "passes/InlineKernels/InlineKernels.td"
include "passes/OutlineDevice/OutlineDevice.td"
include "passes/SyncDevice/SyncDevice.td"

// scf to vector.
include "passes/EncodeDevice/EncodeDevice.td"
include "passes/JamRows/JamRows.td"
include "passes/Vectorize/Vectorize.td"
include "passes/FetchRows/FetchRows.td"

// vector to omp or async.
include "passes/MarkPlaces/MarkPlaces.td"
include "passes/LookForCancel/LookForCancel.td"
include "passes/FinishTeams/FinishTeams.td"

// omp or async to llvm.
include "passes/ExpandFunctions/ExpandFunctions.td"
include "passes/ExpandBFloat16/ExpandBFloat16.td"
include "passes/FinishLLVM/FinishLLVM.td"

// The end of every step.
include "passes/SetStage/SetStage.td"
include "passes/SetTarget/SetTarget.td"

#endif // ENCKE_PASSES_PASSES
