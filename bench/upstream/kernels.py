#===- kernels.py - modules that Encke and upstream both take ---------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The kernels of `./dev bench upstream`, each a module in upstream's IR.

`main` reads the sparse operand, makes the dense ones, and computes in rounds. It prints
how long reading took, how long each round did, and the sum of what the last one
computed.
"""

from dataclasses import dataclass

HEAD = """\
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#CDR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : dense), posWidth = 32, crdWidth = 32 }>
#DCSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32 }>
#CSF = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : compressed, d2 : compressed), posWidth = 32, crdWidth = 32 }>
#DSS = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : dense, d1 : compressed, d2 : compressed), posWidth = 32, crdWidth = 32 }>
#IKJ = #sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : dense, d2 : compressed, d1 : compressed), posWidth = 32, crdWidth = 32 }>
func.func private @getTensorFilename(index) -> !llvm.ptr
func.func private @rtclock() -> f64
func.func private @printF64(f64)
func.func private @printNewline()
"""

# A vector or a matrix of numbers between 0.5 and 1.5.
VECTOR = """\
func.func @vector(%n: index) -> tensor<?xf64> {
  %e = tensor.empty(%n) : tensor<?xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<?xf64>) {
  ^bb0(%o: f64):
    %i = linalg.index 0 : index
    %eleven = arith.constant 11 : index
    %a = arith.remui %i, %eleven : index
    %b = arith.index_cast %a : index to i64
    %c = arith.sitofp %b : i64 to f64
    %tenth = arith.constant 0.1 : f64
    %half = arith.constant 0.5 : f64
    %d = arith.mulf %c, %tenth : f64
    %x = arith.addf %d, %half : f64
    linalg.yield %x : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
"""
MATRIX = """\
func.func @matrix(%n: index) -> tensor<?x32xf64> {
  %e = tensor.empty(%n) : tensor<?x32xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x32xf64>) {
  ^bb0(%o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %three = arith.constant 3 : index
    %eleven = arith.constant 11 : index
    %s = arith.muli %j, %three : index
    %t = arith.addi %i, %s : index
    %a = arith.remui %t, %eleven : index
    %b = arith.index_cast %a : index to i64
    %c = arith.sitofp %b : i64 to f64
    %tenth = arith.constant 0.1 : f64
    %half = arith.constant 0.5 : f64
    %d = arith.mulf %c, %tenth : f64
    %x = arith.addf %d, %half : f64
    linalg.yield %x : f64
  } -> tensor<?x32xf64>
  return %r : tensor<?x32xf64>
}
"""


@dataclass
class Kernel:
    """One kernel. `operands` makes its dense operands from the sizes %n0, %n1, ... of
    the sparse one, %a; `code` computes %r, of the type `result`, and begins with %o
    where that is dense."""
    name: str
    order: int        # of the sparse operand
    result: str
    operands: str
    code: str
    table: str = ""   # of the paper on MLIR's sparsifier (Bik et al., 2022)
    tensor: str = ""  # the type of the sparse operand
    suits: str = ""   # empty, or the only table whose inputs fit its storage
    taco: str = ""    # arguments of TACO's tool; {data} is the file

    def __post_init__(self) -> None:
        self.tensor = self.tensor or (CSR if self.order == 2 else CSF)

    def module(self, rounds: int, width: int = 32) -> str:
        """The module, with so many rounds; matrices have so many columns."""
        return self.text(rounds).replace("x32xf64", f"x{width}xf64")

    def text(self, rounds: int) -> str:
        sizes = "\n".join(f"  %d{n} = arith.constant {n} : index\n  %n{n} = tensor.dim %a, %d{n} : {self.tensor}"
                          for n in range(self.order))
        loops = ", ".join("ijk"[:self.result.split("f64")[0].count("x")])
        kinds = ", ".join('"reduction"' for _ in loops.split(","))
        return f"""{HEAD}{VECTOR}{MATRIX}
func.func @sum(%r: {self.result}) -> f64 {{
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %s = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %t = linalg.generic {{indexing_maps = [affine_map<({loops}) -> ({loops})>, affine_map<({loops}) -> ()>],
      iterator_types = [{kinds}]}}
      ins(%r : {self.result}) outs(%s : tensor<f64>) {{
  ^bb0(%x: f64, %y: f64):
    %z = arith.addf %x, %y : f64
    linalg.yield %z : f64
  }} -> tensor<f64>
  %v = tensor.extract %t[] : tensor<f64>
  return %v : f64
}}
func.func @main() {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nil = arith.constant 0.0 : f64
  %begin = func.call @rtclock() : () -> f64
  %path = func.call @getTensorFilename(%c0) : (index) -> !llvm.ptr
  %a = sparse_tensor.new %path : !llvm.ptr to {self.tensor}
  %end = func.call @rtclock() : () -> f64
  %read = arith.subf %end, %begin : f64
  func.call @printF64(%read) : (f64) -> ()
  func.call @printNewline() : () -> ()
{sizes}
{self.operands}{"".join(self.round(n) for n in range(rounds))}\
  func.call @printF64(%sum{rounds - 1}) : (f64) -> ()
  func.call @printNewline() : () -> ()
  return
}}
"""

    def round(self, number: int) -> str:
        """One after the other, for upstream copies what a loop carries. A dense result
        is computed where that of the round before is; a sparse one is freed. Each is
        summed up, so that none is left out."""
        before = f"%r{number - 1}" if number else "%o"
        freed = f"  bufferization.dealloc_tensor %r{number} : {self.result}\n" if "#" in self.result else ""
        return f"""\
  %from{number} = func.call @rtclock() : () -> f64
{self.code.replace("%z", f"%z{number}").replace("%r", f"%r{number}").replace("%o", before)}\
  %to{number} = func.call @rtclock() : () -> f64
  %time{number} = arith.subf %to{number}, %from{number} : f64
  func.call @printF64(%time{number}) : (f64) -> ()
  func.call @printNewline() : () -> ()
  %own{number} = func.call @sum(%r{number}) : ({self.result}) -> f64
  %sum{number} = arith.maximumf %own{number}, {f"%sum{number - 1}" if number else "%nil"} : f64
{freed}"""


def generic(maps: list[str], kinds: str, inputs: str, result: str, body: str) -> str:
    """A linalg.generic; `kinds` has a letter for each loop i, j, k, ...: p or r."""
    loops = ", ".join("ijkl"[:len(kinds)])
    written = ", ".join(f"affine_map<({loops}) -> ({each})>" for each in maps)
    names = ", ".join('"parallel"' if kind == "p" else '"reduction"' for kind in kinds)
    begin = f"""\
  %z = tensor.empty(%n0, %n1) : {result}
""" if "#" in result else f"""\
  %z = linalg.fill ins(%nil : f64) outs(%o : {result}) -> {result}
"""
    return f"""{begin}  %r = linalg.generic {{indexing_maps = [{written}], iterator_types = [{names}]}}
      ins({inputs}) outs(%z : {result}) {{
{body}
  }} -> {result}
"""


def made(name: str, size: str) -> str:
    """Makes a vector, or a matrix of 32 columns."""
    kind, type_ = ("vector", VECTORS) if name in ("%v", "%vo") else ("matrix", ROWS)
    return f"  {name} = func.call @{kind}({size}) : (index) -> {type_}\n"


CSR, DCSR, CDR = (f"tensor<?x?xf64, #{each}>" for each in ("CSR", "DCSR", "CDR"))
CSF = "tensor<?x?x?xf64, #CSF>"
DSS, IKJ, TTM = "tensor<?x?x?xf64, #DSS>", "tensor<?x?x?xf64, #IKJ>", "tensor<?x?x32xf64, #DSS>"
VECTORS, ROWS = "tensor<?xf64>", "tensor<?x32xf64>"
PRODUCT = """\
    ^bb0(%x: f64, %y: f64, %s: f64):
      %p = arith.mulf %x, %y : f64
      %q = arith.addf %s, %p : f64
      linalg.yield %q : f64"""
PRODUCT3 = """\
    ^bb0(%x: f64, %y: f64, %w: f64, %s: f64):
      %p = arith.mulf %x, %y : f64
      %u = arith.mulf %p, %w : f64
      %q = arith.addf %s, %u : f64
      linalg.yield %q : f64"""
TWICE = """\
    ^bb0(%x: f64, %y: f64, %s: f64):
      %q = arith.addf %x, %y : f64
      linalg.yield %q : f64"""



def spmv(name: str, tensor: str, levels: str, suits: str = "") -> Kernel:
    return Kernel(name, 2, VECTORS, made("%v", "%n1") + made("%vo", "%n0").replace("%vo", "%o"),
                  generic(["i, j", "j", "i"], "pr", f"%a, %v : {tensor}, {VECTORS}", VECTORS, PRODUCT), "3", tensor,
                  suits, f"y(i)=A(i,j)*x(j) -f=A:{levels} -i=A:{{data}} -g=x:d")


def mttkrp(name: str, tensor: str, levels: str) -> Kernel:
    return Kernel(name, 3, ROWS, made("%b", "%n1") + made("%c", "%n2") + made("%o", "%n0"),
                  generic(["i, j, k", "j, l", "k, l", "i, l"], "prrp", f"%a, %b, %c : {tensor}, {ROWS}, {ROWS}", ROWS,
                          PRODUCT3), "4" if tensor != CSF else "", tensor,
                  "", f"A(i,l)=B(i,j,k)*C(j,l)*D(k,l) -f=B:{levels} -i=B:{{data}} -g=C:d -g=D:d -d=l:{{width}}")


KERNELS = [
    spmv("spmv", CSR, "ds"),
    spmv("spmv-dcsr", DCSR, "ss"),
    spmv("spmv-cdr", CDR, "sd", "3"),
    Kernel("spmm-k32", 2, ROWS, made("%b", "%n1") + made("%o", "%n0"),
           generic(["i, j", "j, k", "i, k"], "prp", f"%a, %b : {CSR}, {ROWS}", ROWS, PRODUCT), "", CSR, "",
           "C(i,k)=A(i,j)*B(j,k) -f=A:ds -i=A:{data} -g=B:d -d=k:{width}"),
    Kernel("spgemm", 2, CSR, "",
           generic(["i, k", "k, j", "i, j"], "ppr", f"%a, %a : {CSR}, {CSR}", CSR, PRODUCT), "2", CSR, "",
           "C(i,j)=A(i,k)*B(k,j) -f=A:ds -f=B:ds -f=C:ds -i=A:{data} -i=B:{data}"),
    Kernel("spadd2", 2, CSR, "",
           generic(["i, j", "i, j", "i, j"], "pp", f"%a, %a : {CSR}, {CSR}", CSR, TWICE), "", CSR, "",
           "C(i,j)=A(i,j)+B(i,j) -f=A:ds -f=B:ds -f=C:ds -i=A:{data} -i=B:{data}"),
    mttkrp("mttkrp3", CSF, "sss"),
    mttkrp("mttkrp3-ijk", DSS, "dss"),
    mttkrp("mttkrp3-ikj", IKJ, "dss:0,2,1"),
    Kernel("ttm", 3, TTM, made("%b", "%n2"),
           generic(["i, j, l", "l, k", "i, j, k"], "pppr", f"%a, %b : {DSS}, {ROWS}", TTM, PRODUCT), "5", DSS, "",
           "C(i,j,k)=A(i,j,l)*B(l,k) -f=A:dss -f=C:dss -i=A:{data} -g=B:d -d=k:{width}"),
]
