"""What of kinarow itself is in a submission: the library, its sources, its book and tables.

Nobody is kept from handing in a search that somebody else wrote, nor can be. The teacher is told,
as of copies among students, and then looks.
"""

from __future__ import annotations

import gzip
import io
import re
import tokenize
import unicodedata
from base64 import b64encode
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import kinarow
from kinarow.classroom.submissions.code_reading import fingerprints
from kinarow.classroom.submissions.submissions import Submission

_PACKAGE: Final = Path(kinarow.__file__).parent
_ROOMS: Final = ("search", "solver", "forcing", "evaluation", "players")
"""Those worth copying."""
_LEAST, _LIKE_OURS, _MUCH = 16, 0.4, 150
"""Of a file's fingerprints, as `similarity.py` takes them: how many it must have to be compared;
the share, or the number in all files together, that chance does not give: of files that were
written without ours, at most a third were found."""
_LARGE: Final = 10_000
_SAMPLES, _BYTES = 16, 40
_IMPORTS: Final = re.compile(
    r"(?:^|[;:])[ \t]*(?:from|import)[ \t][^\n#;:]*\bkinarow\b"
    r"|\b(?:import_module|__import__)\(\s*.kinarow\b",
    re.MULTILINE,
)
_REACHES: Final = re.compile(
    r"(?:^|[;:])[ \t]*(?:from|import)[ \t][^\n#;:]*\b(__main__)\b"
    r"|(?<![.\w])(exec|__import__)\s*\(|\b(import_module)\s*\("
    r"|\b(sys\.modules|sys\._getframe|gc\.get_\w+)\b",
    re.MULTILINE,
)
"""Ways to the program that a submission runs in, which is ours, or to code under another name."""
_MOST_READ: Final = 1 << 20
"""Bytes of one submission's code that are compared."""


def remarks_on_our_code(submission: Submission, given: set[int]) -> Iterator[str]:
    """What is to be said to the teacher; `given` are fingerprints of what everyone got."""
    code = dict(code_of(submission))
    texts = [_as_python_reads(content) for content in code.values()]
    if any(map(_IMPORTS.search, texts)):
        yield "imports kinarow itself"
    elif ways := sorted({way for text in texts for way in _ways(text)}):
        yield f"reaches for code that it does not import by name ({', '.join(ways)})"
    shared = {name: fingerprints(content) - given for name, content in code.items()}
    yield from _like_ours(shared)
    for name, content in submission.files.items():
        content = content.translate(None, b"\r\n") if name.endswith(".py") else content
        for data, samples in _samples().items():
            if any(sample in content for sample in samples):
                yield f"{name} holds data of kinarow's own ({data})"


def _as_python_reads(content: bytes) -> str:
    """In the encoding that a file says it has, lines that go on joined, and names in plain letters,
    for which Python takes wide ones."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        text = content.decode(encoding, "replace")
    except (SyntaxError, LookupError, ValueError):  # it cannot be run
        text = content.decode("utf-8", "replace")
    joined = re.sub(r"\\\r?\n", " ", text)
    # Sign by sign: of a long row of accents, normalizing all takes the square of its length.
    return joined if joined.isascii() else "".join(map(_plain, joined))


def _plain(sign: str) -> str:
    return sign if sign.isascii() else unicodedata.normalize("NFKC", sign)


def _ways(text: str) -> Iterator[str]:
    for found in _REACHES.finditer(text):
        yield next(filter(None, found.groups()))


def code_of(submission: Submission) -> Iterator[tuple[str, bytes]]:
    """Its Python files, as far as they are compared."""
    left = _MOST_READ
    # Another name for the main file stands for the same content.
    names = {content: name for name, content in submission.files.items() if name.endswith(".py")}
    for content, name in names.items():
        yield name, content[:left]
        left -= len(content)
        if left <= 0:
            return


def _like_ours(prints: Mapping[str, set[int]]) -> Iterator[str]:
    if not _can_be_like_ours(prints):
        return  # our own are read only where they may be found
    ours = _our_fingerprints()
    everything = set().union(*ours.values())
    alike = {name: found & everything for name, found in prints.items()}
    copied = [
        name
        for name, found in alike.items()
        if len(prints[name]) >= _LEAST and len(found) >= _LIKE_OURS * len(prints[name])
    ]
    total = set().union(*alike.values())
    if not copied and len(total) < _MUCH:
        return
    nearest = max(ours, key=lambda file: len(ours[file] & total))
    share = max(len(alike[name]) / max(1, len(prints[name])) for name in copied or alike)
    whose = f"{len(copied)} of its files are" if len(copied) > 1 else "code is"
    yield f"{whose} like kinarow's own, up to {100 * share:.0f} %, most of all like {nearest}"


def _can_be_like_ours(prints: Mapping[str, set[int]]) -> bool:
    """Whether there is enough to compare, however much of it is alike."""
    return any(len(found) >= _LEAST for found in prints.values()) or (
        sum(map(len, prints.values())) >= _MUCH
    )


@lru_cache(maxsize=1)
def _our_fingerprints() -> dict[str, set[int]]:
    return {
        path.relative_to(_PACKAGE.parent).as_posix(): fingerprints(path.read_bytes())
        for room in _ROOMS
        for path in sorted((_PACKAGE / room).rglob("*.py"))
    }


@lru_cache(maxsize=1)
def _samples() -> dict[str, list[bytes]]:
    """Of each of our large files of data, pieces that nothing else holds: as it is, unpacked, and
    written into code."""
    found = {}
    for path in sorted((_PACKAGE / "data").rglob("*")):
        if path.is_file() and path.stat().st_size >= _LARGE:
            content = path.read_bytes()
            forms = [content, b64encode(content)]
            if path.suffix == ".gz":
                forms.append(gzip.decompress(content))
            found[path.name] = [piece for form in forms for piece in _pieces(form)]
    return found


def _pieces(content: bytes) -> Iterator[bytes]:
    for number in range(1, _SAMPLES + 1):
        at = number * (len(content) - _BYTES) // (_SAMPLES + 1)
        yield content[at : at + _BYTES]
