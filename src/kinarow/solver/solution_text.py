"""Solutions for the terminal and for notebooks."""

from __future__ import annotations

from dataclasses import replace

from rich.text import Text

from kinarow.drawing import Diagram, draw_svg
from kinarow.drawing.notebook import beside, words
from kinarow.drawing.text import UNICODE, Charset, draw
from kinarow.game.movetext import write_moves
from kinarow.solver.solution import OUTCOMES, Solution


def solution_text(solution: Solution, charset: Charset = UNICODE) -> Text:
    """The board, what the position is worth, and as much of moves and line as was asked for."""
    lines = [solution.words(charset.mark), *_more(solution)]
    text = draw(_diagram(solution), charset).append("".join(f"\n{line}" for line in lines))
    if solution.nodes:
        text.append(f"\n{_effort(solution)}", style="dim")
    return text


def solution_html(solution: Solution) -> str:
    """As a notebook shows it."""
    said = solution.words()
    lines = [*_more(solution), *([_effort(solution)] if solution.nodes else [])]
    picture = draw_svg(_diagram(solution), said)
    return beside(picture, words(said, strong=True), *map(words, lines))


def _diagram(solution: Solution) -> Diagram:
    """The board; with gravity, what each move is worth stands under its column."""
    position = solution.position
    diagram = Diagram.of(position)
    if not solution.moves or not position.spec.gravity:
        return diagram
    under = {move.column: solution.in_short(value) for move, value in solution.moves.items()}
    captions = tuple(under.get(column, "") for column in range(position.spec.columns))
    return replace(diagram, captions=captions)


def _more(solution: Solution) -> list[str]:
    spec, lines = solution.position.spec, []
    if solution.moves and not spec.gravity:
        for outcome in (*OUTCOMES, "?"):
            alike = [m.name for m, v in solution.moves.items() if solution.in_short(v) == outcome]
            if alike:
                lines.append(f"{outcome}: {' '.join(alike)}")
    if len(solution.line) > 1 and solution.forced is None:
        lines.append(f"perfect play: {write_moves(spec, solution.line)}")
    return lines


def _effort(solution: Solution) -> str:
    return f"{solution.nodes} positions in {solution.seconds:.3f} s"
