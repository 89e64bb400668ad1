"""Parts of kernels: compiled as far as the kernels around them need, and no further.

Numba makes of every function that is called from another one a whole of its own: optimised,
turned into machine code, with a wrapper for Python that unpacks each array, and kept in the cache.
All that was thrown away, since the code of a part goes into the kernels that call it and is
optimised there; it was half of what compiling took.
"""

from __future__ import annotations

from typing import Any, Final, NoReturn

import numba
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

_NOWHERE: Final = 0
_TRIED_WITH: Final = ("0.68.",)


def knows_this_numba() -> bool:
    """What this does goes deep into numba, which may change there with any version; with one that
    was not tried, parts are compiled as kernels are."""
    version: str = numba.__version__
    return version.startswith(_TRIED_WITH)


class _PartLibrary(JITCodeLibrary):  # type: ignore[misc]  # numba has no types
    """The code of a part, ready to be linked into a kernel's, but not to be run."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return _NOWHERE


class PartCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, but that it ends before there is anything to run."""

    def define_pipelines(self) -> Any:
        state = self.state
        state.flags.no_compile = True
        state.library = _PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().define_pipelines()


def make_part(kernel: Any) -> None:
    """Have a function that `PartCompiler` compiles known to kernels, and to Python not at all."""

    def add_overload(compiled: Any) -> None:
        # Numba tells functions apart by what runs them; the library takes its place.
        known = compiled._replace(entry_point=compiled.library)
        kernel.targetctx.insert_user_function(known.library, known.fndesc, [known.library])
        kernel.overloads[tuple(known.signature.args)] = known

    def refuse(*_arguments: object, **_keywords: object) -> NoReturn:
        raise TypeError(f"{kernel.__name__} is a part of kernels: Python cannot call it")

    kernel.add_overload = add_overload
    kernel._compile_for_args = refuse
