"""A function of one's own whose file is edited while the lab runs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Client

from kinarow.evaluation import load_evaluator
from kinarow.game import Position, Side
from kinarow.web.own_files import OwnFiles
from kinarow.web.questions import Known
from kinarow.web.thinkers import Thinkers

QUESTION = {"game": "drop:4x4:3", "moves": "12", "evaluator": "mine.py"}


def always(score: int) -> str:
    return f"def evaluate(board, me, opponent):\n    return {score}\n"


@pytest.fixture
def file(edited: Path) -> Iterator[Path]:
    yield edited
    edited.write_text(always(1))


def asked(client: Client, path: str, **more: Any) -> dict[str, Any]:
    """The answer, or the last line of one that is a stream."""
    answer = client.post(f"/api/v1/{path}", json={**QUESTION, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = json.loads(answer.text.splitlines()[-1])
    return found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def evaluate(board, me, opponent:\n", "mine.py, line 1: SyntaxError: '(' was never"),
        ("\n1 / 0\n", "mine.py, line 2: ZeroDivisionError: division by zero"),
        ("def score(board, me, opponent):\n    return 2\n", "mine.py has no function `evaluate"),
        ("def evaluate():\n    return 2\n", "mine.py, line 1: evaluate must take"),
        ("import os\nos._exit(1)\n", "mine.py: running it ended its process"),
        (None, "there is no file"),
    ],
)
def test_while_a_file_is_broken_its_last_good_version_is_used(
    client: Client, file: Path, text: str | None, words: str
) -> None:
    file.write_text(always(7))
    good = asked(client, "position")
    assert good["explanation"]["score"] == 7
    assert "warning" not in good
    file.unlink() if text is None else file.write_text(text)
    for _ in range(2):
        broken = asked(client, "position")
        assert words in broken["warning"]
        assert "the last version that worked" in broken["warning"]
        assert broken["explanation"]["score"] == 7
        assert len(broken["diagram"]["stones"]) == 2
    assert set(asked(client, "analysis", depth=1)["scores"].values()) == {7}
    assert asked(client, "tree", depth=1)["score"] == 7
    assert "warning" not in asked(client, "position", evaluator="open-lines")
    file.write_text(always(8))
    mended = asked(client, "position")
    assert mended["explanation"]["score"] == 8
    assert "warning" not in mended


def test_a_report_is_not_written_from_a_file_that_is_broken(client: Client, file: Path) -> None:
    file.write_text("nonsense\n")
    answer = client.post("/api/v1/report", json=QUESTION)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("mine.py, line 1: NameError")


@pytest.mark.slow
def test_one_function_of_several_is_followed(tmp_path: Path) -> None:
    file = tmp_path / "several.py"
    file.write_text(always(4) + always(5).replace("evaluate", "second"))
    known = Known({"second": load_evaluator(f"{file}:second")})

    async def follow(text: str) -> None:
        file.write_text(text)
        thinkers = Thinkers(1, most_waiting=1, search=False)
        try:
            await OwnFiles(known, thinkers).follow()
        finally:
            thinkers.close()

    with ThreadPoolExecutor(1) as thread:  # that of the tests may have a loop already
        thread.submit(asyncio.run, follow(always(6))).result()
    assert known.evaluators["second"].evaluate(Position.start(), Side.FIRST) == 5
    assert "several.py: no evaluator 'second'" in known.troubles["second"]
