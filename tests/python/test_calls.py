#===- test_calls.py - threads, processes, signals, memory ------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
import gc
import os
import pathlib
import resource
import tempfile
import threading
import tracemalloc
import unittest

from support import TestCase, encke, np, run_script, sp, sparse


def large(entries=10**6, rows=10**5, columns=10**5):
    """A matrix in CSR of that many entries."""
    each = entries // rows
    pos = np.arange(0, entries + 1, each, dtype=np.int32)
    crd = (np.arange(entries, dtype=np.int64) * 7919 % (columns // each)
           ).astype(np.int32)
    crd += np.tile(np.arange(each, dtype=np.int32) * (columns // each), rows)
    return sp.csr_array((np.arange(entries) % 13 + 0.5, crd, pos),
                        shape=(rows, columns))


def resident():
    """The memory of this process, in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


class Memory(TestCase):
    def test_operands_are_not_copied(self):
        A, x = large(), np.ones(10**5)
        A.has_canonical_format  # SciPy looks, and remembers
        encke.einsum("ij,j->i", A, x)
        tracemalloc.start()
        try:
            for _ in range(3):
                y = encke.einsum("ij,j->i", A, x)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        # Two results of 0.8 MB; the operands have 12.8.
        self.assertLess(peak, 2_000_000)
        self.assertClose(y, A @ x)
        del y
        # The first look at a matrix is without copies, too.
        B = sp.csr_array((A.data, A.indices.copy(), A.indptr.copy()), A.shape)
        B.has_canonical_format
        before = resident()
        encke.einsum("ij,j->i", B, x)
        self.assertLess(resident() - before, 3_000_000)

    def test_results_are_released(self):
        A, x = large(), np.ones(10**5)
        B = sparse(300, 300, 0.5)
        for _ in range(5):
            encke.einsum("ij,j->i", A, x)
            encke.einsum("ij,jk->ik", B, B)
        gc.collect()
        before = resident()
        for _ in range(200):
            encke.einsum("ij,j->i", A, x)
            encke.einsum("ij,jk->ik", B, B)
            encke.einsum("ij,jk->ik", B, B, format="dcsr")
        self.assertLess(resident() - before, 30_000_000)

    def test_failing_calls(self):
        A, x = sparse(7, 5), np.ones(6)
        C = sp.csr_array((7, 7))

        def fail():
            for call in (lambda: encke.einsum("ij,j->i", A, x),
                         lambda: encke.einsum("ij,kj->ik", A, A, out=C),
                         lambda: encke.einsum("ij->j", "x"),
                         lambda: encke.einsum("ij,j->i", A, A)):
                try:
                    call()
                except (encke.EnckeError, TypeError):
                    continue
                self.fail("it did not fail")

        for _ in range(1000):
            fail()
        before = resident()
        for _ in range(5000):
            fail()
        self.assertLess(resident() - before, 4_000_000)


class Threads(TestCase):
    def test_many(self):
        A, B = sparse(70, 50, 0.2), sparse(50, 60, 0.2, 1)
        x = np.arange(50.0)
        wanted, product = A @ x, (A @ B).toarray()
        failures = []

        def work(number):
            try:
                for turn in range(50):
                    found = encke.einsum("ij,j->i", A, x)
                    if not np.allclose(found, wanted):
                        failures.append("y")
                    found = encke.einsum("ij,jk->ik", A, B)
                    if not np.allclose(found.toarray(), product):
                        failures.append("C")
                    if turn % 10 == 0:
                        scaled = encke.evaluate(
                            f"y[i] = {number % 4}.5 * A[i,j] * x[j]", A=A, x=x)
                        if not np.allclose(scaled, (number % 4 + 0.5) * wanted):
                            failures.append("z")
                    try:
                        encke.einsum("ij,j->i", A, x[:-1])
                        failures.append("sizes")
                    except encke.EnckeError as error:
                        if "49" not in error.message:
                            failures.append(error.message)
            except BaseException as error:  # noqa: B902
                failures.append(repr(error))

        threads = [threading.Thread(target=work, args=(number,))
                   for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_large_on_threads(self):
        A, x = large(), np.arange(10.0**5)
        wanted = A @ x
        failures = []

        def work():
            for _ in range(5):
                if not np.allclose(encke.einsum("ij,j->i", A, x, threads=2),
                                   wanted):
                    failures.append(1)

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        work()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_beside_other_pools(self):
        a = np.random.default_rng(0).random((300, 300))
        A = large()
        x = np.ones(10**5)
        for _ in range(5):
            b = a @ a  # OpenBLAS
            self.assertClose(encke.einsum("ij,j->i", A, x), A @ x)
            self.assertClose(encke.einsum("ij,jk->ik", a, a), b)


FORK = """
import multiprocessing, sys
from support import encke, np, sparse
from test_calls import large

def work(n):
    A, x = large(), np.ones(10**5)
    y = encke.einsum("ij,j->i", A, x, threads=2)
    z = encke.einsum("i,i->", np.ones(n), np.ones(n))
    return bool(np.allclose(y, A @ x)) and z == n

if __name__ == "__main__":
    assert work(3)
    with multiprocessing.get_context({method!r}).Pool(3) as pool:
        print(all(pool.map(work, range(1, 9))), work(2))
"""


class Frames(TestCase):
    def test_operands_of_the_call_before(self):
        """What is filled in once is filled in anew for another operand, and
        seen where it was changed in place."""
        A, B = sparse(20, 30, 0.2), sparse(20, 30, 0.3)
        x, z = np.arange(30.0), np.ones(30)
        for _ in range(3):
            for matrix, vector in ((A, x), (B, x), (B, z), (B, z), (A, z)):
                self.assertClose(encke.einsum("ij,j->i", matrix, vector),
                                 matrix @ vector)
            A.data[:] += 1
            x[:] -= 2
        for scale in (1.5, 1.5, 2.5, True, 3, 1j, 1j, 2j, 0.5):
            self.assertClose(encke.evaluate("y[i] = a * x[i]", a=scale, x=x),
                             scale * x)
        tensors = [encke.convert(each, "dcsr") for each in (A, B)]
        for tensor, each in ((0, A), (1, B), (1, B), (0, A)):
            self.assertClose(encke.einsum("ij,j->i", tensors[tensor], x),
                             each @ x)
        out, other = np.zeros(20), np.zeros(20)
        for target in (out, other, out):
            encke.einsum("ij,j->i", A, z, out=target)
            self.assertClose(target, A @ z)
            target[:] = 0


class Files(TestCase):
    def test_data_files_of_a_call(self):
        text = """
def spmv(Tensor<double> x([b], {Dense})) -> Tensor<double>([a], {Dense}) {
  Tensor<double> M([a, b], {CSR});
  Tensor<double> y([a], {Dense});
  M[a, b] = read(0);
  y[a] = M[a, b] * x[b];
  return y;
}
def second(double factor) -> double {
  IndexLabel [a, b] = [?];
  Tensor<double> M([a, b], {CSR});
  M[a, b] = read(1);
  return factor * SUM(M[a, b]);
}
"""
        kernels = encke.compile(text)
        A, x = sparse(20, 30, 0.2), np.arange(30.0)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.mtx"
            encke.write(A, path)
            self.assertClose(kernels.spmv(x, files=[path]), A @ x)
            y = np.zeros(20)
            kernels.spmv(x, files=[str(path)], out=y)
            self.assertClose(y, A @ x)
            self.assertClose(kernels.second(2, files=["", os.fsencode(path)]),
                             2 * A.sum())
            # The next call has none of them.
            with self.assertRaises(encke.EnckeError) as caught:
                kernels.spmv(x)
            self.assertEqual(caught.exception.identifier, "no-data-file")
            self.assertTrue(caught.exception.place.endswith(":5:3"))
            with self.assertRaises(encke.EnckeError):
                kernels.second(2, files=[path])
            with self.assertRaises(encke.EnckeError) as caught:
                kernels.spmv(x, files=[path.with_name("nowhere.mtx")])
            self.assertEqual(caught.exception.identifier, "unreadable-file")
        for wrong in (str(path), path, 3, [3], [None]):
            self.assertRaises(TypeError, kernels.spmv, x, files=wrong)
        self.assertRaises(ValueError, kernels.spmv, x, files=["a\0b"])


class Processes(TestCase):
    def test_fork(self):
        self.assertEqual(run_script(FORK.format(method="fork")), "True True\n")

    def test_spawn(self):
        # Spawned processes import the script, which has to be a file.
        path = "/tmp" if os.access("/tmp", os.W_OK) else "."
        import tempfile
        with tempfile.NamedTemporaryFile("w", suffix=".py", dir=path) as file:
            file.write(FORK.format(method="spawn"))
            file.flush()
            self.assertEqual(
                run_script(f"import runpy; runpy.run_path({file.name!r}, "
                           "run_name='__main__')"), "True True\n")

    def test_fork_from_threads(self):
        self.assertEqual(run_script("""
import os, threading
from support import encke, np
stop = False
def work():
    n = 1
    while not stop:
        n += 1
        encke.evaluate(f"y[i] = {n % 3}.0 * x[i]", x=np.ones(3))
threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads: thread.start()
fine = 0
for n in range(10):
    pid = os.fork()
    if pid == 0:
        os._exit(0 if encke.einsum("i,i->", np.ones(5), np.ones(5)) == 5
                 else 1)
    fine += os.waitpid(pid, 0)[1] == 0
stop = True
for thread in threads: thread.join()
print(fine)
"""), "10\n")


class Signals(TestCase):
    def test_long_work_is_interrupted(self):
        out = run_script("""
import os, signal, threading, time
from support import encke, np
f = encke.compile('''
def forever(Tensor<double> x([i], {Dense})) -> Tensor<double>([i], {Dense}) {
  var n = 0.0;
  while (n < 1.0) {
    x[i] = x[i] * 1.0000001;
  }
  return x;
}
def twice(Tensor<double> x([i], {Dense})) -> Tensor<double>([i], {Dense}) {
  x[i] = x[i] * 2;
  return x;
}''')
for turn in range(3):
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    start = time.time()
    try:
        f.forever(np.ones(100))
        print("it ended")
    except KeyboardInterrupt:
        print(time.time() - start < 2)
    print(f.twice(np.ones(2)).tolist())
time.sleep(0.3)
print(sum(each.name == "encke" for each in threading.enumerate()))
""")
        self.assertEqual(out, "True\n[2.0, 2.0]\n" * 3 + "1\n")

    def test_large_products_are_interrupted(self):
        out = run_script("""
import os, signal, threading, time
from support import encke, np
a = np.ones((2500, 2500))
encke.einsum("ij,jk->ik", np.ones((2, 2)), np.ones((2, 2)))
threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
start = time.time()
try:
    for _ in range(20): encke.einsum("ij,jk->ik", a, a)
    print("it ended")
except KeyboardInterrupt:
    print(time.time() - start < 0.5)
del a
print(encke.einsum("i->", np.ones(3)))
""")
        self.assertEqual(out, "True\n3.0\n")


if __name__ == "__main__":
    unittest.main()
