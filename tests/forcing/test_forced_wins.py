"""Forced wins: every claim is a proof that the rules bear out, and agrees with exact values."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import chain

import pytest

from kinarow.forcing.checking import ProofError, check_proof
from kinarow.forcing.forced import find_forced_loss, find_forced_win
from kinarow.forcing.proof import Attack, ForcedWin
from kinarow.forcing.proof_text import proof_lines
from kinarow.game import Cell, GameSpec, Position
from kinarow.solver import Solver
from kinarow.work.budget import Budget
from tests.solver.oracle import brute_force
from tests.strategies import SOAKING, examples

OPEN_THREE = "h8 a1 h9 a3 h10 a5"
TWO_THREES = "h8 a1 i8 c15 g9 o1 g10 o9"  # two lines of two that meet in g8
QUIET = "k5 j9 h8 f11 e11 k6 j4 l7 m6 i3"

SIZES = [(3, 3), (4, 3), (4, 4), (5, 4), (5, 5), (6, 5), (6, 6), (7, 7)]


def some_position(seed: random.Random) -> Position:
    """A position of a random game that goes on, on a small board, with a target of 3 to 5."""
    columns, rows = seed.choice(SIZES)
    target = seed.randint(3, min(5, max(columns, rows)))
    spec = GameSpec(columns, rows, target, gravity=False)
    while True:
        position = Position.start(spec)
        for _ in range(seed.randint(2, spec.cell_count // 2)):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(seed.choice(moves))
        if position.ending() is None:
            return position


def needs_a_three(attack: Attack) -> bool:
    """Whether some move of a proof leaves the defender a choice."""
    return not attack.completes and (
        not any(part.completes for part in attack.otherwise)
        or any(map(needs_a_three, attack.answers.values()))
    )


def is_won(position: Position, solvers: dict[GameSpec, Solver]) -> bool | None:
    """By another way: brute force where few cells are empty, else the exact solver."""
    if position.spec.cell_count - position.plies <= 7:
        return brute_force(position) > 0
    if position.spec.columns * (position.spec.rows + 1) > 64:
        return None
    solver = solvers.setdefault(position.spec, Solver(position.spec, megabytes=4))
    bounds = solver.engine.prove(position, Budget(200_000))
    return None if bounds.exact is None else bounds.exact > 0


def test_claims_agree_with_exact_values() -> None:
    seed, solvers = random.Random(11), dict[GameSpec, Solver]()
    claims = threes = compared = 0
    for _ in range(examples(2000)):
        position = some_position(seed)
        win = find_forced_win(position, Budget(20_000))
        if win is None:
            continue
        check_proof(win, enumerated=9)
        claims += 1
        threes += needs_a_three(win.proof)
        won = is_won(position, solvers)
        assert won is not False, repr(position)
        compared += won is True
    assert claims > examples(2000) // 4
    assert threes > claims // 20
    assert compared > claims // 2
    if SOAKING:
        print(f"{claims} claims, {threes} with a three, {compared} compared")


def test_losses_agree_with_exact_values() -> None:
    seed, solvers, claims = random.Random(12), dict[GameSpec, Solver](), 0
    for _ in range(examples(1500)):
        position = some_position(seed)
        loss = find_forced_loss(position, Budget(20_000))
        if loss is None:
            continue
        check_proof(loss, enumerated=9)
        claims += 1
        assert is_won(position, solvers) is not True, repr(position)
    assert claims > 1


def test_a_small_board_is_searched_to_the_end() -> None:
    """Where a side can complete a line at once, or by a double four, that is always found."""
    seed, found = random.Random(13), 0
    for _ in range(examples(1000)):
        position = some_position(seed)
        if any(position.play(move).winner for move in position.legal_moves()):
            win = find_forced_win(position)
            assert win is not None
            assert win.stones == 1
            found += 1
    assert found


@pytest.mark.parametrize(
    ("moves", "stones"), [(OPEN_THREE, 3), (TWO_THREES, 5)], ids=["open three", "two threes"]
)
def test_wins_that_every_player_knows(moves: str, stones: int) -> None:
    win = find_forced_win(Position.from_moves(moves, "gomoku"))
    assert win is not None
    check_proof(win)
    assert win.stones <= stones + 4
    assert len(win.line) <= win.stones
    position = win.position
    for move in win.line:
        position = position.play(move)
    assert position.winner is win.side


@pytest.mark.parametrize("game", ["place:4x3:3", "place:5x4:3", "place:6x5:4", "place:7x7:4"])
def test_the_first_stone_of_all_may_win(game: str) -> None:
    """Published: with three in a row the first player wins on 4×3 and more, with four on 6×5."""
    win = find_forced_win(Position.start(game), Budget(200_000))
    assert win is not None
    check_proof(win)
    assert find_forced_win(Position.start("tictactoe"), Budget(200_000)) is None


@pytest.mark.slow
def test_a_quiet_move_is_proven_too() -> None:
    position = Position.from_moves(QUIET, "gomoku")
    win = find_forced_win(position, Budget(1_000_000))
    assert win is not None
    assert check_proof(win) > 10_000
    assert find_forced_win(position.play(win.move), Budget(1000)) is None


def test_a_first_move_can_be_asked_for() -> None:
    position = Position.from_moves(OPEN_THREE, "gomoku")
    for name in ("h7", "h11"):
        win = find_forced_win(position, first=Cell(7, int(name[1:]) - 1))
        assert win is not None
        assert win.move.name == name
        check_proof(win)
    assert find_forced_win(position, Budget(5000), first=Cell(14, 14)) is None
    after = position.play("h7")
    loss = find_forced_loss(after)
    assert loss is not None
    assert loss.stones == 2
    check_proof(loss)


def test_what_is_shown_refutes_the_other_answers() -> None:
    for moves in (OPEN_THREE, TWO_THREES):
        win = find_forced_win(Position.from_moves(moves, "gomoku"))
        assert win is not None
        shown = win.shown
        assert tuple(stone.cell for stone in shown) == win.line
        position = win.position
        for number, stone in enumerate(shown):
            if number % 2 == 0:
                position = position.play(stone.cell)
                for answer, move in stone.refuted.items():
                    then = position.play(answer).play(move)
                    lost = then.winner is win.side or find_forced_loss(then, Budget(20_000))
                    assert lost, (stone.cell, answer)
            else:
                assert not stone.refuted
                assert stone.otherwise is None
                position = position.play(stone.cell)
        assert shown[-1].otherwise is None
        assert position.winner is win.side


def test_any_defence_is_met() -> None:
    seed = random.Random(5)
    for moves in (OPEN_THREE, TWO_THREES, "h8 a1 i8 c15 g9 o1 g10 o9 j9 b7"):
        win = find_forced_win(Position.from_moves(moves, "gomoku"))
        assert win is not None
        for _ in range(examples(50)):
            assert _played_out(win, seed).winner is win.side


def _played_out(win: ForcedWin, seed: random.Random) -> Position:
    """The game against a defender who plays at random, often an answer that the proof names."""
    position, attack = win.position, win.proof
    while True:
        position = position.play(attack.move)
        if attack.completes:
            return position
        named = [cell for cell in attack.answers if seed.random() < 0.7]
        answer = seed.choice(named or list(position.legal_moves()))
        position = position.play(answer)
        assert position.winner is None
        if answer in attack.answers:
            attack = attack.answers[answer]
        else:
            attack = next(part for part in attack.otherwise if _holds(position, part))


def _holds(position: Position, attack: Attack) -> bool:
    try:
        check_proof(ForcedWin(position, attack, 0, 0.0))
    except ProofError:
        return False
    return True


@pytest.mark.parametrize("corner", [Cell(0, 0), Cell(94, 0), Cell(40, 93), Cell(94, 93)])
def test_found_anywhere_on_a_huge_board(corner: Cell) -> None:
    position = Position.start(GameSpec(100, 100, 5, gravity=False))
    own = [(1, 2), (2, 2), (3, 3), (3, 4)]  # two lines of two that meet in (3, 2)
    for number, (right, up) in enumerate(own):
        position = position.play(Cell(corner.column + right, corner.row + up))
        position = position.play(Cell(20, 10 + 7 * number))
    win = find_forced_win(position, Budget(200_000))
    assert win is not None
    assert abs(win.move.column - corner.column) < 7


def test_no_claim_with_gravity_and_none_after_the_end() -> None:
    assert find_forced_win(Position.from_moves("112233")) is None
    assert find_forced_win(Position.from_moves("a1 a2 b1 b2 c1", "tictactoe")) is None
    assert find_forced_win(Position.start("tictactoe")) is None


class TestTheChecker:
    """It can fail."""

    def win(self) -> ForcedWin:
        found = find_forced_win(Position.from_moves(TWO_THREES, "gomoku"))
        assert found is not None
        return found

    def test_an_answer_that_is_left_out(self) -> None:
        win = self.win()
        for left_out in win.proof.answers:
            answers = {c: a for c, a in win.proof.answers.items() if c != left_out}
            broken = Attack(win.proof.move, answers, win.proof.otherwise[:1])
            with pytest.raises(ProofError):
                check_proof(replace(win, proof=broken))

    def test_a_line_that_is_none(self) -> None:
        win = self.win()
        with pytest.raises(ProofError, match="no line is complete"):
            check_proof(replace(win, proof=Attack(win.move)))

    def test_a_cell_that_is_taken(self) -> None:
        win = self.win()
        taken = Attack(Cell(7, 7), win.proof.answers, win.proof.otherwise)
        with pytest.raises(ProofError, match="h8 is not empty"):
            check_proof(replace(win, proof=taken))

    def test_a_defender_who_wins_first(self) -> None:
        position = Position.from_moves("h8 a1 h9 a2 h10 a3 o1 a4", "gomoku")
        three = find_forced_win(Position.from_moves(OPEN_THREE, "gomoku"))
        assert three is not None
        with pytest.raises(ProofError, match="the defender completes a line"):
            check_proof(ForcedWin(position, three.proof, 0, 0.0))
        assert find_forced_win(position, Budget(5000)) is None

    def test_the_rule_of_the_irrelevant_agrees_with_trying_all(self) -> None:
        seed = random.Random(17)
        for _ in range(examples(300)):
            win = find_forced_win(some_position(seed), Budget(20_000))
            if win is not None:
                check_proof(win, enumerated=0)
                check_proof(win, enumerated=9)


def test_a_proof_as_text_and_json() -> None:
    win = find_forced_win(Position.from_moves(OPEN_THREE, "gomoku"))
    assert win is not None
    assert list(proof_lines(win)) == ["1 h11", "  h7: 3 h12", "  else: 3 h7"]
    told = win.to_json()
    assert told["within"] == 3
    nodes = told["nodes"]
    assert isinstance(nodes, list)
    assert nodes[0]["move"] == "h11"
    assert {nodes[number]["move"] for number in nodes[0]["answers"].values()} == {"h12"}


@pytest.mark.parametrize("others", ["d13 e13 f13 g13", "d13 f15 i13 l13"])
def test_each_of_four_ways_to_complete_a_line_wins(others: str) -> None:
    second = f"{others} a1 o1 a15 o15".split()
    first = ["d5", "e5", "f5", "g5", "d10", "e10", "f10", "g10"]
    moves = chain.from_iterable(zip(first, second, strict=True))
    position = Position.from_moves(" ".join(moves), "gomoku")
    for cell in (Cell(2, 4), Cell(7, 4), Cell(2, 9), Cell(7, 9)):
        win = find_forced_win(position, first=cell)
        assert win is not None
        assert win.stones == 1
        check_proof(win)
