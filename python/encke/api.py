#===- api.py - einsum, evaluate and plans ----------------------------------===#
#
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""`einsum`, `evaluate` and `plan`."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _einsum
from ._abi import ACCUMULATE
from ._evaluate import (Compiled, Evaluation, Statements, check_threads,
                        compiled, formats_key)
from ._kinds import Kind
from ._operands import Adapted, adapt
from ._out import adapt_out
from .errors import EnckeError
from .formats import Format, text_of

Formats = Union[None, str, Format, Mapping[str, Union[str, Format]]]


#===------------------------------------------------------------------------===#
# einsum
#===------------------------------------------------------------------------===#

_einsums: Dict[Any, Evaluation] = {}


def einsum_statements(subscripts: str, prepared: Sequence[Adapted],
                      format_: Any, semiring: Optional[str],
                      mask: Optional[Adapted], complement: bool,
                      out: Optional[Kind] = None) -> Statements:
    """What `einsum` computes, as statements."""
    format_ = text_of(format_)
    if format_ is not None and not isinstance(format_, str):
        raise TypeError(f"format is a text such as 'csr', not {format_!r}")
    if complement and mask is None:
        raise EnckeError("there is no mask to take the complement of",
                         identifier="no-mask")
    orders = tuple(max(each[0].order, 0) for each in prepared)
    source, names = _einsum.statement(subscripts, orders, semiring or None,
                                      mask is not None, complement)
    kinds = [each[0] for each in prepared]
    if mask is not None:
        if mask[0].is_scalar:
            raise TypeError("a mask is a tensor")
        kinds.append(mask[0])
    if out is not None and out.format is not None and format_ is None:
        format_ = out.format.text
    return Statements(source, names, tuple(kinds), format_, (), (), out,
                      by_subscripts=True)


def einsum(subscripts: str, *operands: Any,
           format: Union[None, str, Format] = None,
           semiring: Optional[str] = None, mask: Any = None,
           complement: bool = False, out: Any = None, accumulate: bool = False,
           threads: Optional[int] = None) -> Any:
    """Einstein's summation over dense and sparse operands.

    ``encke.einsum("ij,jk->ik", A, B)`` is the product of two matrices, as in
    ``numpy.einsum``; letters that are not on the right are summed over.

    Args:
        subscripts: a term of letters for each operand, one a dimension, and
            what is left of them behind ``->``; ``...`` as in NumPy.
        operands: NumPy arrays, numbers, sparse arrays and matrices of SciPy,
            of PyData/sparse and of PyTorch, ``encke.Tensor``, and what has
            ``__dlpack__`` or ``__array_interface__``. None is copied that the
            library can take as it is (``encke.explain`` says which are).
        format: how the result is stored: ``"dense"``, ``"csr"``, ``"csc"``,
            ``"coo"``, ``"bcsr(2, 2)"``, …. By default it is sparse where each
            of its letters is one of a sparse operand: ``ij,jk->ik`` of two
            sparse matrices is sparse, and so is ``ij,ik,jk->ij`` if the first
            one is.
        semiring: what sums and multiplies, ``"min,+"`` or ``"min_plus"``.
        mask: a sparse matrix; the result is computed where it stores an
            element only, or, with ``complement``, only where it does not.
        out: where the result goes: an array of its sizes, which is computed in
            place, or a sparse matrix, whose pattern stays as it is; an error
            says if the result does not fit into it.
        accumulate: adds to what ``out`` holds.
        threads: on how many threads at most.

    Returns:
        A NumPy array of a dense result, a scalar where nothing is on the
        right. A sparse matrix is one of SciPy where operands are: an array
        (``csr_array``) if one of them is, else a matrix (``csr_matrix``).
        Otherwise it is an ``encke.Tensor``. With ``out``, that.

    Raises:
        EnckeError: what is wrong with subscripts, operands or sizes.
        TypeError: an operand is no array and no number.
    """
    prepared: List[Adapted] = [adapt(each) for each in operands]
    if mask is None and out is None:
        short = (subscripts, format, semiring, *[each[0] for each in prepared])
        try:
            evaluation = _einsums.get(short)
        except TypeError:
            evaluation = None
        if evaluation is not None and not complement and not accumulate:
            return evaluation(prepared, threads and check_threads(threads) or 0)
    adapted_mask = None if mask is None else adapt(mask)
    adapted_out = None if out is None else adapt_out(out)
    if accumulate and out is None:
        raise EnckeError("there is no 'out' to add to", identifier="no-out")
    # Where `out` is no memory for the result, the result is copied there.
    out_kind = adapted_out[0] if adapted_out else None
    short = (subscripts, format, semiring, *[each[0] for each in prepared])
    key: Any = (*short, adapted_mask and adapted_mask[0], complement, out_kind)
    try:
        evaluation = _einsums.get(key)
    except TypeError:
        raise TypeError("subscripts, format and semiring are texts") from None
    if evaluation is None:
        evaluation = compiled(einsum_statements(
            subscripts, prepared, format, semiring, adapted_mask,
            bool(complement), out_kind), 2).evaluations[0]
        _einsums[key] = evaluation
        if mask is None and out is None:
            _einsums[short] = evaluation
    if adapted_mask is not None:
        prepared.append(adapted_mask)
    return run(evaluation, prepared, check_threads(threads), out,
               adapted_out, bool(accumulate))


def run(evaluation: Evaluation, prepared: List[Adapted], threads: int,
        out: Any, adapted_out: Optional[Adapted], accumulate: bool,
        files: Any = None, communicator: int = 0) -> Any:
    """Calls it; the result goes to `out`, in place or by a copy."""
    if out is None:
        return evaluation(prepared, threads, files=files,
                          communicator=communicator)
    result = evaluation.entry.result
    if adapted_out is not None and (adapted_out[0].type != result.type
                                    or adapted_out[0].format != result.format):
        if not isinstance(out, np.ndarray):
            raise EnckeError(
                f"'out' is {adapted_out[0]!r}; the result is {result}",
                identifier="operand-format")
        adapted_out = None
    if adapted_out is not None:
        evaluation(prepared, threads, adapted_out,
                   ACCUMULATE if accumulate else 0, files, communicator)
        return out
    found = evaluation(prepared, threads, files=files,
                       communicator=communicator)
    if not isinstance(out, np.ndarray) or not isinstance(
            found, (np.ndarray, np.generic)):
        raise EnckeError(f"'out' is no place for the result, {result}",
                         identifier="operand-format")
    if out.shape != np.shape(found):
        raise EnckeError(f"'out' has the sizes {out.shape}, the result "
                         f"{np.shape(found)}", identifier="size-mismatch")
    if accumulate:
        np.add(out, found, out=out, casting="same_kind")
    else:
        np.copyto(out, found, casting="same_kind")
    return out


#===------------------------------------------------------------------------===#
# evaluate
#===------------------------------------------------------------------------===#

_evaluates: Dict[Tuple[Any, ...], Compiled] = {}


def evaluate_statements(source: str, names: Tuple[str, ...],
                        kinds: Tuple[Kind, ...], formats: Any,
                        results: Tuple[str, ...], sizes: Tuple[Any, ...],
                        out: Optional[Kind] = None) -> Statements:
    """What `evaluate` computes."""
    if not isinstance(source, str):
        raise TypeError("statements are a text such as "
                        f"'y[i] = A[i, j] * x[j]', not {source!r}")
    if out is not None and out.format is not None and formats is None:
        formats = out.format.text
    return Statements(source, names, kinds, formats, results, sizes, out)


def check_sizes(sizes: Optional[Mapping[str, int]]) -> Tuple[Any, ...]:
    if sizes is None:
        return ()
    if not isinstance(sizes, Mapping):
        raise TypeError("sizes are numbers by the names of labels")
    for label, size in sizes.items():
        if not isinstance(label, str) or isinstance(size, bool) \
                or not isinstance(size, (int, np.integer)):
            raise TypeError("sizes are numbers by the names of labels")
        if size < 0:
            raise ValueError(f"label '{label}' cannot have size {size}")
    return tuple(sorted((label, int(size)) for label, size in sizes.items()))


def evaluate(statements: str, operands: Optional[Mapping[str, Any]] = None, *,
             format: Formats = None, results: Sequence[str] = (),
             sizes: Optional[Mapping[str, int]] = None, out: Any = None,
             accumulate: bool = False, threads: Optional[int] = None,
             **named: Any) -> Any:
    """Evaluates statements in Einstein notation.

    ``encke.evaluate("C[i,k] = relu(A[i,j] * B[j,k] + b[k])", A=A, B=B, b=b)``
    compiles the statements for operands of these kinds, once, and calls the
    code. What the statements may be is in docs/language.md, L18 to L27: sums
    and products over labels, functions, reductions (``MAX[j](A[i,j])``),
    semirings (``A[i,j] @(min,+) x[j]``), masks (``C[i,k]<M> = …``).

    Args:
        statements: assignments, separated by ``;``. What they assign and is no
            operand is declared for them: labels from the left side, the element
            type from the right one.
        operands: those whose names are no names of Python's, or those of the
            parameters here; as a dictionary.
        format: how the result is stored, or a dictionary that says it of any of
            the assigned names: ``{"C": "csr"}``. Otherwise what is assigned is
            sparse if it is so along each of its labels, as in `einsum`. Where
            a result has a value everywhere and is asked to be sparse, what is
            not 0 is stored.
        results: the names whose values are wanted, as a dictionary by names.
            By default it is what the last statement assigns, itself.
        sizes: of labels that no operand has.
        out, accumulate, threads: as in `einsum`.
        named: the operands by their names, as in `einsum`.

    Returns:
        As `einsum`.
    """
    if operands is not None:
        if not isinstance(operands, Mapping):
            raise TypeError("operands are a dictionary; others are given by "
                            "their names: A=A")
        named = {**operands, **named}
    prepared: List[Adapted] = [adapt(each) for each in named.values()]
    adapted_out = None if out is None else adapt_out(out)
    out_kind = adapted_out[0] if adapted_out else None
    if isinstance(results, str):
        results = (results,)
    key = (statements, formats_key(format), tuple(results),
           check_sizes(sizes), out_kind, *named,
           *[each[0] for each in prepared])
    try:
        found = _evaluates.get(key)
    except TypeError:
        raise TypeError("statements, formats and results are texts") from None
    if found is None:
        found = compiled(evaluate_statements(
            statements, tuple(named), tuple(each[0] for each in prepared),
            key[1], key[2], key[3], out_kind), 2)
        _evaluates[key] = found
    if accumulate and out is None:
        raise EnckeError("there is no 'out' to add to", identifier="no-out")
    count = check_threads(threads)
    if not results:
        return run(found.evaluations[0], prepared, count, out,
                   adapted_out, bool(accumulate))
    if out is not None:
        raise EnckeError("'out' is for one result, and not for several by name",
                         identifier="no-out")
    return {name: evaluation(prepared, count) for name, evaluation
            in zip(found.program.results, found.evaluations)}


def convert(operand: Any, format: Union[str, Format]) -> Any:
    """The same elements in another format, as what `einsum` returns.

    ``encke.convert(array, "csr")`` stores what is not 0. The format is a text
    or an `encke.Format`, which may be a declaration:
    ``encke.convert(array, "(i, j) -> (i + j : compressed, i : dense)")``.
    """
    order = max(adapt(operand)[0].order, 0)
    letters = "abcdefghijklmnop"[:order]
    return einsum(f"{letters}->{letters}", operand, format=format)


#===------------------------------------------------------------------------===#
# Plans
#===------------------------------------------------------------------------===#

class Plan:
    """A computation that is compiled, to be called with operands of the kinds
    that it was made with; made by `encke.plan`."""

    def __init__(self, what: Statements, names: Tuple[str, ...], text: str,
                 by_name: bool) -> None:
        self._what = what
        self._evaluation = compiled(what, 3).evaluations[0]
        self._names = names
        self._by_name = by_name
        self._kinds = what.kinds
        self._out: Dict[Kind, Evaluation] = {}
        self.text = text

    def __repr__(self) -> str:
        kinds = ", ".join(f"{name} {kind!r}" for name, kind
                          in zip(self._names, self._kinds))
        return f"<encke.Plan {self.text!r}: {kinds}>"

    def _prepare(self, operands: Tuple[Any, ...],
                 named: Mapping[str, Any]) -> List[Adapted]:
        if named:
            if operands or not self._by_name or \
                    set(named) != set(self._names):
                raise TypeError("the operands of this plan are "
                                + ", ".join(self._names))
            operands = tuple(named[name] for name in self._names)
        prepared = [adapt(each) for each in operands]
        if len(prepared) != len(self._kinds):
            raise TypeError(f"the plan takes {len(self._kinds)} operands, not "
                            f"{len(prepared)}")
        for each, kind, name in zip(prepared, self._kinds, self._names):
            if each[0] is not kind:
                raise EnckeError(
                    f"'{name}' is {each[0]!r}, but the plan was made for "
                    f"{kind!r}", identifier="operand-format")
        return prepared

    def __call__(self, *operands: Any, threads: Optional[int] = None,
                 **named: Any) -> Any:
        """The result for these operands."""
        return self._evaluation(self._prepare(operands, named),
                                threads and check_threads(threads) or 0)

    symbolic = __call__

    def numeric(self, *operands: Any, out: Any, accumulate: bool = False,
                threads: Optional[int] = None, **named: Any) -> Any:
        """Computes the values of `out` for these operands: in place of a dense
        array, at its pattern of a sparse matrix, as `symbolic` has made it."""
        prepared = self._prepare(operands, named)
        adapted_out = adapt_out(out)
        evaluation = self._evaluation
        if adapted_out is not None:
            kind = adapted_out[0]
            found = self._out.get(kind)
            if found is None:
                found = self._out[kind] = compiled(
                    self._what._replace(out=kind)).evaluations[0]
            evaluation = found
        return run(evaluation, prepared, check_threads(threads), out,
                   adapted_out, accumulate)


def plan(statements: str, *operands: Any, format: Formats = None,
         semiring: Optional[str] = None, mask: Any = None,
         complement: bool = False, sizes: Optional[Mapping[str, int]] = None,
         **named: Any) -> Plan:
    """Compiles a computation, to be called often.

    With operands in their order, ``encke.plan("ij,jk->ik", A, B)`` is for what
    `einsum` computes, and with operands by name,
    ``encke.plan("C[i,k] = A[i,j] * B[j,k]", A=A, B=B)``, for what `evaluate`
    does. Of the operands only the kinds matter: formats, element types and the
    width of indices. A mask is the last operand of the plan.

    ``C = plan.symbolic(A, B)`` makes the result, ``plan.numeric(A, B, out=C)``
    computes its values anew, in the arrays that it has. It takes as long as a new
    result: where a sparse one stores elements is found out again, and compared.
    ``plan(A, B)`` is a new result.
    """
    if operands and named:
        raise TypeError("the operands are given in their order, or by name")
    if operands:
        if sizes is not None:
            raise TypeError("sizes are for statements")
        prepared = [adapt(each) for each in operands]
        adapted_mask = None if mask is None else adapt(mask)
        what = einsum_statements(statements, prepared, format, semiring,
                                 adapted_mask, bool(complement))
        names = tuple(f"operand {number}" for number in range(len(operands)))
        if adapted_mask is not None:
            names += ("mask",)
        return Plan(what, names, statements, False)
    if semiring is not None or mask is not None or complement:
        raise TypeError("statements have semirings and masks themselves: "
                        "'C[i,k]<M> = A[i,j] @(min,+) B[j,k]'")
    kinds = tuple(adapt(each)[0] for each in named.values())
    what = evaluate_statements(statements, tuple(named), kinds,
                               formats_key(format), (), check_sizes(sizes))
    return Plan(what, tuple(named), statements, True)
