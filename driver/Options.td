//===- Options.td - the command line of encke --------------*- tablegen -*-===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

class F<string name, string help>
    : Flag<["--", "-"], name>, HelpText<help>;
multiclass Value<string name, string help, string meta> {
  def NAME : Separate<["--"], name>, HelpText<help>, MetaVarName<meta>;
  def NAME#_eq : Joined<["--"], name#"=">, Alias<!cast<Separate>(NAME)>;
}

def help : F<"help", "Show this text">;
def h : Flag<["-"], "h">, Alias<help>;
def version : F<"version", "Show the versions of Encke and LLVM">;
def V : Flag<["-"], "V">, Alias<version>;
defm color : Value<"color", "When messages have colours: auto, on a terminal "
  "(default), always or never", "<when>">;

def o : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
  HelpText<"Write the executable or the stage there ('-': a stage to stdout)">;
defm emit : Value<"emit", "Stop at a stage and print it: ast, ta, ta-opt, "
  "linalg, cin, scf, vector, omp, async, llvm, llvm-ir, asm, obj; of kernels for "
  "a device: gpu, spirv, ptx", "<stage>">;
def O : Joined<["-"], "O">, MetaVarName<"<0-3>">,
  HelpText<"Optimisation of the generated code (default 3)">;
defm mcpu : Value<"mcpu",
  "The processor to generate code for (default: this one; baseline: any, with "
  "lib also better code, chosen where it runs)", "<cpu>">;
defm mtriple : Value<"mtriple", "With --emit=llvm-ir, asm or obj: the kind of machine "
  "to generate code for, as aarch64-linux-gnu (default: this one's)", "<triple>">;
defm target : Value<"target", "The machine to compile for, as a file: what it "
  "says of caches and registers counts (default: the environment's ENCKE_TARGET, "
  "else this machine)", "<file>">;
def print_target : F<"print-target", "Show the machine that is compiled for, as "
  "--target takes it">;
defm threads : Value<"threads", "Run parallel loops on N threads (default: "
  "the environment's ENCKE_THREADS, else OMP_NUM_THREADS, else one for each "
  "processor; one where the data are small)", "<N>">;
defm processes : Value<"processes", "Run on N processes, copies of this one, or on "
  "those that mpirun has started (mpi), each of which has a part of the tensors; "
  "explain what N would send (docs/processes.md)", "<N>">;
def reproducible : F<"reproducible", "With --processes: print to the letter what one "
  "process prints; what is summed over rows that processes share all of them compute">;
defm parallel : Value<"parallel",
  "What runs parallel loops: omp (default), async or none", "<how>">;
defm device : Value<"device", "What runs the kernels that it can: cpu, the "
  "processor (default), vulkan or cuda, a device by its driver, or auto, a device "
  "if there is a fast one (docs/devices.md)", "<device>">;
defm index_width : Value<"index-width", "Bits of positions and coordinates: "
  "32, 64 or auto, by the sizes of the data (default)", "<bits>">;
defm print : Value<"print", "How print() writes: plain, for people (default), "
  "storage, the arrays, levels, the tree of the levels, or for programs json, csv "
  "or mtx (.tns from three dimensions on)", "<form>">;
defm tns : Value<"tns", "How .tns files are meant: frostt (from 1, no header), "
  "comet (from 0, with header), auto (whichever of these they look like, the "
  "default), frostt0 (from 0, no header), header1 (from 1, with header), or "
  "edges (lines of two nodes and perhaps a value; edges0, edges1: which node "
  "is the first)", "<dialect>">;
def lenient : F<"lenient", "Read slips in data files that have one meaning as "
  "what they mean, and warn: one % before the banner, blanks before it, the upper "
  "triangle of a symmetric matrix, exponents D">;
defm diagnostics : Value<"diagnostics", "How errors and warnings are written: "
  "text, for people (default), or json, one object a line for editors",
  "<form>">;
def no_cache : F<"no-cache",
  "Compile anew, and do not keep the code for the next time">;
def json : F<"json", "explain, tune, info: write it for programs, as JSON">;
defm html : Value<"html", "explain: write it as a page for a browser; with --time "
  "the program is run, and the page says where its time went", "<file>">;
defm seconds : Value<"seconds", "tune: how long to search at most (default 60)",
  "<N>">;
defm statement : Value<"statement", "tune: only the one that begins in this line",
  "<line>">;
defm formats : Value<"formats", "tune: also store these tensors in other formats",
  "<tensors>">;
defm clauses : Value<"clauses", "tune: only try these clauses of schedules",
  "<clauses>">;
def all : F<"all", "tune: measure all schedules, in all formats of the sparse "
  "tensors that are read, or of those that --formats names">;
def csv : F<"csv", "tune: write one line for each schedule, as a table for programs">;
defm plot : Value<"plot", "tune: draw the times, as SVG", "<file>">;
def write : F<"write", "tune: put the best schedules into the program, where they "
  "beat those that stand there by more than times can be told apart">;
def i : Flag<["-"], "i">, HelpText<"fmt: write into the files themselves">;
def check : F<"check", "fmt: say which files would change, and change none">;
def no_fuse : F<"no-fuse", "Give each statement loops of its own">;
def finite : F<"finite", "Take it that no tensor holds infinity or NaN, and do not "
  "ask: those that meet the padding of a format make results wrong then">;
def verify_passes : F<"verify-passes", "Check the intermediate code after each "
  "pass, too: for who changes the compiler">;
def strict_marks : F<"strict-marks", "A mark of a loop in stage cin that cannot be "
  "carried out is an error, as it is where that stage is read from a file">;
def reorder : F<"reorder", "info: compare reorderings of a matrix; spy: draw it "
  "reordered, too, by the method that follows: lexi, rcm, degree, partition">;
def reorder_eq : Joined<["--"], "reorder=">;
defm format : Value<"format", "info: also say what a format takes; spy --storage: draw it: a name with its "
  "numbers, a declaration without one: '(i, j) -> (j - i : compressed, i : dense)', or a "
  "hybrid of both; behind declarations: 'format F = ...; F'",
  "<format>">;
def storage : F<"storage", "spy: show how a small tensor is stored, as text: levels, "
  "positions and coordinates in each --format (default CSR)">;
def keep : F<"keep", "convert: let a matrix stay a pattern, or symmetric, where the "
  "file says so">;
def alike : F<"alike", "spy --reorder: renumber the rows and columns of a square "
  "matrix alike, though its pattern is not symmetric">;
defm slice : Value<"slice", "spy: what is drawn of a tensor of more than two "
  "dimensions: 3=5 is coordinate 5 of dimension 3, 3=* a picture of each", "<slice>">;
defm prefix : Value<"prefix", "lib: what the names of the functions begin with, "
  "before '_' (default: the library's name; '' for nothing)", "<name>">;
defm export : Value<"export", "lib: also have a function whose parameters have "
  "no formats, in these: 'product(CSR, Dense)', or 'name = product(CSR, Dense)'",
  "<function>">;
defm data : Value<"data", "Of an executable or a library: choose formats that are "
  "'auto' for such a data file; once for each", "<file>">;
def no_header : F<"no-header", "lib: write no header for C">;
def shared_runtime : F<"shared-runtime", "lib: load the runtime library, rather "
  "than have it inside: smaller, for use where Encke is">;
defm set : Value<"set", "Set a parameter that the program declares by 'param': when "
  "it is run, or what it is by default when it is compiled", "<name=value>">;
defm call : Value<"call", "Of a module of MLIR: the function to call, with data "
  "files and numbers as arguments, in its order", "<function>">;
def time : F<"time", "Show on stderr where the time went">;
def v : Flag<["-"], "v">, HelpText<"Say on stderr what is done">;
