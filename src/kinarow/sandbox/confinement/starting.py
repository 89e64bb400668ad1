"""Starting a process that binds itself before its command begins."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from typing import Any


def start_bound(
    command: list[str], bind: Callable[[], None], **options: Any
) -> subprocess.Popen[bytes]:
    """A process that calls `bind` first; what goes wrong there is an `OSError` here, with its
    words, which `subprocess` alone would not tell."""
    told, tells = os.pipe()

    def bind_or_tell() -> None:
        try:
            bind()
        except Exception as error:
            os.write(tells, str(error).encode())
            raise

    try:
        return subprocess.Popen(command, preexec_fn=bind_or_tell, **options)
    except subprocess.SubprocessError:
        raise OSError(os.read(told, 1000).decode()) from None
    finally:
        os.close(told)
        os.close(tells)
