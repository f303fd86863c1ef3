//===- encke/device.h - kernels on devices ------------------------*- C -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a program calls where a device, a GPU mostly, runs a kernel. A part of
// encke/runtime.h.
//
//===----------------------------------------------------------------------===//

#ifndef ENCKE_DEVICE_H
#define ENCKE_DEVICE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* What code is for. */
#define ENCKE_DEVICE_VULKAN 1 /* SPIR-V */
#define ENCKE_DEVICE_CUDA 2   /* PTX, with a zero behind */

/* What a kernel does with an array. */
#define ENCKE_DEVICE_READ 0
#define ENCKE_DEVICE_WRITTEN 1 /* and perhaps read */
#define ENCKE_DEVICE_ONCE 2    /* reads, and nobody else does */

/* An array of a kernel, in the memory of the host. */
typedef struct encke_device_array {
  void *data;
  int64_t bytes;
  int64_t use;
} encke_device_array;

/* Runs the function `run` of the code on a device, with so many blocks of so
 * many threads: its arguments are the arrays, in their order. The device keeps
 * them; what the kernel writes is there until the host asks for it. The code is
 * a constant of the program, and is given to the driver once. */
void encke_device_launch(int64_t device, const void *code, int64_t code_bytes,
                         int64_t blocks, int64_t threads,
                         const encke_device_array *arrays, int64_t count);

/* The host is about to read so many bytes, or also to write or to free them;
 * where `bytes` is negative, those of a tensor, or of an array of any length.
 */
void encke_device_touch(const void *what, int64_t bytes, int64_t writes);

/* The device that `auto` takes: one of the above, or 0 where there is none that
 * is faster than the processor. */
int32_t encke_device_find(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* ENCKE_DEVICE_H */
