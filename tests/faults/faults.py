# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Faults that are put into a copy of the sources, each behind a switch: the
environment's ENCKE_FAULT is the name of the one that is there.

A fault is a text that stands once in a file, and what it becomes. In the latter
`FAULT` is true where the fault is chosen. A text that has changed since is an error,
so that the list follows the sources."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import List

ROOT = Path(__file__).resolve().parents[2]


@dataclasses.dataclass(frozen=True)
class Fault:
    name: str
    file: str
    text: str
    wrong: str

    def apply(self, source: str) -> str:
        """The source with the fault; an error where the text is not there once."""
        count = source.count(self.text)
        if count != 1:
            raise ValueError(f"{self.name}: '{self.text}' stands {count} times "
                             f"in {self.file}")
        return source.replace(self.text, self.wrong.replace(
            "FAULT", f'enckeFault("{self.name}")'))


LOOPS, SINKS = "passes/CINToSCF/Loops", "passes/CINToSCF/Sinks"
FAULTS: List[Fault] = [
    # Merges of sparse rows.
    Fault("skipped-merge-case", f"{LOOPS}/MergeLoops.cpp",
          "if (llvm::is_contained(done, visited))",
          "if (llvm::is_contained(done, visited) || "
          "(FAULT && !done.empty()))"),
    Fault("merge-present-everywhere", f"{LOOPS}/MergeLoops.cpp",
          "arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,\n"
          "                              iterator->coordinate, coordinate);",
          "arith::CmpIOp::create(builder, loc, FAULT ? "
          "arith::CmpIPredicate::uge : arith::CmpIPredicate::eq,\n"
          "                              iterator->coordinate, coordinate);"),
    # Levels.
    Fault("dense-stride", f"{LOOPS}/Levels.cpp",
          "    return arith::AddIOp::create(builder, loc, base, coordinate);\n"
          "  }\n\n  std::pair<Value, Value> positionBounds(",
          "    return arith::AddIOp::create(builder, loc, FAULT ? parent : base,"
          " coordinate);\n"
          "  }\n\n  std::pair<Value, Value> positionBounds("),
    Fault("run-ends-late", f"{LOOPS}/Levels.cpp",
          "return arith::CmpIOp::create(inside, loc, "
          "arith::CmpIPredicate::ule,\n"
          "                                       end, coordinate)",
          "return arith::CmpIOp::create(inside, loc, FAULT ? "
          "arith::CmpIPredicate::ult : arith::CmpIPredicate::ule,\n"
          "                                       end, coordinate)"),
    Fault("row-bound-off-by-one", f"{LOOPS}/Levels.cpp",
          "    return {loadIndex(builder, loc, arrays.positions, parent.lo),\n"
          "            loadIndex(builder, loc, arrays.positions, next)};\n  }\n\n"
          "  Value getSegmentEnds() const override { return arrays.positions; }",
          "    if (FAULT) next = parent.lo;\n"
          "    return {loadIndex(builder, loc, arrays.positions, parent.lo),\n"
          "            loadIndex(builder, loc, arrays.positions, next)};\n  }\n\n"
          "  Value getSegmentEnds() const override { return arrays.positions; }"),
    # Registers, probes and identities.
    Fault("wrong-identity", f"{SINKS}/Registers.cpp",
          "emitIdentity(builder, loc, getProducing(where), type);",
          "emitIdentity(builder, loc, FAULT ? Reduction::add : "
          "getProducing(where), type);"),
    Fault("register-never-present", f"{SINKS}/Registers.cpp",
          "          arith::ConstantOp::create(builder, loc, "
          "builder.getBoolAttr(true));\n    // What is only counted",
          "          arith::ConstantOp::create(builder, loc, "
          "builder.getBoolAttr(!FAULT));\n    // What is only counted"),
    Fault("probe-finds-nothing", f"{SINKS}/Store.cpp",
          "context.builder.getBoolAttr(true));",
          "context.builder.getBoolAttr(!FAULT));"),
    Fault("subtraction-collects", "dialects/CIN/Reductions.cpp",
          "return reduction == Reduction::sub ? Reduction::add : reduction;",
          "return reduction == Reduction::sub && !FAULT ? Reduction::add : "
          "reduction;"),
    Fault("identity-ignored-anywhere", "dialects/CIN/Presence.cpp",
          "  return identity && leavesAll(value, identity);",
          "  return identity && (FAULT || leavesAll(value, identity));"),
    # Vectors.
    Fault("vector-begins-with-one", "passes/Vectorize/Reductions.cpp",
          "? Attribute(builder.getZeroAttr(type))",
          "? FAULT ? Attribute(builder.getFloatAttr(type, 1)) : "
          "Attribute(builder.getZeroAttr(type))"),
    Fault("vector-forgotten", "passes/Vectorize/Reductions.cpp",
          "for (int64_t n = 1; n < vectors; ++n)\n    for (auto [result, other",
          "for (int64_t n = FAULT ? 2 : 1; n < vectors; ++n)\n    "
          "for (auto [result, other"),
    # Statements.
    Fault("subtracted-is-added", "passes/Normalize/Normalize.cpp",
          "total = term.negative\n                  ? SubOp::create(",
          "total = term.negative && !FAULT\n                  ? "
          "SubOp::create("),
    Fault("first-term-loses-its-sign", "passes/Normalize/Normalize.cpp",
          "total = term.negative\n                  ? NegOp::create(",
          "total = term.negative && !FAULT\n                  ? "
          "NegOp::create("),
    Fault("mask-complement-lost", "passes/Normalize/Normalize.cpp",
          "operand = MaskOp::create(builder, loc, operand, mask.getMask(),\n"
          "                             mask.getComplement());",
          "operand = MaskOp::create(builder, loc, operand, mask.getMask(),\n"
          "                             !FAULT && mask.getComplement());"),
    Fault("copy-loses-its-transposition", "passes/FoldCopies/FoldCopies.cpp",
          "cast<StringAttr>(use.getIndices()[find(copy.getIndices(), label)])",
          "cast<StringAttr>(use.getIndices()[FAULT ? labels.size() : "
          "find(copy.getIndices(), label)])"),
    Fault("sum-shared-though-it-changes", "passes/ShareSums/ShareSums.cpp",
          "if (sum->use_empty() || !isFull(sum))",
          "if (sum->use_empty() || (!FAULT && !isFull(sum)))"),
    Fault("variant-is-hoisted", "passes/HoistInvariants/HoistInvariants.cpp",
          "         isOutside(call.getOperand(argument.getArgNumber()));",
          "         (FAULT || isOutside(call.getOperand("
          "argument.getArgNumber())));"),
    Fault("subtraction-fuses-as-addition", "passes/FuseKernels/FuseKernels.cpp",
          "if (common && *common != reduction)",
          "if (!FAULT && common && *common != reduction)"),
    Fault("floor-rounds-to-zero", "dialects/TA/Operators.cpp",
          "choose(isUp, arith::SubIOp::create(builder, loc, quotient, "
          "constant(1)),\n             quotient);",
          "FAULT ? quotient : choose(isUp, arith::SubIOp::create(builder, loc, "
          "quotient, constant(1)),\n             quotient);"),
    # The runtime.
    Fault("dropped-fill", "runtime/storage/assemble.cpp",
          "inDense ? allocateZeroed(count, bytes)",
          "inDense && FAULT ? std::memset(allocate(count, bytes, false), 1, "
          "size_t(count * bytes)) : inDense ? allocateZeroed(count, bytes)"),
    Fault("gaps-stay-open", "runtime/storage/assemble.cpp",
          "positions[p] = end = std::max(end, positions[p]);",
          "positions[p] = end = FAULT ? positions[p] : "
          "std::max(end, positions[p]);"),
    Fault("end-of-row-off-by-one", "runtime/storage/assemble.cpp",
          "static_cast<int32_t *>(level.pos)[parent + 1] = int32_t(end);",
          "static_cast<int32_t *>(level.pos)[parent + 1] = "
          "int32_t(end) - FAULT;"),
    Fault("last-round-lost", "runtime/core/loop.cpp",
          "uint64_t rounds = (distance - 1) / stride + 1;",
          "uint64_t rounds = FAULT ? distance / stride : "
          "(distance - 1) / stride + 1;"),
    Fault("range-end-allowed", "runtime/core/loop.cpp",
          "    if (last >= size)\n      throw Error(\"the range goes on to",
          "    if (FAULT ? last > size : last >= size)\n      "
          "throw Error(\"the range goes on to"),
    Fault("slice-loses-its-end", "runtime/storage/slice.cpp",
          "range.hi = count ? range.lo + (count - 1) * range.step + 1 : "
          "range.lo;",
          "range.hi = count ? range.lo + (count - 1) * range.step + !FAULT : "
          "range.lo;"),
    Fault("skew-mirror-keeps-its-sign", "runtime/io/matrix_market_entries.cpp",
          "      number.value.real = -number.value.real;\n  }",
          "      number.value.real = FAULT ? number.value.real : "
          "-number.value.real;\n  }"),
    Fault("diagonal-read-twice", "runtime/io/matrix_market_entries.cpp",
          "if (header.symmetry != Symmetry::General && row != column)",
          "if (header.symmetry != Symmetry::General && "
          "(FAULT || row != column))"),
    Fault("duplicates-are-not-added", "runtime/storage/pack_values.cpp",
          "        if (addDuplicate(values[q], entries[next]))\n"
          "          overflows.add(q, next);\n"
          "      checkSums(overflows, entries, e, end, [q](int64_t) "
          "{ return q; });\n      if (padding",
          "        if (!FAULT && addDuplicate(values[q], entries[next]))\n"
          "          overflows.add(q, next);\n"
          "      checkSums(overflows, entries, e, end, [q](int64_t) "
          "{ return q; });\n      if (padding"),
    Fault("triangle-with-its-diagonal", "runtime/storage/symmetric.cpp",
          "return std::pair(lines.starts[line], lines.diagonal(line));",
          "int64_t end = lines.diagonal(line); return std::pair(lines.starts"
          "[line], end + (FAULT && end != lines.starts[line + 1]));"),
]


def apply_all(root: Path) -> None:
    """Puts all faults, each behind its switch, into the sources below `root`, whose
    tests then pass the switch on."""
    with open(root / "tests/lit.common.cfg.py", "a", encoding="utf-8") as file:
        file.write('\nimport os\n\nconfig.environment["ENCKE_FAULT"] = '
                   'os.environ.get("ENCKE_FAULT", "")\n')
    for file in dict.fromkeys(fault.file for fault in FAULTS):
        path = root / file
        source = path.read_text("utf-8")
        for fault in FAULTS:
            if fault.file == file:
                source = fault.apply(source)
        header = os.path.relpath(root / "tests/faults/fault.h", path.parent)
        # Behind the banner.
        banner_end = source.index("\n\n") + 2
        path.write_text(source[:banner_end] + "#include <cstring>\n"
                        f'#include "{header}"\n\n'
                        + source[banner_end:], "utf-8")
