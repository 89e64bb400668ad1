"""`kinarow play`: a game in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import rich_click as click

from kinarow.cli.options import PLAYER, game_option, option, read_line, sandbox_option
from kinarow.cli.output import charset, console, progress_bar, with_kernels
from kinarow.drawing import Diagram
from kinarow.drawing.text import draw
from kinarow.errors import KinarowError
from kinarow.game import Cell, GameSpec, Position, Side
from kinarow.game.movetext import write_moves
from kinarow.players import AlphaBetaPlayer, Choice, Player
from kinarow.players.isolated.player import player_asked_for

_HELP = """\
a move      as it is written in this game: {example}
hint        what alpha-beta would play
undo        take back your last move
resign      give the game up
save FILE   keep the game      load FILE   go on with one
quit        leave"""


@click.command()
@click.argument("moves", nargs=-1)
@game_option
@option("--player", "player_text", type=PLAYER, default="level:n=5")(
    "Your opponent; human for two people at one keyboard."
)
@option("--second", is_flag=True)("The opponent moves first.")
@option("--seed", default=0)("Random seed.")
@sandbox_option
def play(
    moves: tuple[str, ...], game: str, player_text: str, second: bool, seed: int, sandboxed: bool
) -> None:
    """Play in the terminal against any player; type help for what you can do."""
    opponent = player_asked_for(player_text, sandboxed=sandboxed)
    opponent.new_game(seed)
    table = _Table(opponent, Side.SECOND if second else Side.FIRST, read_line(moves, game))
    table.play()


class _LeaveError(Exception):
    """The person leaves."""


@dataclass
class _Table:
    """A game under way."""

    opponent: Player
    you: Side
    line: list[Position]
    resigned: bool = field(default=False, init=False)

    @property
    def position(self) -> Position:
        return self.line[-1]

    @property
    def two_people(self) -> bool:
        return self.opponent.name == "human"

    def play(self) -> None:
        try:
            self._get_ready(self.position.spec)
            while True:
                self._show()
                if self.position.ending() is not None or self.resigned:
                    break
                if self.two_people or self.position.mover is self.you:
                    self._your_turn()
                else:
                    self._opponents_turn()
        except (_LeaveError, EOFError):
            pass
        finally:
            # However it ends, the game is not lost.
            if len(self.line) > 1:
                console().print(f"moves: {self._moves()}", markup=False)

    def _get_ready(self, spec: GameSpec) -> None:
        """Have the opponent ready for a game before it is its turn."""
        opponent = self.opponent
        words = f"{opponent.name} is getting ready"
        with progress_bar(words) as report:
            with_kernels(lambda: opponent.get_ready(spec), report, words)

    def _moves(self) -> str:
        return write_moves(self.position.spec, [a.move_to(b) for a, b in pairwise(self.line)])

    def _show(self) -> None:
        out, marks = console(), charset()
        last = self.line[-2].move_to(self.position) if len(self.line) > 1 else None
        out.print()
        out.print(draw(Diagram.of(self.position, last), marks))
        ending = self.position.ending()
        if self.resigned:
            winner = marks.mark(self.position.mover.other)
            out.print(f"{winner} wins: {marks.mark(self.position.mover)} resigned", style="bold")
        elif ending is None:
            return
        elif ending.winner is None:
            out.print("a draw: the board is full", style="bold")
        else:
            along = " ".join(map(str, ending.lines[0]))
            out.print(f"{marks.mark(ending.winner)} wins along {along}", style="bold")

    def _your_turn(self) -> None:
        mark = charset().mark(self.position.mover)
        text = input(f"{mark} to move (or help): ").strip()
        word, _, rest = text.partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "help": self._help, "?": self._help, "hint": self._hint, "undo": self._undo,
            "resign": self._resign, "save": self._save, "load": self._load, "quit": self._quit,
            "exit": self._quit,
        }  # fmt: skip
        try:
            if word.lower() in commands:
                commands[word.lower()](rest.strip())
            elif text:
                self.line.append(self.position.play(text))
        except KinarowError as error:
            console().print(str(error), style="red", markup=False)

    def _opponents_turn(self) -> None:
        choice = self._think(self.opponent)
        child = self.position.play(choice.move)
        mark = charset().mark(self.position.mover)
        move = self.position.move_text(choice.move)
        console().print(f"{mark} plays {move}: {choice.reason}", markup=False)
        self.line.append(child)

    def _think(self, player: Player) -> Choice:
        words = f"{player.name} is thinking"
        with progress_bar(words) as report:
            return with_kernels(lambda: player.choose(self.position), report, words)

    def _help(self, _rest: str) -> None:
        example: Cell = self.position.legal_moves()[0]
        console().print(_HELP.format(example=self.position.move_text(example)), markup=False)

    def _hint(self, _rest: str) -> None:
        choice = self._think(AlphaBetaPlayer(depth=6))
        move = self.position.move_text(choice.move)
        console().print(f"hint: {move}, {choice.reason}", markup=False)

    def _undo(self, _rest: str) -> None:
        steps = 1 if self.two_people else 2
        if len(self.line) <= steps:
            raise KinarowError("there is no move of yours to take back")
        del self.line[-steps:]

    def _resign(self, _rest: str) -> None:
        self.resigned = True

    def _save(self, rest: str) -> None:
        if not rest:
            raise KinarowError("give a file name: save FILE")
        text = f"{self.position.spec}\n{self._moves()}\n"
        try:
            Path(rest).write_text(text, encoding="utf-8")
        except (OSError, ValueError):
            raise KinarowError(f"{rest!r} cannot be written") from None
        console().print(f"saved to {rest}", markup=False)

    def _load(self, rest: str) -> None:
        try:
            game, _, moves = Path(rest).read_text(encoding="utf-8").partition("\n")
        except (OSError, ValueError):
            raise KinarowError(f"{rest or 'that'} is not a saved game that can be read") from None
        line = list(Position.along(moves, game))
        self._get_ready(line[-1].spec)
        self.line = line

    def _quit(self, _rest: str) -> None:
        raise _LeaveError
