//===- Convert.cpp - the speed of conversion between formats --------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   encke-bench-convert THREADS [--quick]
//
// Prints a record a line: the conversion, the input, who, the time, the bytes
// of the arrays of source and result, and the digest of what the result holds.
// Each run makes a new result and frees it.
//
//===----------------------------------------------------------------------===//

#include "ConversionPeer.h"
#include "CsrView.h"
#include "Digest.h"
#include "Inputs.h"
#include "Measure.h"
#include "Threads.h"

#include "encke/runtime.h"
#include "storage/walk.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace encke::bench;

namespace {

struct Conversion {
  const char *name;
  const char *from;
  const char *to;
};

constexpr char csr[] = "f64 4 4 D0 C1", csc[] = "f64 4 4 D1 C0";
constexpr Conversion ofMatrices[] = {
    {"CSR->CSC", csr, csc},
    {"CSC->CSR", csc, csr},
    {"COO->CSR", "f64 4 4 N0 S1", csr},
    {"CSR->DCSR", csr, "f64 4 4 C0 C1"},
    {"CSR->ELL", csr, "f64 4 4 D0 D# S1"},
    {"CSR->BCSR(4, 4)", csr, "f64 4 4 D0/4 C1/4 D0%4 D1%4"},
    {"CSR->DIA", csr, "f64 4 4 C1-0 D0"},
    {"ELL->CSR", "f64 4 4 D0 D# S1", csr},
    {"BCSR(4, 4)->CSR", "f64 4 4 D0/4 C1/4 D0%4 D1%4", csr},
    {"DIA->CSR", "f64 4 4 C1-0 D0", csr},
};
constexpr char csf[] = "f64 4 4 C0 C1 C2";
constexpr Conversion ofTensors[] = {
    {"CSF 012->021", csf, "f64 4 4 C0 C2 C1"},
    {"CSF 012->102", csf, "f64 4 4 C1 C0 C2"},
    {"CSF 012->210", csf, "f64 4 4 C2 C1 C0"},
};

bool isQuick;

double bytesOf(const encke_tensor &tensor) {
  int64_t bytes = tensor.value_count * 8; // doubles
  for (int32_t l = 0; l != tensor.level_count; ++l)
    bytes += tensor.levels[l].pos_count * tensor.pos_bytes +
             tensor.levels[l].crd_count * tensor.crd_bytes;
  return static_cast<double>(bytes);
}

Digest digestOf(const encke_tensor &tensor) {
  Digest digest;
  auto *values = static_cast<const double *>(tensor.values);
  encke::rt::walkStored(tensor, [&](const int64_t *at, int64_t position) {
    if (tensor.order == 2)
      digest.add(values[position], at[0], at[1]);
    else
      digest.add(values[position], at[0], at[1], at[2]);
  });
  return digest;
}

void print(const char *conversion, const char *input, const char *contender,
           const Timing &timing, double bytes, bool isRight) {
  std::printf("{\"conversion\": \"%s\", \"input\": \"%s\", \"contender\": "
              "\"%s\", \"ms\": %.6g, \"cpu_wall\": %.3f, \"bytes\": %.0f, "
              "\"checked\": %s}\n",
              conversion, input, contender, timing.seconds * 1e3,
              timing.cpuPerWall, bytes, isRight ? "true" : "false");
  std::fflush(stdout);
}

/// Peers and their names.
using Peers =
    std::vector<std::pair<const char *, std::unique_ptr<ConversionPeer>>>;

/// The peers that know both formats of a conversion.
Peers peersOf(const Conversion &conversion, const encke_tensor &tensor) {
  Peers peers;
  if (numThreads != 1) // they use one only
    return peers;
  auto add = [&](const char *name, std::unique_ptr<ConversionPeer> peer) {
    if (peer)
      peers.emplace_back(name, std::move(peer));
  };
  add("eigen", makeEigenConversion(conversion.name, tensor));
  add("taco", makeTacoConversion(conversion.name, tensor));
  return peers;
}

/// Measures a conversion of `tensor`, which is in the conversion's first
/// format, by Encke and by the peers that know both formats. `right` is the
/// digest of what all have to hold.
void measureConversion(const Conversion &conversion, const char *input,
                       const encke_tensor &tensor, uint64_t right) {
  Protocol protocol;
  if (isQuick)
    protocol = kQuick;
  encke_tensor *result = encke_convert(&tensor, conversion.to, nullptr);
  double bytes = bytesOf(tensor) + bytesOf(*result);
  bool isRight = digestOf(*result).value() == right;
  encke_tensor_free(result);

  std::vector<std::function<void()>> runs = {[&] {
    encke_tensor_free(encke_convert(&tensor, conversion.to, nullptr));
  }};
  Peers peers = peersOf(conversion, tensor);
  for (auto &[name, peer] : peers)
    runs.push_back([&peer = *peer] { peer.run(); });
  std::vector<Timing> timings = measure(runs, protocol);
  print(conversion.name, input, "encke", timings[0], bytes, isRight);
  for (size_t n = 0; n != peers.size(); ++n)
    print(conversion.name, input, peers[n].first, timings[n + 1], bytes,
          peers[n].second->digest().value() == right);
}

/// All conversions of a tensor whose first format is `format`.
template <size_t count>
void measureAll(const Conversion (&conversions)[count], const char *input,
                const encke_tensor &tensor) {
  uint64_t right = digestOf(tensor).value();
  std::printf("{\"input\": \"%s\", \"digest\": %llu}\n", input,
              static_cast<unsigned long long>(right));
  for (const Conversion &conversion : conversions) {
    // Every diagonal of a graph would be stored, and rows as long as the
    // longest.
    bool isPadded = std::strstr(conversion.name, "DIA") ||
                    std::strstr(conversion.name, "ELL");
    if (isPadded && std::strcmp(input, "fem3d") != 0)
      continue;
    encke_tensor *from = encke_convert(&tensor, conversion.from, nullptr);
    measureConversion(conversion, input, *from, right);
    encke_tensor_free(from);
  }
}

/// The skewed tensor as coordinates, and its arrays.
struct SkewedTensor {
  SkewedTensor() : places(makeSkewed(isQuick, sizes)) {
    count = int64_t(places.size());
    values = generateValues(count, 6);
    position[1] = int32_t(count);
    for (int32_t mode = 0; mode != 3; ++mode) {
      coordinates[mode] = AlignedArray<int32_t>(places.size());
      for (size_t n = 0; n != places.size(); ++n)
        coordinates[mode][n] = places[n][size_t(mode)];
      shape[mode] = sizes[size_t(mode)];
      encke_level &level = levels[mode];
      level.type = mode == 0 ? ENCKE_COMPRESSED_NONUNIQUE : ENCKE_SINGLETON;
      level.mode = mode;
      level.size = shape[mode];
      level.crd = coordinates[mode].data();
      level.crd_count = count;
    }
    levels[0].pos = position;
    levels[0].pos_count = 2;
    tensor.order = tensor.level_count = 3;
    tensor.type = ENCKE_F64;
    tensor.pos_bytes = tensor.crd_bytes = sizeof(int32_t);
    tensor.sizes = shape;
    tensor.levels = levels;
    tensor.values = values.data();
    tensor.value_count = count;
  }
  SkewedTensor(const SkewedTensor &) = delete;
  SkewedTensor &operator=(const SkewedTensor &) = delete;

  Place sizes;
  std::vector<Place> places;
  int64_t count = 0;
  AlignedArray<double> values;
  AlignedArray<int32_t> coordinates[3];
  int32_t position[2] = {};
  int64_t shape[3] = {};
  encke_level levels[3] = {};
  encke_tensor tensor = {};
};

void run() {
  {
    CsrMatrix matrix = makeFem3d(isQuick);
    CsrView view(matrix);
    measureAll(ofMatrices, "fem3d", view.tensor);
  }
  {
    CsrMatrix matrix = makeRmat(isQuick);
    CsrView view(matrix);
    measureAll(ofMatrices, "rmat", view.tensor);
  }
  SkewedTensor skewed;
  measureAll(ofTensors, "skewed", skewed.tensor);
}

} // namespace

int main(int argc, char **argv) {
  numThreads = argc > 1 ? int(std::strtol(argv[1], nullptr, 10)) : 1;
  isQuick = argc > 2 && std::strcmp(argv[2], "--quick") == 0;
  encke_options options;
  encke_options_default(&options);
  options.threads = numThreads;
  return encke_main(run, &options, nullptr, 0);
}
