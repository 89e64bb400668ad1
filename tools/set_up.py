"""Set up .venv for `make`, saying what is going on: `python tools/set_up.py '.[dev]'`.

Uses uv where there is one, which takes seconds for what takes pip a minute. Nothing but the
standard library can be used here: there is nothing else yet. And nothing that Python 3.6 cannot
read, so that an old one gets as far as saying that it is too old.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

VENV = Path(".venv")
PYTHON = VENV / ("Scripts" if os.name == "nt" else "bin") / "python"
OLDEST = (3, 11)

# "Downloading numba-0.68.1-cp311-….whl (3.8 MB)" and "Processing /…/numpy-2.4.6-cp311-….whl"
_PACKAGE = re.compile(
    r"(?:Downloading|Processing|Using cached) (?:\S*/)?([\w.]+?)-(\d[\w.]*)-\S*\.whl"
    r"(?:[^(]*\(([\d.]+ [kMG]B)\))?"
)


def main(what: str) -> int:
    if sys.version_info < OLDEST:
        needed = ".".join(map(str, OLDEST))
        print(f"kinarow needs Python {needed} or newer, this is {sys.version.split()[0]}.")
        print("Install a newer one and name it: make lab PYTHON=python3.13")
        return 1
    uv = shutil.which("uv")
    begun = time.monotonic()
    print(f"Setting up {VENV} with {'uv' if uv else 'pip'}: once, a minute or so …", flush=True)
    if not PYTHON.exists():
        made = [uv, "venv", "--quiet", "--python", sys.executable, "--seed"] if uv else None
        subprocess.run([*(made or [sys.executable, "-m", "venv"]), str(VENV)], check=True)
    if uv:  # shows by itself how far it is
        command = [uv, "pip", "install", "--python", str(PYTHON), "--editable", what]
        code = subprocess.run(command).returncode
    else:
        code = _by_pip(what)
    if code == 0:
        print(f"Ready after {time.monotonic() - begun:.0f} s.", flush=True)
    return code


def _by_pip(what: str) -> int:
    """A line for each package as it arrives; all that pip said if it fails."""
    command = [
        str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input",
        "install", "--progress-bar", "off", "--editable", what,
    ]  # fmt: skip
    said: list[str] = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            said.append(line)
            words = _news(line)
            if words:
                print(words, flush=True)
    if pip.returncode:
        print("".join(said), file=sys.stderr)
    return pip.returncode


def _news(line: str) -> str:
    """What a line of pip's says of its progress; nothing for most."""
    found = _PACKAGE.search(line)
    if found:
        name, version, size = found.groups()
        return f"  {name} {version}{f', {size}' if size else ''}"
    if line.startswith("Installing collected packages"):
        return f"  installing {line.count(',') + 1} packages …"
    return ""


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except KeyboardInterrupt:
        sys.exit("interrupted; the same command goes on from here")
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"could not be set up: {error}")
