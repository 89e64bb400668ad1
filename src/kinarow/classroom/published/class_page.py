"""A class's marks as one page, and each student's own: nothing is loaded from elsewhere, and it
opens from disk, in light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape

from kinarow.arena.played_game import PlayedGame
from kinarow.classroom.marks import ClassMarks, Mark, Shown, legend
from kinarow.classroom.published.page import between, page
from kinarow.classroom.scheme import MarkPart, Scheme
from kinarow.classroom.student_messages import kind_of_failure
from kinarow.classroom.verdicts import Verdict
from kinarow.drawing import CellMark, Diagram, draw_svg
from kinarow.evaluation.fault import Fault
from kinarow.game import GameSpec, Position
from kinarow.game.movetext import read_tokens
from kinarow.grading.grades import GradedMove, sign

_SCALE = "0 to 100 %"
_RESULTS = {1.0: "won", 0.5: "tied", 0.0: "lost"}


def class_page(found: ClassMarks, title: str) -> bytes:
    """All marks in a table, and everyone's parts, mistakes and games; for the teacher."""
    scheme = found.scheme
    ranked = sorted(found.marks, key=lambda mark: (mark.points is None, -(mark.points or 0)))
    body = [_table(ranked, scheme), *_legend(scheme.parts, with_scale=True), "<h2>Everyone</h2>"]
    for number, mark in enumerate(ranked):
        points = "no mark" if mark.points is None else f"{mark.points:.1f}"
        inside = "".join(_of_student(mark, scheme, number, for_teacher=True))
        body.append(
            f'<details class="panel" id="student-{number}"><summary>{escape(mark.student)}'
            f'<span class="quiet">{points}</span></summary><div class="inside">{inside}</div>'
            "</details>"
        )
    words = [f"{scheme.spec}, {found.summary}", *found.warnings]
    if not found.is_complete:
        words.insert(0, "interrupted: marks of those who were examined by then")
    games = [[_game(game, scheme.spec, str) for game in mark.games] for mark in ranked]
    return page(title, words, "".join(body), _data(scheme.spec, games))


def student_page(found: ClassMarks, mark: Mark, title: str, *, called: str = "") -> bytes:
    """What one student is shown: nothing of the others, no hidden part, and no remark for the
    teacher. `called` is the student's name on the leaderboard."""
    scheme, mark = found.scheme, mark.as_shown()
    words = ["no mark" if mark.interval is None else _mark_words(mark, scheme)]
    if called not in ("", mark.student):
        words.append(f"on the leaderboard: {called}")
    inside = "".join(_of_student(mark, scheme, 0, for_teacher=False))
    parts = [result.part for result in mark.results]
    body = f'<div class="panel inside">{inside}</div>{"".join(_legend(parts))}'
    games = [_game(game, scheme.spec, kind_of_failure) for game in mark.games]
    return page(f"{title}: {mark.student}", words, body, _data(scheme.spec, [games]))


def _data(spec: GameSpec, games: Sequence[Sequence[dict[str, object]]]) -> dict[str, object]:
    return {
        "columns": spec.columns,
        "rows": spec.rows,
        "games": games,
    }


def _mark_words(mark: Mark, scheme: Scheme) -> str:
    """A student who is not shown all parts is told the mark of those alone."""
    assert mark.interval is not None
    low, high = mark.interval.low, mark.interval.high
    is_whole = mark.out_of == scheme.out_of
    grade = scheme.grade_of(mark.points) if is_whole else ""
    value = f"{mark.interval.value:.1f} of {mark.out_of:g}{f', {grade}' if grade else ''}"
    parts = "" if is_whole else " in the parts that are shown here"
    return (
        f"{value}{parts}; with other positions and openings it would be {low:.1f} to {high:.1f}, "
        "in 95 of 100 cases"
    )


def _table(marks: Sequence[Mark], scheme: Scheme) -> str:
    parts = [part.name for part in scheme.parts]
    numbers, aside = {"mark", *parts}, {_SCALE, *parts}
    names = ["student", "verdict", "mark", _SCALE, *(["grade"] if scheme.grades else []), *parts]
    head = "".join(
        f'<th scope="col" data-sorted{_class(name in numbers, is_aside=name in aside)}>'
        f'<button type="button">{escape(name)}</button></th>'
        for name in names
    )
    rows = "".join(f"<tr>{''.join(_row(n, m, scheme))}</tr>" for n, m in enumerate(marks))
    return (
        f'<div class="panel wide"><table class="marks"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _class(is_number: bool, *, is_aside: bool = False) -> str:
    """What stands aside has no room on a phone, where it is found farther down."""
    kinds = [*(["number"] if is_number else []), *(["aside"] if is_aside else [])]
    return f' class="{" ".join(kinds)}"' if kinds else ""


def _row(number: int, mark: Mark, scheme: Scheme) -> Iterator[str]:
    yield f'<td><a href="#student-{number}">{escape(mark.student)}</a></td>'
    yield f"<td>{_verdict(mark.verdict)}</td>"
    if mark.interval is None:
        yield '<td class="number" data-key="-1">–</td>'
        columns = len(scheme.parts) + 1 + bool(scheme.grades)
        problem = escape(Fault.of(mark.problem).sentence)
        yield f'<td class="reason aside" data-key="-1" colspan="{columns}">{problem}</td>'
        return
    value = mark.interval.value
    yield (
        f'<td class="number" data-key="{value:.4f}"><span class="mark">{value:.1f}</span> '
        f"{between(mark.interval)}</td>"
    )
    yield f'<td class="aside" data-key="{value:.4f}">{_scale(mark, scheme)}</td>'
    if scheme.grades:
        yield f'<td class="grade">{escape(scheme.grade_of(mark.points))}</td>'
    for result in mark.results:
        shown = f"{result.points:.1f}{' *' if result.asked < result.of else ''}"
        key, how = f"{result.points:.4f}", escape(result.formula)
        yield f'<td class="number aside" data-key="{key}" title="{how}">{shown}</td>'


def _verdict(verdict: Verdict | None) -> str:
    if verdict is None:
        return ""
    kind = "good" if verdict is Verdict.OK else "bad"
    return f'<span class="verdict {kind}" title="{escape(verdict.meaning)}">{verdict}</span>'


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


def _legend(parts: Sequence[MarkPart], *, with_scale: bool = False) -> Iterator[str]:
    """What the numbers mean."""
    lines = [(part.name, f"{part.points:g} points for {legend(part)}.") for part in parts]
    lines.append(
        (
            "(low–high)",
            "with other positions and openings the points would lie there in 95 of 100 cases. "
            "Where only some of a part was asked (*), the points are of that, and the interval is "
            "wider.",
        )
    )
    if with_scale:
        lines.append((_SCALE, "the mark as a line, its interval as a band."))
    verdicts = "; ".join(f"{verdict}: {verdict.meaning}" for verdict in Verdict)
    lines.append(("verdict", f"the worst that happened: {verdicts}."))
    terms = "".join(f"<dt>{escape(name)}</dt><dd>{escape(said)}</dd>" for name, said in lines)
    yield f'<details class="panel legend" open><summary>How to read this</summary><dl>{terms}</dl>'
    yield "</details>"


def _of_student(mark: Mark, scheme: Scheme, number: int, *, for_teacher: bool) -> Iterator[str]:
    if for_teacher and mark.interval is not None:
        yield f'<p class="quiet">{escape(_mark_words(mark, scheme))}</p>'
    if mark.verdict is not None:
        meaning = escape(mark.verdict.meaning)
        yield f'<p>{_verdict(mark.verdict)} <span class="quiet">{meaning}</span></p>'
    if mark.results:
        yield "<h2>Parts</h2>" + "".join(_parts(mark))
    if mark.reasons():
        fault = Fault.of(mark.problem)
        said = [fault.sentence if reason == mark.problem else reason for reason in mark.reasons()]
        yield f"<h2>Remarks</h2>{_bullets(said)}{_drawn(fault, scheme.spec)}"
    if for_teacher and mark.for_teacher:
        yield "<h2>For the teacher alone</h2>"
        yield f'<div class="teacher">{_bullets(mark.for_teacher)}</div>'
    if mark.mistakes:
        yield "<h2>Worst mistakes</h2>"
        yield f'<div class="gallery">{"".join(map(_mistake, mark.mistakes))}</div>'
    if mark.games:
        yield f'<h2>Games</h2><div class="viewer" data-student="{number}"></div>'


def _parts(mark: Mark) -> Iterator[str]:
    for result in mark.results:
        asked = f"{result.asked} of {result.of}"
        short = f'<span class="reason"> asked: {asked}</span>' if result.asked < result.of else ""
        hidden = "" if result.part.is_shown else '<span class="quiet"> hidden from students</span>'
        yield (
            f'<div class="part"><p><b>{escape(result.part.name)}</b> {_verdict(result.verdict)}'
            f'{short}{hidden}<span class="points">{result.points:.1f} '
            f"{between(result.interval)} of {result.part.points:g}</span></p>"
            f'<p class="quiet">{escape(result.formula)}</p></div>'
        )


def _drawn(fault: Fault, spec: GameSpec) -> str:
    """The board that an error happened on, if it is one of this game: a stranger may name any."""
    board = fault.diagram
    if board is None or (board.columns, board.rows) != (spec.columns, spec.rows):
        return ""
    caption = "<figcaption>the board on which it happened</figcaption>"
    return f'<div class="gallery"><figure>{draw_svg(board, fault.state)}{caption}</figure></div>'


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
