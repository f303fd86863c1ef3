//===- write.cpp - parts of tensors to one file ---------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first process makes the file, without a name until all is in it. The
// others find it among what that process has open: nothing is left where one of
// them is ended. Each makes its text twice, at first only to know how long it
// is: what others write stands behind it.
//
//===----------------------------------------------------------------------===//

#include "processes/write.h"
#include "core/context.h"
#include "io/atomic_file.h"
#include "io/extension.h"
#include "io/write.h"
#include "processes/distribution.h"
#include "processes/traffic.h"
#include "storage/layout.h"
#include "storage/level_map.h"
#include "storage/tensor.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

using namespace encke::rt;

namespace {

/// Counts what is written.
class CountingSink : public Sink {
public:
  bool put(const char *, size_t length) override {
    bytes += int64_t(length);
    return true;
  }
  bool flush() override { return true; }
  int64_t bytes = 0;
};

/// A place in a file that other processes write as well.
class PlaceSink : public Sink {
public:
  PlaceSink(int descriptor, int64_t at) : descriptor(descriptor), at(at) {}
  bool put(const char *text, size_t length) override {
    while (length != 0) {
      ssize_t written = pwrite(descriptor, text, length, at);
      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        return false;
      text += written;
      length -= size_t(written);
      at += written;
    }
    return true;
  }
  bool flush() override { return fsync(descriptor) == 0; }

private:
  int descriptor;
  off_t at;
};

/// A file that one process has open.
struct OpenFile {
  int64_t process;
  int64_t descriptor;
  int64_t device, node;
};

class Descriptor {
public:
  explicit Descriptor(int number) : number(number) {}
  ~Descriptor() {
    if (number >= 0)
      close(number);
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  int get() const { return number; }

private:
  int number;
};

} // namespace

static OpenFile describe(int descriptor) {
  struct stat status = {};
  fstat(descriptor, &status);
  return {getpid(), descriptor, int64_t(status.st_dev), int64_t(status.st_ino)};
}

/// -1 where it is on another machine.
static int openFileOf(const OpenFile &file) {
  std::string path = "/proc/" + std::to_string(file.process) + "/fd/" +
                     std::to_string(file.descriptor);
  int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0)
    return -1;
  OpenFile found = describe(descriptor);
  if (found.device == file.device && found.node == file.node)
    return descriptor;
  close(descriptor);
  return -1;
}

bool encke::rt::writesParts(const encke_level *levels, int32_t count,
                            int32_t order, int64_t mode,
                            const std::string &path) {
  if (path == "-" || hasExtension(path, ".gz"))
    return false;
  std::optional<WriteForm> form = findForm(path);
  if (form != WriteForm::MatrixMarket && form != WriteForm::Tns)
    return false;
  if (!std::all_of(levels, levels + count, isDense))
    return isWhole(levels[0]) && levels[0].mode == mode;
  // Arrays are column-major.
  bool isArray = form == WriteForm::MatrixMarket;
  return mode == (isArray ? order - 1 : 0);
}

/// What the text of this process's part says, of which all others know.
static TextOf describePart(const encke_tensor &tensor,
                           const encke_distribution &distribution, int64_t mode,
                           WriteForm form, Messages &messages) {
  TextOf text = describeText(tensor, form);
  size_t own = size_t(mode);
  text.mode = int32_t(mode);
  text.first = distribution.begin();
  text.sizes[own] = distribution.total();
  text.reached[own] += text.first;
  if (text.stored == 0)
    text.reached.assign(text.reached.size(), 0);
  std::vector<int64_t> said(1, text.stored);
  said.insert(said.end(), text.reached.begin(), text.reached.end());
  auto all = messages.gatherAll(reinterpret_cast<const char *>(said.data()),
                                int64_t(said.size() * sizeof(int64_t)));
  bool hasOwn = text.stored != 0;
  text.stored = 0;
  text.hasHead = messages.rank() == 0;
  text.hasFirstEntry = hasOwn;
  for (size_t p = 0; p != all.size(); ++p) {
    std::memcpy(said.data(), all[p].data(), all[p].size());
    text.hasFirstEntry &= p >= messages.rank() || said[0] == 0;
    text.stored += said[0];
    for (size_t m = 0; m != text.reached.size(); ++m)
      text.reached[m] = std::max(text.reached[m], said[1 + m]);
  }
  return text;
}

/// Every process writes its part of the text. Returns false, and leaves all as
/// it was, where some of them are on other machines.
static bool writeTogether(const encke_tensor &tensor,
                          const encke_distribution &distribution, int64_t mode,
                          const std::string &path, Messages &messages) {
  encke_processes &table = messages.table();
  std::optional<AtomicFile> file;
  OpenFile opened = {};
  if (messages.rank() == 0) {
    file.emplace(path);
    opened = describe(fileno(file->stream()));
  }
  opened = gatherFromAll(table, opened).front();
  Descriptor descriptor(openFileOf(opened));
  for (int32_t isThere : gatherFromAll(table, int32_t(descriptor.get() >= 0)))
    if (!isThere)
      return false;

  WriteForm form = *findForm(path);
  TextOf text = describePart(tensor, distribution, mode, form, messages);
  std::string name = "'" + path + "'";
  CountingSink counter;
  auto counted = std::make_unique<Output>(counter, name);
  writePart(tensor, text, *counted, form);
  counted->flush();
  int64_t at = 0, process = 0;
  for (int64_t bytes : gatherFromAll(table, counter.bytes))
    at += process++ < int64_t(messages.rank()) ? bytes : 0;
  PlaceSink place(descriptor.get(), at);
  auto out = std::make_unique<Output>(place, name);
  writePart(tensor, text, *out, form);
  out->flush();
  table.barrier(&table);
  checkOthers(table);
  if (file)
    file->commit();
  return true;
}

/// A tensor of all processes, for the first one to write.
static void writeOnFirst(const encke_tensor &part,
                         const encke_distribution &distribution, int64_t mode,
                         const char *format, const char *path,
                         const char *where) {
  encke_tensor *whole = encke_tensor_new(format);
  for (int32_t m = 0; m != part.order; ++m)
    encke_tensor_set_size(whole, m,
                          m == mode ? distribution.total() : part.sizes[m]);
  encke_gather_first(whole, &part, &distribution, mode, where);
  if (Context::current().speaks())
    writeFile(WithoutLayouts(*whole).get(), path);
  encke_tensor_free(whole);
}

void encke_write_part(const encke_tensor *part,
                      const encke_distribution *distribution, int64_t mode,
                      const char *format, const char *path, const char *where) {
  guarded(where, [&] {
    WithoutLayouts plain(*part);
    const encke_tensor &tensor = plain.get();
    encke_processes &table = processesOf(Context::current());
    if (table.count == 1)
      return writeFile(tensor, path);
    bool isDone = false;
    if (writesParts(tensor.levels, tensor.level_count, tensor.order, mode,
                    path)) {
      if (isAllDense(tensor) && !tensor.values)
        throw Error("the tensor is written before it has values");
      Messages messages(where, "writing parts");
      isDone = writeTogether(tensor, *distribution, mode, path, messages);
    }
    if (!isDone)
      writeOnFirst(tensor, *distribution, mode, format, path, where);
    // Who reads the file then must see what was written.
    table.barrier(&table);
    checkOthers(table);
  });
}
