//===- Device.cpp - which kernels a device runs ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device runs what it can. Its kernels have the plainest loops: vectors,
// registers and the ways in which tasks share loops are for processors.
//
//===----------------------------------------------------------------------===//

#include "passes/Decide/Decide.h"

#include "dialects/CIN/Device.h"
#include "dialects/CIN/Marks.h"
#include "dialects/CIN/Schedule.h"
#include "passes/Support/DeviceLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace encke;
using namespace encke::cin;

/// What any device computes with. It may have no bytes in its memory, so truth
/// values are in registers only.
static bool isOnDevices(Type type) {
  if (auto place = dyn_cast<PlaceType>(type)) {
    RankedTensorType tensor = place.getTensor();
    Type element = tensor.getElementType();
    return isOnDevices(element) &&
           (!element.isInteger(1) || tensor.getRank() == 0);
  }
  return isDeviceNumber(type);
}

/// expand-functions makes arithmetic of the power.
static bool isExpandedPower(math::PowFOp power) {
  FloatAttr exponent;
  if (!matchPattern(power.getRhs(), m_Constant(&exponent)))
    return false;
  double number = exponent.getValueAsDouble();
  return number == 3 || number == 4;
}

/// Vulkan has no functions of doubles besides the first two of these; the
/// others become arithmetic.
static bool isOnDevices(Operation *op) {
  if (!isa<math::MathDialect>(op->getDialect()))
    return true;
  if (auto power = dyn_cast<math::PowFOp>(op))
    return isExpandedPower(power);
  return isa<math::AbsFOp, math::SqrtOp, math::ExpOp, math::LogOp, math::TanhOp,
             math::FloorOp, math::CeilOp>(op);
}

static std::string toText(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto place = dyn_cast<PlaceType>(type))
    type = place.getTensor().getElementType();
  os << type;
  return text;
}

/// Why no device has what the kernel computes with.
static std::string whyNotComputed(KernelOp kernel) {
  for (BlockArgument place : kernel.getBlock().getArguments())
    if (!isOnDevices(place.getType()))
      return "no device has elements of type " + toText(place.getType());
  std::string why;
  kernel.walk([&](Operation *op) {
    if (!isOnDevices(op))
      why = "no device computes " + op->getName().getStringRef().str();
    for (Type type : op->getResultTypes())
      if (op != kernel && !isOnDevices(type))
        why = "no device has values of type " + toText(type);
    return why.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return why;
}

std::string encke::decideDevice(KernelOp kernel) {
  if (getSchedule(kernel))
    return "its schedule is written down";
  std::string why = whyNotOnDevice(kernel);
  if (why.empty())
    why = whyNotComputed(kernel);
  if (!why.empty())
    return why;
  kernel.setDevice(true);
  kernel.walk([](ForallOp forall) {
    forall.removeVectorAttr();
    dropRegisters(forall);
    if (!isa<KernelOp>(forall->getParentOp()))
      forall.setParallel(false);
  });
  return "";
}
