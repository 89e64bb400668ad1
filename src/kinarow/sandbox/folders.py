"""Folders that a sandboxed program can read, and where they appear."""

from __future__ import annotations

import os
import site
import sys
from dataclasses import dataclass
from pathlib import Path

from kinarow.errors import SandboxError

_SYSTEM = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/ld.so.conf",
    "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime",
)  # fmt: skip
"""Programs and libraries, nothing of anyone's own."""
_OTHERS_READ, _OTHERS_ENTER = 0o004, 0o001


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder, or a single file, that can be read inside, and where it appears there."""

    source: Path
    inside: str = ""
    """Its place inside; without, the same as outside. Only bubblewrap can show it elsewhere: ask
    `Door.place_of`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", Path(os.path.abspath(self.source)))
        object.__setattr__(self, "inside", self.inside or str(self.source))


def package_folder() -> Path:
    """Where kinarow is: Python lists the folder that a package is in."""
    return Path(__file__).resolve().parents[2]


def python_folders() -> tuple[Folder, ...]:
    """What running Python needs: the system's libraries, this installation of Python with all that
    is installed in it, and kinarow itself."""
    packages = [Path(p) for p in sys.path if p.endswith(("site-packages", "dist-packages"))]
    if site.ENABLE_USER_SITE:
        packages.append(Path(site.getusersitepackages()))
    wanted = [
        *map(Path, _SYSTEM),
        Path(sys.base_prefix), Path(sys.prefix), Path(sys.base_exec_prefix),
        *packages, package_folder(),
    ]  # fmt: skip
    kept: list[Path] = []
    for path in wanted:
        if os.access(path, os.R_OK) and not any(path.is_relative_to(other) for other in kept):
            kept.append(path)
    return tuple(Folder(path) for path in kept)


def check_folder(folder: Folder, *, for_other_user: bool) -> None:
    """Refuse what is not there, what would show the home folder, and what cannot be read."""
    path = folder.source
    if not os.access(path, os.R_OK):
        raise SandboxError(f"{path}, which the sandbox is to show, cannot be read")
    if Path.home().resolve().is_relative_to(path.resolve()):
        raise SandboxError(
            f"{path} contains the home folder, which no sandbox may show: put files that it is to "
            "see into a folder of their own"
        )
    needed = _OTHERS_READ | (_OTHERS_ENTER if path.is_dir() else 0)
    if for_other_user and path.stat().st_mode & needed != needed:
        raise SandboxError(
            f"{path} must be readable by all users, since the sandbox of root runs as another one: "
            f"chmod -R a+rX {path}"
        )
