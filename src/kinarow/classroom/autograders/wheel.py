"""This installation of kinarow as a wheel, and the versions of all that it needs here.

A wheel is a zip file of the package and of what pip is to know of it, so it is made of the files
that are running, be they installed or a source tree.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import kinarow
from kinarow.errors import KinarowError
from kinarow.native.library import FOLDER

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip file knows: the same files make the same wheel."""


def wheel_name() -> str:
    return f"kinarow-{kinarow.__version__}-py3-none-any.whl"


def wheel() -> bytes:
    """The content of the wheel."""
    info = f"kinarow-{kinarow.__version__}.dist-info"
    package = Path(kinarow.__file__).parent
    files = {
        f"kinarow/{path.relative_to(package).as_posix()}": path.read_bytes()
        for path in sorted(package.rglob("*"))
        # The library of kernels is of this system, and who unpacks this may have another.
        if path.is_file() and "__pycache__" not in path.parts and FOLDER not in path.parents
    }
    files[f"{info}/METADATA"] = _metadata().encode()
    files[f"{info}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: kinarow\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    files[f"{info}/entry_points.txt"] = b"[console_scripts]\nkinarow = kinarow.__main__:main\n"
    record = f"{info}/RECORD"
    lines = [f"{name},sha256={_digest(data)},{len(data)}" for name, data in files.items()]
    files[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    return zipped(files)


def zipped(
    files: dict[str, bytes],
    executable: frozenset[str] = frozenset(),
    private: frozenset[str] = frozenset(),
) -> bytes:
    """A zip file, the same for the same files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            mode = 0o755 if name in executable else 0o600 if name in private else 0o644
            entry.external_attr = mode << 16
            archive.writestr(entry, data)
    return out.getvalue()


def constraints() -> str:
    """The versions of everything that kinarow needs, as they are installed here, for pip's `-c`."""
    found = dict(sorted(_needed("kinarow", {})))
    return "".join(f"{name}=={version}\n" for name, version in found.items() if name != "kinarow")


def _needed(name: str, seen: dict[str, str]) -> Iterator[tuple[str, str]]:
    if name in seen:
        return
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return  # it is for another system or another version of Python
    seen[name] = found.version
    yield name, found.version
    for line in found.requires or ():
        needed = re.match(r"[\w.-]+", line)
        if needed and "extra ==" not in line:
            yield from _needed(re.sub(r"[-_.]+", "-", needed.group(0)).lower(), seen)


def _metadata() -> str:
    text = _distribution().read_text("METADATA")
    if text is None:
        raise KinarowError("kinarow's own metadata cannot be read: install it with pip")
    # Of an editable installation it may be of an older version than the sources that run.
    return re.sub(r"(?m)^Version: .*$", f"Version: {kinarow.__version__}", text, count=1)


def _distribution() -> Distribution:
    try:
        return distribution("kinarow")
    except PackageNotFoundError:
        raise KinarowError("an autograder needs kinarow to be installed with pip") from None


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
