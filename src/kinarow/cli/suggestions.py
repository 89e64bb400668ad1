"""What a shell suggests for arguments that are free text: names first, then files.

A player's text is completed piece by piece: the player, its settings, the evaluator that it is
given, or the file that it runs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

import rich_click as click
from click.shell_completion import CompletionItem

EVALUATOR_FILES = (".py", ".json", ".json.gz")
"""How the names of files end that hold an evaluator."""


class SuggestedType(click.ParamType[str]):
    """Free text, with suggestions that a function makes of what is written so far."""

    def __init__(self, name: str, suggest: Callable[[str], Iterator[str]]) -> None:
        self.name = name
        self.suggest = suggest

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(text) for text in self.suggest(incomplete)]


def among(names: Sequence[str]) -> Callable[[str], Iterator[str]]:
    """Those of some names that begin as it is written."""
    return lambda written: (name for name in names if name.startswith(written))


def evaluators(written: str) -> Iterator[str]:
    """Evaluators of the catalogue, and files that may hold one."""
    from kinarow.evaluation.catalogue import CATALOGUE, FITTED, SQUARE_VALUE

    yield from among([*CATALOGUE, *FITTED, SQUARE_VALUE.name])(written)
    yield from files(written, EVALUATOR_FILES)


def players(written: str) -> Iterator[str]:
    """Players by text, as far as the text goes."""
    # Every command has this module, and needs players only when a shell asks for their names.
    from kinarow.players.registry import ENGINE, PLAYERS

    name, colon, rest = written.partition(":")
    if not colon:
        yield from among([f"{n}:" if k.runs_files else n for n, k in PLAYERS.items()])(written)
        yield from files(written, EVALUATOR_FILES)
        return
    kind = PLAYERS.get(name)
    if kind is None:
        return
    part = rest[rest.rfind(",") + 1 :]
    before = written.removesuffix(part)
    option, equals, value = part.partition("=")
    if not equals:
        settings = [f"{setting}=" for setting in kind.options if f"{setting}=" not in rest]
        yield from (before + setting for setting in among(settings)(part))
        if kind.runs_files:
            endings = ("",) if name == ENGINE else (".py",)
            yield from (before + file for file in files(part, endings))
    elif option in kind.options and kind.options[option].read is None:
        yield from (f"{before}{option}={found}" for found in evaluators(value))


def files(written: str, endings: tuple[str, ...]) -> Iterator[str]:
    """Files whose path begins as it is written, and folders, where there may be more."""
    folder, start = os.path.split(written)
    try:
        with os.scandir(os.path.expanduser(folder) or ".") as entries:
            found = sorted((entry.name, entry.is_dir()) for entry in entries)
    except (OSError, ValueError):
        return
    for name, is_folder in found:
        is_hidden = name.startswith(".") and not start.startswith(".")
        if is_hidden or not name.startswith(start) or not name.isprintable():
            continue
        if is_folder:
            yield f"{os.path.join(folder, name)}/"
        elif name.endswith(endings):
            yield os.path.join(folder, name)
