//===- forms.cpp - what a data file is by its first bytes and lines -------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "io/forms.h"
#include "io/adjacency.h"
#include "io/extension.h"
#include "io/harwell_boeing.h"
#include "io/hdf5.h"
#include "io/matlab.h"
#include "io/numpy.h"
#include "io/petsc.h"
#include "io/text.h"
#include "io/zip.h"

#include <algorithm>
#include <string_view>
#include <strings.h>

namespace encke::rt {

std::string nameOf(const encke_file &file) {
  const std::string &member = file.text().member();
  return withoutPacking(member.empty() ? file.path() : member);
}

//===----------------------------------------------------------------------===//
// What is read
//===----------------------------------------------------------------------===//

static StoredTensor readAs(const encke_file &file, bool &isArchive, bool &is) {
  const char *begin = file.text().begin(), *end = file.text().end();
  const std::string &wanted = file.text().wantedMember();
  is = true;
  if (isNumpyArray(begin, end))
    return readNumpy(file);
  if (isPetsc(begin, end))
    return readPetsc(file);
  isArchive = true;
  if (ZipArchive::isOne(begin, end))
    return readNumpyArchive(file, wanted);
  if (isMatlab(begin, end))
    return readMatlab(file, wanted);
  if (Hdf5File::isOne(begin, end))
    return readHdf5(file, wanted);
  if (mayBeMatlab4(begin, end))
    return readMatlab4(file, wanted);
  isArchive = false;
  std::string name = nameOf(file);
  if (hasExtension(name, ".mtx") || hasExtension(name, ".tns")) {
    is = false;
    return {};
  }
  if (isHarwellBoeing(file.text()))
    return readHarwellBoeing(file);
  if (hasExtension(name, ".graph") && mayBeMetisGraph(file.text()))
    return readMetisGraph(file);
  is = false;
  return {};
}

std::shared_ptr<StoredTensor> readStoredForm(const encke_file &file) {
  bool isArchive = false, is = false;
  StoredTensor stored = readAs(file, isArchive, is);
  const std::string &wanted = file.text().wantedMember();
  if (!wanted.empty() && !isArchive && file.text().member().empty())
    throw identified(
        id::unreadableFile,
        Error(file.path(), "'" +
                               file.path().substr(0, file.path().size() -
                                                         wanted.size() - 1) +
                               "' is no archive, and '" + wanted +
                               "' names no member of one"));
  return is ? std::make_shared<StoredTensor>(std::move(stored)) : nullptr;
}

//===----------------------------------------------------------------------===//
// What is not
//===----------------------------------------------------------------------===//

namespace {

/// A form with how files of it begin, what they are, and what converts them.
struct Foreign {
  std::string_view begin;
  const char *what, *help;
};

} // namespace

static constexpr const char throughScipy[] =
    "in Python read it with what made it, and scipy.io.mmwrite(\"A.mtx\", "
    "matrix) or scipy.sparse.save_npz(\"A.npz\", matrix) writes what is read "
    "here";
static constexpr const char throughNetworkx[] =
    "Python's networkx reads it, and nx.write_weighted_edgelist(graph, "
    "\"A.edges\") writes what --tns=edges reads";

/// By their first bytes, whatever the file's name.
static constexpr Foreign byBytes[] = {
    {"PAR1", "a table in Apache's Parquet",
     "pandas.read_parquet(file).to_csv(\"A.csv\", index=False) writes what is "
     "read here"},
    {"ARROW1", "a table in Apache's Arrow",
     "pandas.read_feather(file).to_csv(\"A.csv\", index=False) writes what is "
     "read here"},
    {"FEA1", "a table in Feather, version 1",
     "pandas.read_feather(file).to_csv(\"A.csv\", index=False) writes what is "
     "read here"},
    {"ORC", "a table in Apache's ORC",
     "pandas.read_orc(file).to_csv(\"A.csv\", index=False) writes what is "
     "read here"},
    {"\x80\x02", "a pickle of Python", throughScipy},
    {"\x80\x03", "a pickle of Python", throughScipy},
    {"\x80\x04", "a pickle of Python", throughScipy},
    {"\x80\x05", "a pickle of Python", throughScipy},
    {"SQLite format 3", "a database of SQLite",
     "in Python pandas.read_sql(query, connection).to_csv(\"A.csv\", "
     "index=False) writes what is read here"},
    {"7z\xbc\xaf\x27\x1c", "an archive of 7-Zip", "unpack it: 7z x FILE"},
    {"Rar!\x1a", "an archive of RAR", "unpack it: unrar x FILE"},
    {"\x04\x22\x4d\x18", "compressed by lz4", "unpack it: lz4 -d FILE"},
    {"\x1f\x9d", "compressed by compress", "unpack it: gzip -d FILE"},
    {"\x1f\x1e", "compressed by pack", "unpack it: gzip -d FILE"},
    {"\x1f\xa0", "compressed by LZH", "unpack it: gzip -d FILE"},
    {"LZIP", "compressed by lzip", "unpack it: lzip -d FILE"},
    {"\x89PNG", "a picture (PNG)", ""},
    {"%PDF-", "a document (PDF)", ""},
    {"\x7f"
     "ELF",
     "a program or a library", ""},
    {">>graph6<<", "a graph in graph6", throughNetworkx},
    {">>sparse6<<", "a graph in sparse6", throughNetworkx},
    {">>digraph6<<", "a graph in digraph6", throughNetworkx},
    {"RDX2\n", "data of R", "in R: Matrix::writeMM(matrix, \"A.mtx\")"},
    {"RDX3\n", "data of R", "in R: Matrix::writeMM(matrix, \"A.mtx\")"},
    {"\xff\xfe", "a text in UTF-16",
     "iconv -f UTF-16 -t UTF-8 FILE makes it one that is read"},
    {"\xfe\xff", "a text in UTF-16",
     "iconv -f UTF-16 -t UTF-8 FILE makes it one that is read"},
};

/// By the first word of the text, in any case.
static constexpr Foreign byWords[] = {
    {"<!doctype",
     "a web page, and no data: a download may need a login or "
     "another address",
     ""},
    {"<html",
     "a web page, and no data: a download may need a login or another "
     "address",
     ""},
    {"<?xml", "XML, as GraphML and GEXF are", throughNetworkx},
    {"<graphml", "a graph in GraphML", throughNetworkx},
    {"version https://git-lfs",
     "a pointer of Git LFS to data that are not here",
     "fetch the data: git lfs pull"},
    {"creator ", "a graph in GML", throughNetworkx},
    {"*vertices", "a graph of Pajek", throughNetworkx},
    {"*network", "a graph of Pajek", throughNetworkx},
    {"digraph", "a graph in DOT", throughNetworkx},
    {"strict ", "a graph in DOT", throughNetworkx},
    {"p sp ", "a graph of DIMACS",
     "sed -n 's/^a //p' FILE writes lines that --tns=edges1 reads"},
    {"p max ", "a graph of DIMACS",
     "sed -n 's/^a //p' FILE writes lines that --tns=edges1 reads"},
    {"p ", "a graph of DIMACS",
     "sed -n 's/^e //p' FILE writes lines that --tns=edges1 reads"},
    {"tensor(", "a tensor as PyTorch prints it",
     "numpy.save(\"A.npy\", tensor.to_dense()) writes what is read here"},
    {"tensor", "a dense tensor of the Tensor Toolbox (export_data)",
     "numpy.save writes a .npy file, which is read: the numbers behind the "
     "sizes, reshaped with order=\"F\""},
    {"ktensor", "a Kruskal tensor of the Tensor Toolbox", ""},
    {"object id:", "data of PETSc's or GAP's viewer", ""},
    {"%mat object:", "a matrix that PETSc's viewer wrote for MATLAB",
     "write it with -mat_view binary:A.petsc, which is read; or keep the lines "
     "between the brackets, which are read as .tns"},
    {"mat object:", "a matrix that PETSc's viewer wrote for people",
     "write it with -mat_view binary:A.petsc, which is read"},
    {"relation ", "data of WEKA", throughScipy},
    {"@relation", "data of WEKA", throughScipy},
    {"{", "JSON", throughScipy},
    {"[", "JSON, or a list of Python", throughScipy},
};

[[noreturn]] static void failForeign(const encke_file &file,
                                     const Foreign &found) {
  std::string help = found.help;
  for (size_t at = 0; (at = help.find("FILE", at)) != std::string::npos;
       at += file.path().size())
    help.replace(at, 4, file.path());
  const std::string &member = file.text().member();
  throw helped(
      identified(id::foreignFile,
                 Error(file.path() + (member.empty() ? "" : ":" + member),
                       std::string("the file is ") + found.what)),
      help);
}

/// "+1 1:0.7 3:1", "2 qid:1 1:0.7": a label and named values.
static bool isLibsvm(const char *p, const char *end) {
  while (!atWordEnd(p, end))
    ++p;
  p = skipBlanks(p);
  const char *start = p;
  while ((*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z'))
    ++p;
  return p != start && *p == ':' && p[1] > ' ';
}

/// "graph [" of GML, "graph name {" of DOT.
static void refuseGraph(const encke_file &file, const char *p) {
  constexpr std::string_view word = "graph";
  constexpr size_t longest = 256; // before the bracket
  const char *end = file.text().end();
  std::string_view text(p, std::min(size_t(end - p), longest));
  if (text.size() < word.size() ||
      strncasecmp(p, word.data(), word.size()) != 0)
    return;
  size_t bracket = text.find_first_of("[{");
  if (bracket != std::string_view::npos)
    failForeign(file,
                {"", text[bracket] == '[' ? "a graph in GML" : "a graph in DOT",
                 throughNetworkx});
}

static void refuseByWords(const encke_file &file, const char *p) {
  const char *end = file.text().end();
  for (const Foreign &form : byWords)
    if (size_t(end - p) >= form.begin.size() &&
        strncasecmp(p, form.begin.data(), form.begin.size()) == 0)
      failForeign(file, form);
  refuseGraph(file, p);
}

/// Where a first line that is no comment of DIMACS ("c ...") begins.
static const char *firstText(const char *p, const char *end) {
  while (p != end) {
    while (p != end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r'))
      ++p;
    if (*p != 'c' || (p[1] != ' ' && p[1] != '\n'))
      return p;
    p = nextLine(p, end);
  }
  return end;
}

/// What is not called as texts of entries are, and is none at its beginning.
static void refuseNoText(const encke_file &file) {
  const char *begin = file.text().begin(), *end = file.text().end();
  std::string name = nameOf(file);
  if (hasExtension(name, ".mtx") || hasExtension(name, ".tns"))
    return;
  if (begin == end)
    failForeign(file, {"", "empty", ""});
  const char *line = nextLine(begin, end);
  if (std::find(begin, line, '\0') == line)
    return;
  if (hasExtension(name, ".mat"))
    failForeign(file, {"", "no MAT-file that is known",
                       "in MATLAB save(\"A.mat\", \"A\", \"-v7\") writes "
                       "what is read here"});
  failForeign(file,
              {"", "no text, and in no form that is known", throughScipy});
}

void refuseForeignForm(const encke_file &file) {
  const char *begin = file.text().begin(), *end = file.text().end();
  for (const Foreign &form : byBytes)
    if (std::string_view(begin, size_t(end - begin))
            .substr(0, form.begin.size()) == form.begin)
      failForeign(file, form);
  refuseNoText(file);
  const char *text = firstText(begin, end);
  refuseByWords(file, text);
  const char *line = skipToContent(text, end, '#', '%');
  refuseByWords(file, line);
  if (hasExtension(nameOf(file), ".adjlist"))
    failForeign(file, {"", "a list of neighbours of each node",
                       "in Python: nx.write_weighted_edgelist(nx.read_adjlist("
                       "\"FILE\"), \"A.edges\") writes what --tns=edges "
                       "reads"});
  if (hasExtension(nameOf(file), ".m"))
    failForeign(file, {"", "a program of MATLAB's, and no data",
                       "in MATLAB save(\"A.mat\", \"A\", \"-v7\") writes "
                       "what is read here"});
  if (hasExtension(nameOf(file), ".hgr"))
    failForeign(file, {"",
                       "a hypergraph of hMETIS, with a line of nodes for "
                       "each edge",
                       ""});
  if (hasExtension(nameOf(file), ".ta"))
    failForeign(file, {"", "a program, and no data", "run it: encke run FILE"});
  if (isLibsvm(line, end))
    failForeign(file, {"", "in the form of LIBSVM (label index:value ...)",
                       "in Python: X, y = sklearn.datasets.load_svmlight_file("
                       "\"FILE\"), and scipy.sparse.save_npz(\"A.npz\", X) "
                       "writes what is read here"});
}

} // namespace encke::rt
