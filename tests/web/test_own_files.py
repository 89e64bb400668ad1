"""A function of one's own whose file is edited while the lab runs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Client

from kinarow.evaluation import OPEN_LINES, load_evaluator
from kinarow.evaluation.written.json_files import to_json
from kinarow.evaluation.written.source import to_python
from kinarow.game import GameSpec, Position, Side
from kinarow.players.isolated.player import contestant
from kinarow.web.lab.own_files import OwnFiles
from kinarow.web.lab.questions import Known, LabQuestion
from kinarow.web.lab.worker_pool import Thinkers
from kinarow.writing import write_whole
from tests.running import Run, wait_until
from tests.web.running import lab_with, limit_thinking, running

QUESTION = {"game": "drop:4x4:3", "moves": "12", "evaluator": "mine.py"}


def always(score: int) -> str:
    return f"def evaluate(board, me, opponent):\n    return {score}\n"


# A lab of these tests' own: while someone who listens has an edit run, as an open page does,
# another who asks is answered by the version before.
@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("edited") / "mine.py"


@pytest.fixture(scope="module")
def lab(edited: Path) -> Iterator[str]:
    with lab_with(edited) as address:
        yield address


@pytest.fixture(scope="module")
def client(lab: str) -> Iterator[Client]:
    with Client(base_url=lab, timeout=600) as client:
        yield client


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
    assert good["evaluator_error"] is None
    file.unlink() if text is None else file.write_text(text)
    for _ in range(2):
        broken = asked(client, "position")
        assert words in broken["evaluator_error"]["text"]
        assert broken["explanation"]["score"] == 7
        assert len(broken["diagram"]["stones"]) == 2
    assert set(asked(client, "analysis", depth=1)["scores"].values()) == {7}
    assert asked(client, "tree", depth=1)["score"] == 7
    assert asked(client, "position", evaluator="open-lines")["evaluator_error"] is None
    file.write_text(always(8))
    mended = asked(client, "position")
    assert mended["explanation"]["score"] == 8
    assert mended["evaluator_error"] is None


RARE = "    if (board[:, 0] == [2, 1, 2, 1, 2, 1]).all(): return opponent.seven\n"
"""A board that no trial comes upon: column a filled by turns."""


@pytest.mark.parametrize(
    ("path", "more"),
    [
        ("position", {"moves": "111111"}),
        ("analysis", {"depth": 1}),
        ("review", {"moves": "111111", "seconds": 0.05, "first": 6}),
        ("move", {"player": "alphabeta:depth=1"}),
        ("tree", {"depth": 1}),
        ("opinion", {}),
    ],
)
def test_what_fails_on_a_rare_board_gives_way_to_the_version_before(
    client: Client, file: Path, path: str, more: dict[str, Any]
) -> None:
    here = {"game": "connect4", "moves": "11111"}
    file.write_text(always(7))
    asked(client, "position", **here)
    file.write_text(always(8).replace("    return", f"{RARE}    return"))
    before = asked(client, "position", **here)
    assert (before["explanation"]["score"], before["evaluator_error"]) == (8, None)
    asked(client, path, **{**here, **more})
    after = asked(client, "position", **here)
    assert after["explanation"]["score"] == 7
    mistake = after["evaluator_error"]
    assert mistake["text"].startswith("mine.py, line 2: AttributeError")
    assert mistake["text"].endswith("'seven'")
    assert mistake["board"]["stones"] == {f"a{row}": 2 - row % 2 for row in range(1, 7)}
    assert after["evaluator_version"] == before["evaluator_version"] - 1
    elsewhere = asked(client, "position", game="drop:5x6:4", moves="")
    assert elsewhere["explanation"]["score"] == 8  # it fails on no board of that game


@pytest.mark.slow
def test_a_file_that_never_worked_is_stood_in_for(tmp_path: Path) -> None:
    from kinarow.web.app import make_app

    file = tmp_path / "mine.py"
    file.write_text("def evaluate(board, me, opponent:\n")
    fails = tmp_path / "fails.py"
    fails.write_text(always(7).replace("7", "board[99]"))
    known = Known(
        {"fails.py": load_evaluator(str(fails))},
        texts={"mine.py": str(file)},
        usual="mine.py",
        broken={"mine.py": "mine.py, line 1: SyntaxError: '(' was never closed"},
    )
    complaints: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        limit_thinking(patch)
        lab = make_app(known=known, complain=complaints.append)
        with running(lab) as address, Client(base_url=address, timeout=600) as client:
            catalogue = client.get("/api/v1/catalogue").json()
            assert [e["name"] for e in catalogue["evaluators"] if e["own"]] == [
                "mine.py",
                "fails.py",
            ]
            assert [state["in_use"] for state in catalogue["files"]] == [None, None]
            for name, judge in (("mine.py", "open-lines"), ("fails.py", "threats")):
                game = "drop:4x4:3" if judge == "open-lines" else "tictactoe"
                here = {"evaluator": name, "game": game, "moves": ""}
                shown = asked(client, "position", **here)
                assert shown["explanation"]["evaluator"] == judge
                assert shown["evaluator_error"]["line"] == (1 if name == "mine.py" else 2)
                assert shown["evaluator_version"] is None
                assert asked(client, "move", player="alphabeta:depth=1", **here)["reason"]
                for path in ("tree", "opinion"):
                    refused = client.post(f"/api/v1/{path}", json=here)
                    assert refused.status_code == 400
                    assert name in refused.json()["error"]
            file.write_text(always(9))
            mended = asked(client, "position")
            assert (mended["explanation"]["score"], mended["evaluator_error"]) == (9, None)
            wait_until(lambda: bool(complaints), "nobody complains")
    (complaint,) = complaints
    assert complaint.startswith("fails.py, line 2: IndexError")
    assert "(on the board drop:7x6:4 " in complaint


def test_a_report_is_not_written_from_a_file_that_is_broken(client: Client, file: Path) -> None:
    file.write_text("nonsense\n")
    answer = client.post("/api/v1/report", json=QUESTION)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("mine.py, line 1: NameError")


@pytest.fixture
def told(client: Client, file: Path) -> Iterator[Callable[[], dict[str, Any]]]:
    """What the next event says of mine.py, as a page hears it."""
    file.write_text(always(1))
    asked(client, "position")
    with client.stream("GET", "/api/v1/events") as events:
        assert events.headers["content-type"].startswith("text/event-stream")
        lines = events.iter_lines()

        def next_state() -> dict[str, Any]:
            for line in lines:
                if line.startswith("data: "):
                    states = json.loads(line.removeprefix("data: "))
                    return next(state for state in states if state["name"] == "mine.py")
            raise AssertionError("no more events")

        yield next_state


def test_every_version_is_told_as_it_is_saved(
    client: Client, file: Path, told: Callable[[], dict[str, Any]]
) -> None:
    """Nobody asks anything but to be told."""
    first = told()
    assert first["error"] is None
    assert first["in_use"] == first["number"]
    write_whole(file, always(2).encode())
    second = told()
    assert second["number"] == second["in_use"] == first["number"] + 1
    assert second["saved"] == file.stat().st_mtime
    write_whole(file, b"x = 1\ndef evaluate(board, me, opponent:\n")
    broken = told()
    assert (broken["number"], broken["in_use"]) == (second["number"] + 1, second["number"])
    assert broken["error"]["text"].startswith("mine.py, line 2: SyntaxError")
    assert (broken["error"]["file"], broken["error"]["line"]) == ("mine.py", 2)
    assert broken["error"]["snippet"] == "def evaluate(board, me, opponent:"
    (file.parent / "beside.py").write_text("")  # which it does not use: no version of it
    write_whole(file, always(3).encode())
    mended = told()
    assert mended["number"] == mended["in_use"] == broken["number"] + 1
    assert mended["error"] is None
    assert asked(client, "position")["explanation"]["score"] == 3


def test_the_first_evaluator_given_judges_to_begin_with(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun: list[Known] = []
    monkeypatch.setattr(
        "kinarow.web.hosting.serve.serve", lambda *_, known, **__: begun.append(known)
    )
    (tmp_path / "mine.py").write_text(always(1))
    monkeypatch.chdir(tmp_path)
    run("lab", "--keep", str(tmp_path), "--eval", "mine.py", "--eval", "threats")
    run("lab", "--keep", str(tmp_path))
    games = [GameSpec.parse(game) for game in ("connect4", "gomoku")]
    usual = [[known.usual_in(game) for game in games] for known in begun]
    assert usual == [["mine.py", "mine.py"], ["open-lines", "threats"]]
    assert begun[0].texts == {"mine.py": "mine.py", "threats": "threats"}
    assert LabQuestion({}, begun[0]).evaluator().name == "mine.py"


def test_the_lab_starts_with_a_file_to_be_mended(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun: list[Known] = []
    monkeypatch.setattr(
        "kinarow.web.hosting.serve.serve", lambda *_, known, **__: begun.append(known)
    )
    (tmp_path / "mine.py").write_text("def score(board, me, opponent:\n")
    (tmp_path / "mine.json").write_text("{")
    monkeypatch.chdir(tmp_path)
    started = run("lab", "--keep", ".", "--eval", "mine.py:score", "--eval", "mine.json")
    assert started.err.startswith("kinarow: mine.py, line 1: SyntaxError: '(' was never closed\n")
    assert list(begun[0].broken) == begun[0].own_evaluators == ["mine.py:score", "mine.json"]
    assert begun[0].usual == "mine.py:score"
    missing = run("lab", "--keep", ".", "--eval", "nowhere.py")
    assert missing.code == 2
    assert "there is no file nowhere.py" in missing.err
    assert len(begun) == 1


FOLLOWED = {"weights.json": "weights", "terms.py": "terms", "plays.py": "file:plays.py"}


@pytest.mark.slow
def test_weights_terms_and_players_are_followed_too(tmp_path: Path) -> None:
    weights = json.dumps({**to_json(OPEN_LINES), "name": "weights"})
    terms = to_python(OPEN_LINES).replace("'open-lines'", "'terms'")
    texts = [weights, terms, "def choose(board, me, opponent):\n    return 3\n"]
    files = [tmp_path / name for name in FOLLOWED]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    player = contestant(f"file:{files[2]}")
    known = Known(
        {"weights": load_evaluator(str(files[0])), "terms": load_evaluator(str(files[1]))},
        {"file:plays.py": player},
        texts={"weights": str(files[0]), "terms": str(files[1])},
    )

    async def edit() -> list[list[dict[str, Any]]]:
        thinkers = Thinkers(1, most_waiting=1, search=False)
        try:
            own, seen = OwnFiles(known, thinkers), []
            for wrong in (False, True):
                for file, text in zip(files, texts, strict=True):
                    file.write_text("nonsense (" if wrong else text.replace("10", "20") + "\n")
                await own.follow()
                seen.append(own.states())
            return seen
        finally:
            thinkers.close()

    with ThreadPoolExecutor(1) as thread:
        edited, broken = thread.submit(asyncio.run, edit()).result()
    assert [state["name"] for state in edited] == list(FOLLOWED.values())
    assert [(s["number"], s["error"]) for s in edited] == [(2, None)] * 3
    assert [(s["number"], s["in_use"]) for s in edited[:2]] == [(2, 2)] * 2
    assert [(s["number"], s["in_use"]) for s in broken[:2]] == [(3, 2)] * 2
    assert [state["in_use"] for state in (edited[2], broken[2])] == [None] * 2  # it has yet to move
    assert all(state["error"] for state in broken)
    assert broken[2]["error"]["snippet"] == "nonsense ("
    assert known.players["file:plays.py"].identity != player.identity  # so it has a new process
    here = Position.from_moves("4453")
    for name in ("weights", "terms"):
        edited_one = known.evaluator(name, here.spec)
        assert edited_one.evaluate(here, Side.FIRST) != OPEN_LINES.evaluate(here, Side.FIRST)


@pytest.mark.slow
def test_a_player_that_cannot_move_is_told_with_its_board(tmp_path: Path) -> None:
    from kinarow.web.app import make_app

    file = tmp_path / "bot.py"
    file.write_text("def choose(board, me, opponent:\n")
    here = {"game": "drop:4x4:3", "moves": "12", "player": f"file:{file}"}
    with pytest.MonkeyPatch.context() as patch:
        limit_thinking(patch)
        lab = make_app(known=Known({}, {here["player"]: contestant(here["player"])}))
        with running(lab) as address, Client(base_url=address, timeout=600) as client:

            def state() -> dict[str, Any]:
                found: dict[str, Any] = client.get("/api/v1/catalogue").json()["files"][0]
                return found

            assert state()["error"]["text"].startswith("bot.py, line 1: SyntaxError")
            for text, line in (("return none[0]", 2), ("return 3 // 0", 2)):
                file.write_text(f"def choose(board, me, opponent):\n    {text}\n")
                assert (state()["in_use"], state()["error"]) == (None, None)
                answer = client.post("/api/v1/move", json=here)
                assert answer.status_code == 400
                assert "drop:" not in answer.json()["error"]
                error = state()["error"]
                assert (error["file"], error["line"]) == ("bot.py", line)
                assert error["snippet"] == f"    {text}"
                assert error["board"]["stones"] == {"a1": 1, "b1": 2}
            file.write_text("def choose(board, me, opponent):\n    return 3\n")
            assert client.post("/api/v1/move", json=here).json()["move"] == "4"
            assert (state()["in_use"], state()["error"]) == (4, None)


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
    here = Position.start()
    newest = known.versions["second"].newest.failure
    assert newest
    assert "several.py: no evaluator 'second'" in newest.text
    assert known.evaluator("second", here.spec).evaluate(here, Side.FIRST) == 5
