"""Tab completion: what each shell is told, and what a real bash makes of it."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.shell_completion import get_completion_class

from kinarow.cli.main import cli
from kinarow.cli.shells import Bash, Fish, Zsh, use_our_own
from kinarow.cli.suggestions import evaluators, players
from kinarow.evaluation import CATALOGUE
from kinarow.evaluation.catalogue import FITTED, SQUARE_VALUE
from tests.running import KINAROW, Run

BREAKS = " \t\n\"'><=;|&(:"
"""Bash's COMP_WORDBREAKS."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("my_eval.py", "my weights.json", "mytables.json.gz", "my_notes.txt", ".mine.py"):
        (tmp_path / name).write_text("")
    (tmp_path / "my_bots").mkdir()
    (tmp_path / "my_bots" / "bot.py").write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


Complete = Callable[[str], list[str]]


@pytest.fixture
def bash(monkeypatch: pytest.MonkeyPatch) -> Complete:
    """What bash is told for a line, as it would put it into the line."""

    def complete(line: str) -> list[str]:
        monkeypatch.setenv("COMP_LINE", line)
        monkeypatch.setenv("COMP_WORDBREAKS", BREAKS)
        told = Bash(cli, {}, "kinarow", "_KINAROW_COMPLETE").complete()
        return [item.partition(",")[2] for item in told.splitlines()]

    return complete


OWN = ["my\\ weights.json", "my_bots/", "my_eval.py", "mytables.json.gz"]


@pytest.mark.parametrize(
    "line",
    [
        "kinarow explain 44 --eval my",
        "kinarow explain 44 --eval=my",
        "kinarow report my",
        "kinarow compare open-lines my",
        "kinarow tune my",
        "kinarow lab --eval my",
        "kinarow match my",
        "kinarow match random alphabeta:eval=my",
        "kinarow match alphabeta:depth=3,eval=my",
        "kinarow tournament random fixed-order alphabeta:eval=my",
        "kinarow move 44 --player alphabeta:eval=my",
        "kinarow move 44 --player=alphabeta:eval=my",
        "kinarow grade alphabeta:eval=my",
    ],
)
def test_files_that_may_hold_an_evaluator(line: str, bash: Complete) -> None:
    assert bash(line) == OWN


def test_names_come_before_files(bash: Complete) -> None:
    names = [*CATALOGUE, *FITTED, SQUARE_VALUE.name]
    files = [*OWN, "sub/"]
    Path("sub").mkdir()
    assert bash("kinarow explain --eval ") == [*names, *files]
    assert bash("kinarow match alphabeta:eval=") == [*names, *files]
    assert bash("kinarow explain --eval ph") == ["phased-traps", "phased-traps-tuned"]
    found = bash("kinarow match ")
    assert found[: found.index("my\\ weights.json")][:2] == ["human", "random"]
    assert "file:" in found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("kinarow match file:my", ["my_bots/", "my_eval.py"]),
        ("kinarow match random file:my_bots/", ["my_bots/bot.py"]),
        ("kinarow match engine:my_n", ["my_notes.txt"]),
        ("kinarow match kaggle:se", ["seconds="]),
        ("kinarow match kaggle:seconds=1,my_e", ["1,my_eval.py"]),
        ("kinarow match alphabeta:de", ["depth="]),
        ("kinarow match alphabeta:depth=3,ev", ["3,eval="]),
        ("kinarow match alphabeta:depth=3,de", []),
        ("kinarow match alphabeta:depth=", []),
        ("kinarow match nobody:my", []),
        ("kinarow report nowhere/my", []),
        ("kinarow report .m", [".mine.py"]),
        ('kinarow report "my w', ["my weights.json"]),
        ("kinarow report my\\ w", ["my\\ weights.json"]),
    ],
)
def test_pieces_of_texts(line: str, found: list[str], bash: Complete) -> None:
    """Of which bash is told what comes after the last colon or sign of equality."""
    assert bash(line) == found


@pytest.mark.parametrize("line", ["kinarow show --board my", "kinarow standings my"])
def test_where_any_file_will_do_the_shell_finds_them(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMP_LINE", line)
    assert Bash(cli, {}, "kinarow", "_KINAROW_COMPLETE").complete() == "file,my"


def test_zsh_and_fish_replace_whole_words(monkeypatch: pytest.MonkeyPatch) -> None:
    use_our_own()
    assert get_completion_class("fish") is Fish
    line = "kinarow match --sprt x alphabeta:depth=3,eval=my_e"
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", line.split()[-1])
    fish = Fish(cli, {}, "kinarow", "_KINAROW_COMPLETE")
    assert fish.complete() == "plain,alphabeta:depth=3,eval=my_eval.py"
    assert "string split -m1" in fish.source()  # or what comes after the comma is lost
    monkeypatch.setenv("COMP_CWORD", "4")
    zsh = Zsh(cli, {}, "kinarow", "_KINAROW_COMPLETE")
    assert zsh.complete() == "plain\nalphabeta:depth=3,eval=my_eval.py\n_"
    assert "unfinished+=" in zsh.source()
    line = "kinarow explain --eval=my_e"
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", "2")
    assert Zsh(cli, {}, "kinarow", "_KINAROW_COMPLETE").complete().split("\n")[1] == (
        "--eval=my_eval.py"
    )


@pytest.mark.slow
def test_a_script_from_before_still_works() -> None:
    environment = {**os.environ, "_KINAROW_COMPLETE": "bash_complete", "COMP_CWORD": "3"}
    environment["COMP_WORDS"] = "kinarow explain --eval my_e"
    out = subprocess.run(KINAROW, env=environment, capture_output=True, text=True, check=False)
    assert out.stdout == "plain,my_eval.py\n"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("typed", "becomes"),
    [
        ("report my_e", "report my_eval.py"),
        ("report my\\ w", "report my weights.json"),
        ("explain --eval=my_e", "explain --eval=my_eval.py"),
        ("match alphabeta:eval=my_e", "match alphabeta:eval=my_eval.py"),
        ("match alphabeta:depth=3,eval=ph", "match alphabeta:depth=3,eval=phased-traps"),
        ("match file:my_bots/b", "match file:my_bots/bot.py"),
        ("show --board my_n", "show --board my_notes.txt"),
    ],
)
def test_a_real_bash(typed: str, becomes: str, run: Run, folder: Path) -> None:
    """Tab is pressed in a terminal; the line that comes out is printed."""
    (folder / "script").write_text(run("completion", "bash").out)
    (folder / "bin").mkdir()
    command = folder / "bin" / "kinarow"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} {" ".join(KINAROW[1:])} "$@"\n')
    command.chmod(0o755)
    master, slave = pty.openpty()
    environment = {
        **os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "TERM": "dumb", "PS1": "",
    }  # fmt: skip
    process = subprocess.Popen(
        ["bash", "--norc", "--noprofile", "-i"], stdin=slave, stdout=slave, stderr=slave,
        env=environment, cwd=folder, start_new_session=True,
    )  # fmt: skip
    os.close(slave)
    try:
        os.write(master, b". ./script; printf 'READ''Y\\n'\n")
        _read_until(master, "READY")
        os.write(master, f"kinarow {typed}\t\x01printf 'DO''NE<%s>' \x05; echo\n".encode())
        said = _read_until(master, "DONE<kinarow>")
        said += _read_until(master, "\n") if not said.endswith("\n") else ""
        words = [w.partition(">")[0] for w in said.split("DONE<")[1:]]
        assert " ".join(words) == f"kinarow {becomes}"
    finally:
        process.kill()
        process.wait()
        os.close(master)


def _read_until(master: int, words: str) -> str:
    """What the terminal shows up to the line with these words; a minute is more than enough."""
    said, end = "", time.monotonic() + 60
    while words not in said and time.monotonic() < end:
        if select.select([master], [], [], 1)[0]:
            said += os.read(master, 4096).decode(errors="replace")
    assert words in said, said
    return said


def test_texts_are_suggested_whole() -> None:
    assert list(evaluators("my_e")) == ["my_eval.py"]
    assert list(players("alphabeta:eval=my_e")) == ["alphabeta:eval=my_eval.py"]
