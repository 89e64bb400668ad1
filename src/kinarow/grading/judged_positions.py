"""Positions in which judgement decides: where looking ahead alone does not find the right move.

A search that judges nothing sees wins and losses within its depth and otherwise takes the first of
the moves that look alike to it, those near the centre, which is no bad habit. So most positions
tell little of an evaluator. Those drawn here are chosen so that such a *blind* search is right in
exactly half of them, in every phase of the game: whoever is right more often judges better than an
order of moves does.

They come from games of four evaluators with some random moves. What is hard for these is often hard
for others, too; so the shares of hard and easy positions are fixed, and another seed makes another
set that is equally hard. A set depends on nothing but its arguments, and is kept with the exact
values of its moves.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import count as numbers_from
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

from kinarow.arena.ratings.elo import Estimate, Z
from kinarow.errors import KinarowError
from kinarow.evaluation import Evaluator
from kinarow.evaluation.catalogue import ANCHORED_RUNS, CENTER_WINDOW, OPEN_LINES, PHASED_TRAPS
from kinarow.evaluation.terms import Column
from kinarow.game import VARIANTS, Cell, GameSpec, Position
from kinarow.grading.drawn_positions import quiet_moves
from kinarow.grading.labels import Labels, LabelStore, exact_values, right_moves
from kinarow.players import AlphaBetaPlayer
from kinarow.score import is_proven
from kinarow.search.analysis.each_move import move_scores
from kinarow.solver.solution import last_stone
from kinarow.work.jobs import results_in_order
from kinarow.work.progress import Progress, silent
from kinarow.work.workers import Workers

_VERSION = 1
"""Of what this module draws: another one draws other positions."""

ZERO = Evaluator("zero", Column(own=0))
"""Judges nothing."""

PANEL = (CENTER_WINDOW, OPEN_LINES, ANCHORED_RUNS, PHASED_TRAPS)
"""Who plays the games, and for whom positions are hard or easy. Another evaluator in the catalogue
changes nothing here, or marks would depend on the version of kinarow."""
_CARELESS = (0.1, 0.2, 0.35)
"""How often the players of a game move at random."""
_OPENING_PLIES = (2, 3, 4, 5, 6)
"""How many moves of a game are random at first, so that early positions differ."""
_GAMES_A_BATCH = 16
_PHASES = 4
_EACH_PHASE = (3, 3, 4, 8)
"""How many positions of each phase a game may give: late ones are seldom fit."""
_BOOK_STONES, _QUICK_STONES = 7, 14
"""In Connect Four, between these numbers of stones all moves take long to solve."""
_MOST_VAIN_BATCHES = 8
"""So many batches in a row that bring nothing new mean that the game has no more to give."""

_HARD, _MIXED, _EASY = range(3)
_SHARES = {
    # By whether the blind search is right, and by phase: how many of the positions few, some and
    # all of the panel get right, as such games have them.
    False: ((0.55, 0.30, 0.15), (0.40, 0.25, 0.35), (0.40, 0.25, 0.35), (0.30, 0.25, 0.45)),
    True: ((0.20, 0.25, 0.55), (0.20, 0.20, 0.60), (0.15, 0.20, 0.65), (0.20, 0.20, 0.60)),
}


class Stratum(NamedTuple):
    """What positions have in common."""

    phase: int
    blind_is_right: bool
    difficulty: int


@dataclass(frozen=True, slots=True)
class JudgedPosition:
    """A position in which some moves are right and others, that look alike from afar, are not."""

    position: Position
    labels: Labels
    stratum: Stratum


def judged_positions(
    spec: GameSpec,
    count: int,
    seed: int,
    depth: int,
    *,
    workers: Workers | None = None,
    progress: Progress = silent,
    path: Path | None = None,
) -> list[JudgedPosition]:
    """Up to `count` positions for players that look `depth` plies ahead; fewer in small games."""
    if count < 1:
        raise KinarowError(f"marking needs at least 1 position, not {count}")
    key = _key(spec, count, seed, depth)
    with closing(LabelStore(path)) as store:
        kept = store.find_set(key)
        if kept is not None:
            return list(_read(kept, store))
        drawn = _drawn(spec, count, seed, depth, workers or Workers(), progress)
        _keep(drawn, key, store)
        return drawn


def keep_judged(
    drawn: Sequence[JudgedPosition], count: int, seed: int, depth: int, path: Path
) -> None:
    """Keep a set that was drawn in another file, too."""
    with closing(LabelStore(path)) as store:
        if drawn:
            _keep(drawn, _key(drawn[0].position.spec, count, seed, depth), store)


def _key(spec: GameSpec, count: int, seed: int, depth: int) -> str:
    panel = "+".join(evaluator.name for evaluator in PANEL)
    return f"judged/{_VERSION}/{panel}/{spec}/{count}/{seed}/{depth}"


def _keep(drawn: Sequence[JudgedPosition], key: str, store: LabelStore) -> None:
    for found in drawn:
        store.keep(found.position, found.labels)
    # Last, so that a set that is there is whole.
    written = [[found.position.board_text("state"), *found.stratum] for found in drawn]
    store.keep_set(key, json.dumps(written))


def _read(kept: str, store: LabelStore) -> Iterator[JudgedPosition]:
    for state, phase, blind_is_right, difficulty in json.loads(kept):
        position = Position.parse(state)
        labels = store.find(position)
        if labels is None:
            raise KinarowError(f"{store.path} is damaged: remove it, and positions are drawn anew")
        yield JudgedPosition(position, labels, Stratum(phase, bool(blind_is_right), difficulty))


def _drawn(
    spec: GameSpec, count: int, seed: int, depth: int, workers: Workers, progress: Progress
) -> list[JudgedPosition]:
    wanted = _quotas(count)
    most = sum(wanted.values())
    found: dict[Position, JudgedPosition] = {}
    vain = 0
    # What is enough by now stays so: whichever of the next batches leave it out, no set changes.
    jobs = (
        (number, frozenset(kind for kind in wanted if wanted[kind])) for number in numbers_from()
    )
    with closing(results_in_order(partial(_batch, spec, seed, depth), jobs, workers)) as batches:
        for batch in batches:
            before = len(found)
            for judged in batch:
                canonical = judged.position.canonical()
                if wanted[judged.stratum] and canonical not in found:
                    wanted[judged.stratum] -= 1
                    found[canonical] = judged
            progress(len(found) / most, f"drawing and solving positions: {len(found)} of {most}")
            vain = vain + 1 if len(found) == before else 0
            if len(found) == most or vain == _MOST_VAIN_BATCHES:
                break
    return _balanced(found.values())


def _quotas(count: int) -> Counter[Stratum]:
    """How many positions of each kind; half of each phase where a blind search is right."""
    wanted = Counter[Stratum]()
    each = max(1, round(count / _PHASES / 2))
    for blind_is_right, by_phase in _SHARES.items():
        for phase, (hard, mixed, _) in enumerate(by_phase):
            parts = round(each * hard), round(each * mixed)
            for difficulty, number in enumerate((*parts, each - sum(parts))):
                wanted[Stratum(phase, blind_is_right, difficulty)] = max(0, number)
    return wanted


def _balanced(found: Iterable[JudgedPosition]) -> list[JudgedPosition]:
    """As many of each phase where a blind search is right as where it is wrong, also where a game
    had not enough of one kind."""
    by_kind: dict[tuple[int, bool], list[JudgedPosition]] = {}
    for judged in found:
        by_kind.setdefault((judged.stratum.phase, judged.stratum.blind_is_right), []).append(judged)
    balanced: list[JudgedPosition] = []
    for phase in range(_PHASES):
        right, wrong = (by_kind.get((phase, is_right), []) for is_right in (True, False))
        for pair in zip(right, wrong, strict=False):
            balanced += pair
    return balanced


def quick_phases(spec: GameSpec) -> list[range]:
    """Numbers of stones whose positions are solved quickly, in order of the game."""
    latest = spec.cell_count - 4
    if spec == VARIANTS["connect4"].spec:
        bounds = [(3, _BOOK_STONES + 1), (_QUICK_STONES, 18), (18, 22), (22, 30)]
        return [range(*bound) for bound in bounds]
    edges = [round(latest * part / _PHASES) for part in range(_PHASES + 1)]
    return [range(*edge) for edge in pairwise(edges)]


def _batch(
    spec: GameSpec, seed: int, depth: int, job: tuple[int, frozenset[Stratum]]
) -> list[JudgedPosition]:
    """What a worker does: the positions of some games in which judgement decides, as far as their
    kinds are wanted."""
    number, wanted = job
    random = Random(f"judged positions/{_VERSION}/{seed}/{number}")
    panel = [AlphaBetaPlayer(evaluator, depth=depth) for evaluator in PANEL]
    found = []
    for _ in range(_GAMES_A_BATCH):
        line = _game(spec, panel, random)
        for phase, stones in enumerate(quick_phases(spec)):
            some = [position for position in line if position.plies in stones]
            drawn = random.sample(some, min(_EACH_PHASE[phase], len(some)))
            if any(kind.phase == phase for kind in wanted):
                judged = (_judged(position, phase, depth, panel, wanted) for position in drawn)
                found += [one for one in judged if one is not None]
    return found


def _game(spec: GameSpec, panel: Sequence[AlphaBetaPlayer], random: Random) -> list[Position]:
    """The positions of a game in which no line is completed."""
    players, careless = random.choices(panel, k=2), random.choice(_CARELESS)
    opening = random.choice(_OPENING_PLIES)
    line = [Position.start(spec)]
    while quiet := quiet_moves(line[-1]):
        move = random.choice(quiet)
        if len(line) > opening and random.random() > careless:
            chosen = players[len(line) % 2].choose(line[-1]).move
            move = chosen if chosen in quiet else move
        line.append(line[-1].play(move))
    return line


def _judged(
    position: Position,
    phase: int,
    depth: int,
    panel: Sequence[AlphaBetaPlayer],
    wanted: Collection[Stratum],
) -> JudgedPosition | None:
    """The position, if it is of a kind that is wanted, and some of the moves that look alike from
    afar are right and some are wrong. Exact values, which take longest, are found last."""
    right = right_moves(position)
    if right is None or len(right) == len(position.legal_moves()):
        return None
    blind = AlphaBetaPlayer(ZERO, depth=depth).choose(position).move in right
    hits = sum(player.choose(position).move in right for player in panel)
    difficulty = _EASY if hits == len(panel) else _HARD if hits <= len(panel) // 4 else _MIXED
    stratum = Stratum(phase, blind, difficulty)
    labels = exact_values(position) if stratum in wanted else None
    if labels is None:
        return None
    alike = _alike(position, labels, depth)
    if not 0 < sum(move in right for move in alike) < len(alike):
        return None
    return JudgedPosition(position, labels, stratum)


def _alike(position: Position, labels: Labels, depth: int) -> list[Cell]:
    """The moves between which looking ahead does not decide; none where it sees a win."""
    if position.spec.gravity:  # values say when the game ends, which is quicker than to search
        horizon = position.plies + depth
        ends = {m: v for m, v in labels.items() if v and last_stone(position, v) <= horizon}
    else:
        scores = move_scores(position, ZERO, depth)
        ends = {m: 1 if score > 0 else -1 for m, score in scores.items() if is_proven(score)}
    if any(value > 0 for value in ends.values()):
        return []
    return [move for move in labels if move not in ends]


def judgement(answers: Iterable[tuple[Stratum, bool]]) -> Estimate:
    """0 for a search without an evaluator, 1 for perfect play; less than 0 is worse than none.

    A search without an evaluator is right in half of the positions, exactly, so the score is twice
    the share of right moves, less one. The interval says where the score would lie in other
    positions, as many of each stratum; in each, one right and one wrong move are counted in
    addition, so that a few that are alike do not pass for certainty.
    """
    asked, right = Counter[Stratum](), Counter[Stratum]()
    for stratum, is_right in answers:
        asked[stratum] += 1
        right[stratum] += is_right
    total = asked.total()
    if not total:
        return Estimate(0.0, -1.0, 1.0)
    variance = 0.0
    for stratum, count in asked.items():
        share = (right[stratum] + 1) / (count + 2)
        variance += (count / total) ** 2 * share * (1 - share) / count
    score = 2 * right.total() / total - 1
    half = 2 * Z * math.sqrt(variance)
    return Estimate(score, max(-1.0, score - half), min(1.0, score + half))
