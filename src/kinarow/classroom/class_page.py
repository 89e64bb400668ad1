"""A class's marks as one page, and each student's own: nothing is loaded from elsewhere, and it
opens from disk, in light and dark."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files

from kinarow.arena.played import PlayedGame
from kinarow.classroom.marks import ClassMarks, Mark, Shown
from kinarow.classroom.scheme import Scheme
from kinarow.classroom.told import kind_of_failure
from kinarow.drawing import CellMark, Diagram, draw_svg
from kinarow.drawing.lab_colours import lab_colours
from kinarow.game import GameSpec, Position
from kinarow.game.movetext import read_tokens
from kinarow.grading.grades import GradedMove, sign

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
_RESULTS = {1.0: "won", 0.5: "tied", 0.0: "lost"}


def class_page(found: ClassMarks, title: str) -> bytes:
    """All marks in a table, and everyone's parts, mistakes and games; for the teacher."""
    ranked = sorted(found.marks, key=lambda mark: (mark.points is None, -(mark.points or 0)))
    body = [_table(ranked, found.scheme), "<h2>Everyone</h2>"]
    for number, mark in enumerate(ranked):
        points = "no mark" if mark.points is None else f"{mark.points:.1f}"
        inside = "".join(_of_student(mark, found.scheme, number, for_teacher=True))
        body.append(
            f'<details class="panel" id="student-{number}"><summary>{escape(mark.student)}'
            f'<span class="quiet">{points}</span></summary><div class="inside">{inside}</div>'
            "</details>"
        )
    words = [f"{found.scheme.spec}, {found.summary}", *found.warnings]
    games = [[_game(game, found.scheme.spec, str) for game in mark.games] for mark in ranked]
    return _page(title, words, "".join(body), found.scheme.spec, games)


def student_page(found: ClassMarks, mark: Mark, title: str) -> bytes:
    """What one student is shown: nothing of the others, and no remark for the teacher."""
    scheme = found.scheme
    words = ["no mark" if mark.interval is None else _mark_words(mark, scheme)]
    inside = "".join(_of_student(mark, scheme, 0, for_teacher=False))
    body = f'<div class="panel inside">{inside}</div>'
    games = [_game(game, scheme.spec, kind_of_failure) for game in mark.games]
    return _page(f"{title}: {mark.student}", words, body, scheme.spec, [games])


def _page(
    title: str,
    words: Sequence[str],
    body: str,
    spec: GameSpec,
    games: Sequence[Sequence[dict[str, object]]],
) -> bytes:
    here = files("kinarow.classroom")
    style = lab_colours() + (here / "class_page.css").read_text(encoding="utf-8")
    script = (here / "class_page.js").read_text(encoding="utf-8")
    data = {
        "columns": spec.columns,
        "rows": spec.rows,
        "games": games,
    }
    said = "".join(f'<p class="quiet">{escape(line)}</p>' for line in words)
    # What a student wrote may hold the end of a script.
    written = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>\n<style>{style}</style></head>\n<body>"
        f'<header><h1><span class="logo" aria-hidden="true">●●●</span> {escape(title)}</h1>{said}'
        f"</header>\n<main>{body}</main>\n"
        f'<script type="application/json" id="data">{written}</script>\n'
        f"<script>{script}</script></body></html>\n"
    ).encode("utf-8", "backslashreplace")


def _mark_words(mark: Mark, scheme: Scheme) -> str:
    assert mark.interval is not None
    low, high = mark.interval.low, mark.interval.high
    grade = scheme.grade_of(mark.points)
    value = f"{mark.interval.value:.1f} of {scheme.out_of:g}{f', {grade}' if grade else ''}"
    return (
        f"{value}; with other positions and openings it would be {low:.1f} to {high:.1f}, "
        "in 95 of 100 cases"
    )


def _table(marks: Sequence[Mark], scheme: Scheme) -> str:
    names = ["student", "mark", "interval", *(["grade"] if scheme.grades else [])]
    numbers = {"mark"}
    names += [part.name for part in scheme.parts]
    numbers |= {part.name for part in scheme.parts}
    head = "".join(
        f'<th scope="col" data-sorted{_class(name in numbers)}>'
        f'<button type="button">{escape(name)}</button></th>'
        for name in names
    )
    rows = "".join(f"<tr>{''.join(_row(n, m, scheme))}</tr>" for n, m in enumerate(marks))
    return (
        f'<div class="panel wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody>'
        "</table></div>"
    )


def _class(is_number: bool) -> str:
    return ' class="number"' if is_number else ""


def _row(number: int, mark: Mark, scheme: Scheme) -> Iterator[str]:
    yield f'<td><a href="#student-{number}">{escape(mark.student)}</a></td>'
    if mark.interval is None:
        yield '<td class="number" data-key="-1">–</td>'
        columns = len(scheme.parts) + 1 + bool(scheme.grades)
        yield f'<td class="reason" data-key="-1" colspan="{columns}">{escape(mark.problem)}</td>'
        return
    value, error = mark.interval.value, mark.interval.error
    yield (
        f'<td class="number" data-key="{value:.4f}"><span class="mark">{value:.1f}</span> '
        f'<span class="error">± {error:.1f}</span></td>'
    )
    yield f'<td data-key="{2 * error:.4f}">{_scale(mark, scheme)}</td>'
    if scheme.grades:
        yield f"<td>{escape(scheme.grade_of(mark.points))}</td>"
    for result in mark.results:
        yield f'<td class="number" data-key="{result.points:.4f}">{result.points:.1f}</td>'


def _scale(mark: Mark, scheme: Scheme) -> str:
    """Where on the scale of all marks the interval lies."""
    assert mark.interval is not None
    value, low, high = (
        100 * number / (scheme.out_of or 1)
        for number in (mark.interval.value, mark.interval.low, mark.interval.high)
    )
    words = f"{mark.interval.low:.1f} to {mark.interval.high:.1f}"
    return (
        f'<span class="scale" role="img" aria-label="{words}" title="{words}">'
        f'<i style="left:{low:.1f}%;width:{high - low:.1f}%"></i><b style="left:{value:.1f}%"></b>'
        "</span>"
    )


def _of_student(mark: Mark, scheme: Scheme, number: int, *, for_teacher: bool) -> Iterator[str]:
    if for_teacher and mark.interval is not None:
        yield f'<p class="quiet">{escape(_mark_words(mark, scheme))}</p>'
    if mark.results:
        yield "<h2>Parts</h2>" + "".join(_parts(mark))
    if mark.reasons():
        yield f"<h2>Remarks</h2>{_bullets(mark.reasons())}"
    if for_teacher and mark.for_teacher:
        yield "<h2>For the teacher alone</h2>"
        yield f'<div class="teacher">{_bullets(mark.for_teacher)}</div>'
    if mark.mistakes:
        yield "<h2>Worst mistakes</h2>"
        yield f'<div class="gallery">{"".join(map(_mistake, mark.mistakes))}</div>'
    if mark.games:
        yield f'<h2>Games</h2><div class="viewer" data-student="{number}"></div>'


def _parts(mark: Mark) -> Iterator[str]:
    yield '<div class="wide"><table><thead><tr><th scope="col">part</th>'
    yield '<th scope="col" class="number">points</th><th scope="col">result</th></tr></thead>'
    yield "<tbody>"
    for result in mark.results:
        error = result.interval.error
        yield (
            f'<tr><td>{escape(result.part.name)}</td><td class="number">{result.points:.1f} '
            f'<span class="error">± {error:.1f}</span> of {result.part.points:g}</td>'
            f"<td>{escape(result.result)}</td></tr>"
        )
    yield "</tbody></table></div>"


def _bullets(lines: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"


def _mistake(move: GradedMove) -> str:
    """The board before the move: right moves with whole rings, the one played with a dashed one,
    and the exact value of each."""
    position = move.position
    best = sign(move.best)
    right = [cell for cell, value in move.labels.items() if sign(value) == best]
    if move.keeps_outcome:
        right = list(move.best_moves)
    rings = [CellMark((cell,), "good") for cell in right] + [CellMark((move.move,), "bad")]
    values = {cell: f"{value:+d}" if value else "0" for cell, value in move.labels.items()}
    diagram = replace(Diagram.of(position), marks=tuple(rings), numbers=tuple(values.items()))
    side = "first" if position.plies % 2 == 0 else "second"
    names = " or ".join(map(position.move_text, right[:4]))
    played = f"played {position.move_text(move.move)}, right {names}"
    caption = (
        f"{escape(move.words)}: {escape(played)}"
        f'<span class="quiet">the {side} side to move, {position.plies} stones</span>'
    )
    return f"<figure>{draw_svg(diagram, str(move))}<figcaption>{caption}</figcaption></figure>"


def _game(game: PlayedGame, spec: GameSpec, shown: Shown) -> dict[str, object]:
    """A game as the page shows it: its cells in order, columns and rows in turn."""
    heights = [0] * spec.columns
    cells = list[int]()
    for token in read_tokens(spec, game.moves):
        row = heights[token.column] if token.row is None else token.row
        heights[token.column] += 1
        cells += (token.column, row)
    side = "first" if game.first == game.a else "second"
    reason = f": {shown(game.reason)}" if game.is_forfeit else ""
    return {
        "title": f"{side} against {game.b}{reason}",
        "result": _RESULTS[game.points_of_a],
        "cells": cells,
        "opening": len(list(read_tokens(spec, game.opening))),
        "lines": _lines(game),
    }


def _lines(game: PlayedGame) -> list[list[int]]:
    ending = None if game.is_forfeit else Position.from_moves(game.moves, game.game).ending()
    lines = ending.lines if ending else ()
    return [
        [end for cell in (line[0], line[-1]) for end in (cell.column, cell.row)] for line in lines
    ]
