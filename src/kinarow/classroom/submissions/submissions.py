"""What a class handed in: one file for each student, or one folder.

    homework/
        alice.py            a file: the student is alice
        bob.json
        carol/              a folder: the student is carol, with files of her own to import
            evaluate.py
            helper.py

Nothing of it is run here. What is wrong with a submission before it is run is told as its problem.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Literal

from kinarow.classroom.submissions.code_reading import defines
from kinarow.errors import KinarowError, told_of_file, visible

SubmissionKind = Literal["evaluator", "player"]

_SUFFIXES = (".py", ".json", ".json.gz")
_FUNCTIONS = ("evaluate", "choose")
"""What a file defines that is asked for moves or scores."""
_MOST_BYTES = 16 << 20
_MOST_FILES = 500
_IGNORED = re.compile(r"[._].*")
"""Hidden files, `__pycache__`, `__MACOSX`, `_notes`."""
_PLAIN = re.compile(r"[\w./-]*")


@dataclass(frozen=True)
class Submission:
    """What a student handed in."""

    student: str
    file: str = ""
    """The file that is run, as the folder of the class has it."""
    main: str = ""
    """The same file among `files`, under a name that may be part of a player's text."""
    files: dict[str, bytes] = field(default_factory=dict, repr=False)
    """All that belongs to it, by path."""
    problem: str = ""
    """Why it cannot be run, if it cannot."""

    @cached_property
    def kind(self) -> SubmissionKind:
        """A file with a function `choose` is a player, any other holds an evaluator."""
        is_player = self.main.endswith(".py") and "choose" in defines(self.content, _FUNCTIONS)
        return "player" if is_player else "evaluator"

    @property
    def content(self) -> bytes:
        """What is run first; it says nothing of how the file is called."""
        return self.files[self.main]

    @cached_property
    def fingerprint(self) -> str:
        digest = hashlib.sha256(self.main.encode())
        for name, data in sorted(self.files.items()):
            digest.update(os.fsencode(name) + f"\0{len(data)}\0".encode() + data)
        return digest.hexdigest()[:16]

    @cached_property
    def content_fingerprint(self) -> str:
        """The same wherever and by whatever names it is handed in."""
        found = sorted(hashlib.sha256(data).digest() for data in {*self.files.values()})
        return hashlib.sha256(b"".join(found)).hexdigest()[:16]

    def player_text(self, depth: int) -> str:
        """The player that it is, where its files are at hand."""
        if self.kind == "player":
            return f"file:{self.main}"
        return f"alphabeta:eval={self.main},depth={depth}"

    def write(self, folder: Path) -> None:
        """Put its files into a folder."""
        for name, data in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


def submissions_in(folder: Path, ours: Collection[str] = ()) -> list[Submission]:
    """Everyone who handed something in, by name; hidden files and our own are left out."""
    with told_of_file(_shown(folder)):
        entries = [path for path in folder.iterdir() if not _IGNORED.fullmatch(path.name)]
        found = [path for path in entries if os.path.realpath(path) not in ours]
    by_student: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(found, key=lambda path: (path.name.casefold(), path.name)):
        by_student[_student(path)].append(path)
    if not by_student:
        raise KinarowError(f"{_shown(folder)} holds no submissions")
    submissions = []
    for student, paths in by_student.items():
        try:
            one = len(paths) == 1
            submissions.append(_only(student, paths[0]) if one else _several(student, paths))
        except OSError as error:
            words = f"cannot be read: {error.strerror}"
            submissions.append(Submission(student, _shown(paths[0].name), problem=words))
    return submissions


def only_submission(path: Path) -> Submission:
    """A file or a folder that is one student's submission, and the whole class."""
    with told_of_file(_shown(path)):
        return _only(_student(path.resolve()), path)


def _student(path: Path) -> str:
    """A file's name without its ending, or a folder's name."""
    name = path.name
    if not path.is_dir():
        ending = next((s for s in _SUFFIXES if name.lower().endswith(s)), path.suffix)
        name = name.removesuffix(name[len(name) - len(ending) :]) or name
    return _shown(name)


def _shown(path: Path | str) -> str:
    """A name that can be printed, whatever bytes it is made of."""
    return visible(os.fsencode(path).decode("utf-8", "backslashreplace"))


def _only(student: str, path: Path) -> Submission:
    file = _shown(path.name)
    if path.is_symlink():  # it may lead anywhere
        return Submission(student, file, problem="is a link, which is not followed")
    if path.is_dir():
        return _from_folder(student, path)
    if not _is_submission(path.name):
        return Submission(student, file, problem="is no .py, .json or .json.gz file")
    if not path.is_file():
        return Submission(student, file, problem="is not a file that can be read")
    if path.stat().st_size > _MOST_BYTES:
        return Submission(student, file, problem=f"is larger than {_MOST_BYTES >> 20} MB")
    name = _plain(path.name)
    return _checked(Submission(student, file, name, {name: path.read_bytes()}))


def _several(student: str, paths: list[Path]) -> Submission:
    names = ", ".join(_shown(path.name) for path in paths)
    return Submission(student, names, problem=f"{len(paths)} files could be meant: {names}")


def _from_folder(student: str, folder: Path) -> Submission:
    file, files, size = _shown(folder.name), dict[str, bytes](), 0
    for path in _files_under(folder):
        size += path.stat().st_size
        if size > _MOST_BYTES or len(files) >= _MOST_FILES:
            words = f"is larger than {_MOST_BYTES >> 20} MB or {_MOST_FILES} files"
            return Submission(student, file, problem=words)
        files[path.relative_to(folder).as_posix()] = path.read_bytes()
    candidates = [name for name in files if _is_submission(name)]
    if len(candidates) > 1:  # those that define what is asked for, not those that help
        asked = [name for name in candidates if defines(files[name], _FUNCTIONS)]
        candidates = asked or candidates
    if not candidates:
        return Submission(student, file, problem="its folder has no .py or .json file")
    if len(candidates) > 1:
        names = ", ".join(_shown(f"{folder.name}/{name}") for name in candidates[:5])
        words = f"{len(candidates)} files could be meant: {names}"
        return Submission(student, file, problem=words)
    (main,) = candidates
    plain = str(PurePosixPath(main).with_name(_plain(PurePosixPath(main).name)))
    if not _PLAIN.fullmatch(plain):  # a folder has a name that must not be in a text
        plain = PurePosixPath(plain).name
    while plain != main and plain in files:  # it is another file's name
        plain = str(PurePosixPath(plain).with_name(f"main_{PurePosixPath(plain).name}"))
    files[plain] = files[main]
    return _checked(Submission(student, _shown(f"{folder.name}/{main}"), plain, files))


def _files_under(folder: Path, deepest: int = 10) -> Iterator[Path]:
    """Regular files, in order; links may lead anywhere and are not followed."""
    for path in sorted(folder.iterdir()):
        if _IGNORED.fullmatch(path.name) and path.name != "__init__.py":
            continue
        mode = path.lstat().st_mode
        if stat.S_ISDIR(mode) and deepest:
            yield from _files_under(path, deepest - 1)
        elif stat.S_ISREG(mode):
            yield path


def _checked(submission: Submission) -> Submission:
    if not submission.content.strip():
        return Submission(submission.student, submission.file, problem="is empty")
    return submission


def _is_submission(name: str) -> bool:
    return name.lower().endswith(_SUFFIXES)


def _plain(name: str) -> str:
    """A file name that may be part of a player's text, where commas and colons mean something."""
    plain = re.sub(r"[^\w.-]", "_", _shown(name))
    ending = next(suffix for suffix in _SUFFIXES if plain.lower().endswith(suffix))
    return plain[: len(plain) - len(ending)][:60] + ending
