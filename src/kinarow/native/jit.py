"""The door to numba: a typed `jit`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.core import event, typeinfer
from numba.core.types.misc import unliteral

from kinarow.native import cache
from kinarow.native.compiling import tell_of_compiling
from kinarow.native.inlining import PartCompiler, knows_this_numba, make_part
from kinarow.native.numba_cache import cache_for
from kinarow.native.types import Signature
from kinarow.work.working_time import start_the_clock, stop_the_clock

Function = TypeVar("Function", bound=Callable[..., object])

_BLAS = "scipy.linalg.cython_blas"
if _BLAS not in sys.modules:
    # Before its first kernel, numba looks whether scipy has BLAS: a third of a second in each
    # process, for the sake of `np.correlate` alone. Other linear algebra looks again when needed.
    sys.modules[_BLAS] = None  # type: ignore[assignment]  # so it is not found
    import numba.np.arraymath

    del sys.modules[_BLAS]


def jit(function: Function) -> Function:
    """Compile a kernel on its first call, without the interpreter lock, and keep the result."""
    return _decorate(function)


def jit_part(function: Function) -> Function:
    """Compile a function for the kernels that call it, which alone can; it makes no arrays."""
    return _part(function)


def jit_inlined(function: Function) -> Function:
    """As `jit_part`, for small parts: their code goes where they are called. A real call would pass
    on every array of its arguments, word by word."""
    return _part(function, forceinline=True)


def jit_for(signature: Signature) -> Callable[[Function], Function]:
    """As `jit`, for one signature and at once: what kernels need that take functions as values."""

    def decorate(function: Function) -> Function:
        kernel = without_counted_references(function)
        also_for(kernel, signature)
        return kernel

    return decorate


def without_counted_references(function: Function) -> Function:
    """As `jit`, for a kernel that makes no arrays."""
    return _decorate(function, _nrt=False)


def _part(function: Function, **options: bool) -> Function:
    if not knows_this_numba():
        return _decorate(function, **options)
    kernel: Any = numba.njit(
        _nrt=False,
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        pipeline_class=PartCompiler,
        **options,
    )(function)
    make_part(kernel)
    _ignore_literals(kernel)
    return cast(Function, kernel)


def _decorate(function: Function, **options: bool) -> Function:
    # No kernel is handed to C: what numba would compile for that is left out.
    kernel: Any = numba.njit(nogil=True, no_cfunc_wrapper=True, **options)(function)
    folder = cache.folder()
    kept = folder and cache_for(function, folder)
    if kept:
        kernel._cache = kept
    _ignore_literals(kernel)
    return cast(Function, kernel)


def also_for(kernel: Any, signature: Signature) -> None:
    """Compile a kernel for one signature more, and for no other."""
    # As numba does it where it is given the signature, but with our cache.
    with typeinfer.register_dispatcher(kernel):
        kernel.disable_compile(False)
        kernel.compile(numba_signature(signature))
        kernel.disable_compile()


def _ignore_literals(kernel: Any) -> None:
    """Have a kernel compiled once for all numbers. Numba would compile it anew for each constant
    that another kernel calls it with; if it is inlined there, the constant is known anyway."""
    resolve = kernel.get_call_template

    def without_literals(arguments: Any, keywords: Any) -> Any:
        plain = {name: unliteral(kind) for name, kind in keywords.items()}
        return resolve(tuple(map(unliteral, arguments)), plain)

    kernel.get_call_template = without_literals


class _WhenCompiling(event.Listener):  # type: ignore[misc]  # numba has no types
    def on_start(self, _event: event.Event) -> None:
        stop_the_clock()
        tell_of_compiling()

    def on_end(self, _event: event.Event) -> None:
        start_the_clock()


event.register("numba:compile", _WhenCompiling())

# Last, since they are made of the above: kernels here may call those that were only noted.
from kinarow.native.codes import numba_kernels  # noqa: E402, F401
from kinarow.native.codes.numba_types import numba_signature  # noqa: E402
