# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small files in HDF5, as its library writes them by default.

An object is put behind what it has in it: `dataset` and `group` return where it
is, `finish` gives the file with one of them as its root.
"""

import struct
import zlib

NOWHERE = 2**64 - 1
INT64 = struct.pack("<BBHIHH", 0x10, 8, 0, 8, 0, 64)
DOUBLE = struct.pack("<BBBBIHHBBBBI", 0x11, 0x20, 0x3f, 0, 8, 0, 64, 52, 11, 0, 52,
                     1023)


def padded(content):
    return content + bytes(-len(content) % 8)


def message(kind, content):
    content = padded(content)
    return struct.pack("<HHI", kind, len(content), 0) + content


def extent(sizes):
    return struct.pack(f"<BB6x{len(sizes)}Q", 1, len(sizes), *sizes)


def attribute(name, value):
    """Of a text, or of integers."""
    if isinstance(value, bytes):
        kind, space, data = struct.pack("<B3xI", 0x13, len(value)), extent([]), value
    else:
        kind, space = INT64, extent([len(value)])
        data = struct.pack(f"<{len(value)}q", *value)
    name = name.encode() + b"\0"
    return message(12, struct.pack("<HHHH", 1, len(name), len(kind), len(space)) +
                   padded(name) + padded(kind) + padded(space) + data)


class Maker:
    """One file."""

    def __init__(self, before=0):
        self.before = before
        self.content = bytes(96)

    def put(self, block):
        self.content = padded(self.content)
        at = len(self.content)
        self.content += block
        return at

    def object(self, *messages):
        content = b"".join(messages)
        return self.put(struct.pack("<HHII4x", 1, len(messages), 1, len(content)) +
                        content)

    def dataset(self, numbers, sizes=None, more=b""):
        """Integers, or doubles."""
        is_whole = all(isinstance(number, int) for number in numbers)
        data = struct.pack(f"<{len(numbers)}{'q' if is_whole else 'd'}", *numbers)
        layout = struct.pack("<BBQQ", 3, 1, self.put(data), len(data))
        return self.object(message(1, extent(sizes or [len(numbers)])),
                           message(3, INT64 if is_whole else DOUBLE),
                           message(8, layout), more)

    def chunked(self, chunks, size, each):
        """Doubles of one dimension in chunks that are shuffled and deflated."""
        tree = b"TREE" + struct.pack("<BBHQQ", 1, 0, len(chunks), NOWHERE, NOWHERE)
        for number, values in enumerate(chunks):
            data = struct.pack(f"<{each}d", *values)
            data = bytes(data[n * 8 + byte] for byte in range(8) for n in range(each))
            data = zlib.compress(data)
            tree += struct.pack("<IIQQQ", len(data), 0, number * each, 0,
                                self.put(data))
        layout = struct.pack("<BBBQII", 3, 2, 2, self.put(tree + bytes(24)), each, 8)
        filters = struct.pack("<BB6xHHHHI4xHHHHI4x", 1, 2, 2, 0, 0, 1, 8, 1, 0, 0, 1, 6)
        return self.object(message(1, extent([size])), message(3, DOUBLE),
                           message(8, layout), message(11, filters))

    def group(self, members, *attributes):
        """Names in a heap, a leaf with a symbol each, and a tree above it."""
        names, leaf = bytes(8), b"SNOD" + struct.pack("<HH", 1, len(members))
        for name, address in sorted(members.items()):
            leaf += struct.pack("<QQ24x", len(names), address)
            names = padded(names + name.encode() + b"\0")
        heap = self.put(b"HEAP" + struct.pack("<4xQQQ", len(names), NOWHERE,
                                              self.put(names)))
        tree = self.put(b"TREE" + struct.pack("<HHQQQQQ", 0, 1, NOWHERE, NOWHERE, 0,
                                              self.put(leaf), 8))
        return self.object(message(17, struct.pack("<QQ", tree, heap)), *attributes)

    def finish(self, root):
        block = b"\x89HDF\r\n\x1a\n" + struct.pack(
            "<5xBBxHHIQQQQQQ24x", 8, 8, 4, 16, 0, self.before, NOWHERE,
            len(self.content), NOWHERE, 0, root)
        return bytes(self.before) + block + self.content[len(block):]


def files():
    """One of each form that is read."""
    def matrix(maker, **more):
        return {"indptr": maker.dataset([0, 1, 2]), "indices": maker.dataset([2, 1]),
                "data": maker.dataset([1.5, -2.0]), **more}
    text = (b'{"binsparse": {"format": "CSR", "shape": [2, 3], "structure": '
            b'"general", "fill": false, "data_types": {"values": "float64"}}}')
    maker = Maker()
    members = matrix(maker)
    yield maker.finish(maker.group(
        {"pointers_to_1": members["indptr"], "indices_1": members["indices"],
         "values": members["data"]}, attribute("binsparse", text)))
    custom = (b'{"format": {"swizzle": [1, 0], "level": "sparse", "rank": 1, '
              b'"subformat": {"level": "dense", "rank": 1, "subformat": '
              b'{"level": "element"}}}, "shape": [2, 3], "data_types": {}}')
    maker = Maker()
    yield maker.finish(maker.group(
        {"indices_0": maker.dataset([2]), "values": maker.dataset([1.5, 2.5])},
        attribute("binsparse", custom)))
    maker = Maker()
    inner = maker.group(matrix(maker), attribute("shape", [2, 3]),
                        attribute("encoding-type", b"csr_matrix"))
    yield maker.finish(maker.group({"X": inner}))
    maker = Maker(512)
    sparse = {"jc": maker.dataset([0, 0, 1, 2]), "ir": maker.dataset([1, 0]),
              "data": maker.dataset([-2.0, 1.5])}
    yield maker.finish(maker.group(
        {"A": maker.group(sparse, attribute("MATLAB_sparse", [2]))}))
    maker = Maker()
    yield maker.finish(maker.group(
        {"x": maker.chunked([[1.0, 2.0], [3.0, 9.0]], 3, 2)}))
