"""The worked examples of the five documents, contribution by contribution, as a script gets them.

The numbers are those of the documents where their arithmetic follows their own rule; where it does
not, docs/sources.md says so.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.running import Run


def explained(run: Run, evaluator: str, moves: str, side: str = "first") -> dict[str, Any]:
    done = run("explain", moves, "--eval", evaluator, "--for", side, "--json")
    assert done.code == 0
    data: dict[str, Any] = done.json
    return data


def points_by_step(data: dict[str, Any]) -> dict[str, list[float]]:
    steps: dict[str, list[float]] = {step["title"]: [] for step in data["steps"]}
    for contribution in data["contributions"]:
        steps[contribution["step"]].append(contribution["points"])
    return steps


def test_center_window(run: Run) -> None:
    data = explained(run, "center-window", "113225334464434556")
    assert data["score"] == -44
    assert points_by_step(data) == {
        "centre column d": [6, 6, 6],
        "rows": [-5, -18],
        "columns": [-5],
        "falling diagonals": [6, -5, -18, -5, -18, 6],
        "rising diagonals": [],
        "runs that read .XXX.": [],
    }
    windows = [c for c in data["contributions"] if c["term"] == "windows"]
    assert sum(c["points"] for c in windows) == -62  # the document's own result
    assert [c["holds"] for c in windows] == [
        "..OO", "OOO.", "..OO", "..XX", "..OO", ".OOO", "..OO", ".OOO", "..XX",
    ]  # fmt: skip
    # The document's running totals, from its row 3 on, lie 18 below ours: it leaves the centre out.
    assert [c["total"] - 18 for c in windows] == [-5, -23, -28, -22, -27, -45, -50, -68, -62]


def test_center_window_for_the_other_side(run: Run) -> None:
    data = explained(run, "center-window", "113225334464434556", "second")
    assert data["score"] == 71
    steps = points_by_step(data)
    assert sum(steps.pop("centre column d")) == 12
    assert sum(map(sum, steps.values())) == 59


def test_open_lines(run: Run) -> None:
    data = explained(run, "open-lines", "3661535465557665173364")
    assert data["score"] == -1250
    assert [step["note"] for step in data["steps"]] == [
        "10·(R₁ − Y₁) = 10·(2 − 7) = −50",
        "100·(R₂ − Y₂) = 100·(2 − 4) = −200",
        "1000·(R₃ − Y₃) = 1000·(0 − 1) = −1000",
        "10000·(R₄ − Y₄) = 10000·(0 − 0) = 0",
    ]
    assert explained(run, "open-lines", "3661535465557665173364", "second")["score"] == 1250


def test_anchored_runs(run: Run) -> None:
    data = explained(run, "anchored-runs", "2322344")
    assert data["score"] == 420
    assert [step["note"] for step in data["steps"]] == [
        "0 − 100 − 10 + 300 + 100 + 10 − 10 = 290",
        "0 + 0 + 0 + 0 + 10 + 10 − 10 = 10",
        "100 + 0 − 10 + 10 + 10 + 10 − 10 = 110",
        "0 + 0 + 0 + 0 + 0 + 10 + 0 = 10",
    ]
    mirrored = "6566544"
    assert explained(run, "anchored-runs", mirrored)["score"] == 430


@pytest.mark.parametrize(("moves", "score"), [("1", 30), ("7", 20)])
def test_anchored_runs_of_a_lone_stone(run: Run, moves: str, score: int) -> None:
    assert explained(run, "anchored-runs", moves)["score"] == score


def test_phased_traps(run: Run) -> None:
    data = explained(run, "phased-traps", "21235334444")
    assert data["score"] == 89.5
    steps = points_by_step(data)
    assert {title.rpartition(", mid game")[0]: sum(points) for title, points in steps.items()} == {
        "position score, squares": 13,
        "pattern score, rows": 5 * 1.5,
        "pattern score, columns": 8 * 1.5,
        "pattern score, falling diagonals": 20 * 1.5,
        "pattern score, rising diagonals": 18 * 1.5,
        "trap score, traps": 0,
    }
    position = steps["position score, squares, mid game"]
    assert sum(p for p in position if p > 0) == 49
    assert sum(p for p in position if p < 0) == -36
    assert data["steps"][0]["note"] == "49 − 36 = 13, × 1 = 13"
    assert explained(run, "phased-traps", "21235334444", "second")["score"] == -46


def test_square_value(run: Run) -> None:
    data = explained(run, "square-value", "3661535465557665173364")
    assert (data["square"], data["score"]) == ("b1", 3)
    assert [(c["term"], c["points"]) for c in data["contributions"]] == [
        ("S_v-a", 0), ("S_h-a", 2), ("S_d-p-a", 2), ("S_d-n-a", 1),
        ("S_v-o", 0), ("S_h-o", 3), ("S_d-p-o", 1), ("S_d-n-o", 0),
    ]  # fmt: skip
    for c in data["contributions"]:
        assert len(c["cells"]) == c["points"]
        assert set(c["holds"]) <= ({"X"} if c["term"].endswith("a") else {"O"})
    move = run("move", "3661535465557665173364", "--player", "square-value", "--json").json
    assert (move["move"], move["score"]) == ("2", 3)


def test_square_value_takes_a_win(run: Run) -> None:
    data = explained(run, "square-value", "112233")
    assert (data["square"], data["score"]) == ("d1", None)
    assert run("explain", "112233", "--eval", "square-value").out.endswith("worth infinity\n")


def test_won_boards(run: Run) -> None:
    won = "1212121"
    scores = {
        name: (explained(run, name, won)["score"], explained(run, name, won, "second")["score"])
        for name in ("anchored-runs", "phased-traps")
    }
    assert scores == {"anchored-runs": (25_000, -25_000), "phased-traps": (10_000, -10_000)}
    (only,) = explained(run, "anchored-runs", won)["contributions"]
    assert (only["holds"], only["points"]) == ("XXXX", 25_000)
    assert explained(run, "center-window", won)["score"] > 900  # +1000 is a window's points
