"""Asking the processor for a record before it is needed.

In a batch of thousands of games every step would wait for its record from the outer caches: 150 to 320 ns a step of
Through the Desert, as busy as memory is. Asked for some games ahead it is there in time; but each line asked for costs
about 0.3 ns. All of a record of 2.8 kB: 140 to 146 ns a step; a smaller record, and only what a step needs of it (see
`Engine.ask_ahead`): 130 to 135, where a single game takes 105.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from saltroad.kernel.jit import FLAGS
from saltroad.kernel.state_record import States

_LINE = 64
_FOR_WRITING, _KEEP_CLOSE, _DATA = 1, 3, 1


def prefetch(states: States, i: int, first: int, size: int) -> None:
    """Begin to load `size` bytes of record i from byte `first` on; outside compiled code there is nothing to do."""


def prefetch_row(rows: NDArray[Any], i: int) -> None:
    """Begin to load row i of an array of rows; outside compiled code there is nothing to do."""


@intrinsic
def _prefetch_line(_typing: Any, array: Any, offset: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        word, number = ir.IntType(64), ir.IntType(32)
        begin = builder.ptrtoint(array.data, word)
        pointer = ir.PointerType(ir.IntType(8))
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        name = "llvm.prefetch.p0"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        how = [ir.Constant(number, value) for value in (_FOR_WRITING, _KEEP_CLOSE, _DATA)]
        builder.call(function, [builder.inttoptr(builder.add(begin, arguments[1]), pointer), *how])
        return context.get_dummy_value()

    return types.none(array, types.int64), codegen


def _implement() -> None:
    decorate: Any = overload
    load: Any = _prefetch_line

    @decorate(prefetch, jit_options=dict(FLAGS), inline="always")  # type: ignore[untyped-decorator]
    def implement(states: Any, i: Any, first: Any, size: Any) -> Any:
        def instructions(states: Any, i: Any, first: Any, size: Any) -> Any:
            for offset in range(0, size, _LINE):  # unrolled, where the size is a constant
                load(states, i * states.itemsize + first + offset)

        return instructions

    @decorate(prefetch_row, jit_options=dict(FLAGS), inline="always")  # type: ignore[untyped-decorator]
    def implement_row(rows: Any, i: Any) -> Any:
        def instructions(rows: Any, i: Any) -> Any:
            size = rows.shape[1] * rows.itemsize
            for offset in range(0, size, _LINE):
                load(rows, i * size + offset)

        return instructions


_implement()
