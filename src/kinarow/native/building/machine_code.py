"""Kernels as machine code: numba's notation of them joined, and optimised for each level.

Numba calls a function with where the result goes, where an error is told, and the arguments; and is
told by a status whether there was one. Each export gets a function of its own around that, which
takes the result's place and numbers, and returns the status. All else is known inside alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import llvmlite.binding as llvm

from kinarow.native import jit
from kinarow.native.building.level_code import level_function
from kinarow.native.building.linking import NotBuiltError
from kinarow.native.codes import numba_kernels
from kinarow.native.codes.numba_types import numba_signature
from kinarow.native.inlining import knows_this_numba
from kinarow.native.kernels import Kernel, Role
from kinarow.native.levels import LEVEL_FUNCTION, PLAIN, Level, symbol_at
from kinarow.native.types import INT, NOTHING, WORD

_NUMBERS: Final = (INT, WORD)


def notation_of(kernels: Iterable[Kernel]) -> Iterator[tuple[Kernel, str, Any]]:
    """Each kernel with the name that numba gives it, and all of its code, as it is before it is
    optimised for this machine. Afterwards no kernel can be run in this process."""
    if not knows_this_numba():
        raise NotBuiltError("this version of numba was not tried")
    numba_kernels.MAKERS[Role.KERNEL] = jit.jit_part
    for kernel in kernels:
        signature = kernel.signatures[0]
        numbers = (*signature.arguments, signature.result)
        if not all(kind in _NUMBERS for kind in numbers if kind != NOTHING):
            raise NotBuiltError(f"{kernel.symbol} takes or gives more than numbers")
        dispatcher = numba_kernels.dispatcher_of(kernel)
        compiled = dispatcher.overloads[tuple(numba_signature(signature).args)]
        yield kernel, compiled.fndesc.llvm_func_name, compiled.library._get_module_for_linking()


def joined(notations: Iterable[tuple[Kernel, str, Any]]) -> tuple[str, list[str]]:
    """All of it as one text, and the symbols of the exports."""
    whole, symbols = llvm.parse_assembly(""), []
    for kernel, name, module in notations:
        arguments = [f"i64 %a{number}" for number in range(len(kernel.signatures[0].arguments))]
        types = ", ".join(["ptr", "ptr", *["i64"] * len(arguments)])
        values = ", ".join(["ptr %result", "ptr %error", *arguments])
        whole.link_in(
            llvm.parse_assembly(f"""
            declare i32 @"{name}"({types})
            define i32 @{kernel.symbol}({", ".join(["ptr %result", *arguments])}) {{
              %error = alloca ptr
              %status = call i32 @"{name}"({values})
              ret i32 %status
            }}""")
        )
        whole.link_in(module, preserve=True)  # after what calls it, or it would be left out
        symbols.append(kernel.symbol)
    return str(whole), symbols


def object_for(notation: str, symbols: list[str], level: Level, triple: str) -> bytes:
    """Machine code for a level of processors."""
    machine = _machine(level, triple)
    module = llvm.parse_assembly(notation)
    module.triple, module.data_layout = triple, str(machine.target_data)
    for function in module.functions:
        if not function.is_declaration and function.name not in symbols:
            # Not private yet: of a private function that is called once, LLVM makes a part of its
            # caller, which a search that calls itself pays for with its registers.
            function.linkage = "linkonce_odr"
    for variable in module.global_variables:  # where numba would put what exceptions need
        variable.linkage = "internal"
    mark = llvm.parse_assembly(f"@{LEVEL_FUNCTION} = constant i32 {level.number}")
    module.link_in(mark)
    _optimise(module, machine)
    module.get_global_variable(LEVEL_FUNCTION).name = symbol_at(LEVEL_FUNCTION, level)
    for function in list(module.functions):
        if function.name in symbols:
            function.name = symbol_at(function.name, level)
        elif not function.is_declaration:
            function.linkage = "internal"
    module.verify()
    return bytes(machine.emit_object(module))


def level_object(triple: str) -> bytes:
    """The machine code of the function that says the level, for any processor."""
    machine = _machine(PLAIN, triple)
    module = llvm.parse_assembly(level_function(triple.partition("-")[0]))
    module.triple, module.data_layout = triple, str(machine.target_data)
    assert module.get_function(LEVEL_FUNCTION)
    return bytes(machine.emit_object(module))


def _machine(level: Level, triple: str) -> Any:
    return llvm.Target.from_triple(triple).create_target_machine(
        cpu=level.cpu, features=level.features, opt=3, reloc="pic", codemodel="default"
    )


def _optimise(module: Any, machine: Any) -> None:
    """As numba does: once to see what is called where, once in earnest."""
    for speed, loops in ((0, False), (3, True)):
        tuning = llvm.create_pipeline_tuning_options(speed_level=speed)
        tuning.loop_vectorization = loops
        tuning.slp_vectorization = False
        builder = llvm.create_pass_builder(machine, tuning)
        passes = builder.getModulePassManager()
        if speed == 0:
            passes.add_loop_rotate_pass()
            passes.add_instruction_combine_pass()
            passes.add_jump_threading_pass()
        passes.run(module, builder)
