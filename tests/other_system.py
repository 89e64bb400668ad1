"""A program that pretends to be on a system without what only Unix has, and runs commands there.

The standard library is left what it needs for itself on this one. Each argument is a command line.
"""

import concurrent.futures.process
import importlib
import multiprocessing.resource_tracker
import os
import pkgutil
import shlex
import subprocess
import sys

import platformdirs.unix
import rich_click
import uvicorn

_LOADED = (concurrent.futures.process, multiprocessing, subprocess, platformdirs, uvicorn)
LINUX_ONLY = {
    f"kinarow.sandbox.{name}"
    for name in ("confinement.bubblewrap", "confinement.shared_machine", "limits.rlimits")
}
MODULES = ("resource", "fcntl", "pwd", "grp", "termios", "tty")
FUNCTIONS = (
    "getuid", "geteuid", "getpgid", "getpgrp", "killpg", "chown", "fchown", "fchmod", "mkfifo",
    "sched_getaffinity", "register_at_fork", "O_DIRECTORY", "O_NOFOLLOW",
)  # fmt: skip


def main() -> None:
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for name in FUNCTIONS:
        delattr(os, name)
    sys.platform = "other"
    import kinarow

    for module in pkgutil.walk_packages(kinarow.__path__, "kinarow."):
        if module.name not in LINUX_ONLY | {"kinarow.__main__"}:
            importlib.import_module(module.name)
    from kinarow.cli.main import cli

    for line in sys.argv[1:]:
        try:
            cli.main(shlex.split(line), prog_name="kinarow", standalone_mode=False)
            print(f"done: {line}")
        except (rich_click.ClickException, kinarow.KinarowError) as error:
            print(f"refused: {line}: {error}")


if __name__ == "__main__":
    main()
