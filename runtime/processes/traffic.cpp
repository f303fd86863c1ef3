//===- traffic.cpp - what processes send, and for which statement ---------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "processes/traffic.h"
#include "core/timing.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

namespace encke::rt {

//===----------------------------------------------------------------------===//
// A process that is alone
//===----------------------------------------------------------------------===//

static void keepOwn(encke_processes *, const void *const *send,
                    const int64_t *sent, void *const *receive,
                    const int64_t *) {
  if (sent[0])
    std::memcpy(receive[0], send[0], size_t(sent[0]));
}
/// To itself a process sends nothing then.
static void *beginNothing(encke_processes *, const void *const *,
                          const int64_t *, void *const *, const int64_t *) {
  return nullptr;
}
static void finishNothing(encke_processes *, void *) {}
static void keepData(encke_processes *, void *, int64_t, int32_t) {}
static void keepPart(encke_processes *, const void *send, int64_t sent,
                     void *const *receive, const int64_t *) {
  if (sent)
    std::memcpy(receive[0], send, size_t(sent));
}
static void keepPartOfRoot(encke_processes *table, const void *send,
                           int64_t sent, void *const *receive,
                           const int64_t *received, int32_t) {
  keepPart(table, send, sent, receive, received);
}
static void goOn(encke_processes *) {}
static int32_t tell(encke_processes *) { return 1; }
static void wait(encke_processes *) {} // for nobody
static void end(encke_processes *, int32_t) {}

encke_processes &processesOf(Context &context) {
  static encke_processes alone = {0,
                                  1,
                                  nullptr,
                                  keepOwn,
                                  beginNothing,
                                  finishNothing,
                                  keepData,
                                  keepPart,
                                  keepPartOfRoot,
                                  goOn,
                                  tell,
                                  wait,
                                  end,
                                  nullptr,
                                  0};
  finishTransfer(context);
  return context.processes ? *context.processes : alone;
}

//===----------------------------------------------------------------------===//
// What is counted
//===----------------------------------------------------------------------===//

Traffic::Row &Traffic::row(const char *where, const char *what) {
  auto found = std::find_if(rows.begin(), rows.end(), [&](const Row &row) {
    return row.where == where && std::strcmp(row.what, what) == 0;
  });
  if (found == rows.end()) {
    rows.emplace_back();
    found = rows.end() - 1;
    found->where = where;
    found->what = what;
  }
  return *found;
}

namespace {
/// What a row is on all processes.
struct RowSum {
  int64_t ghosts, most, bytes, messages;
  double seconds;
};
} // namespace

/// The same rows are there on all processes, in the same order.
static void printTraffic(Context &context) {
  encke_processes &table = processesOf(context);
  const std::vector<Traffic::Row> &rows = trafficOf(context).rows;
  size_t count = rows.size();
  auto numbersOf = [&](const Traffic::Row &row) -> RowSum {
    return {row.ghosts, row.ghosts, row.bytes, row.messages, row.seconds};
  };
  std::vector<RowSum> own, all(count * size_t(table.count));
  for (const Traffic::Row &row : rows)
    own.push_back(numbersOf(row));
  int64_t bytes = int64_t(count * sizeof(RowSum));
  std::vector<void *> places;
  for (size_t p = 0; p != size_t(table.count); ++p)
    places.push_back(all.data() + p * count);
  std::vector<int64_t> lengths(size_t(table.count), bytes);
  table.gather(&table, own.data(), bytes, places.data(), lengths.data(), 0);
  if (table.rank != 0)
    return;
  for (size_t r = 0; r != count; ++r) {
    RowSum sum = {0, 0, 0, 0, 0};
    for (size_t p = 0; p != size_t(table.count); ++p) {
      const RowSum &one = all[p * count + r];
      sum.ghosts += one.ghosts;
      sum.most = std::max(sum.most, one.most);
      sum.bytes += one.bytes;
      sum.messages += one.messages;
      sum.seconds = std::max(sum.seconds, one.seconds);
    }
    std::fprintf(stderr,
                 "encke: %s: %s, %lld times: %lld bytes sent in %lld messages",
                 rows[r].where.c_str(), rows[r].what,
                 static_cast<long long>(rows[r].times),
                 static_cast<long long>(sum.bytes),
                 static_cast<long long>(sum.messages));
    if (sum.ghosts)
      std::fprintf(stderr, ", %lld ghosts (at most %lld of a process)",
                   static_cast<long long>(sum.ghosts),
                   static_cast<long long>(sum.most));
    std::fprintf(stderr, ", waiting %.3f ms\n", sum.seconds * 1e3);
  }
}

Traffic &trafficOf(Context &context) {
  if (!context.traffic) {
    context.traffic = std::make_shared<Traffic>();
    // All processes ask for it, so that all of them tell.
    if (context.processes && context.tellsTraffic)
      context.atEnd.emplace_back(printTraffic);
  }
  return *context.traffic;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

Messages::Messages(const char *where, const char *what, bool isMore)
    : context(Context::current()), processes(processesOf(context)),
      row(trafficOf(context).row(where ? where : "", what)) {
  row.times += !isMore;
}

void Messages::noteSent(size_t to, int64_t bytes) {
  if (to == rank() || bytes == 0)
    return;
  row.bytes += bytes;
  ++row.messages;
}

template <typename Call>
void Messages::measure(Call call) {
  double begin = now();
  call();
  row.seconds += now() - begin;
  checkOthers(processes);
}

std::vector<int64_t>
Messages::exchangeCounts(const std::vector<int64_t> &counts) {
  std::vector<int64_t> result(count()), width(count(), sizeof(int64_t));
  std::vector<const void *> from;
  std::vector<void *> to;
  for (size_t p = 0; p != count(); ++p) {
    from.push_back(&counts[p]);
    to.push_back(&result[p]);
  }
  measure([&] {
    processes.all_to_all(&processes, from.data(), width.data(), to.data(),
                         width.data());
  });
  return result;
}

std::vector<std::vector<char>>
Messages::exchange(const std::vector<std::vector<char>> &send,
                   const std::vector<int64_t> &received) {
  std::vector<std::vector<char>> result(count());
  std::vector<const void *> from;
  std::vector<void *> to;
  std::vector<int64_t> sent;
  for (size_t p = 0; p != count(); ++p) {
    result[p].resize(size_t(received[p]));
    from.push_back(send[p].data());
    to.push_back(result[p].data());
    sent.push_back(int64_t(send[p].size()));
  }
  measure([&] {
    processes.all_to_all(&processes, from.data(), sent.data(), to.data(),
                         received.data());
  });
  for (size_t p = 0; p != count(); ++p)
    noteSent(p, sent[p]);
  return result;
}

std::vector<std::vector<char>>
Messages::exchange(const std::vector<std::vector<char>> &send) {
  std::vector<int64_t> counts;
  for (const std::vector<char> &one : send)
    counts.push_back(int64_t(one.size()));
  return exchange(send, exchangeCounts(counts));
}

//===----------------------------------------------------------------------===//
// Messages under way
//===----------------------------------------------------------------------===//

void finishTransfer(Context &context) {
  if (!context.transfer || !context.transfer->begun)
    return;
  Transfer &transfer = *context.transfer;
  double begin = now();
  transfer.processes->finish(transfer.processes,
                             std::exchange(transfer.begun, nullptr));
  trafficOf(context).row(transfer.where.c_str(), exchangingGhosts).seconds +=
      now() - begin;
  checkOthers(*transfer.processes);
}

void Messages::begin(std::vector<std::vector<char>> send,
                     const std::vector<int64_t> &lengths,
                     const encke_distribution *distribution, int64_t mode,
                     const char *where) {
  auto transfer = std::make_shared<Transfer>();
  transfer->processes = &processes;
  transfer->distribution = distribution;
  transfer->mode = mode;
  transfer->where = where ? where : "";
  transfer->sent = std::move(send);
  transfer->received.resize(count());
  std::vector<const void *> from;
  std::vector<void *> to;
  std::vector<int64_t> sent;
  for (size_t p = 0; p != count(); ++p) {
    transfer->received[p].resize(size_t(lengths[p]));
    from.push_back(transfer->sent[p].data());
    to.push_back(transfer->received[p].data());
    sent.push_back(int64_t(transfer->sent[p].size()));
  }
  measure([&] {
    transfer->begun = processes.begin(&processes, from.data(), sent.data(),
                                      to.data(), lengths.data());
  });
  for (size_t p = 0; p != count(); ++p)
    noteSent(p, sent[p]);
  context.transfer = std::move(transfer);
}

std::vector<std::vector<char>>
Messages::take(Context &context, const encke_distribution *distribution,
               int64_t mode) {
  finishTransfer(context);
  std::shared_ptr<Transfer> transfer = std::move(context.transfer);
  context.transfer = nullptr;
  if (!transfer || transfer->distribution != distribution ||
      transfer->mode != mode)
    return {};
  return std::move(transfer->received);
}

std::vector<std::vector<char>> Messages::gatherAll(const char *send,
                                                   int64_t bytes) {
  std::vector<int64_t> lengths =
      exchangeCounts(std::vector<int64_t>(count(), bytes));
  std::vector<std::vector<char>> result(count());
  std::vector<void *> to;
  for (size_t p = 0; p != count(); ++p) {
    result[p].resize(size_t(lengths[p]));
    to.push_back(result[p].data());
  }
  measure([&] {
    processes.all_gather(&processes, send, bytes, to.data(), lengths.data());
  });
  for (size_t p = 0; p != count(); ++p)
    noteSent(p, bytes);
  return result;
}

std::vector<std::vector<char>> Messages::gatherFirst(const char *send,
                                                     int64_t bytes) {
  bool isFirst = rank() == 0;
  std::vector<int64_t> lengths(count()), width(count(), sizeof(int64_t));
  std::vector<void *> to;
  for (int64_t &length : lengths)
    to.push_back(&length);
  measure([&] {
    processes.gather(&processes, &bytes, sizeof(bytes), to.data(), width.data(),
                     0);
  });
  std::vector<std::vector<char>> result(isFirst ? count() : 0);
  to.assign(count(), nullptr);
  for (size_t p = 0; p != result.size(); ++p) {
    result[p].resize(size_t(lengths[p]));
    to[p] = result[p].data();
  }
  measure([&] {
    processes.gather(&processes, send, bytes, to.data(), lengths.data(), 0);
  });
  noteSent(0, bytes);
  return result;
}

} // namespace encke::rt
