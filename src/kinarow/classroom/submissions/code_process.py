"""The process in which code of strangers is taken apart; it is not run there.

Python's own parser takes minutes and gigabytes for some files of a megabyte. So it runs here,
within limits, and whoever asks goes on without an answer if there is none. It is started by
`python -I -S code_process.py`, needs nothing but the standard library, and answers each question, a
line of JSON and the bytes of a file, with a line of JSON.
"""

from __future__ import annotations

import ast
import io
import json
import keyword
import sys
import tokenize
import warnings
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import TypeVar

Item = TypeVar("Item")

_MEGABYTES = 1024
_SECONDS = 2
"""Of computing, for one question."""
_LENGTH = 12
"""Tokens in a sequence: shorter ones are in every program."""
_WINDOW = 6
"""Shared code of `_LENGTH + _WINDOW - 1` tokens is found for certain."""

_SKIPPED = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
    tokenize.ENCODING, tokenize.ENDMARKER,
}  # fmt: skip
_KNOWN_NAMES = {
    "range", "len", "max", "min", "sum", "abs", "enumerate", "zip", "evaluate", "choose",
}  # fmt: skip
"""Names that everyone needs and nobody renames."""


def defined(source: bytes) -> list[str] | None:
    """The names that a file defines at its top level, those in conditions and the like included;
    None if it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they are its author's to see
            return sorted(set(_defined(ast.parse(source))))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _defined(module: ast.Module) -> Iterator[str]:
    waiting: list[ast.AST] = [module]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield node.asname or node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif not isinstance(node, ast.Lambda | ast.comprehension):  # these have their own names
            waiting.extend(ast.iter_child_nodes(node))


def fingerprints(source: bytes) -> list[int]:
    """Hashes that stand for a file's code, whatever its names, numbers and comments are (winnowing,
    Schleimer, Wilkerson, Aiken 2003)."""
    hashes = [_hash(some) for some in _sequences(list(_tokens(source)), _LENGTH)]
    if len(hashes) < _WINDOW:
        return sorted(set(hashes))
    return sorted({min(window) for window in _sequences(hashes, _WINDOW)})


def _tokens(source: bytes) -> Iterator[str]:
    """What is left of code when names, numbers, texts, comments and layout do not matter. A file
    that breaks off in the middle of something gives the tokens before that."""
    try:
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            if token.type in _SKIPPED:
                continue
            if token.type == tokenize.NAME:
                is_known = keyword.iskeyword(token.string) or token.string in _KNOWN_NAMES
                yield token.string if is_known else "name"
            elif token.type in (tokenize.NUMBER, tokenize.STRING):
                yield tokenize.tok_name[token.type]
            else:
                yield token.string
    except (tokenize.TokenError, SyntaxError, ValueError, RecursionError):
        return


def _sequences(items: Sequence[Item], length: int) -> Iterator[Sequence[Item]]:
    for start in range(len(items) - length + 1):
        yield items[start : start + length]


def _hash(tokens: Sequence[str]) -> int:
    return int.from_bytes(blake2b("\0".join(tokens).encode(), digest_size=6).digest())


def _limit(*, seconds: int | None = None) -> None:
    try:
        import resource
    except ImportError:  # not on this system
        return
    if seconds is None:
        resource.setrlimit(resource.RLIMIT_AS, (_MEGABYTES << 20, _MEGABYTES << 20))
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))


def main() -> None:
    _limit()
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    answer = {"defined": defined, "fingerprints": fingerprints}
    for line in asked:
        what, size = json.loads(line)
        _limit(seconds=_SECONDS)
        answers.write(json.dumps(answer[what](asked.read(size))).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()
