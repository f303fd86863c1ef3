#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long sums of floats, in every kind of loop, against exact values.

A sum in floats that adds one term after the other stops to grow: 2^24 ones are
the most that it holds. Each program is run without and with optimisation, and
with several threads. It prints sums of numbers that are all alike, whose exact
value is known, and of random ones, beside the same in doubles.
"""

import fractions
import itertools
import struct
import sys
import tempfile

import harness

# Relative errors: a few times the half unit by which any result may be off.
ALLOWED = 2.0 ** -20
FLAGS = [[f"-O{level}", "--threads", threads]
         for level, threads in itertools.product("03", "13")]

LONG = 2_000_000
TENTH = fractions.Fraction(struct.unpack("f", struct.pack("f", 0.1))[0])

# What is printed, and what it should be: of x = 0.1 at n places.
ALIKE = f"""
def main() {{
  IndexLabel [j] = [{LONG}];
  IndexLabel [i] = [3];
  IndexLabel [k] = [11];
  IndexLabel [m] = [1];
  Tensor<float> x([j], {{Dense}});
  Tensor<float> A([i, j], {{Dense}});
  Tensor<float> B([j, k], {{Dense}});
  Tensor<float> P([m, j], {{Dense}});
  Tensor<float> Q([j, m], {{Dense}});
  Tensor<float> R([m], {{Dense}});
  Tensor<float> y([i], {{Dense}});
  Tensor<float> z([k], {{Dense}});
  Tensor<float> C([i, k], {{Dense}});
  x[j] = 0.1;
  A[i, j] = 0.1;
  B[j, k] = 0.1;
  P[m, j] = 1.0;
  Q[j, m] = 1.0;
  print(SUM(x[j]));
  print(NORM(x[j]));
  print(SUM(x[j] * x[j]));
  y[i] = SUM[j](A[i, j]);
  print(SUM(y[i]));
  y[i] += A[i, j] * x[j];
  print(MIN(y[i])); print(MAX(y[i]));
  z[k] = B[j, k];
  print(MIN(z[k])); print(MAX(z[k]));
  z[k] = B[j, k] * x[j];
  z[k] -= B[j, k];
  print(MIN(z[k])); print(MAX(z[k]));
  C[i, k] = A[i, j] * B[j, k];
  print(MIN(C[i, k])); print(MAX(C[i, k]));
  R[m] = P[m, j] * Q[j, m];
  print(SUM(R[m]));
}}
"""
ALIKE_EXACT = [
    TENTH * LONG, float(TENTH * TENTH * LONG) ** 0.5, TENTH * TENTH * LONG,
    3 * TENTH * LONG,
    *[TENTH * LONG + TENTH * TENTH * LONG] * 2,
    *[TENTH * LONG] * 2,
    *[TENTH * TENTH * LONG - TENTH * LONG] * 2,
    *[TENTH * TENTH * LONG] * 2,
    LONG,
]

# Each statement in floats and, on the same numbers, in doubles; sizes come from
# a file, so that nothing is known of them.
RANDOM = """
def main() {
  IndexLabel [i] = [?];
  IndexLabel [j] = [?];
  IndexLabel [k] = [?];
  Tensor<float> m([i, j], {CSR});
  Tensor<float> D([i, j], {Dense});
  Tensor<float> A([i, j], {FORMAT});
  Tensor<float> B([j, k], {Dense});
  Tensor<float> S([j, k], {CSR});
  Tensor<float> x([j], {Dense});
  Tensor<float> y([i], {Dense});
  Tensor<float> C([i, k], {Dense});
  Tensor<float> G([i, k], {Dense});
  Tensor<float> H([i, k], {CSR});
  Tensor<double> WD([i, j], {Dense});
  Tensor<double> WA([i, j], {Dense});
  Tensor<double> WB([j, k], {Dense});
  Tensor<double> wx([j], {Dense});
  Tensor<double> wy([i], {Dense});
  Tensor<double> WC([i, k], {Dense});
  m[i, j] = read(0);
  x[j] = read(1);
  B[j, k] = read(2);
  D[i, j] = random(5);
  D[i, j] += 0.25;
  A[i, j] = D[i, j];
  S[j, k] = B[j, k];
  WD[i, j] = D[i, j];
  WB[j, k] = B[j, k];
  wx[j] = x[j];
  print(SUM(A[i, j])); print(SUM(WD[i, j]));
  print(NORM(A[i, j])); print(NORM(WD[i, j]));
  y[i] = A[i, j] * x[j];
  wy[i] = WD[i, j] * wx[j];
  print(MIN(y[i])); print(MIN(wy[i]));
  C[i, k] = A[i, j] * B[j, k];
  WC[i, k] = WD[i, j] * WB[j, k];
  print(MAX(C[i, k])); print(MAX(WC[i, k]));
  print(NORM(C[i, k])); print(NORM(WC[i, k]));
  G[i, k] = D[i, j] * B[j, k];
  print(NORM(G[i, k])); print(NORM(WC[i, k]));
  H[i, k] = A[i, j] * S[j, k];
  print(NORM(H[i, k])); print(NORM(WC[i, k]));
}
"""
ROWS, INNER, COLUMNS = 7, 30_011, 13
FORMATS = ("CSR", "CSC", "COO", "DCSR")

EXTREMES = """
def main() {
  IndexLabel [i] = [3];
  IndexLabel [k] = [2];
  Tensor<double> x([i], {Dense});
  Tensor<float> f([i], {Dense});
  Tensor<float> F([k, i], {CSR});
  Tensor<float> r([k], {Dense});
  Tensor<complex> c([i], {Dense});
  x[i] = [3e200, 0, 4e200];   print(NORM(x[i]));
  x[i] = [3e-200, 0, 4e-200]; print(NORM(x[i]));
  x[i] = [3e-310, 0, 4e-310]; print(NORM(x[i]));
  x[i] = [1e308, 1e308, 0];   print(NORM(x[i]));
  x[i] = [0, 0, 0];           print(NORM(x[i]));
  x[i] = [3e200, 0, 4e200];   var n = NORM(x[i] * 1e-200) + 1; print(n);
  c[i] = x[i];                print(NORM(c[i]));
  f[i] = [3e30, 0, 4e30];     print(NORM(f[i]));
  f[i] = [3e-30, 0, 4e-30];   print(NORM(f[i]));
  F[k, i] = f[i];
  r[k] = NORM[i](F[k, i]);    print(SUM(r[k]));
}
"""
EXTREMES_EXACT = [5e200, 5e-200, 5e-310, 2 ** 0.5 * 1e308, 0, 6, 5e200, 5e30,
                  5e-30, 1e-29]


def write_matrix(path, rows, columns):
    """Numbers from 1/4 to 5/4 that no sum is exact of."""
    with open(path, "w", encoding="ascii") as file:
        size = f"{rows} {columns}" if columns else f"{rows} 1"
        file.write(f"%%MatrixMarket matrix array real general\n{size}\n")
        count = rows * max(columns, 1)
        file.writelines(f"{0.25 + (n * 7919 % 10007) / 10007:.9f}\n"
                        for n in range(count))


def numbers_of(encke, flags, text, folder, data=()):
    program = f"{folder}/program.ta"
    with open(program, "w", encoding="ascii") as file:
        file.write(text)
    out = harness.run([encke, "run", *flags, program, *data])
    return [float(word) for word in out.split()]


def compare(what, numbers, exact, allowed=ALLOWED):
    if len(numbers) != len(exact):
        raise harness.Failure(f"{what}: {len(numbers)} numbers")
    return [f"{what}, number {at}: {got!r}, not {float(wanted)!r}"
            for at, (got, wanted) in enumerate(zip(numbers, exact))
            if abs(got - float(wanted)) > allowed * abs(float(wanted))]


def main():
    encke, errors = sys.argv[1], []
    with tempfile.TemporaryDirectory() as folder:
        data = [f"{folder}/{name}.mtx" for name in ("m", "x", "b")]
        write_matrix(data[0], ROWS, INNER)
        write_matrix(data[1], INNER, 0)
        write_matrix(data[2], INNER, COLUMNS)
        for flags in FLAGS:
            name = " ".join(flags)
            errors += compare(name, numbers_of(encke, flags, ALIKE, folder),
                              ALIKE_EXACT)
            errors += compare(f"{name}, norms",
                              numbers_of(encke, flags, EXTREMES, folder),
                              EXTREMES_EXACT)
            for kind in FORMATS:
                numbers = numbers_of(encke, flags, RANDOM.replace("FORMAT", kind),
                                     folder, data)
                errors += compare(f"{name}, {kind}", numbers[::2], numbers[1::2])
    print("\n".join(errors[:20]))
    sys.exit(bool(errors))


main()
