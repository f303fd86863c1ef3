#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a fuzzer for some seconds.

Each target starts from the files of the repository that are of its kind. First
it repeats what it once found (findings/TARGET), and with `--seconds 0` it only
does that. A finding is left in the working folder; its name is in the output.
`--corpus` names a folder where inputs that reach new code are kept for the next
run.
"""

import argparse
import bz2
import dataclasses
import glob
import gzip
import io
import lzma
import os
import re
import struct
import subprocess
import sys
import tarfile
import tempfile
import typing
import zipfile
import zlib

import hdf5

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "../.."))
MOST_SECONDS_AN_INPUT = 20  # threads may wait long on a busy machine
MOST_MEGABYTES = 2048


#===--- Programs ----------------------------------------------------------===#


def programs():
    """All programs of the repository."""
    for top in ("examples", "docs", "tests"):
        for path, _, names in os.walk(os.path.join(ROOT, top)):
            for name in names:
                if name.endswith(".ta"):
                    with open(os.path.join(path, name), "rb") as file:
                        yield file.read()


def grammar_words():
    """The words that the grammar spells out."""
    with open(os.path.join(ROOT, "grammar/TA.g4"), encoding="utf-8") as file:
        rules = re.sub(r"//.*", "", file.read())
    return set(re.findall(r"'([!-&(-~]+)'", rules))


#===--- Data files --------------------------------------------------------===#

# The bytes before the text of a file, as ReaderFuzzer.cpp reads them: the kind
# of the file and the element type, threads and chunks, what is read and how.
MATRIX_MARKET, ARCHIVE, COMPLEX, WRITTEN_AGAIN = 1, 2 << 1, 5 << 4, 64


def archive(text):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as tar:
        for name in ("m/README.txt", "m/m.mtx"):
            member = tarfile.TarInfo(name)
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text))
    return stream.getvalue()


def data_files(extension):
    """The files of tests/data as they are, in an archive, and compressed."""
    kind = MATRIX_MARKET if extension == "mtx" else 0
    names = sorted(glob.glob(os.path.join(ROOT, "tests/data/*." + extension)))
    for number, name in enumerate(names):
        with open(name, "rb") as file:
            text = file.read()
        is_complex = COMPLEX if b"complex" in text else 0
        how = bytes([kind | is_complex, number % 256, WRITTEN_AGAIN])
        yield how + text
        if number % 10 == 0:
            yield bytes([kind | ARCHIVE, 7, 0]) + text
            yield bytes([kind, 7, 0]) + gzip.compress(text, mtime=0)
            yield bytes([kind, 7, 0]) + archive(text)


FOREIGN = 3 << 1  # with the number of the file's name in the second byte
ARRAYS = 4 << 1


def npy(kind, shape, numbers):
    header = (f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}"
              .ljust(117) + "\n").encode()
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header + numbers


def npz(**arrays):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive_:
        for name, array in arrays.items():
            archive_.writestr(name + ".npy", array)
    return stream.getvalue()


def arrays(**arrays_):
    """Archives of arrays as ReaderFuzzer.cpp makes them: of each its type, its
    shape and its bytes."""
    names = ("format", "shape", "data", "indptr", "indices", "row", "col",
             "coords", "fill_value", "offsets", "x")
    types = ("<i8", "<f8", ">i4", "|u1", "<c16", "|b1", "<f2", ">c8", "|S3", "<u8")
    text = bytes([ARRAYS, 7, WRITTEN_AGAIN])
    for name, (kind, shape, content) in arrays_.items():
        text += bytes([names.index(name), types.index(kind), len(shape),
                       len(content), *shape]) + content
    return text


def archives_of_arrays():
    """As SciPy stores matrices in each of its formats, and sparse tensors."""
    def numbers(*values):
        return ">i4", (len(values),), struct.pack(f">{len(values)}i", *values)
    values = ("<f8", (2,), struct.pack("<dd", 1.5, -2))
    shape = numbers(2, 3)
    for form in (b"csr", b"csc"):
        yield arrays(format=("|S3", (), form), shape=shape, data=values,
                     indptr=numbers(*((0, 1, 2) if form == b"csr" else (0, 0, 1, 2))),
                     indices=numbers(1, 0))
    yield arrays(format=("|S3", (), b"coo"), shape=shape, data=values,
                 row=numbers(0, 1), col=numbers(2, 1))
    yield arrays(format=("|S3", (), b"dia"), shape=shape, offsets=numbers(0, -1),
                 data=(">i4", (2, 3), numbers(1, 2, 3, 4, 5, 6)[2]))
    yield arrays(format=("|S3", (), b"bsr"), shape=shape, indptr=numbers(0, 1, 1),
                 indices=numbers(0), data=(">i4", (1, 1, 3), numbers(1, 2, 3)[2]))
    yield arrays(shape=numbers(2, 3, 4), data=values, fill_value=("|u1", (), b"\0"),
                 coords=(">i4", (3, 2), numbers(0, 1, 2, 1, 3, 0)[2]))
    yield arrays(x=(">i4", (2, 3), numbers(1, 2, 3, 4, 5, 6)[2]))


def mat(is_packed):
    """A sparse matrix of MATLAB's."""
    def element(kind, content):
        return (struct.pack("<II", kind, len(content)) + content +
                bytes(-len(content) % 8))
    variable = (element(6, struct.pack("<II", 5, 2)) +
                element(5, struct.pack("<ii", 2, 3)) + element(1, b"A") +
                element(5, struct.pack("<iii", 1, 0, 0)) +
                element(5, struct.pack("<iiii", 0, 0, 1, 2)) +
                element(9, struct.pack("<dd", -2, 1.5)))
    header = b"MATLAB 5.0 MAT-file".ljust(124) + struct.pack("<H", 256) + b"IM"
    if not is_packed:
        return header + element(14, variable)
    packed = zlib.compress(element(14, variable))
    return header + struct.pack("<II", 15, len(packed)) + packed


def foreign_files():
    """One of each form that is read."""
    integers = struct.pack("<qqq", 0, 1, 2)
    doubles = struct.pack("<dd", 1.5, -2)
    files = [
        npy("<f8", "(1, 2)", doubles), npy(">i4", "(6,)", integers),
        npz(format=npy("|S3", "()", b"csr"), shape=npy("<i8", "(2,)", integers),
            indptr=npy("<i8", "(3,)", integers), data=npy("<f8", "(2,)", doubles),
            indices=npy("<i8", "(2,)", integers)),
        npz(x=npy("<f8", "(2,)", doubles)), mat(True), mat(False),
        struct.pack("<5i", 2, 3, 3, 0, 2) + b"A\0" +
        struct.pack("<9d", 2, 1, 2, 2, 3, 3, -2, 1.5, 0),
        struct.pack(">8i", 1211216, 2, 3, 2, 1, 1, 2, 1) +
        struct.pack(">dd", 1.5, -2),
        b"title\n 3 1 1 1\nRUA             2 3 2 0\n(4I3) (2I2) (2E10.3)\n"
        b"  1  1  2  3\n 2 1\n-2.000D+00 1.500+000\n",
        b"%%MatrixMarket tensor coordinate real general\n2 3 1\n1 2 1.5\n",
        b"# extended FROSTT format\n2 1\n2 3\n1 2 1.5\n",
        b"sptensor\n2\n2 3\n1\n1 2 1.5\n", b"row,col,value\n0,1,2.5\n3,2,1\n",
        b"0 1 {'weight': 2.5}\n2 1 {}\n", b"% c\n3 2 001\n2 1\n1 1 3 2\n2 2\n",
        lzma.compress(b"1 1 2\n"), bz2.compress(b"1 1 2\n"),
    ]
    for number, text in enumerate(files):
        for name in range(4):
            yield bytes([FOREIGN, name + 4 * number, number % 8]) + text
    yield from archives_of_arrays()


def words_of_foreign_files():
    return ["'descr': '<f8'", "'shape': (", "<c16", "|b1", ">i4", "PK\1\2",
            "indptr.npy", "PK\3\4", "RSA", "PUA", "(10I8)", "(1P,4D20.12)", "{}",
            "%%MatrixMarket tensor ", "sptensor\n", "# extended FROSTT\n"]


def hdf5_files():
    for number, text in enumerate(hdf5.files()):
        yield bytes([FOREIGN, 4 * number, WRITTEN_AGAIN]) + text


def words_of_hdf5_files():
    return ["TREE", "SNOD", "HEAP", "GCOL", "OHDR", "OCHK", "CSC", "DCSR", "COO", "DMAT",
            "iso[int8]", "complex[float64]", "symmetric_upper", "pointers_to_1",
            "indices_0", "h5sparse_format", "barcodes", "MATLAB_class"]


def words_of_data_files():
    return ["%%MatrixMarket matrix ", "coordinate ", "array ", "real ",
            "integer ", "pattern ", "complex ", "general\n", "symmetric\n",
            "skew-symmetric\n", "hermitian\n", "%", "#", "\r\n", "\n1 1 1\n",
            "inf", "nan", "1e308", "0x1p3", "-0", "+1", "2147483647",
            "2147483648", "4294967296", "9223372036854775807",
            "9223372036854775808", "18446744073709551616", "ustar", "m/m.mtx"]


#===--- Targets -----------------------------------------------------------===#


@dataclasses.dataclass(frozen=True)
class Target:
    seeds: typing.Callable  # () -> what to start from
    words: typing.Callable  # () -> what to insert
    most_bytes: int         # an input; longer ones only repeat what these reach


TARGETS = {
    "front-end": Target(programs, grammar_words, 4096),
    "matrix-market": Target(lambda: data_files("mtx"), words_of_data_files, 2048),
    "hdf5": Target(hdf5_files, words_of_hdf5_files, 3000),
    "foreign": Target(foreign_files, words_of_foreign_files, 1024),
    "tns": Target(lambda: data_files("tns"), words_of_data_files, 1024),
    "convert": Target(lambda: [b"\3\2\0" + bytes(range(100))], lambda: [], 400),
}


def escaped(word):
    return "".join(c if c.isprintable() and c not in '\\"'
                   else f"\\x{ord(c):02x}" for c in word)


def run(fuzzer, *words):
    done = subprocess.run([fuzzer, f"-timeout={MOST_SECONDS_AN_INPUT}",
                           f"-rss_limit_mb={MOST_MEGABYTES}",
                           "-print_funcs=0", *words],
                          check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8",
                          errors="replace")
    lines = done.stdout.splitlines(True)
    print("".join(lines[-100 if done.returncode else -8:]))
    return done.returncode


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("target", choices=sorted(TARGETS))
    parser.add_argument("--fuzzer", required=True)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--corpus")
    return parser.parse_args()


def main():
    options = arguments()
    target = TARGETS[options.target]
    found = sorted(glob.glob(os.path.join(HERE, "findings", options.target,
                                          "*")))
    if found and run(options.fuzzer, *found):
        return 1
    if options.seconds == 0:
        return 0
    with tempfile.TemporaryDirectory() as folder:
        seeds, corpus, dictionary = (os.path.join(folder, name)
                                     for name in ("seeds", "corpus", "words"))
        os.mkdir(seeds)
        os.mkdir(corpus)
        for number, seed in enumerate(target.seeds()):
            with open(os.path.join(seeds, str(number)), "wb") as file:
                file.write(seed)
        words = sorted(target.words())
        with open(dictionary, "w", encoding="utf-8") as file:
            file.writelines(f'"{escaped(word)}"\n' for word in words)
        flags = [f"-dict={dictionary}"] if words else []
        return run(options.fuzzer, f"-max_total_time={options.seconds}",
                   f"-max_len={target.most_bytes}", "-print_final_stats=1",
                   *flags, options.corpus or corpus, seeds)


if __name__ == "__main__":
    sys.exit(main())
