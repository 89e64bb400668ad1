"""Reports: every number in them is what the other commands say, and they are the same each time."""

from __future__ import annotations

import io
import json
import re
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
import typst
from markdown_it import MarkdownIt
from numpy.typing import NDArray
from PIL import Image

from kinarow.api.contests import play_match
from kinarow.arena import Conditions, Contest
from kinarow.arena.ratings.elo import Estimate
from kinarow.drawing.text import UNICODE
from kinarow.evaluation import THREATS, Column, Evaluator
from kinarow.evaluation.catalogue import (
    CATALOGUE,
    SQUARE_VALUE,
    WORKED_EXAMPLES,
    find_evaluator,
)
from kinarow.evaluation.written.json_files import to_json
from kinarow.game import GameSpec, Position, Side
from kinarow.players import RandomPlayer
from kinarow.players.isolated.player import contestant
from kinarow.work.workers import Workers
from kinarow.writeup.build import Wishes, write_report
from kinarow.writeup.compare import write_comparison
from kinarow.writeup.document import Bullets, Code, Document, DocumentTable, Paragraph, Span
from kinarow.writeup.evidence import MOVE_SECONDS, Evidence, Settings, gather
from kinarow.writeup.formats.html import as_html
from kinarow.writeup.formats.markdown import as_markdown
from kinarow.writeup.formats.missing_letters import about, without_font
from kinarow.writeup.formats.saving import save_document
from kinarow.writeup.formats.typst import as_pdf, as_typst, pdf_and_remark
from kinarow.writeup.markdown_input import blocks_of
from kinarow.writeup.numerals import proper
from kinarow.writeup.sections.function import lone_stones
from kinarow.writeup.sections.games import OF_ZERO, match_section
from kinarow.writeup.sections.grading import _within
from kinarow.writeup.subject import Subject
from tests.running import Run

pytestmark = pytest.mark.slow

WITH_GRAVITY = tuple(name for name in CATALOGUE if name != THREATS.name)
SYSTEMS = (*WITH_GRAVITY, SQUARE_VALUE.name)
SMALL = Settings(rounds=1, positions=9)


FULL = "open-lines"
"""The system whose report is compared with all that other commands say."""
FEW = Settings(depth=2, rounds=1, positions=3)


@cache
def made(name: str) -> tuple[Evidence, Document]:
    """The report of a system; of all but one with few games, which fill its pages all the same."""
    subject, full = Subject.named(name), name == FULL
    evidence = gather((subject,), SMALL if full else FEW, against_catalogue=full)
    return evidence, write_report(subject, evidence, Wishes(date="1 May 2026"))


def table(document: Document, *header: str) -> DocumentTable:
    (found,) = (t for t in document.tables() if t.header[: len(header)] == header)
    return found


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_worked_example_is_what_explain_says(run: Run, name: str) -> None:
    said = run("explain", WORKED_EXAMPLES[name], "--eval", name, "--for", "first", "--json").json
    shown = [
        row[-4:]
        for t in made(name)[1].tables()
        if t.header[-4:] == ("cells", "hold", "points", "total")
        for row in t.rows
    ]
    told = [
        (
            " ".join(c["cells"]),
            UNICODE.marks(c["holds"]),
            *(_points(c[key]) for key in ("points", "total")),
        )
        for c in said["contributions"]
    ]
    assert shown == told
    assert shown


def _points(value: float) -> str:
    return proper(f"{value:+g}") if value else "0"


def test_the_match_is_what_match_says(run: Run) -> None:
    said = run(
        "match", "alphabeta:eval=open-lines,depth=4", "--against", "course",
        "--move-seconds", str(MOVE_SECONDS), "--workers", "1",
    )  # fmt: skip
    line = said.out.splitlines()[-1]
    assert line.startswith("Wins: ")
    assert line in as_markdown(made(FULL)[1], "x").replace("\\", "")


def test_the_tournament_is_what_tournament_says(run: Run) -> None:
    names = ["open-lines", *(name for name in WITH_GRAVITY if name != "open-lines")]
    players = [f"alphabeta:eval={name},depth=4" for name in names]
    said = run(
        "tournament", *players, "random", "--rounds", "1",
        "--move-seconds", str(MOVE_SECONDS), "--workers", "1", "--json",
    ).json  # fmt: skip
    told = [
        (r["player"], f"{r['elo']['value']:+.0f}", f"{r['points']:g}") for r in said["standings"]
    ]
    rows = table(made(FULL)[1], "rank", "player", "Elo").rows
    shown = [(row[1], row[2].partition(" ")[0].replace("−", "-"), row[3]) for row in rows]
    assert shown == told


def test_the_grade_is_what_grade_says(run: Run) -> None:
    player = f"alphabeta:eval=phased-traps,depth={FEW.depth}"
    said = run("grade", player, "--count", str(FEW.positions), "--workers", "1", "--json").json
    rows = table(made("phased-traps")[1], "evaluator", "phase", "moves").rows
    (everything,) = (row for row in rows if row[1] == "all")
    assert everything[2] == str(said["positions"])
    assert everything[3].startswith(f"{100 * said['weak']['value']:.1f} (")
    assert everything[4].startswith(f"{100 * said['strong']['value']:.1f} (")
    assert everything[5].startswith(f"{said['mean_loss']['value']:.2f} ")


@cache
def pages_of(name: str) -> list[NDArray[np.uint8]]:
    """The pages of a system's report, as pictures in shades of grey."""
    document = made(name)[1]
    pages: Any  # a picture for each
    with TemporaryDirectory() as folder:
        for figure in document.figures():
            Path(folder, f"{figure.name}.svg").write_text(figure.svg, encoding="utf-8")
        Path(folder, "main.typ").write_text(as_typst(document), encoding="utf-8")
        pages, warnings = typst.compile_with_warnings(
            f"{folder}/main.typ", format="png", ppi=40, ignore_system_fonts=True
        )
    assert not warnings  # a font or a sign that is missing
    return [np.asarray(Image.open(io.BytesIO(page)).convert("L")) for page in pages]


@pytest.mark.parametrize("name", SYSTEMS)
def test_pages_have_nothing_beyond_their_margins(name: str) -> None:
    pages = pages_of(name)
    assert len(pages) > 2
    for grey in pages:
        margin = int(1.9 / 21 * grey.shape[1])
        assert (grey[:, -margin:] > 250).all(), "something is cut off on the right"
        assert (grey[:, :margin] > 250).all()
        assert (grey < 120).any(), "an empty page"


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_picture_says_what_it_shows(name: str) -> None:
    figures = list(made(name)[1].figures())
    assert len({figure.name for figure in figures}) == len(figures)
    assert all(len(figure.alt) > 10 for figure in figures)
    html = as_html(made(name)[1])
    assert html.count("<svg") == html.count('role="img"') == len(figures)
    assert not re.findall(r'(?:src|href)="', html)  # nothing is loaded
    assert ("<math" in html) == ("```math" in as_markdown(made(name)[1], "x"))


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    settings = Settings(GameSpec.parse("drop:5x4:3"), seed=3, rounds=1, positions=4)
    for attempt in ("one", "two"):
        subject = Subject.named("center-window")
        document = write_report(subject, gather((subject,), settings), Wishes(date="1 May 2026"))
        for suffix in ("pdf", "html", "md"):
            save_document(document, tmp_path / f"{attempt}.{suffix}")
    for suffix in ("pdf", "html"):
        one, two = ((tmp_path / f"{name}.{suffix}").read_bytes() for name in ("one", "two"))
        assert one == two
    text = (tmp_path / "one.md").read_text(encoding="utf-8")
    assert text.replace("one-figures", "two-figures") == (tmp_path / "two.md").read_text("utf-8")
    pictures = set(re.findall(r"\]\(one-figures/(.+?\.svg)\)", text))
    assert pictures == {path.name for path in (tmp_path / "one-figures").iterdir()}


def test_a_comparison_has_all_of_them_side_by_side() -> None:
    subjects = tuple(map(Subject.named, ("open-lines", "center-window", SQUARE_VALUE.name)))
    evidence = gather(subjects, SMALL, against_catalogue=False)
    document = write_comparison(subjects, evidence)
    moves = table(document, "move", "open-lines", "center-window", "exact value")
    assert [row[0] for row in moves.rows] == ["1", "2", "3", "4", "7"]
    assert {row[0] for row in table(document, "evaluator", "phase").rows} == {
        s.name for s in subjects
    }
    assert as_pdf(document).startswith(b"%PDF")
    boards = {f.name: f.svg for f in document.figures() if f.name.endswith("lone-stones")}
    assert list(boards) == ["1-lone-stones", "2-lone-stones"]
    assert boards["1-lone-stones"] != boards["2-lone-stones"]


@pytest.mark.parametrize("game", ["connect4", "drop:4x4:3", "place:5x4:4"])
@pytest.mark.parametrize("name", ["center-window", "open-lines", "anchored-runs"])
def test_what_a_stone_counts_is_the_score_after_the_first_move(name: str, game: str) -> None:
    evaluator, start = find_evaluator(name), Position.start(game)
    counted = lone_stones(evaluator, start.spec)
    for move in start.legal_moves():
        assert counted[move] == evaluator.evaluate(start.play(move), Side.FIRST)


def test_markdown_of_an_author_keeps_its_meaning() -> None:
    text = (
        "Some **bold *both* bold** and [a page](https://example.org/x).\n\n"
        "1. one\n\n   more\n2. `` a`b ``\n\n1986\\. A year.\n\n```python\nx = 1\n```\n"
    )
    blocks = blocks_of(text)
    assert blocks == (
        Paragraph(
            (
                Span("Some "), Span("bold ", "strong"), Span("both", "emphasis"),
                Span(" bold", "strong"), Span(" and "), Span("a page"),
                Span(" (https://example.org/x)"), Span("."),
            )
        ),
        Bullets(((Span("one"), Span(" "), Span("more")), (Span("a`b", "code"),)), numbered=True),
        Paragraph((Span("1986. A year."),)),
        Code("x = 1", "python"),
    )  # fmt: skip
    again = as_markdown(Document("", "", "", blocks), "x")
    assert blocks_of(again)[-2:] == blocks[-2:]  # what is written is read as the same
    assert "Some **bold** *both* **bold** and" in again


def test_any_text_is_printed_as_it_is(tmp_path: Path) -> None:
    odd = 'a"\\1 \x1b\f <b>x</b> #strong[y] *z* $1$ `q` _w_ </main><script>alert(1)</script>'
    evaluator = Evaluator(r"odd\1", Column("center", own=1), source=odd, motivation=f"# Why {odd}")
    (tmp_path / "odd.json").write_text(json.dumps(to_json(evaluator)), encoding="utf-8")
    subject = Subject.named(str(tmp_path / "odd.json"))
    settings = Settings(GameSpec.parse("drop:4x4:3"), rounds=1, positions=2)
    document = write_report(subject, gather((subject,), settings))
    html = as_html(document)
    assert "<script" not in html
    assert "<b>" not in html
    assert "&lt;b&gt;x&lt;/b&gt;" in html
    assert as_pdf(document).startswith(b"%PDF")
    plain = MarkdownIt().render(as_markdown(document, "x"))
    assert "<strong>y" not in plain
    assert "&lt;b&gt;x&lt;/b&gt; #strong[y] *z* $1$" in plain


# ── users' functions ─────────────────────────────────────────────────────────────────────────

# Not to be compiled, which would take longer than all its games.
PLAIN = """def evaluate(board, me, opponent):
    signs = {me: 1, "other": -1}
    return signs[me] * int((board == me).sum())
"""
SLOW = f"import time\n\n{PLAIN}".replace("return", "time.sleep(0.02)\n    return")


def report(run: Run, folder: Path, source: str, *options: str) -> tuple[int, str, str]:
    (folder / "mine.py").write_text(source, encoding="utf-8")
    done = run(
        "report", str(folder / "mine.py"), "--game", "drop:4x4:3", "--quick", "--workers", "1",
        "-o", str(folder / "r.md"), *options,
    )  # fmt: skip
    file = folder / "r.md"
    return done.code, done.err, file.read_text(encoding="utf-8") if file.exists() else ""


def test_a_function_without_a_docstring_that_does_the_same_each_time(
    run: Run, tmp_path: Path
) -> None:
    code, _, text = report(run, tmp_path, PLAIN, "--depth", "1")
    assert code == 0
    assert "Its author has not said why it should work." in text
    assert PLAIN.strip() in text
    assert "Wins: " in text
    assert "Repeatable, unless the function is random or slower." in text


def test_a_function_that_is_too_slow_for_games_with_its_motivation_in_a_file(
    run: Run, tmp_path: Path
) -> None:
    words = tmp_path / "why.md"
    words.write_text("# Why\n\nBecause **four** matters:\n\n- one\n- `two`\n", encoding="utf-8")
    code, _, text = report(run, tmp_path, SLOW, "--motivation", str(words))
    assert code == 0
    assert "too slow for games" in text
    assert "Wins: " not in text
    assert "### Why\n\nBecause **four** matters:\n\n- one\n- `two`\n" in text
    assert f"--motivation {words}" in text


def test_a_function_with_an_exception_is_one_clear_message(run: Run, tmp_path: Path) -> None:
    code, err, text = report(
        run, tmp_path, "def evaluate(board, me, opponent):\n    return 1 / 0\n"
    )
    assert (code, text) == (2, "")
    sentence, *board = err.splitlines()
    assert "mine.py, line 2: ZeroDivisionError" in sentence
    assert len(board) == 7  # a picture of it, with its names


FAILS_LATER = """def evaluate(board, me, opponent):
    if (board > 0).sum() > 6:
        return None
    return 1
"""


def test_a_function_that_fails_on_some_boards_is_refused_before_anything_is_played(
    run: Run, tmp_path: Path
) -> None:
    code, err, text = report(run, tmp_path, FAILS_LATER)
    assert (code, text) == (2, "")
    assert "mine.py, line 1: evaluate returned None (NoneType), not a number" in err.splitlines()[0]
    assert "●" in err
    assert list(tmp_path.iterdir()) == [tmp_path / "mine.py"]


def test_a_function_that_is_too_slow_for_games_is_tried_on_boards_all_the_same(
    run: Run, tmp_path: Path
) -> None:
    """Of one that plays, its first game would tell, too."""
    later = SLOW.replace("    return", "    assert (board > 0).sum() < 6\n    return")
    code, err, text = report(run, tmp_path, later)
    assert (code, text) == (2, "")
    assert "AssertionError" in err.splitlines()[0]


def test_a_random_function_and_one_beyond_the_band_are_told(run: Run, tmp_path: Path) -> None:
    random = f"import random\n\n{PLAIN}".replace("return", "return random.random() + ")
    code, _, text = report(run, tmp_path, random, "--depth", "1")
    assert code == 0
    assert "for the same board: it is random or keeps state." in text
    assert "Another run gives other numbers" in text
    assert "Repeatable" not in text
    (tmp_path / "mine.py").write_text(PLAIN.replace("return", "return 10**30 * "), encoding="utf-8")
    done = run(
        "report", str(tmp_path / "mine.py"), "--game", "drop:4x4:3", "--quick", "--workers", "1",
        "-o", str(tmp_path / "r.md"), "--depth", "1", "--json",
    )  # fmt: skip
    (remark,) = done.json["remarks"]["mine.py"]
    assert remark["kind"] == "clipped"
    assert remark["words"] in (tmp_path / "r.md").read_text("utf-8").replace("\\", "")
    assert done.json["warnings"] == []


def test_an_author_and_a_title(run: Run, tmp_path: Path) -> None:
    told = "--author", "Ada  Lovelace", "--title", "Counting <columns>", "--depth", "1"
    code, _, text = report(run, tmp_path, PLAIN, *told)
    assert code == 0
    assert text.startswith("# Counting \\<columns\\>\n\nAda Lovelace\n\n")
    assert "--author 'Ada Lovelace' --title 'Counting <columns>'" in text
    assert "a function in" not in text
    document = Document("Counting <columns>", "", "", (), "Ada <Lovelace>")
    html = as_html(document)
    assert "<h1>Counting &lt;columns&gt;</h1>" in html
    assert '<meta name="author" content="Ada &lt;Lovelace&gt;">' in html
    assert '<p class="author">Ada &lt;Lovelace&gt;</p>' in html
    assert 'class="subtitle"' not in html
    assert "Ada <Lovelace>" in as_typst(document)
    assert as_pdf(document).startswith(b"%PDF")


def test_a_comparison_can_have_them_too(run: Run, tmp_path: Path) -> None:
    done = run(
        "compare", "open-lines", "center-window", "--game", "drop:4x4:3", "--quick", "--depth", "1",
        "--workers", "1", "-o", str(tmp_path / "c.md"), "--author", "Ada", "--title", "Two",
    )  # fmt: skip
    assert done.code == 0
    assert (tmp_path / "c.md").read_text("utf-8").startswith("# Two\n\nAda\n\nopen-lines, ")


@pytest.mark.parametrize("points_at_depth", [4])
def test_a_function_of_zero_earns_what_reports_say(tmp_path: Path, points_at_depth: int) -> None:
    (tmp_path / "zero.py").write_text("def evaluate(board, me, opponent):\n    return 0\n")
    player = contestant(f"alphabeta:eval={tmp_path / 'zero.py'},depth={points_at_depth}")
    games = Contest.course(player, GameSpec.parse("connect4"), Conditions(0)).play(Workers(1)).games
    assert (
        sum(game.seen_from(player.name).points_of_a for game in games) == OF_ZERO[points_at_depth]
    )


def test_intervals_stay_within_what_is_possible() -> None:
    assert _within(Estimate(0.31, -0.03, 0.65), low=0.0) == "0.31 (0.00 to 0.65)"
    assert _within(Estimate(0.9, 0.7, 1.1), -1.0, 1.0) == "0.90 (0.70 to 1.00)"
    assert _within(Estimate(2.15, 0.77, 3.53), low=0.0) == "2.15 ± 1.38"
    assert _within(Estimate(-0.9, -1.1, -0.7), -1.0, 1.0) == "−0.90 (−1.00 to −0.70)"


def test_square_value_is_reported_square_by_square() -> None:
    rows = table(made(SQUARE_VALUE.name)[1], "square", "", "value", "reached by").rows
    assert [row[0] for row in rows] == ["b1", "d3", "c5", "g3", "a3"]
    assert rows[0][1] == "played: the highest value"


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_page_but_the_last_ends_half_empty(name: str) -> None:
    for grey in pages_of(name)[:-1]:
        text = grey[: int(0.92 * len(grey))]  # above the page's number
        last = max(np.flatnonzero((text < 160).any(axis=1)))
        assert last > 0.7 * len(grey)


# ── letters without a font ───────────────────────────────────────────────────────────────────


def test_letters_without_a_font_are_named() -> None:
    assert without_font("plain, ä ő ж α ● ○ · ✓ ≤ −", system_fonts=False) == ""
    assert without_font("中 e\u0301\u200d间 and 中", system_fonts=False) == "中间"
    assert without_font("\U000f1234", system_fonts=True) == "\U000f1234"
    said = about("中间")
    assert said.startswith(
        "the PDF has boxes for 2 letters that no font of this machine has: 中 (U+4E2D)"
    )
    assert "fonts-noto-cjk" in said
    assert "and 5 more" in about("中间的列更重要中间的列更重要中"[:15])


def test_a_pdf_with_boxes_says_so_on_the_page_and_beside(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(f"# \U000f1234\n{PLAIN}", encoding="utf-8")
    command = (
        "report", str(tmp_path / "mine.py"), "--game", "drop:4x4:3", "--quick", "--workers", "1",
        "--depth", "1", "-o", str(tmp_path / "r.pdf"),
    )  # fmt: skip
    done = run(*command)
    assert done.code == 0
    assert "boxes for 1 letter that no font of this machine has" in done.err
    assert "U+F1234" in done.err
    (warning,) = run(*command, "--json").json["warnings"]
    document = Document("\U000f1234", "", "", ())
    pages, remark = pdf_and_remark(document)
    assert pages.startswith(b"%PDF")
    assert "U+F1234" in warning
    assert remark == warning
    assert "boxes for 1 letter" in as_typst(document, remark)
    assert pdf_and_remark(Document("plain", "", "", ()))[1] == ""


def test_games_that_a_function_forfeits_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(PLAIN.replace("return", "assert not board.any(), 'too many'\n    return"))
    player = contestant(f"minimax:eval={file},depth=1")
    # As it is where a function fails on no board that it was tried on.
    monkeypatch.setattr("kinarow.players.trial.mistakes_of", lambda players, spec: {})
    course = play_match(player, RandomPlayer(), SMALL.spec, games=2)
    example = Position.start(), Side.FIRST
    evidence = Evidence(SMALL, 1, example, courses={"mine.py": course}, games=list(course.games))
    text = as_markdown(Document("", "", "", tuple(match_section(evidence))), "x")
    assert text.count("Games of these twenty that ended so: 1.") == 2  # on two boards
    assert text.count("too many") == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("report", "open-lines", "-o", "x.docx"), "must be a .pdf, .html or .md file"),
        (("report", "open-lines", "-o", "no/such/x.md"), "there is no folder"),
        (("report", "no-such-evaluator"), "no-such-evaluator"),
        (("report", "none.py"), "there is no file none.py"),
        (("report", "open-lines", "--example", "1111111"), "column"),
        (("report", "open-lines", "-o", "/proc/x.md"), "/proc"),
        (("compare", "open-lines"), "two evaluators or more"),
        (("compare", "open-lines", "open-lines"), "give them different names"),
    ],
)
def test_mistakes_are_one_line(run: Run, arguments: tuple[str, ...], words: str) -> None:
    done = run(*arguments)
    assert done.code == 2
    assert words in done.err
    assert done.err.count("\n") == 1


def test_an_evaluator_must_not_pass_for_another(run: Run, tmp_path: Path) -> None:
    other = Evaluator("open-lines", Column("center", own=1))
    (tmp_path / "other.json").write_text(json.dumps(to_json(other)), encoding="utf-8")
    done = run("report", str(tmp_path / "other.json"))
    assert done.code == 2
    assert "give it a name of its own" in done.err


def test_a_file_with_a_comma_cannot_play(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a,b.py").write_text(PLAIN, encoding="utf-8")
    done = run("report", str(tmp_path / "a,b.py"))
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "may have no comma" in done.err


def test_without_typst_it_says_what_to_install(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    done = run("report", "open-lines", "-o", str(tmp_path / "r.pdf"))
    assert done.code == 2
    assert "pip install 'kinarow[report]'" in done.err
