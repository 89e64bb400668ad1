"""Players that run a user's file, or a program, are tried before their first game: a mistake in a
file is its author's to hear of, and not twenty lost games."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from kinarow.errors import KinarowError, MoveError, PlayerError, SandboxError, SeveralError
from kinarow.game import GameSpec, Position
from kinarow.players.engines.engine_player import EnginePlayer
from kinarow.players.isolated.answers import read_answer
from kinarow.players.isolated.player import IsolatedPlayer
from kinarow.players.isolated.process import PlayerProcess
from kinarow.players.isolated.questions import CHOOSE, GET_READY, NEW_GAME, TRY_OUT
from kinarow.players.player import LateError, Player

_LONGER = 3.0
"""What a process gets on top of a move's limit, so that it can say itself where it did not end."""


def try_players(players: Iterable[Player], spec: GameSpec) -> None:
    """Raise what is wrong with these players, all of it at once."""
    wrong = mistakes_of(players, spec)
    if len(wrong) == 1:
        raise PlayerError(*wrong.values())
    if wrong:
        raise SeveralError("players that cannot play", wrong)


def mistakes_of(players: Iterable[Player], spec: GameSpec) -> dict[str, str]:
    """By the names of those players that cannot play, what is wrong with them. Each is asked in a
    process of its own; who was found to work before is not asked again."""
    asked = {p.name: p for p in players if _can_be_tried(p) and (p.identity, spec) not in _work}
    if not asked:
        return {}
    with ThreadPoolExecutor(min(len(asked), os.cpu_count() or 1)) as threads:
        found = threads.map(lambda player: _mistake_of(player, spec), asked.values())
        wrong = {name: words for name, words in zip(asked, found, strict=True) if words}
    _work.update((player.identity, spec) for name, player in asked.items() if name not in wrong)
    return wrong


_work: set[tuple[str, GameSpec]] = set()
"""Players, by identity and game, that this process has found to work."""


def _can_be_tried(player: Player) -> bool:
    return isinstance(player, IsolatedPlayer | EnginePlayer)


def _mistake_of(player: Player, spec: GameSpec) -> str:
    try:
        if isinstance(player, IsolatedPlayer):
            _try(player, spec)
        else:
            _start(player, spec)
    except SandboxError:  # nobody's mistake: here it cannot be played at all
        raise
    except KinarowError as error:
        return str(error)
    return ""


def _start(engine: Player, spec: GameSpec) -> None:
    try:
        engine.new_game(0)
        engine.get_ready(spec)
    except PlayerError as error:
        raise PlayerError(f"{engine.name}: {error}") from None


def _try(player: IsolatedPlayer, spec: GameSpec) -> None:
    """Load its file, ask its function about some boards, and it itself for a first move."""
    starting = player.isolation.starting_seconds
    start, limit = Position.start(spec), player.seconds + player.grace
    process = PlayerProcess(
        player.isolation, player.first_question, player.seconds, player.allowance
    )
    try:
        for question in ((NEW_GAME, 0), (GET_READY, spec), (TRY_OUT, spec)):
            process.ask(question, starting)
        choice = process.ask_for(read_answer, (CHOOSE, start), limit + _LONGER)
    except LateError as error:
        raise PlayerError(
            f"{player.name} found no move on the empty board within {error.seconds - _LONGER:g} s, "
            "its time limit"
        ) from None
    finally:
        process.end()
    if choice is None:
        raise PlayerError(f"{player.name} answered nothing instead of a move")
    try:
        start.play(choice.move)
    except MoveError as error:
        raise PlayerError(
            f"{player.name} plays an illegal move on the empty board: {error}"
        ) from None
