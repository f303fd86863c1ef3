//===- vulkan.cpp - devices by Vulkan -------------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers are in memory that the host sees, on the device where there is such
// memory, and kernels run one at a time.
//
//===----------------------------------------------------------------------===//

#include "core/error.h"
#include "device/device.h"
#include "device/vulkan_api.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <string>

using namespace encke::rt;

namespace {

const char *toText(vk::Result result) {
  switch (result) {
  case vk::noHostMemory:
    return "the host has no memory left for it";
  case vk::noDeviceMemory:
    return "the device has no memory left for it";
  case -3:
    return "it cannot be initialised";
  case vk::lost:
    return "the device was lost";
  case -7:
    return "an extension is missing";
  case -8:
    return "a feature is missing";
  case -9:
    return "the driver is not compatible";
  case -10:
    return "there are too many of them";
  default:
    return nullptr;
  }
}

/// Throws where a function has failed.
void check(vk::Result result, const char *what) {
  if (result == vk::success)
    return;
  const char *text = toText(result);
  throw Error("Vulkan cannot " + std::string(what) + ": " +
              (text ? text : "error " + std::to_string(result)));
}

/// The library, where it is there; it stays loaded.
struct Library {
  Library();

  vk::Functions functions;
};

/// A processor and what it can do.
struct Candidate {
  vk::PhysicalDevice device;
  vk::Properties properties;
  uint32_t family = 0; ///< of queues for kernels
  bool isSuitable = false;
};

class VulkanDevice;

class VulkanBuffer : public DeviceBuffer {
public:
  VulkanBuffer(VulkanDevice &device, int64_t bytes);
  ~VulkanBuffer() override { release(); }
  void upload(const void *from, int64_t bytes) override {
    if (bytes != 0)
      std::memcpy(mapped, from, size_t(bytes));
  }
  void download(void *to, int64_t bytes) override {
    if (bytes != 0)
      std::memcpy(to, mapped, size_t(bytes));
  }

  vk::Handle buffer = 0;

private:
  void release();

  VulkanDevice &device;
  vk::Handle memory = 0;
  void *mapped = nullptr;
};

class VulkanKernel : public DeviceKernel {
public:
  VulkanKernel(VulkanDevice &device, std::string_view code, uint32_t arrays);
  ~VulkanKernel() override { release(); }

  vk::Handle pipeline = 0, layout = 0, set = 0;

private:
  void make(std::string_view code, uint32_t arrays);
  void release();

  VulkanDevice &device;
  vk::Handle shader = 0, setLayout = 0, pool = 0;
};

class VulkanDevice : public Device {
public:
  VulkanDevice();
  ~VulkanDevice() override { release(); }
  std::unique_ptr<DeviceBuffer> allocate(int64_t bytes) override {
    return std::make_unique<VulkanBuffer>(*this, bytes);
  }
  std::unique_ptr<DeviceKernel> load(std::string_view code,
                                     int64_t arrays) override;
  void launch(DeviceKernel &kernel, int64_t blocks, int64_t threads,
              const std::vector<Argument> &arguments) override;
  bool isFast() const override {
    return chosen.properties.type != vk::Processor;
  }
  std::string getWarning() const override;

  /// The memory that is best for a buffer, of these types.
  uint32_t chooseMemory(uint32_t types) const;

  const Library library;
  const vk::Functions &call = library.functions;
  vk::LogicalDevice device = nullptr;
  vk::Properties properties() const { return chosen.properties; }

private:
  void open();
  Candidate choose();
  void record(const VulkanKernel &kernel, uint32_t blocks);
  void release();

  vk::Instance instance = nullptr;
  Candidate chosen;
  vk::MemoryProperties memory;
  vk::Queue queue = nullptr;
  vk::Handle commandPool = 0, fence = 0;
  vk::Commands commands = nullptr;
};

} // namespace

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

/// Its drivers bring libraries along that this process may have in another
/// version: each is to see its own first.
Library::Library() {
  constexpr const char *name = "libvulkan.so.1";
  void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!handle)
    throw helped(
        Error("no Vulkan device: " + std::string(name) + " is not there"),
        "install the Vulkan loader and a driver, or run without "
        "--device=vulkan");
#define ENCKE_FIND(RESULT, NAME, ARGUMENTS)                                    \
  functions.NAME =                                                             \
      reinterpret_cast<decltype(functions.NAME)>(dlsym(handle, "vk" #NAME));   \
  if (!functions.NAME)                                                         \
    throw Error("no Vulkan device: " + std::string(name) +                     \
                " has no function vk" #NAME);
  ENCKE_VULKAN_FUNCTIONS(ENCKE_FIND)
#undef ENCKE_FIND
}

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

VulkanDevice::VulkanDevice() {
  try {
    open();
  } catch (...) {
    release();
    throw;
  }
}

/// How good a kind of device is.
static int rank(uint32_t type) {
  switch (type) {
  case vk::Discrete:
    return 4;
  case vk::Integrated:
    return 3;
  case vk::Virtual:
    return 2;
  case vk::Processor:
    return 0;
  default:
    return 1;
  }
}

static Candidate describe(const vk::Functions &call,
                          vk::PhysicalDevice device) {
  Candidate candidate;
  candidate.device = device;
  call.GetPhysicalDeviceProperties(device, &candidate.properties);
  vk::Features features;
  call.GetPhysicalDeviceFeatures(device, &features);
  uint32_t count = 0;
  call.GetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<vk::QueueFamily> families(count);
  call.GetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  auto family = std::find_if(families.begin(), families.end(),
                             [](const vk::QueueFamily &family) {
                               return family.flags & vk::QueueFamily::compute;
                             });
  candidate.family = uint32_t(family - families.begin());
  candidate.isSuitable = family != families.end() &&
                         features.has[vk::Features::float64] &&
                         features.has[vk::Features::int64];
  return candidate;
}

Candidate VulkanDevice::choose() {
  uint32_t count = 0;
  check(call.EnumeratePhysicalDevices(instance, &count, nullptr),
        "list devices");
  std::vector<vk::PhysicalDevice> devices(count);
  check(call.EnumeratePhysicalDevices(instance, &count, devices.data()),
        "list devices");
  std::vector<Candidate> suitable;
  std::string others;
  for (vk::PhysicalDevice device : devices) {
    Candidate candidate = describe(call, device);
    if (candidate.isSuitable)
      suitable.push_back(candidate);
    else
      others +=
          (others.empty() ? "" : ", ") + std::string(candidate.properties.name);
  }
  if (!suitable.empty())
    return *std::max_element(suitable.begin(), suitable.end(),
                             [](const Candidate &one, const Candidate &other) {
                               return rank(one.properties.type) <
                                      rank(other.properties.type);
                             });
  if (others.empty())
    throw Error("no Vulkan device: no driver has one");
  throw Error("no Vulkan device that computes with doubles and integers of 64 "
              "bits: there are " +
              others);
}

void VulkanDevice::open() {
  vk::Application application;
  vk::InstanceInfo instanceInfo;
  instanceInfo.application = &application;
  vk::Result result = call.CreateInstance(&instanceInfo, nullptr, &instance);
  if (result != vk::success) {
    instance = nullptr;
    throw Error("no Vulkan device: no driver was found (" +
                std::string(toText(result) ? toText(result) : "unknown") + ")");
  }
  chosen = choose();
  call.GetPhysicalDeviceMemoryProperties(chosen.device, &memory);
  float priority = 1;
  vk::QueueInfo queueInfo;
  queueInfo.family = chosen.family;
  queueInfo.priorities = &priority;
  vk::Features features;
  features.has[vk::Features::float64] = features.has[vk::Features::int64] = 1;
  vk::DeviceInfo deviceInfo;
  deviceInfo.queues = &queueInfo;
  deviceInfo.features = &features;
  check(call.CreateDevice(chosen.device, &deviceInfo, nullptr, &device),
        "open the device");
  call.GetDeviceQueue(device, chosen.family, 0, &queue);
  vk::CommandPoolInfo poolInfo;
  poolInfo.family = chosen.family;
  check(call.CreateCommandPool(device, &poolInfo, nullptr, &commandPool),
        "make commands");
  vk::CommandsInfo commandsInfo;
  commandsInfo.pool = commandPool;
  check(call.AllocateCommandBuffers(device, &commandsInfo, &commands),
        "make commands");
  vk::FenceInfo fenceInfo;
  check(call.CreateFence(device, &fenceInfo, nullptr, &fence), "make a fence");
}

void VulkanDevice::release() {
  if (device) {
    if (fence)
      call.DestroyFence(device, fence, nullptr);
    if (commandPool)
      call.DestroyCommandPool(device, commandPool, nullptr);
    call.DestroyDevice(device, nullptr);
  }
  if (instance)
    call.DestroyInstance(instance, nullptr);
}

/// On the device, if the host sees some of that; and what the host reads fast.
uint32_t VulkanDevice::chooseMemory(uint32_t types) const {
  using Kinds = vk::MemoryProperties;
  constexpr uint32_t needed = Kinds::visible | Kinds::coherent;
  for (uint32_t wanted :
       {needed | Kinds::onDevice | Kinds::cached, needed | Kinds::onDevice,
        needed | Kinds::cached, needed})
    for (uint32_t type = 0; type < memory.typeCount; ++type)
      if ((types >> type & 1) && (memory.types[type].flags & wanted) == wanted)
        return type;
  throw Error("the Vulkan device has no memory that the host can write");
}

std::string VulkanDevice::getWarning() const {
  std::string name = chosen.properties.name;
  if (name.rfind("llvmpipe", 0) != 0)
    return "";
  return "the Vulkan device is " + name +
         ", the processor itself, for tests: a thread's loops may end there "
         "after 65,535 iterations, and longer rows have wrong results";
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

VulkanBuffer::VulkanBuffer(VulkanDevice &device, int64_t bytes)
    : device(device) {
  uint64_t most = device.properties().maxStorageBufferRange;
  if (uint64_t(bytes) > most)
    throw Error("an array of " + std::to_string(bytes) +
                " bytes is more than a kernel can see of one on this Vulkan "
                "device (" +
                std::to_string(most) + " bytes)");
  const vk::Functions &call = device.call;
  vk::BufferInfo info;
  info.bytes = uint64_t(bytes);
  check(call.CreateBuffer(device.device, &info, nullptr, &buffer),
        "make a buffer");
  try {
    vk::MemoryRequirements needs;
    call.GetBufferMemoryRequirements(device.device, buffer, &needs);
    vk::MemoryInfo memoryInfo;
    memoryInfo.bytes = needs.size;
    memoryInfo.type = device.chooseMemory(needs.types);
    check(call.AllocateMemory(device.device, &memoryInfo, nullptr, &memory),
          ("get " + std::to_string(needs.size) + " bytes of memory").c_str());
    check(call.BindBufferMemory(device.device, buffer, memory, 0),
          "use the memory of a buffer");
    constexpr uint64_t all = UINT64_MAX;
    check(call.MapMemory(device.device, memory, 0, all, 0, &mapped),
          "show the memory of a buffer to the host");
  } catch (...) {
    release();
    throw;
  }
}

/// Memory that is freed is not mapped any more.
void VulkanBuffer::release() {
  if (buffer)
    device.call.DestroyBuffer(device.device, buffer, nullptr);
  if (memory)
    device.call.FreeMemory(device.device, memory, nullptr);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

VulkanKernel::VulkanKernel(VulkanDevice &device, std::string_view code,
                           uint32_t arrays)
    : device(device) {
  try {
    make(code, arrays);
  } catch (...) {
    release();
    throw;
  }
}

void VulkanKernel::make(std::string_view code, uint32_t arrays) {
  const vk::Functions &call = device.call;
  vk::LogicalDevice on = device.device;
  vk::ShaderInfo shaderInfo;
  shaderInfo.bytes = code.size();
  // It stands at a word.
  shaderInfo.code = reinterpret_cast<const uint32_t *>(code.data());
  check(call.CreateShaderModule(on, &shaderInfo, nullptr, &shader),
        "read a kernel");
  std::vector<vk::Binding> bindings(arrays);
  for (uint32_t number = 0; number < arrays; ++number)
    bindings[number].binding = number;
  vk::SetLayoutInfo setInfo;
  setInfo.count = arrays;
  setInfo.bindings = bindings.data();
  check(call.CreateDescriptorSetLayout(on, &setInfo, nullptr, &setLayout),
        "describe the arrays of a kernel");
  vk::PipelineLayoutInfo layoutInfo;
  layoutInfo.sets = &setLayout;
  check(call.CreatePipelineLayout(on, &layoutInfo, nullptr, &layout),
        "describe the arrays of a kernel");
  vk::PipelineInfo pipelineInfo;
  pipelineInfo.stage.shader = shader;
  pipelineInfo.layout = layout;
  check(
      call.CreateComputePipelines(on, 0, 1, &pipelineInfo, nullptr, &pipeline),
      "compile a kernel");
  vk::PoolSize size;
  size.count = arrays;
  vk::DescriptorPoolInfo poolInfo;
  poolInfo.sizes = &size;
  check(call.CreateDescriptorPool(on, &poolInfo, nullptr, &pool),
        "make room for the arrays of a kernel");
  vk::SetInfo allocation;
  allocation.pool = pool;
  allocation.layouts = &setLayout;
  check(call.AllocateDescriptorSets(on, &allocation, &set),
        "make room for the arrays of a kernel");
}

void VulkanKernel::release() {
  const vk::Functions &call = device.call;
  vk::LogicalDevice on = device.device;
  if (pool)
    call.DestroyDescriptorPool(on, pool, nullptr);
  if (pipeline)
    call.DestroyPipeline(on, pipeline, nullptr);
  if (layout)
    call.DestroyPipelineLayout(on, layout, nullptr);
  if (setLayout)
    call.DestroyDescriptorSetLayout(on, setLayout, nullptr);
  if (shader)
    call.DestroyShaderModule(on, shader, nullptr);
}

std::unique_ptr<DeviceKernel> VulkanDevice::load(std::string_view code,
                                                 int64_t arrays) {
  uint32_t most = chosen.properties.maxPerStageDescriptorStorageBuffers;
  if (arrays > int64_t(most))
    throw Error("a kernel with " + std::to_string(arrays) +
                " arrays has more than this Vulkan device takes (" +
                std::to_string(most) + ")");
  return std::make_unique<VulkanKernel>(*this, code, uint32_t(arrays));
}

void VulkanDevice::record(const VulkanKernel &kernel, uint32_t blocks) {
  constexpr uint32_t forKernels = 1; // not for pictures
  check(call.ResetCommandPool(device, commandPool, 0), "begin commands");
  vk::BeginInfo begin;
  check(call.BeginCommandBuffer(commands, &begin), "begin commands");
  call.CmdBindPipeline(commands, forKernels, kernel.pipeline);
  call.CmdBindDescriptorSets(commands, forKernels, kernel.layout, 0, 1,
                             &kernel.set, 0, nullptr);
  call.CmdDispatch(commands, blocks, 1, 1);
  vk::Barrier barrier;
  call.CmdPipelineBarrier(commands, vk::computeStage, vk::hostStage, 0, 1,
                          &barrier, 0, nullptr, 0, nullptr);
  check(call.EndCommandBuffer(commands), "end commands");
}

void VulkanDevice::launch(DeviceKernel &launched, int64_t blocks, int64_t,
                          const std::vector<Argument> &arguments) {
  auto &kernel = static_cast<VulkanKernel &>(launched);
  std::vector<vk::BufferRange> ranges(arguments.size());
  std::vector<vk::Write> writes(arguments.size());
  for (size_t number = 0; number < arguments.size(); ++number) {
    auto &buffer = static_cast<VulkanBuffer &>(*arguments[number].buffer);
    ranges[number] = {buffer.buffer, 0, uint64_t(arguments[number].bytes)};
    writes[number].set = kernel.set;
    writes[number].binding = uint32_t(number);
    writes[number].buffers = &ranges[number];
  }
  call.UpdateDescriptorSets(device, uint32_t(writes.size()), writes.data(), 0,
                            nullptr);
  record(kernel, uint32_t(blocks));
  vk::SubmitInfo submit;
  submit.commands = &commands;
  check(call.QueueSubmit(queue, 1, &submit, fence), "start a kernel");
  constexpr uint64_t forEver = UINT64_MAX;
  check(call.WaitForFences(device, 1, &fence, 1, forEver), "run a kernel");
  check(call.ResetFences(device, 1, &fence), "run a kernel");
}

std::unique_ptr<Device> encke::rt::openVulkan() {
  return std::make_unique<VulkanDevice>();
}
