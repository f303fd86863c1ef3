//===- TargetSpec.cpp - the machine a module is for -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/TargetSpec.h"
#include "passes/Cost/TargetText.h"

#include "mlir/Dialect/DLTI/DLTI.h"

using namespace mlir;
using namespace encke;
using llvm::Twine;

static constexpr StringLiteral deviceName = "CPU";

/// Null without one.
static TargetDeviceSpecAttr findDevice(ModuleOp module) {
  auto system = module->getAttrOfType<TargetSystemSpecAttr>(
      DLTIDialect::kTargetSystemDescAttrName);
  if (!system)
    return {};
  auto name = StringAttr::get(module.getContext(), deviceName);
  for (DataLayoutEntryInterface entry : system.getEntries())
    if (entry.getKey() == DataLayoutEntryKey(name))
      return dyn_cast<TargetDeviceSpecAttr>(entry.getValue());
  return {};
}

/// Reads the entries; `error` is told what is wrong with one.
static cost::Target read(TargetDeviceSpecAttr device,
                         function_ref<void(const Twine &)> error) {
  cost::Target target;
  for (DataLayoutEntryInterface spec : device.getEntries()) {
    auto key = dyn_cast<StringAttr>(spec.getKey());
    const cost::TargetEntry *entry =
        key ? cost::findTargetEntry(key.getValue()) : nullptr;
    if (!entry)
      continue;
    Attribute value = spec.getValue();
    std::string wrong = "'" + key.str() + "' is a number";
    if (auto integer = dyn_cast<IntegerAttr>(value))
      wrong = entry->set(target, integer.getValue().signedRoundToDouble());
    else if (auto real = dyn_cast<FloatAttr>(value))
      wrong = entry->set(target, real.getValueAsDouble());
    if (!wrong.empty())
      error(wrong);
  }
  if (std::string wrong = cost::checkTarget(target); !wrong.empty())
    error(wrong);
  return target;
}

bool encke::hasTarget(ModuleOp module) { return bool(findDevice(module)); }

cost::Target encke::getTarget(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  TargetDeviceSpecAttr device = module ? findDevice(module) : nullptr;
  return device ? read(device, [](const Twine &) {}) : cost::Target();
}

void encke::setTarget(ModuleOp module, const cost::Target &target) {
  StringRef attribute = DLTIDialect::kTargetSystemDescAttrName;
  if (target == cost::Target()) {
    module->removeAttr(attribute);
    return;
  }
  Builder builder(module.getContext());
  SmallVector<DataLayoutEntryInterface> entries;
  for (const cost::TargetEntry &entry : cost::getTargetEntries())
    if (double value = entry.get(target); value != 0)
      entries.push_back(DataLayoutEntryAttr::get(
          builder.getStringAttr(entry.name),
          entry.count ? Attribute(builder.getI64IntegerAttr(int64_t(value)))
                      : Attribute(builder.getF64FloatAttr(value))));
  auto device = TargetDeviceSpecAttr::get(module.getContext(), entries);
  DataLayoutEntryInterface named =
      DataLayoutEntryAttr::get(builder.getStringAttr(deviceName), device);
  module->setAttr(attribute,
                  TargetSystemSpecAttr::get(module.getContext(), named));
}

LogicalResult encke::checkTarget(ModuleOp module) {
  bool isRight = true;
  if (TargetDeviceSpecAttr device = findDevice(module))
    read(device, [&](const Twine &message) {
      isRight = false;
      module->emitError("the module's target: ") << message;
    });
  return success(isRight);
}
