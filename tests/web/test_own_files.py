"""A function of one's own whose file is edited while the lab runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kinarow.evaluation import load_evaluator
from kinarow.web.app import make_app
from kinarow.web.questions import Known

QUESTION = {"game": "drop:4x4:3", "moves": "12", "evaluator": "mine.py"}


def always(score: int) -> str:
    return f"def evaluate(board, me, opponent):\n    return {score}\n"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("own") / "mine.py"


@pytest.fixture(scope="module")
def client(file: Path) -> Iterator[TestClient]:
    file.write_text(always(1))
    several = file.with_name("several.py")
    several.write_text(always(2) + always(3).replace("evaluate", "second"))
    texts = {"mine.py": str(file), "second": f"{several}:second"}
    known = Known({name: load_evaluator(text) for name, text in texts.items()})
    with TestClient(make_app(known=known), base_url="http://localhost") as client:
        yield client


def asked(client: TestClient, path: str, **more: Any) -> dict[str, Any]:
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
        ("def evaluate(board):\n    return 2\n", "mine.py, line 1: evaluate must take"),
        ("import os\nos._exit(1)\n", "mine.py: running it ended its process"),
        (None, "there is no file"),
    ],
)
def test_while_a_file_is_broken_its_last_good_version_is_used(
    client: TestClient, file: Path, text: str | None, words: str
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


def test_a_report_is_not_written_from_a_file_that_is_broken(client: TestClient, file: Path) -> None:
    file.write_text("nonsense\n")
    answer = client.post("/api/v1/report", json=QUESTION)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("mine.py, line 1: NameError")
    file.write_text(always(1))


def test_one_function_of_several_is_followed(client: TestClient, file: Path) -> None:
    several = file.with_name("several.py")
    several.write_text(always(4) + always(5).replace("evaluate", "second"))
    assert asked(client, "position", evaluator="second")["explanation"]["score"] == 5
    several.write_text(always(6))
    broken = asked(client, "position", evaluator="second")
    assert broken["explanation"]["score"] == 5
    assert "several.py: no evaluator 'second'" in broken["warning"]
