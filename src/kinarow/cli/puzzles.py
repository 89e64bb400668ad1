"""`kinarow puzzles`: one right move, which weaker players miss."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TextIO

import rich_click as click

from kinarow.cli.options import (
    FILE,
    GAME,
    all_of,
    game_option,
    json_option,
    lines_of,
    moves_text,
    named_line,
    option,
    workers_options,
)
from kinarow.cli.output import (
    Report,
    charset,
    console,
    print_json,
    progress_bar,
    watched,
    with_kernels,
)
from kinarow.cli.review import seconds_option
from kinarow.drawing import Diagram
from kinarow.drawing.text import draw
from kinarow.errors import KinarowError
from kinarow.game import Side
from kinarow.reasons.reason import KINDS
from kinarow.work.progress import part_of
from kinarow.writing import check_writable

if TYPE_CHECKING:
    from kinarow.puzzles.puzzle import Puzzle


_HELP = """\
a move      as it is written in this game: {example}
skip        the next puzzle, and the answer to this one
quit        leave"""


@click.group()
def puzzles() -> None:
    """Positions with one right move, which weaker players miss: to play, and to make."""


theme_option = option("--theme", type=click.Choice(KINDS))(
    "The kind of reason by which the right move works."
)
difficulty_option = option("--difficulty", type=click.IntRange(1, 6))(
    "1: a search of one ply misses it; 6: one of ten plies does, too."
)
output_option = option("-o", "--output", type=FILE)(
    "Output file, .json or .json.gz; by default they are listed."
)


def _chosen_puzzles(command: Callable[..., Any]) -> Callable[..., Any]:
    """--game, --theme, --difficulty and --file; the command gets the puzzles as `found`."""

    @wraps(command)
    def with_puzzles(
        *arguments: Any, game: str, theme: str, difficulty: int, file: Path | None, **values: Any
    ) -> Any:
        return command(*arguments, found=_found(game, theme, difficulty, file), **values)

    options = all_of(
        option("--game", type=GAME)("The game; by default all."),
        theme_option,
        difficulty_option,
        option("--file", type=FILE)("A file of puzzles; by default those that come with kinarow."),
    )
    return options(with_puzzles)


@puzzles.command("make")
@game_option
@option("--count", type=click.IntRange(1, 10_000), default=10)("How many puzzles.")
@theme_option
@difficulty_option
@option("--alike", type=click.IntRange(1))("At most so many of the same theme and difficulty.")
@option("--seed", type=int, default=0)("Random seed.")
@output_option
@workers_options
@json_option
def make_command(
    game: str,
    count: int,
    theme: str | None,
    difficulty: int | None,
    alike: int | None,
    seed: int,
    output: Path | None,
    workers: int | str,
    as_json: bool,
) -> None:
    """Find puzzles in own games.

    In each, exactly one move keeps the win or the draw, by the exact solver, and a search of one
    ply misses it. On boards that are too large to be solved, a forced win is to be found, and any
    move that is proven to win is right. The same seed finds the same puzzles.
    """
    from kinarow.api.puzzles import make_puzzles
    from kinarow.puzzles.puzzle_sets import save_puzzles

    if output is not None:
        check_writable(output)
    made = watched(
        "looking for puzzles",
        lambda report, stop: make_puzzles(
            game, count, seed=seed, theme=theme, difficulty=difficulty, most_alike=alike,
            workers=workers, progress=report, stop=stop,
        ),
    )  # fmt: skip
    if not made:
        raise KinarowError(f"no such puzzles were found in own games of {game}")
    if output is not None:
        save_puzzles(made, output)
    if as_json:
        print_json({"puzzles": [puzzle.to_json() for puzzle in made]})
    elif output is None:
        _print_list(made)
    else:
        console().print(f"{output}: {_counted(made)}", markup=False)
    if len(made) < count:
        click.echo(f"kinarow: no more than {len(made)} were found", err=True)


@puzzles.command("from-game")
@click.argument("moves", nargs=-1)
@game_option
@option("--games", type=click.File(encoding="utf-8-sig"), metavar="FILE")(
    "Many games at once: the moves of one a line; - is standard input."
)
@option("--side", type=click.Choice(["first", "second", "both"]), default="both")("Whose mistakes.")
@seconds_option
@option("--play", "is_played", is_flag=True)("Try them again at once.")
@output_option
@json_option
def from_game_command(
    moves: tuple[str, ...],
    game: str,
    games: TextIO | None,
    side: str,
    seconds: float,
    is_played: bool,
    output: Path | None,
    as_json: bool,
) -> None:
    """Make puzzles of the mistakes in a played game, to try them again.

    MOVES are those of the game. A mistake is a move that threw the win or the draw away, by the
    exact solver; on boards that are too large to be solved, one that was not proven to win where
    another move is. Moves that cannot be judged in time are left out.
    """
    from kinarow.puzzles.puzzle_sets import save_puzzles

    if bool(moves) == (games is not None):
        raise click.UsageError("give the moves of a game, or --games, and not both")
    if is_played and as_json:
        raise click.UsageError("give --play or --json, not both")
    if output is not None:
        check_writable(output)
    texts = list(lines_of(games)) if games else [" ".join(moves)]
    found = watched(
        "looking for mistakes",
        lambda report, stop: _mistakes(texts, game, side, seconds, report, stop),
    )
    if output is not None:
        save_puzzles(found, output)
    if as_json:
        print_json({"puzzles": [{"key": p.key, **p.to_json()} for p in found]})
    elif not found:
        console().print("no mistakes were found")
    elif is_played:
        _play(found)
    elif output is None:
        _print_list(found)
    else:
        console().print(f"{output}: {_counted(found)}", markup=False)


def _mistakes(
    texts: list[str], game: str, side: str, seconds: float, report: Report, stop: threading.Event
) -> list[Puzzle]:
    """The mistakes of all games, each position once."""
    from kinarow.api.puzzles import puzzles_from_game

    whose = {"first": Side.FIRST, "second": Side.SECOND}.get(side)
    found: dict[str, Puzzle] = {}
    for number, text in enumerate(texts):
        if not text:
            continue
        share = part_of(report, number / len(texts), (number + 1) / len(texts))
        with named_line(number + 1) if len(texts) > 1 else nullcontext():
            for puzzle in puzzles_from_game(
                moves_text(text), game, side=whose, seconds=seconds, progress=share, stop=stop
            ):
                found.setdefault(puzzle.key, puzzle)
    return list(found.values())


@puzzles.command("list")
@_chosen_puzzles
@json_option
def list_command(found: list[Puzzle], as_json: bool) -> None:
    """List puzzles, without their answers unless --json is given."""
    if as_json:
        print_json({"puzzles": [{"key": p.key, **p.to_json()} for p in found]})
    else:
        _print_list(found)


@puzzles.command("check")
@_chosen_puzzles
@workers_options
@json_option
@click.pass_context
def check_command(
    context: click.Context, found: list[Puzzle], workers: int | str, as_json: bool
) -> None:
    """Prove puzzles again, by the solver or by threats; exit code 1 if one is wrong."""
    from kinarow.api.puzzles import check_puzzles

    wrong = watched(
        "checking puzzles",
        lambda report, stop: check_puzzles(found, workers=workers, progress=report, stop=stop),
    )
    if as_json:
        print_json({"checked": len(found), "wrong": wrong})
    else:
        for key, words in wrong.items():
            console().print(f"{key}: {words}", markup=False)
        said = f"{len(wrong)} wrong" if wrong else "all right"
        console().print(f"{_counted(found)}: {said}")
    if wrong:
        context.exit(1)


@puzzles.command("play")
@_chosen_puzzles
@option("--seed", type=int, default=0)("Random seed of the order.")
def play_command(found: list[Puzzle], seed: int) -> None:
    """Solve puzzles in the terminal; type help for what you can do.

    The easier ones come first, in the order of the seed.
    """
    Random(f"order/{seed}").shuffle(found)
    found.sort(key=lambda puzzle: puzzle.difficulty)
    _play(found)


def _play(found: list[Puzzle]) -> None:
    """Put puzzles to the person one after the other."""
    solved = tried = 0
    try:
        for number, puzzle in enumerate(found, 1):
            console().print(f"\nPuzzle {number} of {len(found)}: {_named(puzzle)}", style="bold")
            answered = _asked(puzzle)
            tried += 1
            solved += answered
    except EOFError:
        pass
    finally:
        console().print(f"solved: {solved} of {tried}")


def _found(
    game: str | None, theme: str | None, difficulty: int | None, file: Path | None
) -> list[Puzzle]:
    from kinarow.api.puzzles import find_puzzles

    found = find_puzzles(game, theme=theme, difficulty=difficulty, file=file)
    if not found:
        where = f"in {file}" if file else "among those that come with kinarow"
        raise KinarowError(f"there are no such puzzles {where}; `kinarow puzzles make` finds more")
    return found


def _asked(puzzle: Puzzle) -> bool:
    """Put a puzzle to the person until it is answered; whether it was solved."""
    out, marks, position = console(), charset(), puzzle.position
    out.print(draw(Diagram.of(position, puzzle.last), marks))
    asks = puzzle.asks(marks.mark(position.mover))
    if puzzle.played:
        out.print(f"In the game, {position.move_text(puzzle.played)} was played.", markup=False)
    while True:
        text = input(f"{asks}. Your move (or help): ").strip()
        word = text.lower()
        try:
            if word in ("quit", "exit"):
                raise EOFError
            if word in ("help", "?"):
                example = position.move_text(position.legal_moves()[0])
                out.print(_HELP.format(example=example), markup=False)
            elif word == "skip":
                _tell(puzzle, None)
                return False
            elif text:
                return _tell(puzzle, text)
        except KinarowError as error:
            out.print(str(error), style="red", markup=False)


def _tell(puzzle: Puzzle, text: str | None) -> bool:
    """What an answer is worth, with the reason drawn onto the board."""
    from kinarow.api.puzzles import answer_puzzle
    from kinarow.reasons.reason_pictures import legend, reason_diagram

    move = puzzle.answers[0] if text is None else text
    words, out, marks, stop = "looking for the reason", console(), charset(), threading.Event()
    with progress_bar(words) as report:
        answered = with_kernels(
            lambda: answer_puzzle(puzzle, move, stop=stop), report, words, stop=stop
        )
    if stop.is_set():
        raise KeyboardInterrupt  # what was not looked at to the end is no verdict
    said = answered.words(marks.mark)
    is_right = answered.right and text is not None
    first = f"It was {puzzle.position.move_text(answered.move)}." if text is None else said[0]
    out.print(first, style="bold green" if is_right else "bold yellow", markup=False)
    if answered.reason:
        out.print(draw(reason_diagram(answered.reason), marks))
        if signs := legend(answered.reason):
            out.print(f"({signs})", markup=False)
    for line in said[1:]:
        out.print(line, markup=False)
    return is_right


def _named(puzzle: Puzzle) -> str:
    game = puzzle.position.spec
    return f"{game}, {puzzle.about}"


def _counted(found: list[Puzzle]) -> str:
    counts = Counter(puzzle.theme for puzzle in found)
    named = [f"{counts[theme]} {theme}" for theme in KINDS if counts[theme]]
    if counts[None]:
        named.append(f"{counts[None]} without a short reason")
    return f"{len(found)} {'puzzle' if len(found) == 1 else 'puzzles'} ({', '.join(named)})"


def _print_list(found: list[Puzzle]) -> None:
    out, marks = console(), charset()
    for puzzle in found:
        asks, game = puzzle.asks(marks.mark(puzzle.position.mover)), str(puzzle.position.spec)
        theme = puzzle.theme or ""
        named = f"{puzzle.key}  {theme:<8}  {puzzle.difficulty}  {game:<13}  {asks:<24}"
        out.print(f"{named} {puzzle.moves}", markup=False)
    out.print(_counted(found))
