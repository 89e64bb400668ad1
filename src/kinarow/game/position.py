"""A position: the stones on the board, who moves, what may be played, how it ended."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import SupportsIndex

from kinarow.errors import BoardError, KinarowError, MoveError, NotationError, shortened
from kinarow.game.boardtext import (
    BoardStyle,
    Stones,
    read_board,
    read_state,
    read_values,
    write_board,
)
from kinarow.game.ending import Ending, has_line, lines
from kinarow.game.geometry import Cell, Geometry, Window, geometry
from kinarow.game.movetext import MoveToken, cell_named, read_tokens, write_move
from kinarow.game.side import Side
from kinarow.game.spec import GameSpec, as_spec
from kinarow.game.symmetry import Symmetry, move_bits, symmetries


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """An immutable position of any k-in-a-row game.

    The stones tell whose turn it is, so two positions are equal if their games and stones are.

    >>> position = Position.from_moves("4453")
    >>> position.mover.name, position.plies, position.move_text(position.legal_moves()[0])
    ('FIRST', 4, '1')
    >>> position
    Position.parse('drop:7x6:4 7/7/7/7/3O3/2OXX2')
    """

    spec: GameSpec
    first: int = 0
    """The first side's stones as bits; see `geometry` for the layout."""
    second: int = 0

    def __post_init__(self) -> None:
        _check_possible(self)

    # ── where positions come from ────────────────────────────────────────────────────────────

    @classmethod
    def start(cls, game: GameSpec | str = "connect4") -> Position:
        """The empty board.

        >>> Position.start("tictactoe")
        Position.parse('place:3x3:3 3/3/3')
        """
        return cls(as_spec(game))

    @classmethod
    def from_moves(cls, moves: str, game: GameSpec | str = "connect4") -> Position:
        """The position after a move string such as `4453` or `d4 e5`.

        >>> print(Position.from_moves("b2 a1 c3", "tictactoe"))
        ..X
        .X.
        O..
        """
        *_, last = cls.along(moves, game)
        return last

    @classmethod
    def along(cls, moves: str, game: GameSpec | str = "connect4") -> Iterator[Position]:
        """The position before each move of a move string, and the one after the last.

        >>> [position.plies for position in Position.along("4453")]
        [0, 1, 2, 3, 4]
        """
        if not isinstance(moves, str):
            raise KinarowError(f"moves must be a text such as '4453', not {_quoted(moves)}")
        position = cls.start(game)
        yield position
        for number, token in enumerate(read_tokens(position.spec, moves), 1):
            try:
                position = position.play(position._cell_of(token))
            except MoveError as error:
                raise NotationError(f"move {number}: {error}", moves, token.at) from None
            yield position

    @classmethod
    def from_board(cls, board: str | Iterable[object], game: GameSpec | str) -> Position:
        """The position that a picture or a list of 0, 1 and 2 shows, top row first.

        >>> Position.from_board("..X .X. O..".replace(" ", "\\n"), "tictactoe").plies
        3
        >>> Position.from_board([[0, 0, 1], [0, 1, 0], [2, 0, 0]], "tictactoe").plies
        3
        """
        spec = as_spec(game)
        if isinstance(board, str):
            return cls(spec, *read_board(spec, board))
        if not isinstance(board, Iterable):
            raise BoardError(
                f"a board must be a picture as text or a list of 0, 1 and 2, not {_quoted(board)}"
            )
        return cls(spec, *read_values(spec, board))

    @classmethod
    def parse(cls, state: str) -> Position:
        """The position of a one-line state, which names its game.

        >>> Position.parse("drop:7x6:4 7/7/7/7/7/3X3").mover
        <Side.SECOND: 2>
        """
        if not isinstance(state, str):
            raise KinarowError(
                f"a state must be a text such as 'drop:7x6:4 7/7/7/7/7/3X3', not {_quoted(state)}"
            )
        spec, stones = read_state(state)
        return cls(spec, *stones)

    # ── what it is ───────────────────────────────────────────────────────────────────────────

    @property
    def plies(self) -> int:
        """How many stones lie on the board.

        >>> Position.from_moves("4453").plies
        4
        """
        return (self.first | self.second).bit_count()

    @property
    def mover(self) -> Side:
        """The side to move; after the end, the side whose turn it would be.

        >>> Position.from_moves("445").mover.mark
        'O'
        """
        return Side.SECOND if self.plies % 2 else Side.FIRST

    @property
    def geometry(self) -> Geometry:
        """Where cells, bits and windows are on this board.

        >>> len(Position.start().geometry.cells)
        42
        """
        return geometry(self.spec)

    def stones(self, side: Side) -> int:
        """One side's stones as bits.

        >>> Position.from_moves("12").stones(Side.SECOND).bit_count()
        1
        """
        return self.first if side == Side.FIRST else self.second

    def at(self, cell: Cell | str) -> Side | None:
        """Whose stone lies on a cell, given as a `Cell` or by its name.

        >>> position = Position.from_moves("44")
        >>> position.at("d2"), position.at(Cell(0, 0))
        (<Side.SECOND: 2>, None)
        """
        if isinstance(cell, str):
            cell = cell_named(cell)
        elif not isinstance(cell, Cell):
            raise BoardError(f"a cell must be a Cell or a name such as 'd4', not {_quoted(cell)}")
        board = self.geometry
        if not board.contains(cell):
            raise BoardError(f"there is no column {cell.column}, row {cell.row} on {self.spec}")
        bit = board.bit(cell)
        return Side.FIRST if self.first & bit else Side.SECOND if self.second & bit else None

    def holds(self, cells: Iterable[Cell]) -> str:
        """What cells hold, as `X`, `O` and `.`, in their order.

        >>> Position.from_moves("44").holds([Cell(3, 0), Cell(3, 1), Cell(3, 2)])
        'XO.'
        """
        sides = map(self.at, cells)
        return "".join(side.mark if side else "." for side in sides)

    def windows(self) -> tuple[Window, ...]:
        """All straight runs of `target` cells on this board.

        >>> len(Position.start().windows())
        69
        """
        return self.geometry.windows

    def rows(self) -> list[list[int]]:
        """The board as rows of 0, 1 and 2, top row first.

        >>> Position.from_moves("b2 a1", "tictactoe").rows()
        [[0, 0, 0], [0, 1, 0], [2, 0, 0]]
        """
        width = self.spec.columns
        values = [int(self.at(cell) or 0) for cell in self.geometry.cells]
        return [values[i : i + width] for i in range(0, len(values), width)]

    # ── moves ────────────────────────────────────────────────────────────────────────────────

    def landing_cells(self) -> int:
        """The cells, as bits, that a stone can take now, whether or not the game is over.

        >>> Position.start().landing_cells().bit_count()
        7
        """
        occupied = self.first | self.second
        if self.spec.gravity:
            return (occupied + self.geometry.bottom) & self.geometry.board
        return self.geometry.board & ~occupied

    def legal_moves(self) -> tuple[Cell, ...]:
        """Where the mover may play: columns from the left, or cells in reading order; nothing once
        the game is over.

        >>> [move.name for move in Position.from_moves("4444").legal_moves()]
        ['a1', 'b1', 'c1', 'd5', 'e1', 'f1', 'g1']
        """
        if self._has_winner():
            return ()
        moves = self.geometry.cells_in(self.landing_cells())
        return tuple(sorted(moves)) if self.spec.gravity else moves

    def play(self, move: Cell | str | SupportsIndex) -> Position:
        """The position after a move: its text (`"4"`, `"d4"`), its cell, or with gravity the number
        of its column, counted from 1 as in move strings.

        >>> Position.start().play("4").play(4).play(Cell(2, 0)) == Position.from_moves("443")
        True
        """
        cell = self._as_cell(move)
        reason = self._why_illegal(cell)
        if reason:
            raise MoveError(reason)
        return self.play_bit(self.geometry.bit(cell))

    def is_legal(self, move: Cell | str | SupportsIndex) -> bool:
        """Whether a move, given as for `play`, may be played here.

        >>> Position.from_moves("444444").is_legal(4)
        False
        """
        try:
            cell = self._as_cell(move)
        except (MoveError, NotationError):
            return False
        return not self._why_illegal(cell)

    def play_bit(self, bit: int) -> Position:
        """As `play`, for a bit known to be legal: what a search calls millions of times.

        >>> Position.start().play_bit(1) == Position.start().play("a1")
        True
        """
        if self.mover is Side.FIRST:
            return _trusted(self.spec, self.first | bit, self.second)
        return _trusted(self.spec, self.first, self.second | bit)

    def move_to(self, child: Position) -> Cell:
        """The move that leads from here to the next position of a line.

        >>> Position.start().move_to(Position.from_moves("4")).name
        'd1'
        """
        stone = (self.first ^ child.first) | (self.second ^ child.second)
        return self.geometry.cell(stone)

    def parse_move(self, text: str) -> Cell:
        """The cell that one written move means here.

        >>> Position.from_moves("44").parse_move("4").name
        'd3'
        """
        tokens = list(read_tokens(self.spec, text))
        if len(tokens) != 1:
            raise NotationError(f"one move is expected here, not {len(tokens)}", text, 0)
        return self._cell_of(tokens[0])

    def move_text(self, move: Cell) -> str:
        """A move as it is written in this game: what `parse_move` reads.

        >>> Position.start().move_text(Cell(3, 0)), Position.start("gomoku").move_text(Cell(3, 0))
        ('4', 'd1')
        """
        return write_move(self.spec, move)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by a line or by a full board.

        >>> Position.from_moves("1212121").is_over
        True
        """
        return self.ending() is not None

    @property
    def winner(self) -> Side | None:
        """The side that has completed a line; None for a draw or while the game goes on.

        >>> Position.from_moves("1212121").winner
        <Side.FIRST: 1>
        """
        return self.mover.other if self._has_winner() else None

    # ── the end ──────────────────────────────────────────────────────────────────────────────

    def ending(self) -> Ending | None:
        """How the game ended, or None while it goes on.

        >>> print(Position.from_moves("1212121").ending())
        X wins along a4 a3 a2 a1
        """
        if self._has_winner():
            winner = self.mover.other
            return Ending(winner, lines(self.stones(winner), self.geometry))
        return Ending(None) if self.plies == self.spec.cell_count else None

    # ── symmetry ─────────────────────────────────────────────────────────────────────────────

    def image(self, symmetry: Symmetry) -> Position:
        """This position seen through a symmetry of its game.

        >>> mirrored = Position.from_moves("1").image(Symmetry.MIRROR)
        >>> mirrored == Position.from_moves("7")
        True
        """
        if symmetry not in symmetries(self.spec):
            raise BoardError(f"{symmetry.value} is not a symmetry of {self.spec}")
        move = (move_bits(self.spec, symmetry, board) for board in (self.first, self.second))
        return _trusted(self.spec, *move)

    def canonical(self) -> Position:
        """One position for all that are the same up to symmetry.

        >>> Position.from_moves("1").canonical() == Position.from_moves("7").canonical()
        True
        """
        images = map(self.image, symmetries(self.spec))
        return min(images, key=lambda image: (image.first, image.second))

    # ── text ─────────────────────────────────────────────────────────────────────────────────

    def board_text(self, style: BoardStyle = "xo") -> str:
        """The board as text: in the style `xo`, `012`, `kaggle`, `uci` or `state`.

        >>> Position.from_moves("b2", "tictactoe").board_text("kaggle")
        '[0, 0, 0, 0, 1, 0, 0, 0, 0]'
        """
        return write_board(self.spec, Stones(self.first, self.second), style)

    def to_json(self) -> dict[str, object]:
        """Plain values for JSON; these keys are a contract with scripts.

        >>> Position.from_moves("4").to_json()["mover"]
        2
        """
        ending = self.ending()
        return {
            "game": str(self.spec),
            "state": self.board_text("state"),
            "mover": int(self.mover),
            "plies": self.plies,
            "legal": [self.move_text(move) for move in self.legal_moves()],
            "over": ending is not None,
            "winner": int(ending.winner) if ending and ending.winner else None,
            "lines": [[cell.name for cell in line] for line in ending.lines] if ending else [],
        }

    def __str__(self) -> str:
        return self.board_text()

    def _repr_svg_(self) -> str:
        # Notebooks ask an object itself for its picture, and pictures are drawn above this room.
        from kinarow.drawing.svg import position_svg

        return position_svg(self)

    def __repr__(self) -> str:
        return f"Position.parse({self.board_text('state')!r})"

    def _has_winner(self) -> bool:
        # Only the side that moved last can have completed a line.
        return has_line(self.stones(self.mover.other), self.geometry)

    def _cell_of(self, token: MoveToken) -> Cell:
        if token.row is not None:
            return Cell(token.column, token.row)
        return self._lowest_empty(token.column, token.text)

    def _lowest_empty(self, column: int, text: str) -> Cell:
        occupied = (self.first | self.second) & self.geometry.column_mask(column)
        stones = occupied.bit_count()
        if stones == self.spec.rows:
            raise MoveError(f"column {text} is full")
        return Cell(column, stones)

    def _as_cell(self, move: Cell | str | SupportsIndex) -> Cell:
        if isinstance(move, Cell):
            return move
        if isinstance(move, str):
            return self.parse_move(move)
        if isinstance(move, bool) or not isinstance(move, SupportsIndex):
            raise MoveError(
                "a move must be a text such as '4' or 'd4', a Cell or a column number, "
                f"not {_quoted(move)}"
            )
        column = operator.index(move)
        if not self.spec.gravity:
            raise MoveError(f"without gravity a move must name a cell, such as 'b2', not {column}")
        if not 1 <= column <= self.spec.columns:
            raise MoveError(f"there is no column {column}: columns are 1 to {self.spec.columns}")
        return self._lowest_empty(column - 1, str(column))

    def _why_illegal(self, cell: Cell) -> str:
        """Why a cell cannot be played, or nothing if it can."""
        if not self.geometry.contains(cell):
            return f"there is no column {cell.column}, row {cell.row} on {self.spec}"
        if self._has_winner():
            winner = self.mover.other.name.lower()
            return f"{cell} cannot be played: the {winner} player has already won"
        if self.landing_cells() & self.geometry.bit(cell):
            return ""
        if self.at(cell) is not None:
            return f"{cell} cannot be played: it is taken"
        return f"{cell} cannot be played: a stone would fall to {self._landing_in(cell.column)}"

    def _landing_in(self, column: int) -> Cell:
        return self.geometry.cell(self.landing_cells() & self.geometry.column_mask(column))


def _quoted(nonsense: object) -> str:
    return shortened(repr(nonsense))


def _trusted(spec: GameSpec, first: int, second: int) -> Position:
    """A position that is known to be possible: skips the checks of `Position(...)`."""
    position = object.__new__(Position)
    object.__setattr__(position, "spec", spec)
    object.__setattr__(position, "first", first)
    object.__setattr__(position, "second", second)
    return position


def _check_possible(position: Position) -> None:
    """Refuse boards that no game reaches, as far as counts, gravity and winning lines show it."""
    on, first, second = position.geometry, position.first, position.second
    occupied = first | second
    if first < 0 or second < 0 or occupied & ~on.board:
        raise BoardError(f"there are bits outside the board of {position.spec}")
    if first & second:
        raise BoardError(f"{on.cells_in(first & second)[0]} holds both X and O")
    ahead = first.bit_count() - second.bit_count()
    if ahead not in (0, 1):
        raise BoardError(
            f"{first.bit_count()} X and {second.bit_count()} O: X moves first, so there must be "
            "as many X as O or one more"
        )
    if position.spec.gravity:
        _check_nothing_floats(on, occupied)
    _check_winner(position)


def _check_nothing_floats(on: Geometry, occupied: int) -> None:
    floating = occupied & ~(occupied << 1) & ~on.bottom
    if floating:
        cell = on.cells_in(floating)[-1]
        raise BoardError(f"the stone on {cell} floats: {Cell(cell.column, cell.row - 1)} is empty")


def _check_winner(position: Position) -> None:
    on, last = position.geometry, position.mover.other
    if has_line(position.stones(position.mover), on):
        early = lines(position.stones(position.mover), on)[0]
        both = has_line(position.stones(last), on)
        raise BoardError(
            f"{position.mover.mark} has a line {early[0]}–{early[-1]}, "
            + (f"and {last.mark} too" if both else f"yet {last.mark} moved after it")
        )
    stones = position.stones(last)
    if not has_line(stones, on):
        return
    # Before the last stone there was no line, so some stone must be in all of them.
    on_top = stones & ~((position.first | position.second) >> 1)
    candidates = on.cells_in(on_top if position.spec.gravity else stones)
    if not any(not has_line(stones ^ on.bit(cell), on) for cell in candidates):
        raise BoardError(f"{last.mark} has lines that no single last stone completes")
