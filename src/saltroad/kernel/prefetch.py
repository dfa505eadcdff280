"""Asking the processor for a record before it is needed.

In a batch of thousands of games every step would wait for its record from the outer caches. Asked for one game ahead,
it is there in time: 137 ns a step of Through the Desert (2.8 kB a record) where it took 130 to 320, as busy as memory
was.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from saltroad.kernel.jit import FLAGS
from saltroad.kernel.record import States

_LINE = 64
_FOR_WRITING, _KEEP_CLOSE, _DATA = 1, 3, 1


def prefetch(states: States, i: int) -> None:
    """Begin to load record i; outside compiled code there is nothing to do."""


@intrinsic
def _prefetch(_typing: Any, states: Any, i: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        size = signature.args[0].dtype.size
        word, number = ir.IntType(64), ir.IntType(32)
        first = builder.add(builder.ptrtoint(array.data, word), builder.mul(arguments[1], ir.Constant(word, size)))
        pointer = ir.PointerType(ir.IntType(8))
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        name = "llvm.prefetch.p0"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        how = [ir.Constant(number, value) for value in (_FOR_WRITING, _KEEP_CLOSE, _DATA)]
        for offset in range(0, size, _LINE):
            line = builder.inttoptr(builder.add(first, ir.Constant(word, offset)), pointer)
            builder.call(function, [line, *how])
        return context.get_dummy_value()

    return types.none(states, types.int64), codegen


def _implement() -> None:
    decorate: Any = overload
    load: Any = _prefetch

    @decorate(prefetch, jit_options=dict(FLAGS), inline="always")  # type: ignore[untyped-decorator]
    def implement(states: Any, i: Any) -> Any:
        def instruction(states: Any, i: Any) -> Any:
            load(states, i)

        return instruction


_implement()
