//===- vulkan_api.h - the part of Vulkan that is used -----------*- C++ -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vulkan's interface, as far as buffers and one kernel at a time need it, so
// that its headers are not needed to build Encke. Structures have the layout
// that the specification of Vulkan 1.1 gives them, under names of our own;
// functions have its names, in one list.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_RUNTIME_DEVICE_VULKAN_API_H
#define ENCKE_RUNTIME_DEVICE_VULKAN_API_H

#include <cstdint>

namespace encke::rt::vk {

using Result = int32_t;
constexpr Result success = 0, noHostMemory = -1, noDeviceMemory = -2, lost = -4;

/// What has a table of functions, and what has not.
using Instance = struct InstanceObject *;
using PhysicalDevice = struct PhysicalDeviceObject *;
using LogicalDevice = struct LogicalDeviceObject *;
using Queue = struct QueueObject *;
using Commands = struct CommandsObject *;
using Handle = uint64_t;

/// What each structure begins with. `next` extends it.
template <uint32_t kind>
struct Tagged {
  uint32_t tag = kind;
  const void *next = nullptr;
};

struct Application : Tagged<0> {
  const char *name = "encke";
  uint32_t version = 0;
  const char *engine = nullptr;
  uint32_t engineVersion = 0;
  uint32_t api = (1U << 22) | (1U << 12); // 1.1
};
struct InstanceInfo : Tagged<1> {
  uint32_t flags = 0;
  const Application *application = nullptr;
  uint32_t layerCount = 0;
  const char *const *layers = nullptr;
  uint32_t extensionCount = 0;
  const char *const *extensions = nullptr;
};
struct QueueInfo : Tagged<2> {
  uint32_t flags = 0;
  uint32_t family = 0;
  uint32_t count = 1;
  const float *priorities = nullptr;
};

/// Truth values, of which two are asked for.
struct Features {
  static constexpr unsigned float64 = 39, int64 = 40, number = 55;
  uint32_t has[number] = {};
};
struct DeviceInfo : Tagged<3> {
  uint32_t flags = 0;
  uint32_t queueCount = 1;
  const QueueInfo *queues = nullptr;
  uint32_t layerCount = 0;
  const char *const *layers = nullptr;
  uint32_t extensionCount = 0;
  const char *const *extensions = nullptr;
  const Features *features = nullptr;
};

/// What the device has; what is not asked for is counted in bytes.
struct Properties {
  uint32_t api, driver, vendor, device;
  uint32_t type;
  char name[256];
  uint8_t cache[16];
  alignas(8) uint8_t before[28]; // the limits begin here
  uint32_t maxStorageBufferRange;
  uint8_t between[44];
  uint32_t maxPerStageDescriptorStorageBuffers;
  uint8_t behind[140];
  uint32_t maxComputeWorkGroupCount[3];
  uint32_t maxComputeWorkGroupInvocations;
  uint32_t maxComputeWorkGroupSize[3];
  uint8_t rest[256];
  uint8_t sparse[20];
};
static_assert(sizeof(Properties) == 824);
enum DeviceType : uint32_t { Other, Integrated, Discrete, Virtual, Processor };

struct QueueFamily {
  static constexpr uint32_t compute = 2;
  uint32_t flags, count, timestampBits;
  uint32_t granularity[3];
};

struct MemoryProperties {
  static constexpr uint32_t onDevice = 1, visible = 2, coherent = 4, cached = 8;
  uint32_t typeCount;
  struct {
    uint32_t flags, heap;
  } types[32];
  uint32_t heapCount;
  struct {
    uint64_t size;
    uint32_t flags;
  } heaps[16];
};
static_assert(sizeof(MemoryProperties) == 520);

struct SubmitInfo : Tagged<4> {
  uint32_t waitCount = 0;
  const Handle *waits = nullptr;
  const uint32_t *stages = nullptr;
  uint32_t commandCount = 1;
  const Commands *commands = nullptr;
  uint32_t signalCount = 0;
  const Handle *signals = nullptr;
};
struct MemoryInfo : Tagged<5> {
  uint64_t bytes = 0;
  uint32_t type = 0;
};
struct FenceInfo : Tagged<8> {
  uint32_t flags = 0;
};
struct BufferInfo : Tagged<12> {
  static constexpr uint32_t storage = 0x20;
  uint32_t flags = 0;
  uint64_t bytes = 0;
  uint32_t usage = storage;
  uint32_t sharing = 0;
  uint32_t familyCount = 0;
  const uint32_t *families = nullptr;
};
struct MemoryRequirements {
  uint64_t size, alignment;
  uint32_t types; // a bit for each
};
struct ShaderInfo : Tagged<16> {
  uint32_t flags = 0;
  size_t bytes = 0;
  const uint32_t *code = nullptr;
};
struct StageInfo : Tagged<18> {
  static constexpr uint32_t compute = 0x20;
  uint32_t flags = 0;
  uint32_t stage = compute;
  Handle shader = 0;
  const char *name = "run";
  const void *constants = nullptr;
};
struct PipelineInfo : Tagged<29> {
  uint32_t flags = 0;
  StageInfo stage;
  Handle layout = 0;
  Handle base = 0;
  int32_t baseIndex = -1;
};
struct PipelineLayoutInfo : Tagged<30> {
  uint32_t flags = 0;
  uint32_t setCount = 1;
  const Handle *sets = nullptr;
  uint32_t rangeCount = 0;
  const void *ranges = nullptr;
};
constexpr uint32_t storageBuffer = 7; // a kind of descriptor
struct Binding {
  uint32_t binding = 0;
  uint32_t kind = storageBuffer;
  uint32_t count = 1;
  uint32_t stages = StageInfo::compute;
  const Handle *samplers = nullptr;
};
struct SetLayoutInfo : Tagged<32> {
  uint32_t flags = 0;
  uint32_t count = 0;
  const Binding *bindings = nullptr;
};
struct PoolSize {
  uint32_t kind = storageBuffer;
  uint32_t count = 0;
};
struct DescriptorPoolInfo : Tagged<33> {
  uint32_t flags = 0;
  uint32_t setCount = 1;
  uint32_t sizeCount = 1;
  const PoolSize *sizes = nullptr;
};
struct SetInfo : Tagged<34> {
  Handle pool = 0;
  uint32_t count = 1;
  const Handle *layouts = nullptr;
};
struct BufferRange {
  Handle buffer = 0;
  uint64_t offset = 0, bytes = 0;
};
struct Write : Tagged<35> {
  Handle set = 0;
  uint32_t binding = 0;
  uint32_t element = 0;
  uint32_t count = 1;
  uint32_t kind = storageBuffer;
  const void *images = nullptr;
  const BufferRange *buffers = nullptr;
  const void *views = nullptr;
};
struct CommandPoolInfo : Tagged<39> {
  uint32_t flags = 0;
  uint32_t family = 0;
};
struct CommandsInfo : Tagged<40> {
  Handle pool = 0;
  uint32_t level = 0;
  uint32_t count = 1;
};
struct BeginInfo : Tagged<42> {
  static constexpr uint32_t once = 1;
  uint32_t flags = once;
  const void *inherited = nullptr;
};
struct Barrier : Tagged<46> {
  static constexpr uint32_t shaderWrite = 0x40, hostRead = 0x2000;
  uint32_t from = shaderWrite, to = hostRead;
};
constexpr uint32_t computeStage = 0x800, hostStage = 0x4000;

/// All functions: result, name, arguments. Allocators are always null.
#define ENCKE_VULKAN_FUNCTIONS(X)                                              \
  X(Result, CreateInstance, (const InstanceInfo *, const void *, Instance *))  \
  X(void, DestroyInstance, (Instance, const void *))                           \
  X(Result, EnumeratePhysicalDevices,                                          \
    (Instance, uint32_t *, PhysicalDevice *))                                  \
  X(void, GetPhysicalDeviceProperties, (PhysicalDevice, Properties *))         \
  X(void, GetPhysicalDeviceFeatures, (PhysicalDevice, Features *))             \
  X(void, GetPhysicalDeviceMemoryProperties,                                   \
    (PhysicalDevice, MemoryProperties *))                                      \
  X(void, GetPhysicalDeviceQueueFamilyProperties,                              \
    (PhysicalDevice, uint32_t *, QueueFamily *))                               \
  X(Result, CreateDevice,                                                      \
    (PhysicalDevice, const DeviceInfo *, const void *, LogicalDevice *))       \
  X(void, DestroyDevice, (LogicalDevice, const void *))                        \
  X(void, GetDeviceQueue, (LogicalDevice, uint32_t, uint32_t, Queue *))        \
  X(Result, CreateBuffer,                                                      \
    (LogicalDevice, const BufferInfo *, const void *, Handle *))               \
  X(void, DestroyBuffer, (LogicalDevice, Handle, const void *))                \
  X(void, GetBufferMemoryRequirements,                                         \
    (LogicalDevice, Handle, MemoryRequirements *))                             \
  X(Result, AllocateMemory,                                                    \
    (LogicalDevice, const MemoryInfo *, const void *, Handle *))               \
  X(void, FreeMemory, (LogicalDevice, Handle, const void *))                   \
  X(Result, BindBufferMemory, (LogicalDevice, Handle, Handle, uint64_t))       \
  X(Result, MapMemory,                                                         \
    (LogicalDevice, Handle, uint64_t, uint64_t, uint32_t, void **))            \
  X(Result, CreateShaderModule,                                                \
    (LogicalDevice, const ShaderInfo *, const void *, Handle *))               \
  X(void, DestroyShaderModule, (LogicalDevice, Handle, const void *))          \
  X(Result, CreateDescriptorSetLayout,                                         \
    (LogicalDevice, const SetLayoutInfo *, const void *, Handle *))            \
  X(void, DestroyDescriptorSetLayout, (LogicalDevice, Handle, const void *))   \
  X(Result, CreatePipelineLayout,                                              \
    (LogicalDevice, const PipelineLayoutInfo *, const void *, Handle *))       \
  X(void, DestroyPipelineLayout, (LogicalDevice, Handle, const void *))        \
  X(Result, CreateComputePipelines,                                            \
    (LogicalDevice, Handle, uint32_t, const PipelineInfo *, const void *,      \
     Handle *))                                                                \
  X(void, DestroyPipeline, (LogicalDevice, Handle, const void *))              \
  X(Result, CreateDescriptorPool,                                              \
    (LogicalDevice, const DescriptorPoolInfo *, const void *, Handle *))       \
  X(void, DestroyDescriptorPool, (LogicalDevice, Handle, const void *))        \
  X(Result, AllocateDescriptorSets,                                            \
    (LogicalDevice, const SetInfo *, Handle *))                                \
  X(void, UpdateDescriptorSets,                                                \
    (LogicalDevice, uint32_t, const Write *, uint32_t, const void *))          \
  X(Result, CreateCommandPool,                                                 \
    (LogicalDevice, const CommandPoolInfo *, const void *, Handle *))          \
  X(void, DestroyCommandPool, (LogicalDevice, Handle, const void *))           \
  X(Result, ResetCommandPool, (LogicalDevice, Handle, uint32_t))               \
  X(Result, AllocateCommandBuffers,                                            \
    (LogicalDevice, const CommandsInfo *, Commands *))                         \
  X(Result, BeginCommandBuffer, (Commands, const BeginInfo *))                 \
  X(Result, EndCommandBuffer, (Commands))                                      \
  X(void, CmdBindPipeline, (Commands, uint32_t, Handle))                       \
  X(void, CmdBindDescriptorSets,                                               \
    (Commands, uint32_t, Handle, uint32_t, uint32_t, const Handle *, uint32_t, \
     const uint32_t *))                                                        \
  X(void, CmdDispatch, (Commands, uint32_t, uint32_t, uint32_t))               \
  X(void, CmdPipelineBarrier,                                                  \
    (Commands, uint32_t, uint32_t, uint32_t, uint32_t, const Barrier *,        \
     uint32_t, const void *, uint32_t, const void *))                          \
  X(Result, CreateFence,                                                       \
    (LogicalDevice, const FenceInfo *, const void *, Handle *))                \
  X(void, DestroyFence, (LogicalDevice, Handle, const void *))                 \
  X(Result, ResetFences, (LogicalDevice, uint32_t, const Handle *))            \
  X(Result, WaitForFences,                                                     \
    (LogicalDevice, uint32_t, const Handle *, uint32_t, uint64_t))             \
  X(Result, QueueSubmit, (Queue, uint32_t, const SubmitInfo *, Handle))

struct Functions {
// NOLINTBEGIN(bugprone-macro-parentheses): types and names
#define ENCKE_DECLARE_FUNCTION(RESULT, NAME, ARGUMENTS)                        \
  RESULT(*NAME) ARGUMENTS = nullptr;
  ENCKE_VULKAN_FUNCTIONS(ENCKE_DECLARE_FUNCTION)
#undef ENCKE_DECLARE_FUNCTION
  // NOLINTEND(bugprone-macro-parentheses)
};

} // namespace encke::rt::vk

#endif // ENCKE_RUNTIME_DEVICE_VULKAN_API_H
