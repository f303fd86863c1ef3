//===- TargetSpec.cpp - the machine a module is for -----------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Support/TargetSpec.h"
#include "passes/Cost/TargetText.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace encke;
using llvm::Twine;

static constexpr StringLiteral deviceName = "CPU";

/// All devices of the module's system.
static ArrayRef<DataLayoutEntryInterface> getDevices(ModuleOp module) {
  auto system = module->getAttrOfType<TargetSystemSpecAttr>(
      DLTIDialect::kTargetSystemDescAttrName);
  return system ? system.getEntries() : ArrayRef<DataLayoutEntryInterface>();
}

/// The entry's name; empty where that is none.
static StringRef nameOf(DataLayoutEntryInterface entry) {
  auto key = dyn_cast<StringAttr>(entry.getKey());
  return key ? key.getValue() : StringRef();
}

/// Null without one.
static TargetDeviceSpecAttr findDevice(ModuleOp module) {
  for (DataLayoutEntryInterface device : getDevices(module))
    if (nameOf(device) == deviceName)
      return dyn_cast<TargetDeviceSpecAttr>(device.getValue());
  return {};
}

/// Reads the entries; `error` is told what is wrong with one.
static cost::Target read(TargetDeviceSpecAttr device,
                         function_ref<void(const Twine &)> error) {
  cost::Target target;
  for (DataLayoutEntryInterface spec : device.getEntries()) {
    const cost::TargetEntry *entry = cost::findTargetEntry(nameOf(spec));
    if (!entry)
      continue;
    Attribute value = spec.getValue();
    std::string wrong = "'" + entry->name.str() + "' is a number";
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

bool encke::hasTarget(ModuleOp module) {
  TargetDeviceSpecAttr device = findDevice(module);
  return device &&
         llvm::any_of(device.getEntries(), [](DataLayoutEntryInterface entry) {
           return cost::findTargetEntry(nameOf(entry));
         });
}

cost::Target encke::getTarget(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  TargetDeviceSpecAttr device = module ? findDevice(module) : nullptr;
  return device ? read(device, [](const Twine &) {}) : cost::Target();
}

/// What the target says of the processor.
static SmallVector<DataLayoutEntryInterface>
makeEntries(Builder &builder, const cost::Target &target) {
  SmallVector<DataLayoutEntryInterface> entries;
  if (target == cost::Target())
    return entries;
  for (const cost::TargetEntry &entry : cost::getTargetEntries())
    if (double value = entry.get(target); value != 0)
      entries.push_back(DataLayoutEntryAttr::get(
          builder.getStringAttr(entry.name),
          entry.count ? Attribute(builder.getI64IntegerAttr(int64_t(value)))
                      : Attribute(builder.getF64FloatAttr(value))));
  return entries;
}

void encke::setTarget(ModuleOp module, const cost::Target &target) {
  Builder builder(module.getContext());
  SmallVector<DataLayoutEntryInterface> entries = makeEntries(builder, target),
                                        devices;
  // What somebody else says, of this device and of others, stays.
  if (TargetDeviceSpecAttr device = findDevice(module))
    for (DataLayoutEntryInterface entry : device.getEntries())
      if (!cost::findTargetEntry(nameOf(entry)))
        entries.push_back(entry);
  for (DataLayoutEntryInterface device : getDevices(module))
    if (nameOf(device) != deviceName)
      devices.push_back(device);
  if (!entries.empty())
    devices.insert(devices.begin(),
                   DataLayoutEntryAttr::get(builder.getStringAttr(deviceName),
                                            TargetDeviceSpecAttr::get(
                                                module.getContext(), entries)));
  StringRef attribute = DLTIDialect::kTargetSystemDescAttrName;
  if (devices.empty())
    module->removeAttr(attribute);
  else
    module->setAttr(attribute,
                    TargetSystemSpecAttr::get(module.getContext(), devices));
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
