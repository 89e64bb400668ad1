"""docs/engines.md: its conversations are held, and its engine plays."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Protocol

import pytest

from kinarow.adapters.gomocup_engine import GomocupEngine
from kinarow.adapters.thinking import Thinker
from kinarow.adapters.uki_engine import UkiEngine
from kinarow.api.contests import play_match
from kinarow.cli.engines import uki
from kinarow.game import GameSpec
from kinarow.players import RandomPlayer
from kinarow.players.engines.engine_player import end_all_engines
from kinarow.players.isolated.player import contestant
from tests.adapters.conversations import exchanges, matches

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = (DOCS / "engines.md").read_text()
EXAMPLE = DOCS / "examples" / "first_engine.py"
CONVERSATIONS = re.findall(r"^```text\n\$ kinarow (.*)\n((?:.*\n)*?)```", PAGE, re.MULTILINE)
DEFAULT_PLAYER = next(str(option.default) for option in uki.params if option.name == "player")


class Engine(Protocol):
    thinker: Thinker

    def serve(self, lines: Iterable[str]) -> None: ...


ENGINES: dict[str, Callable[[str, Callable[[str], object]], Engine]] = {
    "gomocup": GomocupEngine,
    "uki": UkiEngine,
}


def test_there_are_conversations() -> None:
    assert [command.split()[0] for command, _ in CONVERSATIONS] == [
        "gomocup",
        "gomocup",
        "gomocup",
        "uki",
    ]


@pytest.mark.parametrize(("command", "text"), CONVERSATIONS)
def test_conversations_on_the_page(command: str, text: str) -> None:
    protocol, *options = command.split()
    player = options[1] if options else DEFAULT_PLAYER
    answers: list[str] = []
    engine = ENGINES[protocol](player, lambda line: answers.append(line.rstrip("\n")))

    def client() -> Iterator[str]:
        for exchange in exchanges(text.splitlines()):
            answers.clear()
            yield exchange.sent
            engine.thinker.wait()
            assert len(answers) == len(exchange.answers), (exchange, answers)
            for expected, answer in zip(exchange.answers, answers, strict=True):
                assert matches(expected, answer), (expected, answer)

    engine.serve(client())


def test_the_engine_on_the_page_is_the_one_in_the_file() -> None:
    assert f"```python\n{EXAMPLE.read_text()}```" in PAGE


@pytest.mark.slow
@pytest.mark.parametrize("game", ["connect4", "tictactoe", "place:9x8:5:exact", "drop:12x3:4"])
def test_the_engine_plays(game: str) -> None:
    spec = GameSpec.parse(game)
    try:
        result = play_match(contestant(f"engine:{EXAMPLE}"), RandomPlayer(), spec, games=4)
    finally:
        end_all_engines()
    assert set(result.endings) <= {"line", "full board"}
