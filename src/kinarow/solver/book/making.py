"""Making books, and checking them.

A build can be interrupted at any time: scores are written to a journal beside the book as they are
found, and the next build of the same book goes on from there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from kinarow.errors import KinarowError
from kinarow.game import GameSpec, Position
from kinarow.solver.book.book import Book, key_of
from kinarow.solver.drop.engine import DropSolver, fits_one_word
from kinarow.solver.plain import score_of_finished
from kinarow.solver.shared import shared_drop_solver
from kinarow.work.jobs import do_jobs
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers
from kinarow.writing import check_writable, write_whole

_MOST_PLIES = 12

_BATCH = 512
"""Many, so that what a worker has proven of one position is at hand for its neighbours; few, since
those of a batch under way are lost when a build is interrupted."""
_MEGABYTES = 128
_TELL_EVERY = 1000


def openings(spec: GameSpec, plies: int) -> list[dict[int, Position]]:
    """For each number of stones up to `plies`, the positions that are not over, by their key."""
    start = Position.start(spec)
    levels = [{key_of(start): start}]
    for _ in range(plies):
        level: dict[int, Position] = {}
        for position in levels[-1].values():
            for move in position.legal_moves():
                child = position.play(move)
                if child.ending() is None:
                    level.setdefault(key_of(child), child)
        levels.append(level)
    return levels


def backed_up(position: Position, scores: dict[int, int]) -> int:
    """The score of a position that follows from those of its children."""
    best = []
    for move in position.legal_moves():
        child = position.play(move)
        finished = score_of_finished(child)
        best.append(-(scores[key_of(child)] if finished is None else finished))
    return max(best)


def make_book(
    spec: GameSpec, plies: int, path: Path, workers: Workers, progress: Progress = silent
) -> Book:
    """Make a book by workers, write it to `path` and return it."""
    if not fits_one_word(spec):
        raise KinarowError(f"there is no solver for a book of {spec}")
    deepest = min(_MOST_PLIES, spec.cell_count - 1)
    if not 0 <= plies <= deepest:
        raise KinarowError(f"a book of {spec} has 0 to {deepest} plies, not {plies}")
    check_writable(path)
    levels = openings(spec, plies)
    journal = path.with_name(path.name + ".journal")
    scores = _solved(spec, levels[-1], journal, workers, progress)
    for level in reversed(levels[:-1]):
        scores |= {key: backed_up(position, scores) for key, position in level.items()}
    book = Book.of(spec, plies, scores)
    book.save(path)
    journal.unlink(missing_ok=True)
    return book


def _solved(
    spec: GameSpec,
    level: dict[int, Position],
    journal: Path,
    workers: Workers,
    progress: Progress,
) -> dict[int, int]:
    """The scores of the last level: those in the journal, and the rest by search."""
    title = f"{spec} {len(level)}"
    scores = {key: score for key, score in _read(journal, title) if key in level}
    # Neighbours in this order share most of their stones, so what one proves helps the next.
    rest = iter(sorted(level.keys() - scores.keys()))
    batches = iter(lambda: list(islice(rest, _BATCH)), [])
    jobs = ((batch, [(key, level[key]) for key in batch]) for batch in batches)
    _begin(journal, title, scores)
    with journal.open("a", encoding="ascii") as lines:

        def tell() -> None:
            progress(len(scores) / max(1, len(level)), f"{len(scores)} of {len(level)} openings")

        def keep(_: list[int], solved: list[tuple[int, int]]) -> None:
            for key, score in solved:
                scores[key] = score
                lines.write(f"{key} {score}\n")
            lines.flush()
            tell()

        tell()
        do_jobs(partial(_solve, spec), jobs, workers, keep)
    return scores


def _solve(spec: GameSpec, batch: list[tuple[int, Position]]) -> list[tuple[int, int]]:
    """What a worker does; its solver keeps its table from job to job."""
    solver = shared_drop_solver(spec, megabytes=_MEGABYTES)
    proven = solver.prove_many([position for _, position in batch])
    return [(key, bounds.low) for (key, _), (bounds, _) in zip(batch, proven, strict=True)]


def _begin(journal: Path, title: str, scores: dict[int, int]) -> None:
    """Write the journal anew, without a last line that was cut off; all of it, or nothing."""
    lines = [f"{title}\n", *(f"{key} {score}\n" for key, score in scores.items())]
    write_whole(journal, "".join(lines).encode("ascii"))


def _read(journal: Path, title: str) -> Iterator[tuple[int, int]]:
    """What a journal of the same book holds; its last line may be cut off."""
    try:
        text = journal.read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return
    except OSError as error:
        raise KinarowError(f"{journal} cannot be read: {error.strerror}") from None
    first, *lines = text.splitlines(keepends=True) or [""]
    if first != f"{title}\n":
        raise KinarowError(
            f"{journal} belongs to another book: finish that one, or remove the file"
        )
    for line in lines:
        key, _, score = line.partition(" ")
        if line.endswith("\n") and key.isdecimal() and score.strip().lstrip("-").isdecimal():
            yield int(key), int(score)


def check_book(book: Book, *, sample: int, seed: int, progress: Progress = silent) -> int:
    """Compare every position with its children, and a sample of the last ply with a search that
    knows nothing of the book; returns how many positions were compared."""
    progress(0, "listing the openings")
    levels = openings(book.spec, book.plies)
    scores = dict(zip(book.keys.tolist(), book.scores.tolist(), strict=True))
    expected = {key for level in levels for key in level}
    if scores.keys() != expected:
        raise KinarowError(
            f"the book has {len(scores)} positions, not the {len(expected)} there are"
        )
    last = sorted(levels[-1])
    chosen = random.Random(seed).sample(last, min(sample, len(last)))
    total = len(expected) - len(last) + len(chosen)
    earlier = (one for level in levels[:-1] for one in level.items())
    for number, (key, position) in enumerate(earlier):
        if number % _TELL_EVERY == 0:
            progress(number / total, f"{number} of {total} compared with their children")
        if scores[key] != backed_up(position, scores):
            raise KinarowError(f"the book contradicts itself at {position.board_text('state')}")
    solver = DropSolver(book.spec)
    for number, key in enumerate(chosen):
        progress((total - len(chosen) + number) / total, f"{number} of {len(chosen)} solved again")
        position = levels[-1][key]
        bounds = solver.prove(position)
        if bounds.exact != scores[key]:
            raise KinarowError(
                f"{position.board_text('state')} is worth {bounds.exact}, not {scores[key]}"
            )
    return total
