"""Exact values of all moves of a position, by the solver, each found once and kept."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from kinarow.arena.store.sqlite import open_database, share
from kinarow.errors import KinarowError
from kinarow.game import VARIANTS, Cell, GameSpec, Position
from kinarow.places import cache_root
from kinarow.solver.shared import shared_solver
from kinarow.work.jobs import do_jobs
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers

Labels = dict[Cell, int]
"""The value of each legal move for the side to move: Pons' score, or 1, 0, −1 without gravity."""

_LARGEST_SOLVED = {True: 36, False: 16}
"""How many cells a board may have, with and without gravity, for the solver to value all its moves
in little time; Connect Four, which has a book, is larger."""

_BATCH = 8
_NODES = 500_000_000
_MEGABYTES = 256


def is_solved(spec: GameSpec) -> bool:
    """Whether the solver values all moves of a game's positions in little time."""
    has_book = spec == VARIANTS["connect4"].spec
    return has_book or spec.cell_count <= _LARGEST_SOLVED[spec.gravity]


class LabelStore:
    """A file of labels; many programs may use it at once."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_path()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.connection = open_database(self.path)
            try:
                self._prepare()
            except BaseException:
                self.connection.close()
                raise
        except OSError as error:
            raise KinarowError(f"{self.path} cannot be made: {error.strerror or error}") from None
        except sqlite3.DatabaseError as error:
            raise self._failed(error) from None

    def _prepare(self) -> None:
        tables = self.connection.execute("SELECT name FROM sqlite_master").fetchall()
        version = self.connection.execute("PRAGMA user_version").fetchone()[0]
        if version or (tables and ("labels",) not in tables):  # nothing is written into what is not
            raise KinarowError(f"{self.path} is a database, but not one of exact values")
        share(self.connection)
        self.connection.execute(
            "CREATE TABLE IF NOT EXISTS labels (state TEXT PRIMARY KEY, moves TEXT NOT NULL)"
        )
        self.connection.execute(
            "CREATE TABLE IF NOT EXISTS sets (key TEXT PRIMARY KEY, positions TEXT NOT NULL)"
        )

    def find(self, position: Position) -> Labels | None:
        """What is kept of a position; a file that is damaged is refused in words."""
        question = "SELECT moves FROM labels WHERE state = ?"
        row = self._execute(question, position.board_text("state"))
        try:
            return None if row is None else _read(position, row[0])
        except (ValueError, TypeError, RecursionError, KinarowError) as error:
            raise self._failed(error) from None

    def keep(self, position: Position, labels: Labels) -> None:
        moves = json.dumps({position.move_text(move): value for move, value in labels.items()})
        state = position.board_text("state")
        self._execute("INSERT OR REPLACE INTO labels VALUES (?, ?)", state, moves)

    def find_set(self, key: str) -> str | None:
        """Which positions were drawn under a key, as they are kept."""
        row = self._execute("SELECT positions FROM sets WHERE key = ?", key)
        return None if row is None else str(row[0])

    def keep_set(self, key: str, positions: str) -> None:
        self._execute("INSERT OR REPLACE INTO sets VALUES (?, ?)", key, positions)

    def _execute(self, statement: str, *values: str) -> tuple[str, ...] | None:
        """The first row that comes of it, if there is one."""
        try:
            row: tuple[str, ...] | None = self.connection.execute(statement, values).fetchone()
            return row
        except sqlite3.Error as error:
            raise self._failed(error) from None

    def _failed(self, error: Exception) -> KinarowError:
        # SQLite's operational errors are about the disk or other programs, not about the content.
        if isinstance(error, sqlite3.OperationalError) and "malformed" not in str(error):
            return KinarowError(f"{self.path} cannot be used: {error}")
        return KinarowError(
            f"{self.path} is damaged ({error}): remove it, and exact values are found anew"
        )

    def close(self) -> None:
        self.connection.close()


def _read(position: Position, text: str) -> Labels:
    """Labels as they are kept: a value for each legal move."""
    values = json.loads(text)
    labels = {position.parse_move(move): value for move, value in dict(values).items()}
    if labels.keys() != set(position.legal_moves()):
        raise ValueError(f"not the moves of {position.board_text('state')}")
    if not all(isinstance(value, int) for value in labels.values()):
        raise ValueError(f"values of {position.board_text('state')} that are no numbers")
    return labels


def default_path() -> Path:
    """Labels are true for ever, so all runs share them."""
    return cache_root() / "labels.db"


def label(
    positions: Sequence[Position],
    store: LabelStore,
    workers: Workers,
    progress: Progress = silent,
) -> dict[Position, Labels]:
    """The labels of all positions, from the store or by workers; positions that the solver
    cannot solve are left out."""
    found: dict[Position, Labels] = {}
    missing: list[Position] = []
    for position in positions:
        known = store.find(position)
        if known is None:
            missing.append(position)
        else:
            found[position] = known
    batches = [missing[i : i + _BATCH] for i in range(0, len(missing), _BATCH)]
    done = len(found)

    def keep(batch: Sequence[Position], solved: list[tuple[Position, Labels | None]]) -> None:
        nonlocal done
        for position, labels in solved:
            if labels is not None:
                store.keep(position, labels)
                found[position] = labels
        done += len(batch)
        words = f"solving positions: {done} of {len(positions)}"
        progress(done / len(positions), words)

    do_jobs(_solved, ((batch, batch) for batch in batches), workers, keep)
    return {position: found[position] for position in positions if position in found}


def label_all(
    positions: Sequence[Position],
    workers: Workers,
    progress: Progress = silent,
    path: Path | None = None,
) -> dict[Position, Labels]:
    """The labels of all positions, kept in a file, by default the one that all runs share; an error
    if there are none."""
    store = LabelStore(path)
    try:
        found = label(positions, store, workers, progress)
    finally:
        store.close()
    if not found:
        raise KinarowError("the solver could solve none of these positions")
    return found


def _solved(positions: Iterable[Position]) -> list[tuple[Position, Labels | None]]:
    """What a worker does."""
    return [(position, exact_values(position)) for position in positions]


def exact_values(position: Position) -> Labels | None:
    """The value of every move; None if that takes too long."""
    solver = shared_solver(position.spec, megabytes=_MEGABYTES)
    return solver.solve(position, moves=True, nodes=_NODES).exact_moves


def right_moves(position: Position) -> set[Cell] | None:
    """The moves that keep a win a win and a draw a draw, which are found sooner than exact values;
    None if that takes too long."""
    solver = shared_solver(position.spec, megabytes=_MEGABYTES)
    found = solver.solve(position, moves=True, weak=True, nodes=_NODES)
    outcomes = {move: bounds.outcome for move, bounds in (found.moves or {}).items()}
    if None in outcomes.values():
        return None
    best = next(o for o in ("win", "draw", "loss") if o in outcomes.values())
    return {move for move, outcome in outcomes.items() if outcome == best}
