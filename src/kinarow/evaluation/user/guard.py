"""What a user's code may not import while it is being marked: the solver and what is built on it.

This is for those who look at the answers without thinking, who are told so in words. It is no
border: code that means to get around it can. The border is the system's (`kinarow.sandbox`), which
lets a submission see neither files of others nor processes nor the network.
"""

from __future__ import annotations

import os
import sys
from typing import Any, Final

_CLOSED_MODULES: Final = (
    "kinarow.solver",
    "kinarow.grading",
    "kinarow.arena",
    "kinarow.writeup",
    "kinarow.classroom",
    "kinarow.fitting",
)
_ENVIRONMENT: Final = "KINAROW_MARKED"


def install() -> None:
    """Guard this process from now on, for good, and those in which functions are tried."""
    os.environ[_ENVIRONMENT] = "1"
    sys.addaudithook(_look)


def install_as_inherited() -> None:
    """Guard this process if the one that started it is guarded."""
    if _ENVIRONMENT in os.environ:
        install()


def _look(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "import" and _is_closed(str(arguments[0])):
        raise ImportError(f"a submission may not import {arguments[0]}")


def _is_closed(name: str) -> bool:
    return any(name == module or name.startswith(f"{module}.") for module in _CLOSED_MODULES)
