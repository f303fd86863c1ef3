//===- ResidencyTest.cpp - where the newest version of an array is --------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/residency.h"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <vector>

using namespace encke::rt;

namespace {

struct Buffer : DeviceBuffer {
  explicit Buffer(int64_t bytes) : memory(size_t(bytes)) {}
  void upload(const void *from, int64_t bytes) override {
    std::memcpy(memory.data(), from, size_t(bytes));
  }
  void download(void *to, int64_t bytes) override {
    std::memcpy(to, memory.data(), size_t(bytes));
  }
  std::vector<char> memory;
};

/// Memory and no kernels.
struct Memory : Device {
  std::unique_ptr<DeviceBuffer> allocate(int64_t bytes) override {
    return std::make_unique<Buffer>(bytes);
  }
  std::unique_ptr<DeviceKernel> load(std::string_view, int64_t) override {
    return nullptr;
  }
  void launch(DeviceKernel &, int64_t, int64_t,
              const std::vector<Argument> &) override {}
  bool isFast() const override { return true; }
};

class ResidencyTest : public testing::Test {
protected:
  ResidencyTest() { std::iota(array.begin(), array.end(), 'a'); }

  encke_device_array all(int64_t use) {
    return {array.data(), int64_t(array.size()), use};
  }
  /// What a kernel sees, and what it makes of it.
  std::string see(const encke_device_array &given, const char *made = "") {
    auto &buffer = static_cast<Buffer &>(arrays.open(given));
    std::string seen(buffer.memory.data(), size_t(given.bytes));
    std::memcpy(buffer.memory.data(), made, std::strlen(made));
    arrays.close();
    return seen;
  }
  std::string host() const { return {array.begin(), array.end()}; }

  Memory memory;
  Residency arrays{memory};
  std::vector<char> array = std::vector<char>(8);
};

TEST_F(ResidencyTest, GoesOverOnce) {
  EXPECT_EQ(see(all(ENCKE_DEVICE_READ)), "abcdefgh");
  EXPECT_EQ(see(all(ENCKE_DEVICE_READ)), "abcdefgh");
  Residency::Traffic traffic = arrays.clear();
  EXPECT_EQ(traffic.uploads, 1);
  EXPECT_EQ(traffic.uploaded, 8);
  EXPECT_EQ(traffic.downloads, 0);
}

TEST_F(ResidencyTest, StaysUntilTheHostAsks) {
  see(all(ENCKE_DEVICE_WRITTEN), "XY");
  EXPECT_EQ(host(), "abcdefgh");
  EXPECT_EQ(see(all(ENCKE_DEVICE_READ)), "XYcdefgh");
  arrays.touch(array.data(), 8, /*writes=*/false);
  EXPECT_EQ(host(), "XYcdefgh");
  // Both are the same now.
  arrays.touch(array.data(), 8, /*writes=*/false);
  EXPECT_EQ(see(all(ENCKE_DEVICE_READ)), "XYcdefgh");
  Residency::Traffic traffic = arrays.clear();
  EXPECT_EQ(traffic.uploads, 1);
  EXPECT_EQ(traffic.downloads, 1);
}

TEST_F(ResidencyTest, GoesOverAgainWhereTheHostWrites) {
  see(all(ENCKE_DEVICE_WRITTEN), "XY");
  arrays.touch(array.data() + 3, 1, /*writes=*/true);
  EXPECT_EQ(host(), "XYcdefgh");
  array[3] = 'Z';
  EXPECT_EQ(see(all(ENCKE_DEVICE_READ)), "XYcZefgh");
}

TEST_F(ResidencyTest, KnowsWhatBelongsTogether) {
  encke_device_array part = {array.data() + 2, 4, ENCKE_DEVICE_WRITTEN};
  EXPECT_EQ(see(part, "XY"), "cdef");
  EXPECT_EQ(see(all(ENCKE_DEVICE_WRITTEN), "12"), "abXYefgh");
  EXPECT_EQ(see(part), "XYef");
  EXPECT_EQ(host(), "12XYefgh");
  // What is beside it is something else.
  arrays.touch(array.data(), 2, /*writes=*/true);
  see(part, "AB");
  arrays.touch(array.data() + 6, 2, /*writes=*/true);
  EXPECT_EQ(host(), "12XYefgh");
  arrays.touch(array.data(), 8, /*writes=*/false);
  EXPECT_EQ(host(), "12ABefgh");
}

TEST_F(ResidencyTest, ForgetsWhatIsFreed) {
  see(all(ENCKE_DEVICE_WRITTEN), "XY");
  arrays.forget(array.data(), 8);
  EXPECT_EQ(host(), "abcdefgh");
  EXPECT_EQ(see(all(ENCKE_DEVICE_READ)), "abcdefgh");
}

TEST_F(ResidencyTest, KeepsNothingThatIsUsedOnce) {
  EXPECT_EQ(see(all(ENCKE_DEVICE_ONCE)), "abcdefgh");
  array[0] = 'Z';
  EXPECT_EQ(see(all(ENCKE_DEVICE_ONCE)), "Zbcdefgh");
  encke_device_array nothing = {nullptr, 0, ENCKE_DEVICE_READ};
  EXPECT_EQ(see(nothing), "");
}

} // namespace
