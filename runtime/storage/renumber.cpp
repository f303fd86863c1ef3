//===- renumber.cpp - only those coordinates of a mode that occur ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that collects rows of a sparse result in an array as long as a row
// needs memory by the size of the mode, which may be far larger than all
// tensors. There the coordinates of that mode are numbered anew, 0, 1, ..., in
// their order, for as long as the kernel runs.
//
//===----------------------------------------------------------------------===//

#include "core/array.h"
#include "core/context.h"
#include "storage/tensor.h"

#include <algorithm>
#include <memory>
#include <type_traits>
#include <vector>

namespace encke::rt {

template <typename Act>
static void withCoordinates(const encke_tensor &tensor,
                            const encke_level &level, Act act) {
  if (tensor.crd_bytes == 4)
    act(static_cast<uint32_t *>(level.crd));
  else
    act(static_cast<uint64_t *>(level.crd));
}

/// The level that stores the mode's coordinates themselves.
static encke_level &levelOf(const encke_tensor &tensor, int64_t mode) {
  for (int32_t l = 0; l != tensor.level_count; ++l)
    if (tensor.levels[l].mode == mode && isWhole(tensor.levels[l]) &&
        !isDense(tensor.levels[l]))
      return tensor.levels[l];
  throw Error("mode " + std::to_string(mode) +
              " of a tensor has no coordinates to number anew");
}

} // namespace encke::rt

using namespace encke::rt;

struct encke_renumbering {
  struct Member {
    encke_tensor *tensor;
    int64_t mode;
    encke_tensor *view = nullptr; ///< the same elements, once numbered anew
  };
  std::vector<Member> members;
  int64_t stored = 0; ///< coordinates of theirs
  bool isOn = false;
  std::vector<uint64_t> coordinates; ///< by number
  int64_t size = 0;                  ///< of the mode, without numbers

  encke_renumbering() = default;
  encke_renumbering(const encke_renumbering &) = delete;
  encke_renumbering &operator=(const encke_renumbering &) = delete;
  ~encke_renumbering();
};

encke_renumbering::~encke_renumbering() {
  for (const Member &member : members)
    encke_tensor_free(member.view);
}

namespace encke::rt {

static void collect(encke_renumbering &numbering) {
  std::vector<uint64_t> &all = numbering.coordinates;
  all.reserve(size_t(numbering.stored));
  for (const auto &member : numbering.members) {
    const encke_level &level = levelOf(*member.tensor, member.mode);
    withCoordinates(*member.tensor, level, [&](const auto *crd) {
      all.insert(all.end(), crd, crd + level.crd_count);
    });
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  all.shrink_to_fit();
}

static void makeView(const encke_renumbering &numbering,
                     encke_renumbering::Member &member) {
  const encke_tensor &tensor = *member.tensor;
  const encke_level &level = levelOf(tensor, member.mode);
  void *numbers = allocate(level.crd_count, tensor.crd_bytes);
  withCoordinates(tensor, level, [&](const auto *crd) {
    const std::vector<uint64_t> &all = numbering.coordinates;
    auto *to = static_cast<std::decay_t<decltype(*crd)> *>(numbers);
    for (int64_t p = 0; p != level.crd_count; ++p)
      to[p] = static_cast<std::decay_t<decltype(*crd)>>(
          std::lower_bound(all.begin(), all.end(), crd[p]) - all.begin());
  });
  encke_tensor *view = newTensor(tensor.order, tensor.level_count, tensor.type);
  view->pos_bytes = tensor.pos_bytes;
  view->crd_bytes = tensor.crd_bytes;
  std::copy_n(tensor.sizes, tensor.order, view->sizes);
  view->sizes[member.mode] = int64_t(numbering.coordinates.size());
  view->values = tensor.values;
  view->value_count = tensor.value_count;
  for (int32_t l = 0; l != tensor.level_count; ++l) {
    bool isNumbered = &tensor.levels[l] == &level;
    encke_level &to = view->levels[l];
    to = tensor.levels[l];
    to.pos = shareArray(to.pos);
    to.crd = isNumbered ? numbers : shareArray(to.crd);
    if (isNumbered)
      to.size = view->sizes[member.mode];
  }
  member.view = view;
}

} // namespace encke::rt

//===----------------------------------------------------------------------===//
// The C ABI
//===----------------------------------------------------------------------===//

encke_renumbering *encke_renumber_begin(void) {
  return guarded(nullptr, [&] {
    auto numbering = std::make_shared<encke_renumbering>();
    Context::current().scratch.push_back(numbering);
    return numbering.get();
  });
}

void encke_renumber_add(encke_renumbering *numbering, encke_tensor *tensor,
                        int64_t mode) {
  guarded(nullptr, [&] {
    numbering->members.push_back({tensor, mode});
    numbering->stored += levelOf(*tensor, mode).crd_count;
  });
}

int64_t encke_renumber_size(encke_renumbering *numbering, int64_t size,
                            int64_t small, int64_t sparse) {
  return guarded(nullptr, [&] {
    numbering->size = size;
    numbering->isOn =
        size > small && size / std::max<int64_t>(sparse, 1) > numbering->stored;
    if (!numbering->isOn)
      return size;
    collect(*numbering);
    for (auto &member : numbering->members)
      makeView(*numbering, member);
    return int64_t(numbering->coordinates.size());
  });
}

encke_tensor *encke_renumber_view(const encke_renumbering *numbering,
                                  int64_t member) {
  const auto &found = numbering->members[size_t(member)];
  return found.view ? found.view : found.tensor;
}

void encke_renumber_end(encke_renumbering *numbering, encke_tensor *result,
                        int64_t mode) {
  guarded(nullptr, [&] {
    if (numbering->isOn && result) {
      encke_level &level = levelOf(*result, mode);
      withCoordinates(*result, level, [&](auto *crd) {
        for (int64_t p = 0; p != level.crd_count; ++p)
          crd[p] = static_cast<std::decay_t<decltype(*crd)>>(
              numbering->coordinates[size_t(crd[p])]);
      });
      level.size = result->sizes[mode] = numbering->size;
    }
    std::vector<std::shared_ptr<void>> &scratch = Context::current().scratch;
    scratch.erase(std::find_if(scratch.begin(), scratch.end(),
                               [&](const std::shared_ptr<void> &owned) {
                                 return owned.get() == numbering;
                               }));
  });
}
