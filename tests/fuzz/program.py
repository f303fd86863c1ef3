# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a random program is made of, how it reads as text, and the type and
pattern that its expressions have."""

import dataclasses
import math

from formats import declaration_of, use_of

# The order of promotion (L8).
TYPES = ("bool", "int32", "int", "float", "double", "complex")
# What tensors are stored in, and computed in (L50).
STORED = {"float16": "float", "bfloat16": "float", "int8": "int32",
          "int16": "int32", "uint8": "int32", "complex64": "complex"}
KEEPS_ZERO = ("relu", "abs", "tanh", "sin", "sqrt", "pow", "asin", "atan",
              "atan2", "sinh", "log1p", "expm1", "cbrt", "erf", "sign",
              "floor", "ceil", "round", "bitand", "shl", "shr", "conj",
              "re", "im", "arg", "int", "int32", "float", "double", "bool")
FLOATING = ("tanh", "sin", "cos", "sigmoid", "exp", "sqrt", "log", "pow",
            "asin", "acos", "atan", "atan2", "sinh", "cosh", "log1p", "expm1",
            "log2", "log10", "cbrt", "erf")
# Functions that are infinite, or no number, of some of the numbers they get.
PARTIAL = ("sqrt", "log", "log1p", "log2", "log10", "asin", "acos")
# The type that a function gives, whatever it takes (L54).
GIVES = {"int": "int", "int32": "int32", "float": "float", "double": "double",
         "bool": "bool", "re": "double", "im": "double", "arg": "double",
         "conj": "complex"}
ON_BITS = ("bitand", "bitor", "bitxor", "shl", "shr", "div")
SUMS = ("SUM", "NNZ", "NORM")  # 0 where there is nothing
COORDINATES = ("ARGMIN", "ARGMAX")  # L55
TRUTHS = ("ANY", "ALL", "COUNT")
REDUCTIONS = ("SUM", "MIN", "MAX", "PROD", "NORM", "NNZ", "MEAN", *COORDINATES,
              *TRUTHS)
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=", "&&", "||")


@dataclasses.dataclass(frozen=True)
class Node:
    """A node of an expression: `op` is an operator (`@` for a semiring or a
    monoid, `@|` for one over the union; `name` spells its operators), "access",
    "number", "scalar", "label" (its coordinate), "where", "neg", "call",
    "transpose" or a reduction; `name` and `labels` are what it names."""
    op: str
    operands: tuple = ()
    name: str = ""
    labels: tuple = ()


@dataclasses.dataclass(frozen=True)
class Tensor:
    """`entries` maps coordinates to values; None where no file is read. `fill`
    is the text of its first value, or ""."""
    name: str
    labels: tuple
    type: str = "double"
    format: str = "Dense"
    entries: dict = None
    fill: str = ""
    value: str = ""  # of all elements (L50)

    @property
    def is_sparse(self):
        return self.format != "Dense" and set(self.format) - set("D, ") != set()


@dataclasses.dataclass(frozen=True)
class Statement:
    """`target op value`, printed afterwards. No target: the value is printed.
    A target without a dimension may be a scalar variable. `form` is how it
    stands in the program: "", "for", "while", "if" or "call". Neighbours with
    the same `block` that is not empty stand in one loop."""
    target: str
    labels: tuple
    op: str
    value: Node
    mask: str = ""
    form: str = ""
    parameter_format: str = ""
    is_quiet: bool = False  # and not printed
    block: str = ""


@dataclasses.dataclass(frozen=True)
class Reorder:
    """`reorder labels by method(tensor)`, before statement `before`."""
    labels: tuple
    method: str
    tensor: str
    before: int


@dataclasses.dataclass(frozen=True)
class Program:
    """`open_labels` are those that a file sizes, where one does; `ranges` the
    lo, hi and step of the range labels."""
    sizes: dict
    ranges: dict
    open_labels: frozenset
    tensors: tuple
    scalars: tuple
    statements: tuple
    reorder: "Reorder | None" = None

    def tensor(self, name):
        return next((t for t in self.tensors if t.name == name), None)


#===--- Questions about expressions ---------------------------------------===#


def nodes_of(node):
    yield node
    for operand in node.operands:
        yield from nodes_of(operand)


def labels_of(node):
    """The labels of an expression that nothing in it binds."""
    binds = node.op in REDUCTIONS
    labels = set() if binds else set(node.labels)
    for operand in node.operands:
        labels |= labels_of(operand)
    if binds:
        labels = labels - set(node.labels) if node.labels else set()
    return labels


def uses_of(node, label):
    """How many accesses in an expression have a label."""
    return sum(n.op == "access" and label in n.labels for n in nodes_of(node))


def promote(*types):
    return max(types, key=TYPES.index)


def computed_in(type_name):
    return STORED.get(type_name, type_name)


def is_integral(type_name):
    return TYPES.index(computed_in(type_name)) <= TYPES.index("int")


def type_of(node, program):
    """The type of an expression; None for a number, which adapts."""
    if node.op == "number":
        is_whole = node.name.lstrip("-").isdigit()
        return None if is_whole else "number"
    if node.op == "scalar":
        return "double"
    if node.op == "label" or node.op in COORDINATES or node.op == "COUNT":
        return "int"
    if node.op in COMPARISONS or node.op in TRUTHS:
        return "bool"
    if node.op == "where":
        return type_of(node.operands[0], program)
    if node.op == "access":
        return computed_in(program.tensor(node.name).type)
    types = [type_of(operand, program) for operand in node.operands]
    types = [t for t in types if t is not None]
    if "number" in types:
        types = [t for t in types if t != "number"]
        types = [t if t and not is_integral(t) else "double" for t in types]
        types = types or ["double"]
    joined = promote(*types) if types else "int"
    if node.op == "NNZ":
        return "int"
    if node.op == "call" and node.name in GIVES:
        return GIVES[node.name]
    if node.op == "call" and node.name == "abs" or node.op == "NORM":
        joined = "double" if joined == "complex" else joined
    is_semiring = node.op in ("@", "@|")
    name = node.name if is_semiring else node.op
    if name == "/" or node.op in ("NORM", "MEAN") or node.name in FLOATING:
        return "double" if is_integral(joined) else joined
    arithmetic = node.op in ("+", "-", "*", ".*", "%", "neg", "SUM", "PROD") or (
        node.name in ON_BITS) or (
        is_semiring and set(node.name) & set("+-*")) or node.name == "abs"
    return "int" if arithmetic and joined == "bool" else joined


def is_full(node, program):
    """True when an expression stores a value everywhere (L44)."""
    if node.op == "access":
        return not program.tensor(node.name).is_sparse
    if node.op in ("number", "scalar", "label") or node.op in COMPARISONS:
        return True
    if node.op == "where":
        return False
    full = [is_full(operand, program) for operand in node.operands]
    if node.op in ("*", ".*", "/", "%", "@") or node.name == "div":
        return all(full)
    if node.op == "call" and node.name not in KEEPS_ZERO:
        return True
    if node.op in REDUCTIONS and not labels_of(node):
        return True
    return full[0] if node.op == "call" else any(full)


def reads_of(statement):
    """The tensors and scalars whose values a statement uses."""
    names = {n.name for n in nodes_of(statement.value)
             if n.op in ("access", "scalar")}
    return names | {statement.target} if statement.op != "=" else names


def factors_of(node):
    """The factors of a product, sums of products looked into (L21)."""
    if node.op in ("*", ".*"):
        for operand in node.operands:
            yield from factors_of(operand)
    elif node.op in ("neg", "SUM"):
        yield from factors_of(node.operands[0])
    elif node.op == "/":
        yield from factors_of(node.operands[0])
        yield node.operands[1]
    elif node.op != "number" or float(node.name) == 0:
        yield node


def leaves_room(node, kept):
    """True where the order of operations decides whether a product with an
    infinite factor is a number (L21): a factor may be taken out of a sum, or
    out of a difference of products."""
    factors = list(factors_of(node))
    bound = {label for n in nodes_of(node) if n.op in SUMS
             for label in n.labels or sorted(labels_of(n.operands[0]))}
    summed = (labels_of(node) | bound) - set(kept)
    # A bound label is its own, whatever others are called.
    if len(factors) > 1 and (summed or bound):
        if len(factors) > 2 or bound or not all(
                summed <= labels_of(factor) for factor in factors):
            return True
    if node.op in ("+", "-"):
        sides = [set(factors_of(operand)) for operand in node.operands]
        if sides[0] & sides[1] and any(len(side) > 1 for side in sides):
            return True
        if summed and any(not summed <= labels_of(operand) | bound
                          for operand in node.operands):
            return True
    if node.op in ("@", "@|"):
        free = summed if "*" in node.name else labels_of(node) - set(kept)
        if not all(free <= labels_of(operand) for operand in node.operands):
            return True
        # What a reduction makes of sums may be made of the sum with each.
        if any(n.op in REDUCTIONS for operand in node.operands for n in nodes_of(operand)):
            return True
    if node.op in ("*", ".*", "/", "neg"):
        return any(leaves_room(factor, labels_of(factor) | set(kept))
                   for factor in factors if factor is not node) or any(
                       factor.op in ("+", "-") and summed
                       for factor in factors)
    if node.op in REDUCTIONS:
        operand = node.operands[0]
        over = set(node.labels) or labels_of(operand)
        # A norm is the root of a sum of squares, which are products.
        inner = set(kept) | (set() if node.op in ("SUM", "NORM") else over)
        return leaves_room(operand, inner)
    return any(leaves_room(operand, set(kept) | (
        labels_of(node.operands[0]) & labels_of(node.operands[-1])
        if node.op in ("@", "@|") else set())) for operand in node.operands)


def may_be_infinite(node):
    """True when an expression can be infinite where what it reads is not."""
    return any(n.op in ("MIN", "MAX", "MEAN", "/", "%") or
               (n.op == "call" and n.name in PARTIAL) or
               (n.op in ("@", "@|") and
                any(op in n.name for op in ("min", "max", "/")))
               for n in nodes_of(node))


def depends_on_order(program):
    """True when whether a value is finite may depend on the order of
    operations (L21)."""
    infinite = {t.name for t in program.tensors if t.entries and any(
        isinstance(v, float) and not math.isfinite(v)
        for v in t.entries.values())}
    # A loop hands on what stands below.
    for _ in range(2):
        for statement in program.statements:
            if reads_of(statement) & infinite or may_be_infinite(
                    statement.value):
                if leaves_room(statement.value, statement.labels):
                    return True
                infinite.add(statement.target)
    return False


#===--- Text --------------------------------------------------------------===#


def text_of(node):
    """The source of an expression, with parentheses around every operator."""
    operands = [text_of(operand) for operand in node.operands]
    if node.op == "access":
        return f"{node.name}[{', '.join(node.labels)}]"
    if node.op in ("number", "scalar"):
        return node.name
    if node.op == "label":
        return node.labels[0]
    if node.op == "where":
        return f"{operands[0]} where {operands[1]}"
    if node.op == "neg":
        return f"(-{operands[0]})"
    if node.op == "transpose":
        return f"transpose({operands[0]}, {{{', '.join(node.labels)}}})"
    if node.op == "call":
        return f"{node.name}({', '.join(operands)})"
    if node.op in REDUCTIONS:
        over = f"[{', '.join(node.labels)}]" if node.labels else ""
        return f"{node.op}{over}({operands[0]})"
    op = node.op + (f"({node.name})" if node.op in ("@", "@|") else "")
    return f"({operands[0]} {op} {operands[1]})"


def format_text(tensor):
    return f"{{{use_of(tensor.format, tensor.labels)}}}"


def positions(tensor):
    """Labels for a fill or a read: they need no declaration."""
    if len(set(tensor.labels)) == len(tensor.labels):
        return ", ".join(tensor.labels)
    return ", ".join(f"x{d}" for d in range(len(tensor.labels)))


def value_text(value):
    if isinstance(value, complex):
        return f"{value.real} {value.imag}"
    return str(value)


def file_of(tensor, sizes):
    """The name and text of a tensor's file: Matrix Market up to order 2, where
    it gives the sizes; FROSTT above."""
    lines = [" ".join(str(c + 1) for c in point)
             for point in tensor.entries]
    values = list(tensor.entries.values())
    if len(tensor.labels) > 2:
        # A value that is a count of lines could make a header of the first
        # line (see --tns), so the values are written with a point.
        text = [f"{line} {value_text(value)}" for line, value
                in zip(lines, values)]
        return tensor.name + ".tns", "\n".join(text) + "\n"
    shape = [sizes[label] for label in tensor.labels] + [1] * (
        2 - len(tensor.labels))
    if len(tensor.labels) == 1:
        lines = [line + " 1" for line in lines]
    field = ("complex" if computed_in(tensor.type) == "complex" else
             "integer" if is_integral(tensor.type) else "real")
    header = [f"%%MatrixMarket matrix coordinate {field} general",
              f"{shape[0]} {shape[1]} {len(values)}"]
    body = [f"{line} {value_text(value)}" for line, value
            in zip(lines, values)]
    return tensor.name + ".mtx", "\n".join(header + body) + "\n"


def names_in(statement):
    """The tensors and scalars of a statement."""
    names = [n.name for n in nodes_of(statement.value)
             if n.op in ("access", "scalar")]
    for name in (statement.target, statement.mask.lstrip("!")):
        if name:
            names.append(name)
    return list(dict.fromkeys(names))


class Source:
    """The text of a program, with its files; what no statement uses is left
    out. `tensor_at` and `statement_at` map line numbers to what stands there.
    """

    def __init__(self, program):
        self.program = program
        self.lines = []
        self.files = {}
        self.tensor_at = {}
        self.statement_at = {}
        self.functions = []
        used = {name for s in program.statements for name in names_in(s)}
        self.tensors = [t for t in program.tensors if t.name in used]
        self.body = []
        self.add_head(used)
        block = ""
        for number, statement in enumerate(program.statements):
            self.add_reorder(number, used)
            if statement.block != block:
                self.change_block(number, block, statement.block)
                block = statement.block
            text = self.text_of_statement(number, statement)
            self.body.append((text, ("statement", number)))
        self.change_block(0, block, "")
        self.join()

    def change_block(self, number, old, new):
        """A loop ends, or another begins."""
        if old:
            self.body.append(("}", ("", None)))
        if new:
            self.body.append((f"for l{number} in 0:2 {{", ("", None)))

    def write_to(self, folder):
        """Writes the program and its data; their paths, the program first."""
        texts = {"program.ta": self.text, **self.files}
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
        return [str(folder / name) for name in texts]

    def join(self):
        declared = {declaration_of(t.format): None for t in self.tensors}
        self.lines += [text for text in declared if text]
        for text in self.functions:
            self.lines.append(text)
            self.statement_at[len(self.lines)] = int(
                text.split("(")[0].split("f")[-1])
        self.lines.append("def main() {")
        for text, (kind, what) in self.body:
            self.lines.append("  " + text)
            if kind == "tensor":
                self.tensor_at[len(self.lines)] = what
            elif kind == "statement":
                self.statement_at[len(self.lines)] = what
        self.lines.append("}")
        self.text = "\n".join(self.lines) + "\n"

    def add_head(self, used):
        program = self.program
        sized = {label for tensor in self.tensors if tensor.entries is not None
                 and len(tensor.labels) <= 2 for label in tensor.labels}
        labels = {label for tensor in self.tensors for label in tensor.labels}
        for statement in program.statements:
            labels |= set(statement.labels)
            for node in nodes_of(statement.value):
                labels |= set(node.labels)
        # A fill's positions have labels that need no declaration.
        known = set(program.sizes) | set(program.ranges)
        for label in sorted(labels & known):
            self.body.append((self.label_text(label, sized), ("", None)))
        for tensor in self.tensors:
            self.body.append((
                f"Tensor<{tensor.type}> {tensor.name}"
                f"([{', '.join(tensor.labels)}], {format_text(tensor)}"
                + (f", value = {tensor.value});" if tensor.value else ");"),
                ("tensor", tensor.name)))
        for tensor in self.tensors:
            if tensor.entries is not None:
                name, text = file_of(tensor, program.sizes)
                value = f"read({len(self.files)})"
                self.files[name] = text
            elif tensor.fill:
                value = tensor.fill
            else:
                continue
            self.body.append((f"{tensor.name}[{positions(tensor)}] = {value};",
                              ("tensor", tensor.name)))
        for name, value in program.scalars:
            if name in used:
                self.body.append((f"var {name} = {value!r};", ("", None)))

    def add_reorder(self, number, used):
        reorder = self.program.reorder
        if reorder and reorder.before == number and reorder.tensor in used:
            self.body.append((f"reorder [{', '.join(reorder.labels)}] by "
                              f"{reorder.method}({reorder.tensor});",
                              ("", None)))

    def label_text(self, label, sized):
        if label in self.program.ranges:
            bounds = ":".join(map(str, self.program.ranges[label]))
            return f"IndexLabel [{label}] = [{bounds}];"
        is_open = label in sized and label in self.program.open_labels
        size = "?" if is_open else self.program.sizes[label]
        return f"IndexLabel [{label}] = [{size}];"

    def text_of_statement(self, number, s):
        value = text_of(s.value)
        if not s.target:
            return f"print({value});"
        tensor = self.program.tensor(s.target)
        left = f"{s.target}[{', '.join(s.labels)}]" if tensor else s.target
        if s.mask:
            left += f"<{s.mask}>"
        if s.form == "call":
            self.functions.append(self.function_text(number, s, tensor))
            arguments = ", ".join(self.arguments_of(s))
            text = f"{left} = f{number}({arguments});"
        else:
            text = f"{left} {s.op} {value};"
        if s.form == "for":
            text = f"for t{number} in 0:2 {{ {text} }}"
        elif s.form == "while":
            text = (f"var w{number} = 0; while (w{number} < 2) "
                    f"{{ {text} w{number} += 1; }}")
        elif s.form == "if":
            text = f"if (2 * 3 > 5) {{ {text} }} else {{ {left} = 1; }}"
        # What nothing reads need not be computed.
        return text if s.is_quiet else f"{text} print({s.target});"

    @staticmethod
    def arguments_of(s):
        return [name for name in names_in(s) if name != s.target or any(
            n.name == name for n in nodes_of(s.value))]

    def function_text(self, number, s, target):
        """A function that computes the statement on tensors of its own."""
        parameters, known = [], set()
        for name in self.arguments_of(s):
            tensor = self.program.tensor(name)
            if not tensor:
                parameters.append(f"double {name}")
                continue
            known |= set(tensor.labels)
            own = s.parameter_format
            fits = own and len(tensor.labels) == 2 and tensor.is_sparse
            form = f"{{{own}}}" if fits else format_text(tensor)
            shape = f"([{', '.join(tensor.labels)}], {form})"
            parameters.append(f"Tensor<{tensor.type}> {name}{shape}")
        labels = {label for n in nodes_of(s.value) for label in n.labels}
        labels |= set(s.labels) | set(target.labels)
        own = "".join(self.label_text(label, ()) + " "
                      for label in sorted(labels - known))
        shape = f"([{', '.join(target.labels)}], {format_text(target)})"
        # The signature's labels come from its parameters only. Without one, the
        # conditions of a hybrid cannot name a mode; it is in its last format.
        form = format_text(target)
        if target.format.startswith("hybrid") and not known.issuperset(
                target.labels):
            form = "{" + target.format.rpartition(", ")[2].rstrip(")") + "}"
        result = "([" + ", ".join(
            label if label in known else str(self.program.sizes[label])
            for label in target.labels) + f"], {form})"
        return (f"def f{number}({', '.join(parameters)}) -> "
                f"Tensor<{target.type}>{result} {{ {own}"
                f"Tensor<{target.type}> out{shape}; "
                f"out[{', '.join(s.labels)}] = {text_of(s.value)}; "
                f"return out; }}")
