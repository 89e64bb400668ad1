from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from kinarow import __version__
from kinarow.cli.main import cli
from tests.conftest import OWN_EVALUATORS
from tests.running import KINAROW, Run, run_in_turn

README = Path(__file__).parent.parent.parent / "README.md"


def commands_in(group: click.Group, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command with the words that call it, those of groups included."""
    for name, command in group.commands.items():
        yield f"{path}{name}", command
        if isinstance(command, click.Group):
            yield from commands_in(command, f"{path}{name} ")


COMMANDS = dict(commands_in(cli))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(run: Run, name: str) -> None:
    done = run(*name.split(), "--help")
    assert done.code == 0
    assert "Usage" in done.out
    assert COMMANDS[name].help
    for option in COMMANDS[name].params:
        if isinstance(option, click.Option):
            assert option.help, f"{name} {option.opts[0]}"


def test_every_command_is_listed(run: Run) -> None:
    listed, shown = run("--help").out, README.read_text()
    for name in cli.commands:
        assert f" {name} " in listed
        assert re.search(rf"`(kinarow )?{name}\b", shown), f"README.md does not name `{name}`"


def test_version(run: Run) -> None:
    assert run("--version").out == f"kinarow, version {__version__}\n"


# ── show ─────────────────────────────────────────────────────────────────────────────────────


def test_show_draws_and_describes(run: Run) -> None:
    out = run("show", "4453").out
    assert "connect4, 4 stones, ● to move" in out
    assert "legal: 1 2 3 4 5 6 7" in out
    assert "(○)" in out


def test_show_says_how_it_ended(run: Run) -> None:
    assert "over: ● wins along a4 a3 a2 a1" in run("show", "1212121").out
    draw = run("show", "b2 a1 b1 b3 a2 c2 a3 c1 c3", "--game", "tictactoe").out
    assert "a draw, the board is full" in draw


def test_show_as_json_keeps_its_contract(run: Run) -> None:
    data = run("show", "d1", "a1", "--json", "--game", "drop:7x6:4").json
    assert {k: data[k] for k in ("game", "mover", "plies", "legal", "over", "winner", "lines")} == {
        "game": "drop:7x6:4", "mover": 1, "plies": 2, "legal": ["1", "2", "3", "4", "5", "6", "7"],
        "over": False, "winner": None, "lines": [],
    }  # fmt: skip
    over = run("show", "1212121", "--json").json
    assert (over["over"], over["winner"], over["lines"]) == (True, 1, [["a4", "a3", "a2", "a1"]])
    assert over["legal"] == []


@pytest.mark.parametrize("empty", [(), ("-",), ("",)])
def test_no_moves_is_the_empty_board(run: Run, empty: tuple[str, ...]) -> None:
    assert run("show", *empty, "--json").json["plies"] == 0


@pytest.mark.parametrize("style", ["xo", "012", "kaggle", "uci", "state"])
def test_show_writes_boards_that_it_reads(run: Run, tmp_path: Path, style: str) -> None:
    file = tmp_path / "board"
    file.write_text(run("show", "4453", "--as", style).out)
    assert run("show", "--board", str(file), "--json").json == run("show", "4453", "--json").json


def test_show_reads_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"...\n.X.\nO..")))
    assert run("show", "--board", "-", "--game", "tictactoe", "--json").json["plies"] == 2


def test_a_state_names_its_own_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "state"
    file.write_text("place:3x3:3 3/1X1/3")
    assert run("show", "--board", str(file), "--json").json["game"] == "place:3x3:3"
    other = run("show", "--board", str(file), "--game", "gomoku")
    assert (other.code, other.err) == (2, "kinarow: the board is of place:3x3:3, not of gomoku\n")


# ── counting ─────────────────────────────────────────────────────────────────────────────────


def test_perft_ends_in_the_published_count(run: Run) -> None:
    assert run("perft", "8", "--game", "connect4").out.endswith("5673234\n")
    assert run("perft", "6", "--game", "place:4x4:4", "--json").json["nodes"] == 5765760
    assert run("perft", "0", "--json").json["nodes"] == 1


def test_perft_divides(run: Run) -> None:
    data = run("perft", "5", "4453", "--divide", "--json").json
    assert list(data["moves"]) == ["1", "2", "3", "4", "5", "6", "7"]
    assert sum(data["moves"].values()) == data["nodes"] == run("perft", "5", "4453", "--json").json[
        "nodes"
    ]  # fmt: skip
    assert run("perft", "2", "--divide").out.startswith("1: 7\n2: 7\n")


def test_positions_of_tic_tac_toe(run: Run) -> None:
    data = run("positions", "--game", "tictactoe", "--json").json
    assert (data["positions"], data["classes"]) == (5478, 765)
    assert run("positions", "--plies", "2").out.split()[-2:] == ["57", "30"]


def test_variants(run: Run) -> None:
    assert {v["name"]: v["game"] for v in run("variants", "--json").json["variants"]} == {
        "connect4": "drop:7x6:4", "tictactoe": "place:3x3:3", "gomoku": "place:15x15:5",
        "gomoku-standard": "place:15x15:5:exact",
    }  # fmt: skip
    assert "Gomoku" in run("variants").out


# ── judging and playing ──────────────────────────────────────────────────────────────────────

DOCUMENT = "3661535465557665173364"


def test_evaluate(run: Run) -> None:
    assert run("evaluate", DOCUMENT).out == "-1250\n"
    assert run("evaluate", DOCUMENT, "--for", "second", "--json").json["score"] == 1250


def test_explain_keeps_its_contract(run: Run) -> None:
    data = run("explain", DOCUMENT, "--eval", "open-lines", "--json").json
    assert data["score"] == -1250
    assert data["contributions"][-1]["total"] == -1250
    assert sum(c["points"] for c in data["contributions"]) == -1250
    last = data["contributions"][-1]
    assert (last["term"], last["holds"], last["cells"]) == (
        "windows", "OOO.", ["d2", "e3", "f4", "g5"],
    )  # fmt: skip
    text = run("explain", DOCUMENT).out
    assert "lines with 3 of 4 stones: -1000" in text
    assert text.endswith("open-lines for ●: -1250\n")


def test_move(run: Run) -> None:
    data = run("move", "112233", "--player", "alphabeta:depth=2", "--json").json
    assert (data["move"], data["reason"]) == ("4", "win at stone 7 by open-lines after 4")
    assert {"score", "depth", "nodes", "seconds"} <= set(data)
    assert "● plays 4: win at stone 7" in run("move", "112233").out


def test_match_ends_in_the_line(run: Run) -> None:
    done = run("match", "alphabeta:depth=2", "random", "--games", "20")
    assert done.out.splitlines()[-1] == "Wins: 20 | Ties: 0 | Losses: 0 | Points: 20.0/20"
    assert "20 distinct games" in done.out


def test_match_as_json_keeps_its_contract(run: Run) -> None:
    data = run("match", "random", "random:seed=1", "--games", "4", "--json", "--workers", "1").json
    assert data["wins"] + data["ties"] + data["losses"] == data["games"] == 4
    assert data["points"] == data["wins"] + data["ties"] / 2
    assert data["distinct"] == 4


# ── mistakes ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["shwo"], "No such command 'shwo'. Did you mean 'show'?"),
        (["show", "--gam", "x"], "--gam"),
        (["show", "448"], "'8' is not a column: columns are 1 to 7 (character 3 of '448')"),
        (["show", "--game", "conect4"], "did you mean connect4?"),
        (["show", "--board", "/no/such/file"], "No such file"),
        (["show", "44", "--board", os.devnull], "give moves or --board, not both"),
        (["show", "--json", "--as", "xo"], "give --as or --json, not both"),
        (["show", "--as", "xyz"], "xyz"),
        (["perft"], "Missing argument 'DEPTH'"),
        (["perft", "x"], "'x' is not a valid integer"),
        (["perft", "43"], "the depth must be 0 to 42 plies, not 43"),
        (["perft", "0", "--divide"], "the depth must be 1 to 42 plies"),
        (["perft", "43", "--divide"], "the depth must be 1 to 42 plies"),
        (["positions"], "say how far with --plies"),
        (["evaluate", "--eval", "open"], "no evaluator 'open'"),
        (["evaluate", "--for", "me"], "me"),
        (["move", "1212121"], "the game is over"),
        (["move", "--player", "alfabeta"], "did you mean alphabeta?"),
        (["match", "random"], "a match needs a player B"),
        (["match", "random", "random", "--games", "0"], "0 is not in the range"),
        (["match", "random:seed=x", "random"], "'x' is not a whole number"),
        (["completion", "tcsh"], "tcsh"),
        (["lab", "--port", "99999"], "99999"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_clear_line_and_exit_code_2(
    run: Run, arguments: list[str], words: str
) -> None:
    done = run(*arguments)
    assert done.code == 2
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert done.err.startswith("kinarow: ")
    assert words in done.err


def test_a_binary_file_is_no_board(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "noise"
    file.write_bytes(bytes(range(256)))
    done = run("show", "--board", str(file))
    assert (done.code, done.err.count("\n")) == (2, 1)


# ── as a process ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "heavy"),
    [
        (["--help"], {"numba", "numpy", "starlette", "uvicorn"}),
        (["solve", "44", "--moves"], {"numba", "starlette", "uvicorn"}),  # it is in the book
    ],
)
def test_what_a_command_does_not_need_is_not_loaded(arguments: list[str], heavy: set[str]) -> None:
    code = (
        "import sys, kinarow\n"
        "from kinarow.cli.main import main\n"
        f"try: main({arguments})\n"
        "except SystemExit: pass\n"
        "loaded = {name.partition('.')[0] for name in sys.modules}\n"
        f"print('LOADED', loaded & {heavy})"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.splitlines()[-1] == "LOADED set()"


@pytest.mark.slow
def test_completion_completes() -> None:
    environment = {**os.environ, "_KINAROW_COMPLETE": "bash_complete", "COMP_CWORD": "2"}
    environment["COMP_WORDS"] = "kinarow show --ga"
    out = subprocess.run(KINAROW, env=environment, capture_output=True, text=True, check=False)
    assert "plain,--game" in out.stdout


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(run: Run, shell: str) -> None:
    assert "_KINAROW_COMPLETE" in run("completion", shell).out


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_error() -> None:
    head = subprocess.run(
        f'{sys.executable} -c "from kinarow.cli.main import main; main()" show '
        "--game place:100x100:5 | head -n 1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert head.stderr == ""
    assert head.stdout.startswith("100 │")


@pytest.mark.slow
def test_ascii_terminals_get_letters() -> None:
    commands = [
        ["show", "44"],
        ["explain", DOCUMENT],
        ["perft", "3"],
        ["move", "44"],
        ["formula", "--eval", "center-window"],
        ["evaluators"],
        ["explain", DOCUMENT, "--eval", "phased-traps"],
        ["explain", DOCUMENT, "--eval", "square-value"],
        ["explain", "44", "--move", "4"],
    ]
    for out in run_in_turn(commands, "ascii"):
        assert out.decode("ascii")


# ── evaluators ───────────────────────────────────────────────────────────────────────────────


def test_the_catalogue_with_its_sources(run: Run) -> None:
    data = run("evaluators", "--json").json["evaluators"]
    names = [entry["name"] for entry in data]
    assert names[:4] == ["center-window", "open-lines", "anchored-runs", "phased-traps"]
    tuned = [f"{name}-tuned" for name in names[:4]]
    assert names[4:] == ["threats", *tuned, "learned", "square-value"]
    assert all(entry["source"] and entry["motivation"] for entry in data)
    text = run("evaluators").out
    assert "Hadi Bagdadi" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("style", ["text", "latex", "typst"])
def test_formula(run: Run, style: str) -> None:
    out = run("formula", "--eval", "phased-traps", "--format", style).out
    assert "10000" in out
    assert "1.2" in out


def test_explain_in_every_format(run: Run) -> None:
    moves = "113225334464434556"
    markdown = run("explain", moves, "--eval", "center-window", "--format", "markdown").out
    assert "| windows | d2 e2 f2 g2 | `OOO.` | -18 |" in markdown
    svg = run("explain", moves, "--eval", "center-window", "--format", "svg").out
    assert svg.startswith("<svg")
    assert "center-window for X: -44" in svg
    as_json = run("explain", moves, "--eval", "center-window", "--format", "json").json
    assert as_json["score"] == -44


def test_explain_what_a_move_changes(run: Run) -> None:
    data = run(
        "explain", "2322344", "--eval", "anchored-runs", "--for", "first", "--move", "5", "--json"
    ).json
    assert (data["move"], data["cell"], data["before"], data["after"]) == ("5", "e1", 420, 120)
    assert [(c["kind"], c["points"]) for c in data["changes"]] == [
        ("grown", -200), ("grown", -90), ("new", -10),
    ]  # fmt: skip
    text = run("explain", "2322344", "--eval", "anchored-runs", "--move", "5").out
    assert "e1 played: from -420 to -120" in text


def test_evaluate_a_batch(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_text("44\n\n3661535465557665173364\n")
    assert run("evaluate", "--file", str(file)).out == "-30\n0\n-1250\n"
    lines = run("evaluate", "--file", str(file), "--json").out.splitlines()
    assert [line.partition(",")[0] for line in lines] == [
        '{"score": -30', '{"score": 0', '{"score": -1250',
    ]  # fmt: skip
    file.write_text("44\n49\n")
    done = run("evaluate", "--file", str(file))
    assert (done.code, done.out) == (2, "-30\n")
    assert "line 2: '9' is not a column" in done.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["evaluate", "--eval", "square-value"], "values squares, not boards"),
        (["evaluate", "--eval", "nothing.py"], "there is no file nothing.py"),
        (["explain", "1212121", "--eval", "square-value"], "the game is over"),
        (["explain", "--move", "9"], "'9' is not a column"),
        (["explain", "--move", "4", "--format", "svg"], "shown as text or json"),
        (["formula", "--eval", "nothing.json"], "there is no file nothing.json"),
        (["move", "--player", "alphabeta:eval=nothing.py"], "there is no file nothing.py"),
    ],
)
def test_more_mistakes(run: Run, arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert words in done.err


@pytest.mark.slow
def test_a_users_function_plays(run: Run) -> None:
    files = {name: OWN_EVALUATORS / f"{name}.py" for name in ("loops", "uncompilable")}
    player = f"alphabeta:eval={files['loops']},depth=2"
    assert run("move", "112233", "--player", player, "--json").json["move"] == "4"
    player = f"alphabeta:eval={files['uncompilable']},depth=1"
    assert run("match", player, "random", "--games", "2", "--json").json["games"] == 2
