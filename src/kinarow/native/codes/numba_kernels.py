"""Kernels that were noted (`native/kernels.py`), as numba's dispatchers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numba.core.compiler_lock import global_compiler_lock
from numba.core.types import Dispatcher
from numba.extending import typeof_impl

from kinarow.native import jit
from kinarow.native.kernels import Kernel, Role
from kinarow.native.types import WORD, Signature

MAKERS: Final[dict[Role, Callable[[Any], Any]]] = {
    Role.KERNEL: jit.without_counted_references,
    Role.PART: jit.jit_part,
    Role.INLINED: jit.jit_inlined,
}


def dispatcher_of(kernel: Kernel) -> Any:
    """The kernel for numba, compiled for all of its signatures."""
    with global_compiler_lock:
        if kernel.dispatcher is None:
            kernel.dispatcher = MAKERS[kernel.role](kernel.function)
            for signature in tuple(kernel.signatures):
                compile_for(kernel, signature)
    return kernel.dispatcher


def compile_for(kernel: Kernel, signature: Signature) -> None:
    """Compile a kernel for one signature more."""
    jit.also_for(kernel.dispatcher, signature)


@typeof_impl.register(Kernel)
def _typeof(kernel: Kernel, _context: Any) -> Any:
    return Dispatcher(dispatcher_of(kernel))


def callable_for(kernel: Kernel) -> Callable[..., Any]:
    """What runs when Python calls a kernel. Numba tells words by their type."""
    dispatcher = dispatcher_of(kernel)
    if not kernel.signatures:  # a part, which says that it cannot be called
        return dispatcher  # type: ignore[no-any-return]
    converters = [np.uint64 if kind == WORD else int for kind in kernel.signatures[0].arguments]

    def run(*arguments: Any) -> Any:
        return dispatcher(*(convert(a) for convert, a in zip(converters, arguments, strict=True)))

    return run
