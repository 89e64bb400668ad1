"""Many positions with their exact values, to fit evaluators to.

They come from games of an evaluator against itself, each from a random opening and with some random
moves, and from what its searches judge (`search_leaves`), since these are the positions that its
search will have to judge. They are made in batches; a batch depends on nothing but the recipe and
its number, and is kept in a file of its own, so that any number of workers make the same sample and
an interrupted one goes on.

This module imports numpy: import it only where it is needed.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kinarow.errors import KinarowError, told_of_file
from kinarow.evaluation import Evaluator
from kinarow.evaluation.written.json_files import to_json
from kinarow.game import GameSpec, Position, Side, symmetries
from kinarow.game.geometry import fits_words, geometry
from kinarow.game.symmetry import move_cell
from kinarow.grading.drawn_positions import quiet_moves
from kinarow.grading.withheld import is_withheld
from kinarow.native.types import Words
from kinarow.places import cache_root
from kinarow.search.limits import Limits
from kinarow.solver.drop.engine import fits_one_word
from kinarow.solver.shared import shared_drop_solver, shared_solver
from kinarow.work.jobs import do_jobs
from kinarow.work.progress import Progress, part_of, silent
from kinarow.work.workers import Workers
from kinarow.writing import write_whole

GAMES_A_BATCH: Final = 200

_LEAST_EMPTY = 6
"""Positions with fewer empty cells are left out, which a search sees through."""
_CARELESS = (0.0, 0.1, 0.2)
"""How often a game's players move at random."""
_NODES = 20_000_000
"""What solving one position may take, where it is not known to be quick."""
_MEGABYTES = 256
_MOST_TRIES = 20
"""For each opening, in games where most of what is played at random ends at once."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that a sample depends on, but its size."""

    spec: GameSpec
    evaluator: Evaluator
    seed: int = 0
    depth: int = 5
    """How far the players look ahead."""
    most_empty: int = 27
    """Positions with more empty cells are left out: they take long to solve."""
    leaves: int = 0
    """From so many random openings for each batch of games the leaves of a search are taken, too.
    Of these, too, positions with more empty cells are left out."""

    @property
    def key(self) -> str:
        """The same for the same games; names, sources and motivations do not matter."""
        written = to_json(self.evaluator)
        meaning = {name: written[name] for name in ("terms", "won")}
        phases = self.evaluator.phases
        parts = [str(self.spec), self.seed, self.depth, meaning, str(phases)]
        text = json.dumps(parts + [self.leaves] * (self.leaves > 0), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, eq=False)
class SolvedSample:
    """Positions as words of bits, each with its exact value for the side to move, or, for leaves
    of searches, the sign of it."""

    spec: GameSpec
    first: Words
    second: Words
    values: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.first)

    def where(self, chosen: NDArray[np.bool_]) -> SolvedSample:
        return SolvedSample(self.spec, self.first[chosen], self.second[chosen], self.values[chosen])

    @property
    def stones(self) -> NDArray[np.int32]:
        counts: NDArray[np.uint8] = np.bitwise_count(self.first | self.second)
        return counts.astype(np.int32)

    def outcomes(self, side: Side = Side.FIRST) -> NDArray[np.float64]:
        """1 where a side wins, ½ for a draw, 0 where it loses."""
        to_move = self.stones % 2 == side - 1
        return (np.sign(self.values) * np.where(to_move, 1, -1) + 1) / 2

    def keys(self) -> Words:
        """A number for each position, the same for its images."""
        return canonical_keys(self.spec, self.first, self.second)

    def without(self, other: SolvedSample) -> SolvedSample:
        """Those that are not in another sample, nor their images."""
        return self.where(~np.isin(self.keys(), other.keys()))

    @classmethod
    def joined(cls, spec: GameSpec, samples: Sequence[SolvedSample]) -> SolvedSample:
        """All of them, no position twice, nor its image; the first one stays."""
        whole = cls(
            spec,
            np.concatenate([s.first for s in samples]),
            np.concatenate([s.second for s in samples]),
            np.concatenate([s.values for s in samples]),
        )
        kept = np.zeros(len(whole), dtype=np.bool_)
        kept[np.unique(whole.keys(), return_index=True)[1]] = True
        return whole.where(kept)


def canonical_keys(spec: GameSpec, first: Words, second: Words) -> Words:
    """The least of the hashes of a position's images."""
    on, least = geometry(spec), np.full(len(first), ~np.uint64(0))
    for symmetry in symmetries(spec):
        images = np.zeros_like(first), np.zeros_like(second)
        for cell in on.cells:
            moved = move_cell(spec, symmetry, cell)
            here, there = (np.uint64(on.bit(c).bit_length() - 1) for c in (cell, moved))
            for image, board in zip(images, (first, second), strict=True):
                image |= ((board >> here) & np.uint64(1)) << there
        least = np.minimum(least, _mixed(images[0] ^ _mixed(images[1])))
    return least


def _mixed(words: Words) -> Words:
    """The finalizer of splitmix64, which leaves no two words alike."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def make_sample(
    recipe: Recipe,
    batches: range,
    workers: Workers,
    folder: Path | None = None,
    progress: Progress = silent,
) -> SolvedSample:
    """The sample of some batches, from files where they are, the rest by workers."""
    spec = recipe.spec
    if not fits_words(spec):
        raise KinarowError(f"no solver can label positions of {spec}")
    folder = folder or cache_root() / "samples"
    with told_of_file(folder, "cannot be made"):
        folder.mkdir(parents=True, exist_ok=True)
    name = f"{recipe.key}-{recipe.most_empty}"
    files = {number: folder / f"{name}-{number}.npz" for number in batches}
    kept = {number: _read(spec, file) for number, file in files.items()}
    found = {number: part for number, part in kept.items() if part is not None}

    def keep(number: int, made: SolvedSample) -> None:
        found[number] = made
        _write(made, files[number])
        progress(len(found) / len(batches), "solving positions of its own games")

    missing = ((number, number) for number in batches if number not in found)
    do_jobs(partial(make_batch, recipe), missing, workers, keep)
    sample = SolvedSample.joined(spec, [found[number] for number in batches])
    if not len(sample):
        raise KinarowError(f"the solver could label no position of {spec} in time")
    return sample


def split_sample(
    recipe: Recipe,
    batches: int,
    one_in: int,
    workers: Workers,
    folder: Path | None = None,
    progress: Progress = silent,
) -> tuple[SolvedSample, SolvedSample]:
    """Two samples of so many batches together: one batch in `one_in`, at least one, is held out."""
    seen = batches - max(1, batches // one_in)
    return (
        make_sample(recipe, range(seen), workers, folder, part_of(progress, 0, seen / batches)),
        make_sample(
            recipe, range(seen, batches), workers, folder, part_of(progress, seen / batches, 1)
        ),
    )


def make_batch(recipe: Recipe, number: int) -> SolvedSample:
    """What a worker does: play games, and solve the positions that came up."""
    random = Random(f"{recipe.key}/{number}")
    boards = [
        (position.first, position.second)
        for _ in range(GAMES_A_BATCH)
        for position in _positions_of_a_game(recipe, random)
    ]
    words = np.array(list(dict.fromkeys(boards)), dtype=np.uint64).reshape(-1, 2)
    of_games = labelled(recipe.spec, *_open_to_all(recipe.spec, words[:, 0], words[:, 1]))
    if not recipe.leaves:
        return of_games
    first, second = _leaves(recipe, random)
    of_searches = labelled(recipe.spec, *_open_to_all(recipe.spec, first, second), weak=True)
    return SolvedSample.joined(recipe.spec, [of_games, of_searches])


def _open_to_all(spec: GameSpec, first: Words, second: Words) -> tuple[Words, Words]:
    """Those that may be learned from."""
    chosen = ~is_withheld(spec, canonical_keys(spec, first, second))
    return first[chosen], second[chosen]


def _leaves(recipe: Recipe, random: Random) -> tuple[Words, Words]:
    from kinarow.fitting.search_leaves import leaves_after

    openings = (_random_opening(recipe.spec, random) for _ in range(_MOST_TRIES * recipe.leaves))
    found = [
        leaves_after(opening, recipe.evaluator, random)
        for opening in islice(filter(None, openings), recipe.leaves)
    ]
    first, second = np.concatenate([np.zeros((0, 2), dtype=np.uint64), *found]).T
    empty = recipe.spec.cell_count - np.bitwise_count(first | second)
    chosen = (empty <= recipe.most_empty) & (empty >= _LEAST_EMPTY)
    return first[chosen], second[chosen]


def _random_opening(spec: GameSpec, random: Random) -> Position | None:
    """None if there was no way on that does not end the game."""
    cells, position = spec.cell_count, Position.start(spec)
    for _ in range(random.randint(min(3, cells // 4), max(1, cells * 2 // 7))):
        moves = quiet_moves(position)
        if not moves:
            return None
        position = position.play(random.choice(moves))
    return position


def _positions_of_a_game(recipe: Recipe, random: Random) -> Iterator[Position]:
    from kinarow.search.deepening import search

    cells, limits = recipe.spec.cell_count, Limits(depth=recipe.depth)
    position = _random_opening(recipe.spec, random)
    if position is None:
        return
    careless = random.choice(_CARELESS)
    while position.ending() is None and position.plies < cells - _LEAST_EMPTY:
        if random.random() < careless:
            move = random.choice(position.legal_moves())
        else:
            move = search(position, recipe.evaluator, limits).move
        position = position.play(move)
        if position.plies >= cells - recipe.most_empty and position.ending() is None:
            yield position


def labelled(spec: GameSpec, first: Words, second: Words, *, weak: bool = False) -> SolvedSample:
    """These boards with their values, or their signs, if `weak`; without those that the solver
    cannot solve in time."""
    first, second = np.ascontiguousarray(first), np.ascontiguousarray(second)
    if fits_one_word(spec):
        of_words = shared_drop_solver(spec, megabytes=_MEGABYTES)
        proven, _ = of_words.prove_boards(first, second, weak=weak)
        found = np.sign(proven.sum(axis=1)) if weak else proven[:, 0]
        return SolvedSample(spec, first, second, found.astype(np.int8))
    solver = shared_solver(spec, megabytes=_MEGABYTES)
    values = np.zeros(len(first), dtype=np.int8)
    solved = np.zeros(len(first), dtype=np.bool_)
    for i, (one, two) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
        bounds = solver.solve(Position(spec, one, two), weak=True, nodes=_NODES).bounds
        if bounds.exact is not None:
            values[i], solved[i] = bounds.exact, True
    return SolvedSample(spec, first, second, values).where(solved)


def _read(spec: GameSpec, file: Path) -> SolvedSample | None:
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as data:
            parts = data["first"], data["second"], data["values"]
        if [part.dtype for part in parts] != [np.uint64, np.uint64, np.int8]:
            raise ValueError("other numbers")
        if any(part.shape != (len(parts[0]),) for part in parts):
            raise ValueError("lists of different lengths")
        return SolvedSample(spec, *parts)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise KinarowError(f"{file} cannot be read: {error.strerror or error}") from None
    except Exception:  # whatever numpy and zip make of what is none of ours
        raise KinarowError(f"{file} is damaged: remove it, and it is made anew") from None


def _write(sample: SolvedSample, file: Path) -> None:
    packed = io.BytesIO()
    np.savez(packed, first=sample.first, second=sample.second, values=sample.values)
    with told_of_file(file, "cannot be written"):
        write_whole(file, packed.getvalue())
