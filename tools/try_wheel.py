"""Try a built wheel as a stranger would: in an empty environment and an empty home.

Installs it alone, runs the commands that a newcomer runs first, loads the lab's page, and lists
what was written and where: `python tools/try_wheel.py dist/kinarow-….whl`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from pathlib import Path

COMMANDS = (
    ["doctor"],
    ["solve", "44", "--moves"],
    ["match", "alphabeta:eval=open-lines,depth=4", "random", "--games", "4"],
    ["why", "44"],
    ["report", "open-lines", "--quick", "-o", "report.html"],
    ["tour"],
)


def main(wheel: Path) -> int:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        venv.create(folder / "venv", with_pip=True)
        programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        command = [str(programs / "python"), "-m", "pip", "install", "--quiet", str(wheel)]
        subprocess.run(command, check=True)
        size = sum(f.stat().st_size for f in (folder / "venv").rglob("*") if f.is_file())
        print(f"installed: {size / 1e6:.0f} MB")
        home, work = folder / "home", folder / "work"
        home.mkdir()
        work.mkdir()
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "KINAROW_"))}
        settings = kept | {"HOME": str(home), "USERPROFILE": str(home)}
        settings.pop("PYTHONPATH", None)
        for arguments in COMMANDS:
            begun = time.monotonic()
            done = subprocess.run(
                [str(programs / "kinarow"), *arguments], cwd=work, env=settings,
                capture_output=True, text=True,
            )  # fmt: skip
            print(f"kinarow {' '.join(arguments)}: code {done.returncode}, "
                  f"{time.monotonic() - begun:.1f} s")  # fmt: skip
            if done.returncode:
                print(done.stdout[-2000:], done.stderr[-2000:])
                return 1
        if not _serves([str(programs / "kinarow"), "lab", "--port", "0"], work, settings):
            return 1
        print("written:")
        for path in sorted(p for top in (home, work) for p in top.rglob("*") if p.is_file()):
            if "kernels" not in path.parts:
                print(f"  {path.relative_to(folder)}, {path.stat().st_size} bytes")
        kernels = [p for p in home.rglob("*") if "kernels" in p.parts and p.is_file()]
        megabytes = sum(p.stat().st_size for p in kernels) / 1e6
        print(f"  {len(kernels)} files of compiled kernels, {megabytes:.1f} MB")
    return 0


def _serves(command: list[str], work: Path, settings: dict[str, str]) -> bool:
    """Whether the lab starts and its page and catalogue can be loaded."""
    with subprocess.Popen(
        command, cwd=work, env=settings, stdout=subprocess.PIPE, text=True
    ) as lab:
        try:
            assert lab.stdout is not None
            address = re.search(r"http://\S+", next(iter(lab.stdout)))
            if address is None:
                return False
            for path in ("", "api/v1/catalogue"):
                with urllib.request.urlopen(address[0].rstrip("/") + "/" + path) as answer:
                    print(f"lab /{path}: {answer.status}, {len(answer.read())} bytes")
            return True
        finally:
            lab.terminate()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
