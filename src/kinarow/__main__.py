"""`python -m kinarow`, and the command `kinarow`."""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run a command. Where a package is missing that no command can do without, `doctor` still
    answers, and every other command says so in a line."""
    from kinarow.work.garbage import collect_seldom

    collect_seldom()
    try:
        from kinarow.cli.main import main as run
    except ImportError as error:
        _without_commands(error)
    run()


def _without_commands(error: ImportError) -> NoReturn:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if sys.argv[1:2] == ["doctor"]:
        from kinarow.api.installation import check_installation

        print(check_installation(trials=False), flush=True)
        sys.exit(f"kinarow: {error}; without it, no command works but this one")
    sys.exit(f"kinarow: {error}: kinarow doctor says what is missing, and how to get it")


if __name__ == "__main__":
    main()
